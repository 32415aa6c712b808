"""Step 3 of the monster turn: order, charges, swaps, and obstacles."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.fate.board import HERO_HEXES, MONSTER_HEXES, NEXT, TERRAIN, path
from companion.games.fate.excerpt_reader import read_monster_turn
from companion.games.fate.happenings import Applied, Moved, Over, Removed, Stayed, Town
from companion.games.fate.monsters import LEGENDS, REGULAR
from companion.games.fate.position import MonsterDeck, Options
from companion.games.fate.walk import order, walk
from tests.games.fate.monster_documents import random_document
from tests.games.fate.monster_tables import SKULL, hexes, monster, of, table

SLOW = [kind for kind in REGULAR if kind != "goblin"] + [f"{legend} 1" for legend in LEGENDS]


def test_f_250_a_monster_beside_a_hero_does_not_move() -> None:
    after = walk(table({"4,9": "goblin", "9,1": "brute"}, "4,8"))
    assert hexes(after) == {"4,9": "4,9", "9,1": "9,2"}
    assert of(after, Stayed) == [Stayed("4,9", "adjacent")]


def test_f_022_and_f_027_a_hero_in_grimheim_stops_nobody() -> None:
    after = walk(table({"7,9": "brute"}, "G"))
    assert hexes(after) == {}
    assert after.position.town == 9


def test_f_251_a_monster_stops_beside_a_hero() -> None:
    after = walk(table({"2,9": "goblin", "12,2": "goblin"}, "4,10", step=SKULL))
    assert hexes(after)["2,9"] == "4,9"
    assert hexes(after)["12,2"] == "12,5"


def test_f_251_also_when_the_hero_is_beside_or_behind() -> None:
    after = walk(table({"4,9": "goblin"}, "4,11", "3,9"))
    assert hexes(after) == {"4,9": "4,9"}
    after = walk(table({"5,9": "goblin"}, "5,7"))
    assert hexes(after) == {"5,9": "7,9"}
    after = walk(table({"5,9": "goblin"}, "6,8", step=SKULL))
    assert hexes(after) == {"5,9": "5,9"}
    after = walk(table({"4,9": "goblin"}, "5,8", step=SKULL))
    assert hexes(after) == {"4,9": "4,9"}
    after = walk(table({"3,9": "goblin"}, "4,11", step=SKULL))
    assert hexes(after) == {"3,9": "6,9"}


def test_f_252_and_f_253_monsters_only_move_along_the_path_of_their_hex() -> None:
    for hex_ in NEXT:
        after = walk(table({hex_: "goblin"}, "G"))
        reached = hexes(after).get(hex_, "G")
        assert reached == path(hex_)[:3][-1]


def test_f_254_the_closest_to_grimheim_moves_first() -> None:
    p = table({"1,9": "brute", "6,9": "imp", "4,9": "troll", "3,9": "goblin"})
    assert order(p) == ["6,9", "4,9", "3,9", "1,9"]


def test_f_255_at_a_merge_the_one_on_the_road_moves_first() -> None:
    after = walk(table({"5,11": "brute", "5,10": "brute"}))
    assert hexes(after) == {"5,11": "5,11", "5,10": "6,10"}
    assert of(after, Stayed) == [Stayed("5,11", "blocked")]
    after = walk(table({"5,17": "imp", "4,17": "imp"}))
    assert hexes(after) == {"5,17": "5,17", "4,17": "5,16"}


def test_f_256_the_order_of_other_ties_does_not_matter() -> None:
    kinds = {
        "3,9": "goblin",
        "9,3": "goblin",
        "15,9": "sprite",
        "13,5": "imp",
        "3,13": "imp",
        "9,14": "brute",
    }
    forwards, backwards = (
        hexes(walk(table(dict(items), "9,5"))) for items in (kinds.items(), reversed(kinds.items()))
    )
    assert forwards == backwards


def test_f_257_one_monster_takes_all_steps_before_the_next() -> None:
    after = walk(table({"2,9": "goblin", "3,9": "brute"}, "6,9"))
    assert hexes(after) == {"3,9": "5,9", "2,9": "4,9"}
    assert of(after, Moved) == [
        Moved("3,9", "brute", ("3,9", "4,9", "5,9"), "charge"),
        Moved("2,9", "goblin", ("2,9", "3,9", "4,9"), "walk"),
    ]


def test_f_258_and_f_003_an_occupied_hex_ends_the_move() -> None:
    p = table([monster("5,9", "brute", held=True), monster("3,9", "goblin"), monster("2,9", "imp")])
    assert hexes(walk(p)) == {"5,9": "5,9", "3,9": "4,9", "2,9": "3,9"}


def test_f_259_and_f_025_a_monster_in_grimheim_goes_back_and_costs_one_piece() -> None:
    after = walk(table({"7,9": "goblin"}, step=SKULL))
    assert after.happenings == (
        Moved("7,9", "goblin", ("7,9", "G"), "walk"),
        Removed("7,9", "goblin", "G", "entered"),
        Town(-1, "entered"),
    )


def test_f_025_and_f_341_a_legend_costs_three_and_its_card_goes_under_its_deck() -> None:
    p = table({"7,9": "surt 2"}, red=MonsterDeck(frozenset({50}), (38,)), legend_cards=(40, 3))
    after = walk(p)
    assert after.position.town == 7
    assert of(after, Town) == [Town(-3, "legend")]
    assert after.position.red == MonsterDeck(frozenset({50}), (38, 40))
    assert after.position.legend_cards == (3,)


def test_f_026_and_f_205_without_the_last_piece_the_walk_ends_at_once() -> None:
    after = walk(table({"7,9": "grendel 1", "9,7": "imp", "1,9": "imp"}, town=2))
    assert after.position.town == 0
    assert after.position.result == "lost"
    assert after.happenings[-2:] == (Town(-2, "legend"), Over("lost"))
    assert hexes(after) == {"9,7": "9,7", "1,9": "1,9"}


@pytest.mark.parametrize("kind", SLOW)
def test_f_260_one_step_but_goblins_two(kind: str) -> None:
    assert hexes(walk(table({"1,9": kind}))) == {"1,9": "2,9"}
    assert hexes(walk(table({"1,9": "goblin"}))) == {"1,9": "3,9"}


@pytest.mark.parametrize("kind", SLOW)
def test_f_261_and_f_263_on_a_skull_everybody_takes_one_step_more(kind: str) -> None:
    after = walk(table({"1,9": kind, "9,1": "goblin"}, step=SKULL))
    assert hexes(after) == {"1,9": "3,9", "9,1": "9,4"}
    assert {m.why for m in of(after, Moved) if isinstance(m, Moved)} == {"charge"}


def test_f_261_and_f_240_two_reasons_give_one_step_more() -> None:
    after = walk(table({"1,9": "goblin", "9,1": "imp"}, step=SKULL, die="charge"))
    assert hexes(after) == {"1,9": "4,9", "9,1": "9,3"}


def test_f_240_and_f_262_the_die_lets_rank_1_charge() -> None:
    kinds = {"1,9": "goblin", "9,1": "sprite", "17,9": "imp", "12,1": "brute", "1,14": "surt 1"}
    after = walk(table(kinds, die="charge"))
    steps = {start: path(start).index(end) for start, end in hexes(after).items()}
    assert steps == {"1,9": 3, "9,1": 2, "17,9": 2, "12,1": 1, "1,14": 1}


def test_f_264_a_forced_charge_is_taken_though_a_hero_is_in_range() -> None:
    p = table({"2,9": "sprite"}, "5,8")
    assert hexes(walk(p)) == {"2,9": "3,9"}
    assert hexes(walk(p._replace(step=SKULL))) == {"2,9": "4,9"}
    assert hexes(walk(p._replace(die="charge"))) == {"2,9": "4,9"}


def test_f_265_a_monster_charges_when_only_that_lets_it_attack() -> None:
    assert hexes(walk(table({"2,9": "brute"}, "5,9"))) == {"2,9": "4,9"}
    assert hexes(walk(table({"2,9": "brute"}, "6,9"))) == {"2,9": "3,9"}
    assert hexes(walk(table({"2,9": "goblin"}, "6,9"))) == {"2,9": "5,9"}


def test_f_266_with_its_own_range_and_wherever_the_hero_stands() -> None:
    assert hexes(walk(table({"1,9": "elemental"}, "5,9"))) == {"1,9": "3,9"}
    assert hexes(walk(table({"1,9": "surt 2"}, "6,9"))) == {"1,9": "3,9"}
    assert hexes(walk(table({"1,9": "surt 1"}, "6,9"))) == {"1,9": "2,9"}
    assert hexes(walk(table({"2,9": "brute"}, "5,8"))) == {"2,9": "4,9"}


def test_f_267_the_village_is_no_reason_to_charge() -> None:
    assert hexes(walk(table({"6,9": "brute"}, "G"))) == {"6,9": "7,9"}
    assert hexes(walk(table({"6,9": "brute"}, "8,11"))) == {"6,9": "7,9"}


def test_f_267_and_f_270_only_a_legend_charges_into_a_monster() -> None:
    p = table({"4,9": "goblin", "2,9": "brute"}, "5,9")
    assert hexes(walk(p)) == {"4,9": "4,9", "2,9": "3,9"}
    p = table({"4,9": "goblin", "2,9": "grendel 1"}, "5,9")
    after = walk(p)
    assert hexes(after) == {"4,9": "3,9", "2,9": "4,9"}
    assert of(after, Moved) == [
        Moved("2,9", "grendel", ("2,9", "3,9", "4,9"), "charge"),
        Moved("4,9", "goblin", ("4,9", "3,9"), "swap"),
    ]


def test_f_268_a_blocked_monster_stays_blocked_for_the_charge() -> None:
    after = walk(table({"4,9": "goblin", "3,9": "brute"}, "5,9"))
    assert hexes(after) == {"4,9": "4,9", "3,9": "3,9"}


def test_f_269_a_ranged_monster_moves_on_out_of_range() -> None:
    assert hexes(walk(table({"3,9": "sprite"}, "1,9"))) == {"3,9": "4,9"}


def test_f_270_and_f_272_a_legend_swaps_with_those_in_its_way() -> None:
    held = [monster("3,9", "brute", held=True), monster("4,9", "imp", held=True)]
    p = table([*held, monster("2,9", "queen_of_the_dead 1")], step=SKULL)
    after = walk(p)
    assert hexes(after) == {"3,9": "2,9", "4,9": "3,9", "2,9": "4,9"}
    assert of(after, Moved) == [
        Moved("2,9", "queen_of_the_dead", ("2,9", "3,9", "4,9"), "charge"),
        Moved("3,9", "brute", ("3,9", "2,9"), "swap"),
        Moved("4,9", "imp", ("4,9", "3,9"), "swap"),
    ]


def test_f_271_a_legend_never_swaps_with_a_hero() -> None:
    assert hexes(walk(table({"3,9": "grendel 2"}, "4,9", step=SKULL))) == {"3,9": "3,9"}


def test_f_273_a_displaced_monster_does_not_move_again() -> None:
    kinds = {"4,9": "goblin", "3,9": "imp", "2,9": "grendel 1", "1,9": "goblin"}
    p = table([monster(h, k, held=h == "4,9") for h, k in kinds.items()])
    assert hexes(walk(p)) == {"4,9": "4,9", "3,9": "2,9", "2,9": "3,9", "1,9": "1,9"}


def test_f_274_a_legend_swaps_with_a_legend_where_that_was_agreed_on() -> None:
    legends = [monster("3,9", "surt 1", held=True), monster("2,9", "grendel 1")]
    assert hexes(walk(table(legends))) == {"3,9": "2,9", "2,9": "3,9"}
    p = table(legends, options=Options(legend_swaps_legend=False))
    assert hexes(walk(p)) == {"3,9": "3,9", "2,9": "2,9"}


def test_f_275_at_a_merge_a_legend_that_comes_second_swaps() -> None:
    after = walk(table({"5,11": "grendel 1", "5,10": "brute"}))
    assert hexes(after) == {"5,11": "6,10", "5,10": "5,11"}


def test_f_276_a_held_monster_does_not_move_or_charge() -> None:
    after = walk(table([monster("2,9", "goblin", held=True)], "6,9", step=SKULL))
    assert hexes(after) == {"2,9": "2,9"}
    assert after.happenings == (Stayed("2,9", "held"),)


def test_f_277_and_f_007_mountains_and_markers_stop_no_monster() -> None:
    into_mountains = [hex_ for hex_, to in NEXT.items() if TERRAIN.get(to) == "mountain"]
    assert len(into_mountains) > 10
    for hex_ in [*into_mountains, "17,5", "16,5"]:
        after = walk(table({hex_: "imp"}, markers={"17,5": 3}))
        assert hexes(after) == {hex_: NEXT[hex_]}
        assert after.position.markers == {"17,5": 3}


def test_f_387_the_red_seer_charges_only_when_everybody_does() -> None:
    p = table({"2,9": "seer_of_odin 2"}, "5,9")
    assert hexes(walk(p)) == {"2,9": "3,9"}
    assert hexes(walk(p._replace(step=SKULL))) == {"2,9": "4,9"}
    assert hexes(walk(table({"2,9": "seer_of_odin 1"}, "5,9"))) == {"2,9": "4,9"}


def test_f_381_others_die_with_the_red_queen_when_she_enters_and_nobody_is_rewarded() -> None:
    p = table([monster("7,9", "queen_of_the_dead 2"), monster("1,9", "imp", damage=2)])
    after = walk(p)
    assert hexes(after) == {}
    assert [h.why for h in of(after, Removed) if isinstance(h, Removed)] == ["entered", "killed"]
    assert after.position.heroes == p.heroes
    assert after.position.town == 7


@settings(max_examples=100)
@given(st.integers(0, 10**9))
def test_f_252_no_monster_leaves_its_path_unless_a_legend_swaps_with_it(seed: int) -> None:
    p = read_monster_turn(random_document(seed))[0]
    after = walk(p)
    moves = [m for m in of(after, Moved) if isinstance(m, Moved)]
    swapped = {m.id for m in moves if m.why == "swap"}
    assert all(m.path == path(m.path[0])[: len(m.path)] for m in moves if m.why != "swap")
    assert all(NEXT[m.path[1]] == m.path[0] for m in moves if m.why == "swap")
    ends = hexes(after)
    for m in p.monsters:
        if m.id in ends and m.id not in swapped:
            assert ends[m.id] in path(m.hex)[:4]


def test_no_monster_is_ever_where_it_may_not_be() -> None:
    everywhere = dict.fromkeys(sorted(MONSTER_HEXES - {"G"})[::4], "imp")
    p = table(everywhere, *sorted(HERO_HEXES - set(everywhere))[:4], town=10**6, step=SKULL)
    for _ in range(20):
        after: Applied = walk(p)
        taken = [m.hex for m in after.position.monsters] + [hero.hex for hero in p.heroes]
        assert len(set(taken)) == len(taken)
        for moved in of(after, Moved):
            assert isinstance(moved, Moved)
            assert path(moved.path[0])[: len(moved.path)] == moved.path
        p = after.position
