from tests.ui.longer import longer


def test_a_text_grows_by_a_third_and_keeps_what_is_filled_in() -> None:
    text = "Put the druid of {player} back on its space."
    assert "{player}" in longer(text)
    assert 1.25 < len(longer(text)) / len(text) < 1.4
    assert longer("42") == "42"
