"""Step 4 of the monster turn: targets, dice, runes, cover; and damage on monsters."""

import pytest

from companion.games.fate.board import NEIGHBOURS, TERRAIN
from companion.games.fate.happenings import Damaged, Gained, Removed
from companion.games.fate.monster_attack import (
    attacks,
    damage_monster,
    dice,
    hits,
    pending,
    rune_hits,
    strikes_everybody,
    targets,
)
from companion.games.fate.monsters import (
    CARDS,
    FACTION,
    LEGENDS,
    RED,
    REGULAR,
    SIDES,
    TILES,
    YELLOW,
    health,
    is_legend,
    supply,
)
from companion.games.fate.position import Face, Hero, Monster, MonsterDeck, PendingAttacks, Position
from companion.games.fate.track import ATTACK_DIE
from tests.games.fate.monster_tables import hexes, monster, of, table

DEAD = [kind for kind in REGULAR if FACTION[kind] == "dead"]
TROLLKIN = [kind for kind in REGULAR if FACTION[kind] == "trollkin"]
FIRE = [kind for kind in REGULAR if FACTION[kind] == "firehorde"]


def hero(position: Position, name: str = "bjorn") -> Hero:
    return next(h for h in position.heroes if h.id == name)


def test_f_150_f_151_and_f_302_targets_are_the_heroes_in_range() -> None:
    p = table({"4,9": "brute", "9,1": "imp"}, "5,9", "4,8", "6,9", "G")
    assert targets(p, "4,9") == ("bjorn", "alva")
    assert targets(p, "9,1") == ()
    assert targets(p, "gone") == ()


@pytest.mark.parametrize("kind", FIRE)
def test_f_316_fire_horde_attacks_at_range_2(kind: str) -> None:
    assert targets(table({"4,9": kind}, "6,9", "7,9"), "4,9") == ("bjorn",)


def test_f_384_and_f_385_ranges_of_legends() -> None:
    for legend in [
        "grendel 1",
        "grendel 2",
        "nidhuggr 1",
        "nidhuggr 2",
        "queen_of_the_dead 1",
        "hrungbald 2",
    ]:
        assert targets(table({"1,9": legend}, "2,9", "3,9", "4,9"), "1,9") == ("bjorn",)
    assert targets(table({"1,9": "surt 1"}, "2,9", "3,9", "4,9"), "1,9") == ("bjorn", "alva")
    p = table({"1,9": "surt 2", "1,11": "jotunn"}, "2,9", "3,9", "4,9")
    assert targets(p, "1,9") == ("bjorn", "alva", "embla")
    assert targets(p, "1,11") == ("bjorn", "alva")
    assert (SIDES["surt", 1].strength, SIDES["surt", 2].strength) == (4, 7)


def test_f_152_and_f_303_only_grimheim_blocks_an_attack() -> None:
    p = table({"10,7": "surt 2", "10,10": "imp"}, "7,10", "10,6")
    assert targets(p, "10,7") == ("alva",)
    p = table({"1,9": "surt 2", "2,9": "troll"}, "3,9", "4,9")
    assert targets(p, "1,9") == ("bjorn", "alva")


def test_f_304_and_f_021_nobody_attacks_into_grimheim() -> None:
    p = table({"7,9": "troll", "9,7": "surt 2"}, "G", "G")
    assert pending(p) == ()


def test_f_300_every_monster_that_can_attack_does_once() -> None:
    p = table({"4,9": "brute", "4,8": "sprite", "9,1": "imp"}, "5,9")
    assert pending(p) == (PendingAttacks("4,9", 1), PendingAttacks("4,8", 1))


@pytest.mark.parametrize(("key", "side"), [(k, s) for k, s in SIDES.items() if s.strength])
def test_f_310_and_f_382_printed_strength(key: tuple[str, int], side: tuple[int, ...]) -> None:
    p = table([Monster("m", key[0], "4,9", key[1])], "5,9")
    assert dice(p, "m") == side[1]


def test_f_310_nidhuggr_rolls_what_health_is_left() -> None:
    assert dice(table([monster("4,9", "nidhuggr 1", damage=5)], "5,9"), "4,9") == 8
    assert dice(table([monster("4,9", "nidhuggr 2")], "5,9", die="attack"), "4,9") == 19


@pytest.mark.parametrize("kind", TROLLKIN)
def test_f_311_trollkin_get_a_die_for_each_other_trollkin_beside(kind: str) -> None:
    strength = SIDES[kind, 0].strength
    p = table({"4,9": kind, "4,8": "goblin", "3,9": "grendel 1", "4,10": "imp", "2,9": "troll"}, "5,9")
    assert dice(p, "4,9") == strength + 2
    assert dice(table({"4,9": kind}, "5,9"), "4,9") == strength


def test_f_311_and_f_371_legends_of_the_faction_are_helped_others_are_not() -> None:
    p = table({"4,9": "grendel 1", "4,8": "goblin", "3,9": "imp", "2,10": "brute"}, "5,9")
    assert dice(p, "4,9") == 8
    assert dice(p, "3,9") == SIDES["imp", 0].strength


@pytest.mark.parametrize("level", [1, 2])
def test_f_312_hrungbald_doubles_the_help_everywhere(level: int) -> None:
    p = table({"4,9": "goblin", "4,8": "goblin", "9,1": f"hrungbald {level}", "9,2": "brute"}, "5,9")
    assert dice(p, "4,9") == 3
    assert dice(p, "9,1") == SIDES["hrungbald", level].strength + 2


def test_f_313_and_f_220_the_die_gives_everybody_one_die_but_not_the_red_seer() -> None:
    p = table({"4,9": "goblin", "4,8": "sprite", "3,9": "seer_of_odin 2"}, "5,9", die="attack")
    assert [dice(p, m.id) for m in p.monsters] == [2, 2, 0]
    assert dice(p._replace(die="charge"), "4,9") == 1


def test_f_314_help_is_counted_at_the_moment_of_the_attack() -> None:
    p = table({"4,9": "goblin", "3,9": "goblin"}, "5,9")
    assert targets(p, "3,9") == ()
    assert dice(p, "4,9") == 2
    assert dice(damage_monster(p, "bjorn", "3,9", 2).position, "4,9") == 1


@pytest.mark.parametrize("kind", [*DEAD, "queen_of_the_dead 1", "queen_of_the_dead 2", "seer_of_odin 1"])
def test_f_315_and_f_370_runes_are_hits_for_the_dead(kind: str) -> None:
    assert rune_hits(table({"4,9": kind}, "5,9"), "4,9") == 1


@pytest.mark.parametrize("kind", [*TROLLKIN, *FIRE, "grendel 1", "surt 2", "nidhuggr 1", "hrungbald 2"])
def test_f_157_and_f_385_a_rune_is_nothing_to_others(kind: str) -> None:
    p = table({"4,9": kind, "9,1": "seer_of_odin 1"}, "5,9")
    assert rune_hits(p, "4,9") == 0


def test_f_316_and_f_384_yellow_surt_makes_runes_hits_for_all_fire_horde() -> None:
    kinds = {"4,9": "sprite", "4,8": "brute", "3,9": "nidhuggr 1"}
    p = table(kinds | {"9,1": "surt 1"}, "5,9")
    assert [rune_hits(p, m.id) for m in p.monsters] == [1, 0, 0, 1]
    p = table(kinds | {"9,1": "surt 2"}, "5,9")
    assert [rune_hits(p, m.id) for m in p.monsters] == [0, 0, 0, 0]


def test_f_383_red_grendel_attacks_twice_and_a_rune_is_two_hits() -> None:
    p = table({"4,9": "grendel 2", "9,1": "grendel 1"}, "5,9")
    assert pending(p) == (PendingAttacks("4,9", 2),)
    assert rune_hits(p, "4,9") == 2
    assert rune_hits(p, "9,1") == 0
    assert attacks(p.monsters[1]) == 1


def test_f_386_the_red_seer_needs_no_target() -> None:
    p = table({"1,9": "seer_of_odin 2", "17,9": "seer_of_odin 1"}, "G")
    assert pending(p) == (PendingAttacks("1,9", 1),)
    assert targets(p, "1,9") == ()
    assert [strikes_everybody(m) for m in p.monsters] == [True, False]


def test_f_154_to_f_157_and_f_317_what_faces_hit() -> None:
    faces: tuple[Face, ...] = ("hit", "cover", "blank", "rune", "hit")
    assert TERRAIN["9,1"] == "forest"
    assert hits(faces, "5,9") == 3
    assert hits(faces, "9,1") == 2
    assert hits(faces, "5,9", rune=1) == 4
    assert hits(faces, "9,1", rune=2) == 4


def test_f_158_the_attack_die() -> None:
    assert sorted(ATTACK_DIE) == ["blank", "blank", "cover", "hit", "hit", "rune"]


def test_f_160_armour_takes_one_of_every_damage_event() -> None:
    p = table({"4,9": "draugr"}, "5,9")
    once = damage_monster(p, "bjorn", "4,9", 3)
    assert once.happenings == (Damaged("4,9", 2),)
    for _ in range(2):
        p = damage_monster(p, "bjorn", "4,9", 1).position
    assert p.monsters[0].damage == 0


def test_f_161_unpreventable_damage_ignores_armour() -> None:
    after = damage_monster(table({"4,9": "draugr"}, "5,9"), "bjorn", "4,9", 3, unpreventable=True)
    assert after.position.monsters[0].damage == 3


@pytest.mark.parametrize(("key", "side"), SIDES.items())
def test_f_162_and_f_091_health_and_experience_of_every_monster(
    key: tuple[str, int], side: tuple[int, ...]
) -> None:
    p = table([Monster("m", key[0], "4,9", key[1])], "5,9", "9,1")
    _, _, life, xp, *_ = side
    alive = damage_monster(p, "bjorn", "m", life - 1, unpreventable=True).position
    assert alive.monsters[0].damage == life - 1
    after = damage_monster(alive, "bjorn", "m", 5, unpreventable=True)
    assert hexes(after) == {}
    assert of(after, Removed, Gained) == [Removed("m", key[0], "4,9", "killed"), Gained("bjorn", xp)]
    assert hero(after.position).gold == xp
    assert hero(after.position, "alva").gold == 0


def test_f_091_by_rank_and_f_372_legends_have_a_higher_one() -> None:
    assert all(SIDES[kind, 0].xp == SIDES[kind, 0].rank for kind in REGULAR)
    assert all(SIDES[legend, level].rank > 3 for legend in LEGENDS for level in (1, 2))


def test_bounty_goes_to_who_kills() -> None:
    after = damage_monster(table([monster("4,9", "troll", bounty=2)], "5,9"), "bjorn", "4,9", 9)
    assert hero(after.position).gold == 5


def test_f_341_the_card_of_a_killed_legend_goes_under_its_deck() -> None:
    p = table({"4,9": "grendel 1"}, "5,9", yellow=MonsterDeck(frozenset({9}), (8,)), legend_cards=(3, 40))
    after = damage_monster(p, "bjorn", "4,9", 12).position
    assert after.yellow == MonsterDeck(frozenset({9}), (8, 3))
    assert after.legend_cards == (40,)


def test_f_380_the_yellow_queen_is_damaged_from_beside_her_only() -> None:
    p = table({"4,9": "queen_of_the_dead 1", "9,2": "queen_of_the_dead 2"}, "5,9", "6,9", "9,4")
    assert damage_monster(p, "bjorn", "4,9", 4).position.monsters[0].damage == 4
    assert damage_monster(p, "alva", "4,9", 4).position.monsters[0].damage == 0
    assert damage_monster(p, "alva", "4,9", 4, unpreventable=True).position.monsters[0].damage == 0
    assert damage_monster(p, "embla", "9,2", 4).position.monsters[1].damage == 4


def test_f_381_the_red_queen_gives_all_other_dead_one_health() -> None:
    kinds = {"4,9": "imp", "9,2": "queen_of_the_dead 2", "9,4": "seer_of_odin 1", "1,9": "goblin"}
    p = table(kinds, "5,9")
    assert [health(m, p.monsters) for m in p.monsters] == [3, 11, 6, 2]
    p = damage_monster(p, "bjorn", "4,9", 2).position
    assert len(p.monsters) == 4
    yellow = table({"4,9": "imp", "9,2": "queen_of_the_dead 1"})
    assert health(yellow.monsters[0], yellow.monsters) == 2


def test_f_381_with_the_red_queen_those_die_whose_damage_is_enough() -> None:
    p = table(
        [
            monster("4,9", "imp", damage=2),
            monster("3,9", "imp", damage=1),
            monster("9,2", "queen_of_the_dead 2", damage=10),
            monster("9,4", "skeleton", damage=3, bounty=1),
        ],
        "5,9",
    )
    after = damage_monster(p, "bjorn", "9,2", 1)
    assert hexes(after) == {"3,9": "3,9"}
    assert hero(after.position).gold == 6 + 1 + 2 + 1


def test_f_445_damage_that_is_carried_over_is_a_new_event_without_cover() -> None:
    p = table({"9,1": "draugr", "10,1": "imp"}, "9,2")
    assert damage_monster(p, "bjorn", "9,1", 3).position.monsters[0].damage == 2
    assert damage_monster(p, "bjorn", "10,1", 1).position.monsters[1].damage == 1


def test_f_446_monsters_on_mountains_can_be_hurt() -> None:
    mountain = next(h for h in NEIGHBOURS["8,11"] if TERRAIN[h] == "mountain")
    p = table({mountain: "goblin"}, "8,11")
    assert hexes(damage_monster(p, "bjorn", mountain, 2)) == {}


def test_141_tiles_and_54_cards() -> None:
    assert sum(TILES.values()) == 141
    assert [TILES[kind] for kind in REGULAR] == [20, 15, 10] * 3
    assert supply(table({"4,9": "goblin", "5,9": "surt 2"}).monsters)["goblin"] == 19
    assert (len(YELLOW), len(RED), len(CARDS)) == (36, 18, 54)
    assert [n for n, card in CARDS.items() if card.legend] == [1, 2, 3, 4, 5, 6, 37, 38, 39, 40, 41, 42]
    assert is_legend(monster("4,9", "surt 1"))
    for card in CARDS.values():
        assert card.colour == ("yellow" if card.number <= 36 else "red")
        assert len({hex_ for hex_, _ in card.place}) == len(card.place)
