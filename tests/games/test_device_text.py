"""One function cuts and filters the texts of devices before they are shown or kept."""

import pytest

from companion.games.base import MOST_DEVICE_CHARACTERS, device_text


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("WLED 0.15.0", "WLED 0.15.0"),
        ("Café 東京", "Café 東京"),
        ("\x1b[2J\x07beep", "[2J beep"),
        ("gpj.\u202eexe", "gpj. exe"),
        ("a\u200fb\u061cc\u2066d\U000e0041e", "a b c d e"),
        ("  two\r\nlines\u2028three ", "two lines three"),
        ("half \ud800", "half"),
        (b"bytes \xff\x00", "bytes \ufffd"),
        (OSError(5, "gone\x00"), "[Errno 5] gone"),
    ],
)
def test_control_characters_and_those_that_turn_the_writing_are_left_out(said: object, shown: str) -> None:
    assert device_text(said) == shown


def test_long_texts_are_cut_where_they_are_long() -> None:
    fits = "x" * MOST_DEVICE_CHARACTERS
    assert device_text(fits) == fits
    for said in (fits + "x", "x" * 1_000_000, "y " * 1_000_000):
        assert len(device_text(said)) == MOST_DEVICE_CHARACTERS
        assert device_text(said).endswith("…")
    assert len(device_text("\0" * 1000 + "x")) <= MOST_DEVICE_CHARACTERS
