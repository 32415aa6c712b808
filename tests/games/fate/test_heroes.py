"""The heroes' cards as data."""

import string

import pytest

from companion.errors import RuleError
from companion.games.fate.heroes import (
    CARDS,
    HERO_CARDS,
    HEROES,
    card_name,
    card_text,
    effect_label,
    other_side,
    pile,
    printed,
)
from companion.games.fate.monsters import KINDS
from companion.games.fate.quests import is_at
from tests.i18n import messages

EVERY_CARD = [(hero, number) for hero in HEROES for number in CARDS[hero]]
DECKS = {
    # hero: (abilities, equipment, kinds of events, event cards)
    "bjorn": (6, 10, 10, 23),
    "alva": (6, 11, 11, 23),
    "embla": (6, 12, 11, 22),
    "boldur": (6, 12, 12, 22),
}
HERO_VALUES = {
    "bjorn": [(2, 9, 3, 0), (4, 10, 3, 0)],
    "alva": [(2, 9, 3, 0), (4, 10, 3, 0)],
    "embla": [(3, 9, 4, 0), (5, 10, 4, 0)],
    "boldur": [(3, 6, 3, 1), (5, 7, 3, 1)],
}
MAIN_WEAPONS = {"bjorn": {15, 16, 22}, "alva": {15, 19, 20}, "embla": {21, 22}, "boldur": {15, 21, 22}}
"""Main weapons by hero; Embla's starting blade is none (F-448)."""
DURABILITY = {
    "bjorn": {17: 2, 18: 3, 19: 3, 21: 3, 23: 3},
    "alva": {17: 2, 18: 3},
    "embla": {16: 4, 18: 2, 20: 3, 24: 2, 25: 3, 26: 2},
    "boldur": {16: 2, 17: 2, 23: 4, 26: 3},
}
STRENGTH = {
    "bjorn": {9: 1, 10: 2, 14: 2, 15: 1, 16: 3, 18: 1, 22: 3},
    "alva": {15: 1, 18: 1, 19: 3, 20: 3, 24: 2},
    "embla": {10: 3, 15: 1, 19: 1, 21: 2, 22: 1, 23: 1},
    "boldur": {9: 1, 10: 3, 14: 1, 15: 1, 21: 3, 22: 2, 24: 1, 25: 1},
}
HEALTH = {"bjorn": {8: 2}, "alva": {5: 2, 6: 2, 22: 2}, "embla": {7: 1, 8: 3}, "boldur": {14: 2}}
MANA = {
    "bjorn": {3: 1, 4: 2},
    "alva": {3: 1, 4: 2, 13: 1, 14: 2, 23: 1, 25: 2},
    "embla": {3: 1, 4: 2},
    "boldur": {3: 1, 4: 1, 11: 1, 12: 1},
}


@pytest.mark.parametrize("hero", HEROES)
def test_decks_hold_the_cards_of_the_box(hero: str) -> None:
    events = pile(hero, "event")
    sizes = (len(pile(hero, "ability")), len(pile(hero, "equipment")), len(events))
    assert (*sizes, sum(card.copies for card in events)) == DECKS[hero]


@pytest.mark.parametrize("hero", HEROES)
def test_hero_cards_have_their_printed_values_on_both_sides(hero: str) -> None:
    assert [(c.strength, c.health, c.move, c.armour) for c in HERO_CARDS[hero]] == HERO_VALUES[hero]


@pytest.mark.parametrize("hero", HEROES)
def test_cards_have_their_printed_values_f_153_f_163_f_067_f_082(hero: str) -> None:
    cards = CARDS[hero].values()
    assert {c.number for c in cards if c.main} == MAIN_WEAPONS[hero]
    assert {c.number: c.durability for c in cards if c.durability} == DURABILITY[hero]
    assert {c.number: c.strength for c in cards if c.strength} == STRENGTH[hero]
    assert {c.number: c.health for c in cards if c.health} == HEALTH[hero]
    assert {c.number: c.mana for c in cards if c.mana} == MANA[hero]


@pytest.mark.parametrize("hero", HEROES)
def test_abilities_have_two_sides_with_numbers_that_follow_each_other(hero: str) -> None:
    for card in pile(hero, "ability"):
        back = printed(hero, other_side(hero, card.number))
        assert (back.name, back.level, other_side(hero, back.number)) == (card.name, 2, card.number)


@pytest.mark.parametrize(("hero", "number"), EVERY_CARD)
def test_every_card_has_sentences_for_the_catalogues(hero: str, number: int) -> None:
    for sentence in (card_name(hero, number), card_text(hero, number)):
        assert sentence.pattern
        assert not [field for _, field, _, _ in string.Formatter().parse(sentence.pattern) if field]
    labels = [str(effect_label(hero, number, i)) for i in range(len(printed(hero, number).uses))]
    assert len(set(labels)) == len(labels)


def test_names_texts_and_labels_are_collected_for_the_catalogues() -> None:
    template = messages.template()
    for hero, number in EVERY_CARD:
        card = printed(hero, number)
        wanted = [card.name, card.text, *(use.label for use in card.uses if use.label)]
        if card.quest:
            wanted.append(card.quest.text)
        assert [text for text in wanted if text not in template] == []


@pytest.mark.parametrize(("hero", "number"), EVERY_CARD)
def test_every_equipment_card_but_the_first_has_a_quest_f_094(hero: str, number: int) -> None:
    card = printed(hero, number)
    assert (card.quest is not None) == (card.pile == "equipment" and number != 15)
    if card.quest:
        task = card.quest
        assert task.counts or task.action or task.gold or task.discard or task.spawn
        assert {task.spawn, *task.kinds} <= {"", *KINDS}


@pytest.mark.parametrize(
    ("place", "hex_"),
    [
        ("Nailfare", "17,5"), ("forest", "9,1"), ("RobberCamp", "5,11"), ("DarkForest", "6,4"),
        ("TrollCaves", "5,7"), ("road", "12,3"), ("TempleRuins", "12,4"), ("WitchCabin", "11,11"),
        ("SpewingMountain", "4,16"), ("Grimheim", "G"), ("OgreValley", "1,9"), ("MarshOfSorrow", "13,12"),
    ],
)  # fmt: skip
def test_places_of_quests_are_on_the_board(place: str, hex_: str) -> None:
    named = {
        at
        for hero, number in EVERY_CARD
        if (task := printed(hero, number).quest)
        for at in (task.at, task.or_enter)
        if at
    }
    assert place in named
    assert is_at(hex_, place)
    assert not is_at("15,2" if hex_ != "15,2" else "9,1", place)


def test_a_number_without_a_card_is_refused_with_what_was_expected() -> None:
    with pytest.raises(RuleError, match="Bjorn has no card 99; expected a number from 3 to 34"):
        printed("bjorn", 99)
