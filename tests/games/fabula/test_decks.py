"""Decks against the rules (FB-010 to FB-016)."""

from typing import Any

import pytest

from companion.games.fabula.catalogue import sample_data
from companion.games.fabula.script import play

ALLY = {"type": "ally", "life": 1, "colors": ["yellow"]}
CARDS: dict[str, Any] = {
    **{f"c{n}": ALLY for n in range(14)},
    "rare": {**ALLY, "rarity": "rare"},
    "legend": {**ALLY, "rarity": "legendary"},
    "purple": {**ALLY, "colors": ["purple"]},
    "both": {**ALLY, "colors": ["yellow", "purple"]},
    "grey": {**ALLY, "colors": []},
    "chip": {**ALLY, "token": True},
    "hill": {"type": "base", "colors": ["yellow"]},
    "dale": {"type": "base", "colors": ["yellow"]},
    "tower": {"type": "base", "colors": ["purple"], "rarity": "rare"},
}
MAIN = {**{f"c{n}": 3 for n in range(13)}, "c13": 1}
BASES = {"centre": "hill", "outskirts": ["hill", "dale", "dale", "dale"]}


def problems(main: dict[str, int] | None = None, **more: Any) -> list[tuple[Any, ...]]:
    deck = {"cards": CARDS, **BASES, "main": {**MAIN, **(main or {})}, **more}
    result = play({"game": "fabula", "deck": deck})
    assert result["error"] is None and result["legal"] == (not result["problems"])
    return [
        tuple(problem.get(key) for key in ("code", "card", "expected", "found"))
        for problem in result["problems"]
    ]


def test_forty_cards_with_three_copies_each_are_legal() -> None:
    assert problems() == []


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"c13": 0}, [("too_few_cards", None, 40, 39)]),
        ({"c0": 4}, [("too_many_copies", "c0", 3, 4)]),
        ({"rare": 2}, []),
        ({"rare": 3}, [("too_many_copies", "rare", 2, 3)]),
        ({"legend": 2}, [("too_many_copies", "legend", 1, 2)]),
        ({"purple": 1}, [("wrong_color", "purple", ["yellow"], ["purple"])]),
        ({"both": 2}, [("wrong_color", "both", ["yellow"], ["yellow", "purple"])]),
        ({"grey": 3}, []),
        ({"nobody": 1}, [("unknown_card", "nobody", None, None)]),
        ({"chip": 1}, [("unknown_card", "chip", None, None)]),
        ({"hill": 1}, [("base_in_deck", "hill", None, None)]),
        ({"hill": 2}, [("base_in_deck", "hill", None, None), ("too_many_copies", "hill", 3, 4)]),
    ],
)
def test_every_problem_once_per_card(change: dict[str, int], expected: list[Any]) -> None:
    assert problems(change) == expected


def test_bases() -> None:
    assert problems(outskirts=["hill", "dale", "dale"]) == [("base_count", None, 5, 4)]
    assert problems(outskirts=["hill", "hill", "dale", "dale", "dale"]) == [("base_count", None, 5, 6)]
    assert problems(outskirts=["hill", "hill", "hill", "dale"]) == [("too_many_copies", "hill", 3, 4)]
    assert problems(outskirts=["hill", "dale", "dale", "c0"]) == [
        ("not_a_base", "c0", None, None),
        ("too_many_copies", "c0", 3, 4),
    ]
    assert problems({"both": 1}, centre="tower") == []


def test_a_deck_that_is_not_written_as_one_is_a_bad_setup() -> None:
    for deck in (None, {}, {"cards": CARDS, "nonsense": 1}, {"cards": CARDS, "main": {"c0": "3"}}):
        result = play({"game": "fabula", "deck": deck})
        assert result["error"]["code"] == "bad_setup"


@pytest.mark.parametrize("name", sample_data()["decks"])
def test_the_sample_decks_are_legal(name: str) -> None:
    deck = sample_data()["decks"][name]
    written = {"cards": "sample", **{key: deck[key] for key in ("centre", "outskirts", "main")}}
    assert play({"game": "fabula", "deck": written})["problems"] == []
