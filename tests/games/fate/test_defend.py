"""Damage to a hero: armour, prevention, counterattack."""

from typing import Any

import pytest

from companion.errors import RuleError
from companion.games.fate import rules
from companion.games.fate.acts import MonsterAttack, Use
from companion.games.fate.defend import defended, preventions, strike
from companion.games.fate.happenings import Damaged, KnockedOut
from companion.games.fate.heroes import CARDS, HEROES, printed
from companion.games.fate.position import CardState, PendingAttacks, Position
from tests.games.fate.hero_tables import B, H, changes, turn_of
from tests.games.fate.hero_tables import refused as refusal

TROLL = {"14,8": "troll"}
PREVENTING = [
    # hero, card in play or event, its option, damage prevented, what it costs or brings
    ("bjorn", CardState(21), 0, 1, {"card_damage": 1}),
    ("bjorn", CardState(23), 0, 1, {"card_damage": 1}),
    ("bjorn", CardState(24, mana=3), 1, 2, {"card_mana": -3}),
    ("embla", CardState(3, mana=2), 0, 2, {"card_mana": -2, "14,8": {"damage": 2}}),
    ("embla", CardState(4, mana=3), 0, 3, {"card_mana": -3, "14,8": {"damage": 3}}),
    ("embla", CardState(20), 0, 1, {"card_damage": 1}),
    ("embla", CardState(24), 0, 1, {"card_damage": 1, "hand": 1}),
    ("embla", CardState(25), 0, 2, {"card_damage": 1}),
    ("boldur", CardState(11, mana=1), 0, 1, {"card_mana": -1}),
    ("boldur", CardState(12, mana=1), 0, 1, {"card_mana": -1, "14,8": {"damage": 1}}),
    ("boldur", CardState(16), 0, 2, {"card_damage": 1}),
    ("boldur", CardState(18), 0, 1, {}),
    ("boldur", CardState(23), 0, 1, {"card_damage": 1}),
    ("boldur", CardState(35), 0, 2, {"hand": -1}),
]


def attacked(hero: str, *cards: CardState | int, **fields: Any) -> Position:
    return turn_of(hero, *cards, monsters=TROLL, phase="attacks", **fields)


def in_play(hero: str, card: CardState) -> tuple[CardState, ...]:
    return () if printed(hero, card.number).pile == "event" else (card,)


@pytest.mark.parametrize(("hero", "card", "option", "prevented", "changed"), PREVENTING)
def test_every_preventing_card_f_066_f_318(
    hero: str, card: CardState, option: int, prevented: int, changed: dict[str, object]
) -> None:
    before = attacked(hero, *in_play(hero, card))
    position, left, _ = defended(before, hero, "14,8", 6, [Use(card.number, option)])
    assert left == 6 - prevented - (hero == "boldur")
    assert changes(before, position) == changed


def test_every_preventing_card_has_a_case() -> None:
    wanted = {
        (hero, number, option)
        for hero in HEROES
        for number, face in CARDS[hero].items()
        for option, effect in enumerate(face.uses)
        if effect.when == "damaged"
    }
    assert {(hero, card.number, option) for hero, card, option, *_ in PREVENTING} == wanted


def refused(code: str, position: Position, attacker: str, damage: int, *uses: Use) -> None:
    with pytest.raises(RuleError) as caught:
        defended(position, position.heroes[0].id, attacker, damage, uses)
    assert caught.value.code == code


def test_armour_takes_one_of_each_damage_event_f_160() -> None:
    assert defended(attacked("boldur"), "boldur", "14,8", 3).damage == 2
    assert defended(attacked("boldur"), "boldur", "14,8", 0).damage == 0
    assert defended(attacked("bjorn"), "bjorn", "14,8", 3).damage == 3


def test_unpreventable_damage_ignores_armour_and_prevention_f_161() -> None:
    position = attacked("boldur", 16)
    assert defended(position, "boldur", "14,8", 3, unpreventable=True).damage == 3
    with pytest.raises(RuleError):
        defended(position, "boldur", "14,8", 3, [Use(16)], unpreventable=True)


def test_each_card_prevents_once_in_a_damage_event_and_again_in_the_next_f_066() -> None:
    position = attacked("embla", 20, 25)
    refused("twice", position, "14,8", 5, Use(20), Use(20))
    position, left, _ = defended(position, "embla", "14,8", 5, [Use(20), Use(25)])
    assert left == 2
    assert defended(position, "embla", "14,8", 5, [Use(20)]).damage == 4


def test_nothing_is_prevented_where_nothing_is_left() -> None:
    refused("not_preventable", attacked("embla", 20), "14,8", 0, Use(20))
    refused("not_preventable", attacked("boldur", 16), "14,8", 1, Use(16))
    refused("not_preventable", attacked("embla", 7), "14,8", 3, Use(7))


def test_worn_out_cards_prevent_nothing_f_067() -> None:
    refused("worn_out", attacked("embla", CardState(20, damage=3)), "14,8", 3, Use(20))


def test_dwarf_mail_works_once_in_a_monster_turn() -> None:
    position, left, _ = defended(attacked("boldur", 18), "boldur", "14,8", 3, [Use(18)])
    assert left == 1
    refused("used", position, "14,8", 3, Use(18))
    refused("not_now", turn_of("boldur", 18), "", 3, Use(18))


def test_riposte_needs_an_adjacent_attacker_and_may_kill_it_f_091() -> None:
    far = turn_of("embla", CardState(3, mana=4), monsters={"15,8": "elemental"}, phase="attacks")
    refused("not_adjacent", far, "15,8", 3, Use(3))
    near = turn_of("embla", CardState(3, mana=4), monsters={"14,8": "goblin"}, phase="attacks")
    position, left, _ = defended(near, "embla", "14,8", 1, [Use(3)])
    assert left == 0
    assert changes(near, position) == {"card_mana": -2, "gold": 1, "14,8": "gone"}


def test_dreadnought_two_strikes_back_even_without_damage_and_when_knocked_out_f_066() -> None:
    position = attacked("boldur", 12)
    assert changes(position, defended(position, "boldur", "14,8", 0).position) == {"14,8": {"damage": 1}}
    weak = attacked("boldur", 12, damage=4)
    assert changes(weak, defended(weak, "boldur", "14,8", 5).position) == {"14,8": {"damage": 1}}
    last = attacked("boldur", 12, damage=4, town=2)  # the knock-out loses the game at once (F-205)
    assert changes(last, defended(last, "boldur", "14,8", 5).position) == {}
    agreed = weak._replace(options=weak.options._replace(strikes_when_knocked_out=False))
    assert changes(agreed, defended(agreed, "boldur", "14,8", 5).position) == {}


def test_a_strike_puts_the_damage_down_and_knocks_out_f_163_f_400() -> None:
    position = attacked("embla", 20, damage=6)
    after = strike(position, "embla", "14,8", 4, [Use(20)])
    assert after.happenings[-3] == Damaged("embla", 3)
    assert after.happenings[-2] == KnockedOut("embla", "13,8")
    assert (after.position.heroes[0].damage, after.position.town) == (5, 2)


def test_a_monster_attack_uses_prevention_f_318() -> None:
    position = attacked("embla", 20, 25)._replace(to_attack=(PendingAttacks("14,8", 1),), step=2)
    act = MonsterAttack("14,8", "embla", (H,) * 6, (Use(20), Use(25)))
    assert rules.apply(position, act).position.heroes[0].damage == 3


def test_retaliation_follows_an_attack_f_071() -> None:
    position = attacked("embla")._replace(
        to_attack=(PendingAttacks("14,8", 1),), monsters=turn_of("embla", monsters=TROLL).monsters
    )
    retaliation = Use(31, monsters=("14,8",), hero="embla")
    assert "right after an attack on Embla" in refusal("not_now", position, retaliation)
    position = rules.apply(position, MonsterAttack("14,8", "embla", (B,) * 6)).position
    after = rules.apply(position, retaliation).position
    assert (after.monsters[0].damage, after.to_attack) == (2, ())


def test_what_could_be_used_is_offered() -> None:
    position = attacked("embla", CardState(3, mana=2), CardState(20, damage=3), 25)
    assert preventions(position, "embla", "14,8") == (Use(3), Use(25))
    assert preventions(position, "embla", "") == (Use(25),)
    assert preventions(attacked("boldur"), "boldur", "14,8") == (Use(35),)
