"""Quests: counts, costs, and the equipment they bring."""

from typing import Any, NamedTuple

import pytest

from companion.games.fate.acts import Act, Attack, EndTurn, Move, Progress, Quest, Use
from companion.games.fate.equip import is_possible
from companion.games.fate.heroes import CARDS, HEROES, printed
from companion.games.fate.position import CardState, Monster, Position
from companion.games.fate.quests import mountains_beside
from tests.games.fate.hero_tables import B, H, changes, play, refused, turn_of


class Done(NamedTuple):
    """A quest completed at once: its hex, its act, and the changes besides the equipment."""

    hero: str
    number: int
    act: Quest = Quest()
    fields: dict[str, Any] = {}  # noqa: RUF012 - never changed
    changed: dict[str, Any] = {}  # noqa: RUF012 - never changed


def spent(action: str, **more: Any) -> dict[str, Any]:
    return {"actions": (action,), **more}


AT_ONCE = [
    Done("bjorn", 16, Quest(), {"hex": "17,5"}, spent("mend")),
    Done("bjorn", 17, Quest(), {"hex": "11,11"}, spent("practice")),
    Done("bjorn", 20, Quest(), {"hex": "5,11"}, spent("attack", card_tokens=3)),
    Done("bjorn", 23, Quest(), {}, spent("practice", gold=-1)),
    Done("bjorn", 24, Quest(), {}, spent("attack")),
    Done("alva", 17, Quest(), {"hex": "11,11"}, spent("practice")),
    Done("alva", 23, Quest(), {"hex": "12,3"}, {"gold": -5}),
    Done("alva", 24, Quest(hexes=("6,8",)), {"hex": "6,7"}, {}),
    Done("alva", 25, Quest(discard=(26, 27)), {"hex": "12,4"}, {"hand": -2}),
    Done("embla", 16, Quest(), {"hex": "11,11"}, spent("mend")),
    Done("embla", 17, Quest(discard=(27, 27)), {"hex": "11,11"}, spent("mend", hand=-2)),
    Done("embla", 18, Quest(), {"hex": "G"}, {"gold": -2}),
    Done("embla", 19, Quest(), {"hex": "G"}, {"gold": -2}),
    Done("embla", 21, Quest(), {"hex": "1,14"}, spent("mend")),
    Done("embla", 23, Quest(), {}, spent("focus")),
    Done("embla", 24, Quest(), {}, spent("attack")),
    Done("embla", 25, Quest(), {}, {"gold": -4}),
    Done("embla", 26, Quest(), {"hex": "11,11"}, spent("practice")),
    Done("boldur", 17, Quest(), {}, {"gold": -3}),
    Done("boldur", 19, Quest(), {}, {"gold": -2}),
    Done("boldur", 23, Quest(), {"hex": "12,4"}, {"gold": -2}),
    Done("boldur", 24, Quest(), {}, spent("focus")),
    Done("boldur", 26, Quest(), {"hex": "11,11"}, spent("practice")),
]


def before(hero: str, number: int, **fields: Any) -> Position:
    """With this quest visible and 16 or 17 to come."""
    rest = [card.number for card in CARDS[hero].values() if card.pile == "equipment" and card.number != 15]
    rest.remove(number)
    return turn_of(hero, 3, 15, equipment=number, equipment_under=tuple(rest), **fields)


@pytest.mark.parametrize("done", AT_ONCE, ids=lambda done: f"{done.hero}-{done.number}")
def test_a_quest_of_costs_brings_the_card_into_play_f_094_f_095(done: Done) -> None:
    position = before(done.hero, done.number, **done.fields)
    assert is_possible(position, done.hero)
    after = play(position, done.act)
    assert after.heroes[0].cards[-1].number == done.number
    assert after.heroes[0].equipment == position.heroes[0].equipment_under[0]
    assert changes(position, after) == done.changed


@pytest.mark.parametrize("done", [d for d in AT_ONCE if d.fields], ids=lambda d: f"{d.hero}-{d.number}")
def test_such_a_quest_is_done_in_its_place_only(done: Done) -> None:
    position = before(done.hero, done.number, hex="15,2")
    assert not is_possible(position, done.hero)
    refused("not_here", position, done.act)


COUNTED = [
    # hero, number, acts that count, progress
    ("bjorn", 18, {"monsters": {"m": Monster("m", "troll", "14,8", damage=6)}}, "attack", 3),
    ("bjorn", 19, {"monsters": {"m": Monster("m", "goblin", "14,8", damage=1)}}, "attack", 1),
    ("bjorn", 21, {"monsters": {"m": Monster("m", "skeleton", "14,8", damage=2)}}, "attack", 2),
    ("bjorn", 22, {"monsters": {"m": Monster("m", "troll", "14,8", damage=6)}, "quest": 2}, "attack", 5),
    ("alva", 16, {"hex": "12,2"}, "11,2", 1),
    ("alva", 18, {"monsters": {"m": Monster("m", "jotunn", "14,8", damage=5)}}, "attack", 3),
    ("alva", 19, {"monsters": {"m": Monster("m", "imp", "15,8", damage=1)}, "quest": 3}, "attack", 4),
    (
        "alva",
        20,
        {"monsters": {"m": Monster("m", "troll", "12,11")}, "hex": "11,11", "quest": 7},
        "attack",
        10,
    ),
    ("alva", 21, {"monsters": {"m": Monster("m", "imp", "14,8", damage=1)}, "quest": 2}, "attack", 3),
    ("alva", 22, {"hex": "12,11", "quest": 7}, "11,11", 8),
    ("embla", 20, {"monsters": {"m": Monster("m", "brute", "14,8", damage=2)}}, "attack", 2),
    ("embla", 22, {"hex": "12,11", "quest": 9}, "11,11", 10),
    ("boldur", 16, {"monsters": {"m": Monster("m", "troll", "14,8", damage=6)}}, "attack", 3),
    ("boldur", 18, {"hex": "13,8", "quest": 6}, "14,7", 7),
    ("boldur", 20, {"hex": "9,12"}, "10,13", 1),
    ("boldur", 21, {"hex": "14,10"}, "14,11", 1),
    ("boldur", 22, {"monsters": {"m": Monster("m", "surt", "15,8", 1)}}, "14,8", 1),
    ("boldur", 25, {"monsters": {"m": Monster("m", "imp", "14,8", damage=1)}, "quest": 2}, "attack", 3),
]


@pytest.mark.parametrize(
    ("hero", "number", "fields", "way", "progress"), COUNTED, ids=lambda value: str(value)[:8]
)
def test_what_a_quest_counts_is_counted_f_096(
    hero: str, number: int, fields: dict[str, Any], way: str, progress: int
) -> None:
    position = before(hero, number, **fields)
    if position.heroes[0].quest or "monsters" in fields or "hex" in fields:
        assert not is_possible(position, hero)
    dice = 4 if hero in ("embla", "boldur") else 3
    act: Act = Attack("m", (H, *(B,) * (dice - 1))) if way == "attack" else Move(way)
    after = play(position, act)
    assert after.heroes[0].quest == progress
    assert is_possible(after, hero)


def test_every_quest_has_a_case() -> None:
    tested = {(d.hero, d.number) for d in AT_ONCE} | {(hero, number) for hero, number, *_ in COUNTED}
    wanted = {(h, n) for h in HEROES for n in CARDS[h] if printed(h, n).quest}
    assert tested == wanted


def test_other_kills_do_not_count() -> None:
    goblin = Monster("m", "goblin", "14,8", damage=1)
    for hero, number in (("bjorn", 18), ("bjorn", 21), ("alva", 19)):
        position = before(hero, number, monsters={"m": goblin})
        assert play(position, Attack("m", (H, B, B))).heroes[0].quest == 0
    dead = Monster("m", "imp", "14,8", damage=1)
    position = before("bjorn", 22, monsters={"m": dead})
    assert play(position, Attack("m", (H, B, B))).heroes[0].quest == 0


def test_kills_by_cards_count_as_well_f_091() -> None:
    position = before("boldur", 25, monsters={"m": Monster("m", "goblin", "14,8")}, quest=2)
    assert play(position, Use(28, monsters=("m",))).heroes[0].quest == 3


def test_every_forest_hex_on_the_way_counts_f_096() -> None:
    position = before("alva", 22, hex="12,11")
    after = play(position, Move("10,11", ("11,11", "10,11")))
    assert after.heroes[0].quest == 2


def test_the_gold_of_the_kill_is_given_up_f_095() -> None:
    position = before("bjorn", 18, monsters={"m": Monster("m", "troll", "14,8", damage=6)})
    after = play(position, Attack("m", (H, B, B)), Quest())
    assert after.heroes[0].gold == position.heroes[0].gold
    assert after.heroes[0].cards[-1] == CardState(18)


def test_a_kill_kept_at_the_end_of_turn_is_no_more_given_up() -> None:
    position = before("bjorn", 18, monsters={"m": Monster("m", "troll", "14,8", damage=6)})
    after = play(position, Attack("m", (H, B, B)), EndTurn())
    assert after.heroes[0].quest == 0


def test_entering_the_ogre_valley_gives_the_shield_without_a_price() -> None:
    position = before("boldur", 16, hex="4,9")
    after = play(position, Move("3,9"), Quest())
    assert after.heroes[0].gold == position.heroes[0].gold
    assert after.heroes[0].cards[-1] == CardState(16)


def test_an_open_quest_says_how_far_it_is() -> None:
    assert refused("quest_open", before("bjorn", 22, quest=3), Quest()) == "Trollbane: 3 of 5 so far."
    assert is_possible(play(before("bjorn", 22, quest=3), Progress(2)), "bjorn")


def test_monsters_of_a_quest_appear_on_free_hexes_next_to_the_hero() -> None:
    goblin = Monster("m", "goblin", "14,8", damage=1)
    position = play(before("bjorn", 19, monsters={"m": goblin}), Attack("m", (H, B, B)))
    refused("bad_target", position, Quest(hexes=("14,8",)))
    refused("bad_target", position, Quest(hexes=("14,8", "15,8")))
    after = play(position, Quest(hexes=("14,8", "13,9")))
    assert [(m.kind, m.hex) for m in after.monsters] == [("brute", "14,8"), ("brute", "13,9")]


def test_costs_that_cannot_be_paid_are_refused_f_095() -> None:
    refused("too_little_gold", before("embla", 25, gold=3), Quest())
    refused("wrong_amount", before("embla", 17, hex="11,11"), Quest(discard=(27,)))
    refused("action_taken", before("embla", 24, actions=("attack",)), Quest())
    watched = before("bjorn", 24, monsters={"14,8": "goblin"})
    assert refused("not_alone", watched, Quest()) == "A monster is next to Bjorn."
    refused("no_quest", turn_of("embla", 15), Quest())


def test_a_new_main_weapon_clears_the_old_one_f_097() -> None:
    position = before("boldur", 22, quest=1)
    hero = position.heroes[0]._replace(cards=(CardState(3, mana=1), CardState(15), CardState(21, tokens=2)))
    after = play(position._replace(heroes=(hero,)), Quest())
    assert after.heroes[0].cards == (CardState(3, mana=1), CardState(15), CardState(21), CardState(22))


def test_the_next_quest_must_be_named_where_it_is_not_known_f_037() -> None:
    position = turn_of("embla", 3, 15, equipment=24)
    assert "16, 17, 18" in refused("next_card", position, Quest())
    after = play(position, Quest(next=16))
    assert (after.heroes[0].equipment, after.heroes[0].quest) == (16, 0)


def test_the_smithy_completes_any_quest_without_its_costs() -> None:
    position = before("boldur", 25)
    after = play(position, Use(38), Quest())
    assert after.heroes[0].cards[-1] == CardState(25)
    assert after.heroes[0].actions == ("prepare",)


def test_the_own_hex_counts_for_terrain_f_010_f_016() -> None:
    assert [mountains_beside(hex_) for hex_ in ("6,7", "13,8", "14,8", "10,13", "G")] == [3, 0, 1, 3, 0]
    caves = turn_of("boldur", 17, hex="6,7")
    assert play(caves, Use(17, 1)).heroes[0].gold == caves.heroes[0].gold + 3


def test_windbite_wants_four_kills_from_two_hexes_away_f_447() -> None:
    task = printed("alva", 19).quest
    assert task is not None
    assert (task.need, task.min_distance) == (4, 2)
