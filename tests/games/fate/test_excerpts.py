"""Documents of one monster turn and one reinforcement: examples, mistakes, and a second implementation."""

import statistics
import time
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.fate.board import HERO_HEXES, MONSTER_HEXES, NEXT, PATH_DISTANCE, ROAD
from companion.games.fate.excerpts import monster_turn, reinforcement
from companion.games.fate.monsters import CARDS, FACTION, LEGENDS, SIDES, TILES
from tests.games.fate.monster_documents import Json, document, drawn, random_document


def test_a_turn() -> None:
    assert monster_turn(document()) == {
        "game": "fate",
        "heroes": [{"id": "bjorn", "hex": "8,7"}, {"id": "alva", "hex": "G"}],
        "monsters": [
            {"id": "m1", "type": "goblin", "hex": "12,4"},
            {"id": "m2", "type": "surt", "hex": "9,6", "level": 2, "damage": 3},
        ],
        "entered_grimheim": [],
        "town_lost": 0,
        "lost": False,
        "attacks": [
            {
                "monster": "m2",
                "targets": ["bjorn"],
                "attacks": 1,
                "dice": 7,
                "rune_hits": 0,
                "cover": {"bjorn": False},
            }
        ],
        "error": None,
    }


def test_f_386_the_red_seer_names_everybody() -> None:
    result = monster_turn(document(monsters=[{"id": "s", "type": "seer_of_odin", "level": 2, "hex": "1,9"}]))
    (attack,) = result["attacks"]
    assert attack["targets"] == ["bjorn", "alva"]
    assert (attack["dice"], attack["unpreventable_damage_each"]) == (0, 1)


def test_f_205_the_last_piece_stops_the_turn() -> None:
    monsters = [
        {"id": "a", "type": "brute", "hex": "7,9"},
        {"id": "b", "type": "goblin", "hex": "5,9"},
        {"id": "c", "type": "imp", "hex": "8,6"},
    ]
    result = monster_turn(document(monsters=monsters, town=1))
    assert (result["lost"], result["town_lost"], result["entered_grimheim"]) == (True, 1, ["a"])
    assert result["attacks"] == []
    assert [m["hex"] for m in result["monsters"]] == ["5,9", "8,6"]


def test_f_276_a_suppressed_monster_stays() -> None:
    monsters = [{"id": "m1", "type": "goblin", "hex": "12,2", "suppressed": True}]
    assert monster_turn(document(monsters=monsters))["monsters"][0]["hex"] == "12,2"


def test_f_245_goblins_of_an_ambush_get_new_names() -> None:
    result = monster_turn(document(die="ambush", ambush={"bjorn": "8,8"}))
    assert result["monsters"][-1] == {"id": "m3", "type": "goblin", "hex": "8,8"}
    assert [attack["monster"] for attack in result["attacks"]] == ["m2", "m3"]


def test_f_423_town_and_optional_keys_may_be_left_out() -> None:
    plain = document(die=..., town=..., ambush=None)
    assert monster_turn(plain) == monster_turn(document())
    monsters = [{"id": "m1", "type": "goblin", "hex": "12,2", "level": None, "damage": None}]
    assert monster_turn(document(monsters=monsters))["error"] is None


def adjacent(a: str, b: str) -> bool:
    return steps_apart(a, b) == 1


def steps_apart(a: str, b: str) -> int:
    """Return the steps as if Grimheim were no obstacle; 99 if either end is in Grimheim."""
    if "G" in (a, b):
        return 99
    dx, dy = (int(m) - int(n) for m, n in zip(a.split(","), b.split(","), strict=True))
    return max(abs(dx), abs(dy), abs(dx + dy))


def plain_walk(turn: Json) -> dict[str, str]:
    """Simple second implementation of F-250 to F-276 for turns without a die face that moves pieces."""
    at: dict[str, str] = {m["id"]: m["hex"] for m in turn["monsters"]}
    monsters: dict[str, Json] = {m["id"]: m for m in turn["monsters"]}
    heroes = [hero["hex"] for hero in turn["heroes"]]
    town = turn["town"]

    def can_attack(m: Json, hex_: str) -> bool:
        reach = SIDES[m["type"], m.get("level", 0)].range
        blocked = {frozenset(pair.split()) for pair in BLOCKED}
        return (m["type"] == "seer_of_odin" and m["level"] == 2) or any(
            steps_apart(hex_, hero) <= reach and frozenset((hex_, hero)) not in blocked for hero in heroes
        )

    for name in sorted(at, key=lambda name: (PATH_DISTANCE[at[name]], at[name] not in ROAD)):
        m = monsters[name]
        rank = SIDES[m["type"], m.get("level", 0)].rank
        charges = turn["step"] == "skull" or (turn["die"] == "charge" and rank == 1)
        left = (2 if m["type"] == "goblin" else 1) + charges
        may_charge = not charges
        while not m["suppressed"] and not any(adjacent(at[name], hero) for hero in heroes):
            goal = NEXT[at[name]]
            if left == 0:
                if not may_charge or goal == "G" or can_attack(m, at[name]) or not can_attack(m, goal):
                    break
                may_charge, left = False, 1
            other = next((o for o in at if at[o] == goal != "G"), None)
            if goal in set(heroes) - {"G"} or (other and m["type"] not in LEGENDS):
                break
            if other:
                at[other] = at[name]
            at[name] = goal
            left -= 1
            if goal == "G":
                town -= 3 if m["type"] in LEGENDS else 1
                del at[name]
                break
        if town <= 0:
            break
    return at


BLOCKED = ("10,7 10,10", "8,8 11,8", "8,8 8,11", "7,10 10,7", "7,10 10,10", "8,11 11,8")


@settings(max_examples=150)
@given(st.integers(0, 10**9))
def test_the_walk_agrees_with_a_plain_reading(seed: int) -> None:
    turn = random_document(seed) | {"ambush": {}}
    if turn["die"] not in (None, "attack", "charge"):
        turn["die"] = None
    result = monster_turn(turn)
    assert {m["id"]: m["hex"] for m in result["monsters"]} == plain_walk(turn)


@settings(max_examples=150)
@given(st.integers(0, 10**9))
def test_f_002_no_two_on_a_hex_no_tile_too_many_and_everybody_where_they_may_be(seed: int) -> None:
    turn = random_document(seed)
    result = monster_turn(turn)
    hexes = [piece["hex"] for piece in result["monsters"] + result["heroes"] if piece["hex"] != "G"]
    assert len(set(hexes)) == len(hexes)
    assert {m["hex"] for m in result["monsters"]} <= MONSTER_HEXES - {"G"}
    assert {hero["hex"] for hero in result["heroes"]} <= HERO_HEXES
    kinds = Counter(m["type"] for m in result["monsters"])
    assert all(count <= TILES[kind] for kind, count in kinds.items())
    goblins = len(turn.get("ambush", {}))
    assert len(result["monsters"]) + len(result["entered_grimheim"]) == len(turn["monsters"]) + goblins
    assert result["town_lost"] <= turn["town"]
    assert result["lost"] == (result["town_lost"] == turn["town"])
    at = {m["id"]: m for m in result["monsters"]}
    for attack in result["attacks"]:
        m = at[attack["monster"]]
        if "unpreventable_damage_each" not in attack:
            assert attack["targets"]
            assert attack["dice"] >= 1
            assert attack["rune_hits"] >= (FACTION[m["type"]] == "dead")
            for hero in result["heroes"]:
                if hero["id"] in attack["targets"]:
                    assert steps_apart(m["hex"], hero["hex"]) <= SIDES[m["type"], m.get("level", 0)].range


@settings(max_examples=100)
@given(st.integers(0, 10**9))
def test_the_same_turn_twice_gives_the_same_result(seed: int) -> None:
    turn = random_document(seed)
    assert monster_turn(turn) == monster_turn(turn)


def test_a_turn_with_60_monsters_is_quick() -> None:
    took_s = []
    for seed in range(30):
        turn = random_document(seed)
        start = time.process_time()
        monster_turn(turn)
        took_s.append(time.process_time() - start)
    assert statistics.median(took_s) < 0.05


def test_f_343_a_card_that_does_not_fit_is_put_under_and_the_next_one_drawn() -> None:
    assert "9,1" in dict(CARDS[32].place)
    assert reinforcement(drawn()) == {
        "game": "fate",
        "placed_cards": [7],
        "put_under_deck_unplaced": [32],
        "placements": {"7": [["10,15", "elemental"], ["10,16", "jotunn"], ["8,17", "jotunn"]]},
        "error": None,
    }
    fits = reinforcement(drawn(occupied={}, supply={}))
    assert fits["placed_cards"] == [32]
    assert fits["placements"]["32"] == [list(row) for row in CARDS[32].place]


def test_f_340_players_draw_one_after_the_other() -> None:
    result = reinforcement(drawn(players=2, occupied={}, supply={}))
    assert result["placed_cards"] == [32, 7]
    goblins = dict(Counter(kind for _, kind in CARDS[32].place))
    assert goblins["goblin"] > 3
    assert reinforcement(drawn(occupied={}))["placed_cards"] == [7]


def test_f_346_and_f_347_legends_of_documents() -> None:
    for known in ({"legends_on_board": ["surt"]}, {"occupied": {"4,9": "surt"}}, {"supply": {"surt": 0}}):
        assert reinforcement(drawn(**{"deck_top_first": [4, 12], "occupied": {}} | known))[
            "placed_cards"
        ] == [12]
    seer = reinforcement(drawn(deck_top_first=[2], occupied={"12,3": "alva"}))["placements"]["2"]
    assert seer[0] == ["12,4", "seer_of_odin"]
    assert [hex_ for hex_, _ in seer[1:]] == ["13,3", "11,4", "13,4", "11,5", "12,5"]


def test_f_348_without_a_fitting_card_nothing_is_placed() -> None:
    result = reinforcement(drawn(deck_top_first=[32], players=2))
    assert result["placements"] == {}
    assert result["put_under_deck_unplaced"] == [32, 32]
    again = reinforcement(drawn(deck_top_first=[3], players=2, occupied={}))
    assert (again["placed_cards"], again["put_under_deck_unplaced"]) == ([3], [])
