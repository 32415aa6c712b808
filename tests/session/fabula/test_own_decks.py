"""Decks of one's own: counted against the rules, kept, exported, imported, and played."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.errors import RuleError, StorageError
from companion.games.base import ENGLISH
from companion.games.fabula import RULES
from companion.session.base import GameConfig, SessionContext
from companion.session.fabula import own_decks
from companion.session.fabula.hidden import chosen
from companion.session.fabula.session import FabulaSession

SACI = {"type": "ally", "colors": ["red"], "cost": 1, "offence": 1, "life": 2, "name": "Saci"}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_DOCUMENTS_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name))


def deck(**changes: Any) -> dict[str, Any]:
    return {**own_decks.new("ember"), **changes}


def codes(written: dict[str, Any]) -> list[str]:
    return [problem.code for problem in own_decks.wrong(written)]


def test_a_deck_is_counted_as_it_grows() -> None:
    assert codes(own_decks.new()) == ["too_few_cards", "base_count"]
    assert codes(deck()) == []
    main = own_decks.new("ember")["main"]
    name = next(iter(main))
    assert codes(deck(main={**main, name: 4})) == ["too_many_copies"]
    assert "wrong_color" in codes(deck(main={**main, "oak_shield": 1}))


def test_a_deck_with_cards_of_its_own_is_passed_on_as_one_file() -> None:
    own_decks.FILES.save("Fogo", deck(cards={"own-1": SACI}, main={**deck()["main"], "own-1": 2}))
    path = own_decks.FILES.export("Fogo").path
    own_decks.FILES.store.forget("Fogo")
    assert own_decks.FILES.importable() == [path]
    assert own_decks.take(path) == "Fogo"
    again = own_decks.FILES.load("Fogo")
    assert again["main"]["own-1"] == 2 and own_decks.own_cards(again)["own-1"].name == "Saci"
    assert codes(again) == []


def test_an_own_deck_is_played() -> None:
    own_decks.FILES.save("Fogo", deck(cards={"own-1": SACI}, main={**deck()["main"], "own-1": 3}))
    assert own_decks.choices()[-1] == "own:Fogo"
    session = FabulaSession.begin(
        GameConfig(("Ana", "Bo"), ("own:Fogo", "river")), SessionContext(watched=False)
    )
    assert session.unseen[0]["own-1"] == 3
    assert "own-1" in session.position.cards


def test_a_deck_that_is_not_right_is_not_offered() -> None:
    own_decks.FILES.save("Fogo", deck(main={}))
    assert "own:Fogo" not in own_decks.choices()


def _with(**parts: object) -> str:
    return json.dumps({"game": "fabula", "deck": parts})


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[1]", "JSON object"),
        ('{"game": "fae"}', "game: expected one of \"fabula\", found 'fae'"),
        ('{"game": "fabula"}', "deck: expected a table [deck], found nothing"),
        (
            '{"game": "fabula", "deck": {"main": {"bandit": "3"}}}',
            "deck.main.bandit: expected a whole number",
        ),
        ('{"game": "fabula", "deck": {"main": ["bandit"]}}', "deck.main: expected a table"),
        ('{"game": "fabula", "deck": {"centre": 5}}', "deck.centre: expected a text, found 5"),
        ('{"game": "fabula", "deck": {"outskirts": "x"}}', "deck.outskirts: expected a list"),
        ('{"game": "fabula", "deck": {"colour": "red"}}', "expected one of deck.cards, deck.centre"),
        ('{"game": "fabula", "deck": {"cards": {"x": {"type": "ally", "life": "3"}}}}', "x.life"),
        ('{"game": "fabula", "deck": {"cards": {"x": {"type": "hero"}}}}', "x.type"),
        (_with(main={f"c{n}": 1 for n in range(501)}), "deck.main: expected at most 500 different cards"),
        (_with(cards={f"c{n}": {} for n in range(501)}), "deck.cards: expected at most 500 different cards"),
        (_with(main={"x" * 81: 1}), "deck.main: expected names of cards of at most 80 letters"),
        (_with(cards={"x" * 81: {}}), "deck.cards: expected names of cards of at most 80 letters"),
        (_with(centre="x" * 81), "deck.centre: expected names of cards of at most 80 letters"),
        (_with(outskirts=["x" * 81]), "deck.outskirts.0: expected names of cards of at most 80 letters"),
        (_with(main={"bandit": 1}).replace("1", "1e999"), "a number that is too large"),
    ],
)
def test_a_file_that_is_no_deck_is_told(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "fabula_x.json"
    path.write_text(content, "utf-8")
    with pytest.raises((RuleError, StorageError)) as caught:
        own_decks.take(path)
    assert message in str(caught.value) and str(path) in str(caught.value)
    assert own_decks.FILES.store.names() == []


def test_a_spoiled_deck_is_told_and_leaves_the_others(tmp_path: Path) -> None:
    own_decks.FILES.save("Fogo", deck())
    for name, content in (("text", '{"game": "fabula", "deck": {"main": {"bandit": "3"}}}'), ("cut", "{")):
        own_decks.FILES.store.save(name, content.encode())
    assert own_decks.choices()[-1] == "own:Fogo" and own_decks.title(deck()["main"])
    spoiled = {name for name, found in own_decks.FILES.kept().items() if isinstance(found, StorageError)}
    assert spoiled == {"text", "cut"} and own_decks.all_cards() == {}
    own_decks.FILES.store.forget("text")
    assert own_decks.FILES.store.names() == ["cut", "Fogo"]


def test_an_exported_deck_is_checked_by_script() -> None:
    own_decks.FILES.save("Fogo", deck(main={}))
    document = __import__("json").loads(own_decks.FILES.export("Fogo").path.read_text("utf-8"))
    document["deck"]["cards"] = "sample"
    result = RULES.play(document, ENGLISH)
    assert result["problems"][0] == {"code": "too_few_cards", "expected": 40, "found": 0}


def test_who_chooses_no_deck_gets_one_of_their_own() -> None:
    first, second = own_decks.choices()[:2]
    setup = chosen(GameConfig(("Ana", "Bo")), own_hands=False)
    wanted = chosen(GameConfig(("Ana", "Bo"), roles=(first, second)), own_hands=False)
    assert setup == wanted and setup["decks"]["Ana"] != setup["decks"]["Bo"]
    assert chosen(GameConfig(("Ana", "Bo"), roles=("", first)), False)["decks"]["Bo"] == setup["decks"]["Ana"]
