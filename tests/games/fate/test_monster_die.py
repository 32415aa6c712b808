"""The monster die: rotations, pushes and ambushes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import RuleError
from companion.games.fate.board import HERO_HEXES, MONSTER_HEXES, NEIGHBOURS, NEXT, RING, TERRAIN
from companion.games.fate.excerpt_reader import read_monster_turn
from companion.games.fate.happenings import Applied, Moved, Over, Placed, Removed, Town
from companion.games.fate.monster_die import ambush, ambush_hexes, maneuver, push
from companion.games.fate.position import Position
from companion.games.fate.walk import walk
from tests.games.fate.monster_documents import random_document
from tests.games.fate.monster_tables import hexes, monster, of, table


def heroes(after: Applied) -> list[str]:
    return [hero.hex for hero in after.position.heroes]


def test_f_212_monsters_rotate_one_hex_around_a_hero() -> None:
    p = table({"5,8": "goblin", "6,9": "troll", "9,1": "imp"}, "5,9")
    clockwise = maneuver(p, clockwise=True)
    assert hexes(clockwise) == {"5,8": "6,8", "6,9": "5,10", "9,1": "9,1"}
    assert of(clockwise, Moved) == [
        Moved("5,8", "goblin", ("5,8", "6,8"), "rotate"),
        Moved("6,9", "troll", ("6,9", "5,10"), "rotate"),
    ]
    assert hexes(maneuver(p, clockwise=False)) == {"5,8": "4,9", "6,9": "6,8", "9,1": "9,1"}


def test_f_213_all_of_a_ring_move_at_once() -> None:
    ring = RING["5,9"]
    after = maneuver(table(dict.fromkeys(ring, "imp"), "5,9"), clockwise=True)
    assert hexes(after) == {hex_: ring[(i + 1) % 6] for i, hex_ in enumerate(ring)}


def test_f_214_and_f_005_nobody_rotates_off_the_board_into_a_lake_or_onto_a_hero() -> None:
    p = table({"2,8": "imp", "1,10": "imp"}, "1,9")
    assert hexes(maneuver(p, clockwise=False)) == {"2,8": "2,8", "1,10": "2,9"}
    assert hexes(maneuver(p, clockwise=True)) == {"2,8": "2,9", "1,10": "1,10"}
    p = table({"5,8": "imp"}, "5,9", "6,8")
    assert of(maneuver(p, clockwise=True), Moved) == [
        Moved("5,8", "imp", ("5,8", "6,7"), "rotate")
    ]  # round Alva
    shore, lake = next(
        (hex_, ring[1])
        for hex_, ring in RING.items()
        if hex_ in HERO_HEXES and ring[0] in MONSTER_HEXES and TERRAIN.get(ring[1]) == "lake"
        if ring[1] not in MONSTER_HEXES
    )
    before = RING[shore][0]
    assert lake not in hexes(maneuver(table({before: "imp"}, shore), clockwise=True)).values()


def test_f_214_and_f_011_the_lake_of_nailfare_is_open() -> None:
    assert TERRAIN["16,5"] == "lake"
    hero = next(h for h in NEIGHBOURS["16,5"] if h in HERO_HEXES and TERRAIN[h] != "lake")
    ring = RING[hero]
    before = ring[ring.index("16,5") - 1]
    after = maneuver(table({before: "imp"}, hero), clockwise=True)
    assert hexes(after) == {before: "16,5"}


def test_f_215_staying_spreads_backwards_along_the_ring() -> None:
    kinds = {"4,10": "imp", "4,9": "imp", "5,8": "imp", "5,10": "goblin"}
    after = maneuver(table(kinds, "5,9", "6,8"), clockwise=True)
    assert hexes(after) == {"4,10": "4,10", "4,9": "4,9", "5,8": "6,7", "5,10": "5,10"}
    after = maneuver(table(kinds, "5,9", "6,9"), clockwise=False)
    assert hexes(after) == {"4,10": "4,10", "4,9": "4,9", "5,8": "5,8", "5,10": "6,10"}


def test_f_216_and_f_217_a_mountain_is_no_hindrance_and_grimheim_is_entered() -> None:
    p = table({"9,11": "imp", "8,12": "brute"}, "8,11")
    after = maneuver(p, clockwise=False)
    assert hexes(after) == {"8,12": "9,11"}
    assert after.happenings == (
        Moved("9,11", "imp", ("9,11", "G"), "rotate"),
        Moved("8,12", "brute", ("8,12", "9,11"), "rotate"),
        Removed("9,11", "imp", "G", "entered"),
        Town(-1, "entered"),
    )


def test_f_205_and_f_213_a_rotation_into_the_last_piece_ends_the_game_once_all_have_turned() -> None:
    p = table({"9,11": "imp", "8,12": "brute", "1,8": "imp"}, "8,11", "2,8", town=1)
    after = maneuver(p, clockwise=False)
    assert after.position.result == "lost"
    assert hexes(after) == {"8,12": "9,11", "1,8": "1,8"}
    assert after.happenings[-1] == Over("lost")


def test_f_218_a_monster_rotates_for_every_hero_in_turn() -> None:
    assert hexes(maneuver(table({"5,8": "imp"}, "5,9", "7,8"), clockwise=True)) == {"5,8": "7,7"}
    assert hexes(maneuver(table({"5,8": "imp"}, "7,8", "5,9"), clockwise=True)) == {"5,8": "6,8"}


def test_f_219_legends_rotate_without_swapping_and_then_follow_their_new_path() -> None:
    after = maneuver(table({"5,8": "grendel 1", "6,8": "imp"}, "5,9"), clockwise=True)
    assert hexes(after) == {"5,8": "6,8", "6,8": "6,9"}
    away = maneuver(table({"5,10": "imp"}, "5,9"), clockwise=True).position
    assert hexes(away) == {"5,10": "4,10"}
    free = away._replace(heroes=table({}, "G").heroes)
    assert hexes(walk(free)) == {"5,10": NEXT["4,10"]}


def test_f_211_and_f_276_a_held_monster_rotates_and_so_does_one_beside_a_hero() -> None:
    after = maneuver(table([monster("5,8", "imp", held=True)], "5,9"), clockwise=True)
    assert hexes(after) == {"5,8": "6,8"}


def test_f_022_nobody_rotates_around_heroes_in_grimheim() -> None:
    p = table({"7,9": "imp", "8,8": "brute"}, "G")
    assert maneuver(p, clockwise=True).happenings == ()


def test_f_230_and_f_232_a_hero_beside_a_monster_is_pushed_along_the_path() -> None:
    after = push(table({"3,9": "goblin"}, "4,9", "9,1"))
    assert heroes(after) == ["5,9", "9,1"]
    assert after.happenings == (Moved("bjorn", "bjorn", ("4,9", "5,9"), "push"),)
    assert heroes(push(table({"12,3": "goblin"}, "12,4"))) == ["12,5"]


def test_f_231_where_the_monster_stands_does_not_matter() -> None:
    for hex_ in set(NEIGHBOURS["4,9"]) - {"5,9"}:
        assert heroes(push(table({hex_: "imp"}, "4,9"))) == ["5,9"]


def test_f_233_a_push_fails_into_an_occupied_or_closed_hex() -> None:
    assert heroes(push(table({"5,9": "imp"}, "4,9"))) == ["4,9"]
    assert heroes(push(table({"4,8": "imp"}, "4,9", "5,9"))) == ["4,9", "5,9"]
    below = [hex_ for hex_ in HERO_HEXES & set(NEXT) if NEXT[hex_] not in HERO_HEXES]
    assert below
    for hex_ in below:
        beside = next(h for h in NEIGHBOURS[hex_] if h in MONSTER_HEXES and h != NEXT[hex_])
        assert heroes(push(table({beside: "imp"}, hex_))) == [hex_]


def test_f_234_a_hero_is_pushed_into_grimheim_without_loss() -> None:
    after = push(table({"7,8": "imp"}, "7,9", "G"))
    assert heroes(after) == ["G", "G"]
    assert after.position.town == 10


def test_f_235_and_f_237_heroes_in_a_row_all_move_once_the_closest_first() -> None:
    after = push(table({"2,9": "imp", "4,8": "imp"}, "3,9", "4,9"))
    assert heroes(after) == ["4,9", "5,9"]
    assert [m.id for m in of(after, Moved) if isinstance(m, Moved)] == ["alva", "bjorn"]


def test_f_236_a_pushed_hero_takes_no_markers() -> None:
    assert NEXT["5,17"] == "5,16"
    source = next(hex_ for hex_, to in NEXT.items() if to == "6,7" and hex_ in HERO_HEXES)
    p = table({next(h for h in NEIGHBOURS[source] if h != "6,7"): "imp"}, source, markers={"6,7": 3})
    after = push(p)
    assert heroes(after) == ["6,7"]
    assert after.position.markers == {"6,7": 3}


def test_f_245_and_f_350_every_hero_outside_gets_a_goblin() -> None:
    p = table({"4,10": "imp"}, "4,9", "G", "12,4", next_monster=7)
    after = ambush(p, {"bjorn": "5,9", "embla": "13,4"})
    assert after.happenings == (Placed("m7", "goblin", 0, "5,9"), Placed("m8", "goblin", 0, "13,4"))
    assert after.position.monsters[-1].damage == 0


def test_f_246_goblins_come_on_free_hexes_open_to_monsters_outside_grimheim() -> None:
    p = table({"9,12": "imp"}, "8,11", "8,12")
    assert set(ambush_hexes(p, "bjorn")) == {"9,11", "7,12", "7,11"}
    assert ambush_hexes(table({}, "G"), "bjorn") == ()
    lake_shore = next(h for h in HERO_HEXES - {"G"} if any(n not in MONSTER_HEXES for n in NEIGHBOURS[h]))
    assert set(ambush_hexes(table({}, lake_shore), "bjorn")) == set(NEIGHBOURS[lake_shore]) & MONSTER_HEXES


@pytest.mark.parametrize(
    ("hexes", "found"),
    [
        ({"bjorn": "7,9"}, "ambush.bjorn: expected 4,8"),
        ({}, "ambush.bjorn: expected 4,8 · 5,8 · 5,9 · 4,10 · 3,10 · 3,9, found nothing."),
        ({"bjorn": "5,9", "alva": "8,8"}, "ambush.alva: expected no hex for this hero, found '8,8'."),
    ],
)
def test_f_246_other_hexes_are_refused(hexes: dict[str, str], found: str) -> None:
    with pytest.raises(RuleError, match=found):
        ambush(table({}, "4,9", "G"), hexes)


def test_f_247_without_a_goblin_or_a_free_hex_a_hero_is_skipped() -> None:
    far = sorted(MONSTER_HEXES - {"G"} - set(NEIGHBOURS["4,9"]) - set(NEIGHBOURS["12,4"]) - {"4,9", "12,4"})
    p = table(dict.fromkeys(far[:19], "goblin"), "4,9", "12,4")
    assert len(ambush(p, {"bjorn": "5,9"}).position.monsters) == 20
    assert len(ambush(p, {"bjorn": "5,9", "alva": "12,5"}).position.monsters) == 20
    p = table(dict.fromkeys(NEIGHBOURS["4,9"], "imp"), "4,9")
    assert ambush(p, {}).happenings == ()


def plain_rotation(p: Position, direction: int) -> dict[str, str]:
    """Simple second implementation of F-212 to F-218 that looks ahead along the ring."""
    at = {m.id: m.hex for m in p.monsters}
    hero_hexes = {hero.hex for hero in p.heroes} - {"G"}
    for hero in sorted(hero_hexes, key=lambda hex_: [h.hex for h in p.heroes].index(hex_)):
        ring = RING[hero]
        on_ring = {hex_: name for name, hex_ in at.items() if hex_ in ring}

        def ahead(hex_: str, ring: tuple[str, ...] = ring) -> str:
            return ring[(ring.index(hex_) + direction) % 6]

        for start, name in on_ring.items():
            hex_ = ahead(start)
            while hex_ in on_ring and hex_ != start:
                hex_ = ahead(hex_)
            if hex_ in MONSTER_HEXES and hex_ not in hero_hexes:
                at[name] = ahead(start)
        at = {name: hex_ for name, hex_ in at.items() if hex_ != "G"}
    return at


@settings(max_examples=150)
@given(st.integers(0, 10**9), st.booleans())
def test_f_212_to_f_218_rotations_agree_with_a_plain_reading(seed: int, clockwise: bool) -> None:
    p = read_monster_turn(random_document(seed, 120))[0]._replace(town=10**6)
    after = maneuver(p, clockwise)
    assert hexes(after) == plain_rotation(p, 1 if clockwise else -1)
