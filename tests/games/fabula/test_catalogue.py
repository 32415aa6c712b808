"""Card sets: mistakes name card, field and place."""

import random
from pathlib import Path
from typing import Any, get_args

import pytest

import companion.games.fabula
from companion.games.base import Sentence
from companion.games.fabula.autoplay import opening
from companion.games.fabula.cards import (
    Ability,
    CardDefinition,
    CardEffect,
    Condition,
    Cost,
    Deed,
    Keyword,
    Passive,
    Selector,
    Trigger,
)
from companion.games.fabula.catalogue import read_cards, sample, sample_data
from companion.games.fabula.setup import read_setup
from companion.games.fabula.text import dump, load
from tests.games.fabula.test_script import blocks_of_json

CHIP = {"type": "ally", "life": 1, "token": True}


def mistakes(**card: Any) -> str:
    found: list[Sentence] = []
    written = {"x": {"type": "ally", "life": 1, **card}, "chip": CHIP}
    read_cards(written, "cards", found)
    return " ".join(map(str, found))


@pytest.mark.parametrize(
    ("card", "place"),
    [
        ({"type": "hero"}, "cards.x.type"),
        ({"cost": "2"}, "cards.x.cost"),
        ({"life": 0}, "cards.x.life"),
        ({"rarity": "odd"}, "cards.x.rarity"),
        ({"power": 3}, "cards.x.power"),
        ({"colors": ["red", "red"]}, "cards.x.colors"),
        ({"colors": [""]}, "cards.x.colors"),
        ({"colors": "red"}, "cards.x.colors"),
        ({"effects": [{"do": "draw"}]}, "cards.x.effects"),
        ({"abilities": [{"effects": [{"do": "draw"}]}]}, "cards.x.abilities[0]"),
        ({"abilities": [{"when": "sneezes", "effects": [{"do": "draw"}]}]}, "cards.x.abilities[0].when"),
        ({"abilities": [{"when": "dies"}]}, "cards.x.abilities[0].effects"),
        ({"abilities": [{"when": "dies", "effects": [{"do": "fly"}]}]}, "cards.x.abilities[0].effects[0].do"),
        (
            {"abilities": [{"when": "dies", "effects": [{"do": "damage"}]}]},
            "cards.x.abilities[0].effects[0].on",
        ),
        (
            {"abilities": [{"when": "dies", "effects": [{"do": "damage", "on": {"zone": "moon"}}]}]},
            "cards.x.abilities[0].effects[0].on.zone",
        ),
        ({"abilities": [{"when": "dies", "effects": [{"do": "draw", "on": "self"}]}]}, "effects[0].on"),
        ({"abilities": [{"when": "dies", "effects": [{"do": "tap", "on": "host"}]}]}, "effects[0].on"),
        ({"abilities": [{"when": "dies", "effects": [{"do": "token", "token": "y"}]}]}, "effects[0].token"),
        ({"abilities": [{"when": "dies", "effects": [{"do": "search"}]}]}, "effects[0].find"),
        ({"abilities": [{"passive": [{"on": "host"}]}]}, "abilities[0].passive[0].on"),
        ({"abilities": [{"when": "dies", "cost": {}, "effects": [{"do": "draw"}]}]}, "cards.x.abilities[0]"),
        (
            {"type": "manoeuvre", "abilities": [{"when": "dies", "effects": [{"do": "draw"}]}]},
            "cards.x.abilities",
        ),
        ({"type": "base", "token": True}, "cards.x.type"),
    ],
)
def test_mistakes_name_card_field_and_place(card: dict[str, Any], place: str) -> None:
    assert place in mistakes(**card)


def test_a_right_card_has_no_mistakes() -> None:
    assert mistakes(abilities=[{"when": "dies", "effects": [{"do": "token", "token": "chip"}]}]) == ""


def test_every_word_of_the_language_is_explained_and_the_examples_are_right() -> None:
    text = Path(companion.games.fabula.__file__).with_name("CARDS.md").read_text("utf-8")
    words = [*get_args(Deed), *get_args(Trigger), *get_args(Keyword)]
    words += [
        field
        for part in (CardDefinition, Ability, CardEffect, Passive, Cost, Condition, Selector)
        for field in part._fields
    ]
    assert [word for word in words if f"`{word}`" not in text] == []
    for example in blocks_of_json("CARDS.md"):
        found: list[Sentence] = []
        read_cards(example, "cards", found)
        assert found == []


def test_cards_of_ones_own_are_in_the_line_of_text() -> None:
    own = {**sample_data()["cards"], "more": {"type": "ally", "life": 1, "name": "More", "hosts": None}}
    written = {**opening(random.Random(3), ("Ana", "Bo")), "cards": own}
    position = read_setup(written)
    assert load(dump(position)) == position
    assert position.cards != sample() and "more" in dump(position)
