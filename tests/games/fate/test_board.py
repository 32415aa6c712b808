"""The board compared with facts computed or read off the printed board independently."""

from collections import Counter

import pytest

from companion.games.fate.board import (
    GATES,
    HERO_HEXES,
    LOCATION_OF,
    LOCATIONS,
    MARKERS,
    MONSTER_HEXES,
    NEIGHBOURS,
    NEXT,
    OUTSIDE,
    PATH_DISTANCE,
    PRINTED_ROAD,
    RING,
    ROAD,
    ROADS,
    TERRAIN,
    distances,
    has_cover,
    path,
    within,
)
from companion.games.fate.geometry import GRIMHEIM_HEXES
from companion.games.fate.position import GRIMHEIM


def _xy(hex_: str) -> tuple[int, int]:
    x, y = hex_.split(",")
    return int(x), int(y)


def _straight(a: str, b: str) -> int:
    dx, dy = (p - q for p, q in zip(_xy(a), _xy(b), strict=True))
    return (abs(dx) + abs(dy) + abs(dx + dy)) // 2


def test_f_001_217_hexes_each_with_one_terrain_but_grimheim_has_none() -> None:
    assert len(OUTSIDE) == 210
    assert len(GRIMHEIM_HEXES) == 7
    assert set(TERRAIN) == set(OUTSIDE)
    assert Counter(TERRAIN.values()) == {"plains": 127, "forest": 39, "mountain": 36, "lake": 8}


def test_f_004_and_f_005_six_neighbours_at_one_step_and_none_off_the_board() -> None:
    for hex_ in OUTSIDE:
        assert all(_straight(hex_, other) == 1 for other in NEIGHBOURS[hex_])
        assert all(hex_ in NEIGHBOURS[other] for other in NEIGHBOURS[hex_])
    assert RING["9,1"] == ("", "", "10,1", "9,2", "8,2", "")


def test_f_212_the_ring_runs_clockwise_from_11() -> None:
    assert RING["5,9"] == ("5,8", "6,8", "6,9", "5,10", "4,10", "4,9")


def test_f_007_to_f_012_where_heroes_and_monsters_may_be() -> None:
    closed_lakes = {hex_ for hex_, terrain in TERRAIN.items() if terrain == "lake"} - {"16,5", "17,5"}
    assert set(OUTSIDE) - MONSTER_HEXES == closed_lakes
    assert len(closed_lakes) == 6
    mountains = {hex_ for hex_, terrain in TERRAIN.items() if terrain == "mountain"}
    assert set(OUTSIDE) - HERO_HEXES == closed_lakes | (mountains - {"6,6", "5,7", "6,7"})
    assert "9,16" in mountains - HERO_HEXES
    assert GRIMHEIM in HERO_HEXES & MONSTER_HEXES


def test_f_006_and_f_014_plains_are_open_to_all_and_borders_stop_nobody() -> None:
    plains = {hex_ for hex_, terrain in TERRAIN.items() if terrain == "plains"}
    assert plains <= HERO_HEXES & MONSTER_HEXES
    assert not any(has_cover(hex_) for hex_ in plains)
    assert LOCATION_OF["9,3"] != LOCATION_OF.get("9,4")
    assert "9,4" in NEIGHBOURS["9,3"]


def test_f_008_forests_give_cover() -> None:
    assert has_cover("9,1")
    assert not has_cover("11,9")
    assert not has_cover(GRIMHEIM)


def test_f_013_places_have_the_hexes_that_are_printed() -> None:
    assert {name: len(hexes) for name, hexes in LOCATIONS.items()} == {
        "DarkForest": 14, "DeadPlains": 9, "TempleRuins": 1, "Nailfare": 2, "TrollCaves": 3,
        "MarshOfSorrow": 12, "OgreValley": 10, "RobberCamp": 1, "WitchCabin": 1, "SpewingMountain": 12,
        "Highlands": 12, "WyrmLair": 4,
    }  # fmt: skip
    assert len(LOCATION_OF) == 81
    assert LOCATION_OF["8,16"] == "Highlands"


def test_f_015_three_hexes_of_the_roads_are_not_printed() -> None:
    assert sorted(ROAD - PRINTED_ROAD) == ["16,5", "17,5", "4,17"]


def test_f_017_three_markers_each_at_three_places() -> None:
    assert MARKERS == {"5,7": ("damage", 3), "17,5": ("mana", 3), "5,17": ("gold", 3)}


def test_f_020_grimheim_is_one_area() -> None:
    assert set(GRIMHEIM_HEXES) == {"9,8", "10,8", "8,9", "9,9", "10,9", "8,10", "9,10"}
    assert not set(GRIMHEIM_HEXES) & set(OUTSIDE)


def test_f_021_nothing_is_adjacent_to_grimheim() -> None:
    assert NEIGHBOURS[GRIMHEIM] == ()
    assert within(GRIMHEIM, 3) == {GRIMHEIM}
    assert all(GRIMHEIM not in within(gate, 3) for gate in GATES)


def test_f_024_twelve_hexes_touch_grimheim_and_heroes_leave_over_eleven() -> None:
    assert len(GATES) == 12
    assert set(GATES) - HERO_HEXES == {"9,11"}


def test_f_028_and_f_152_grimheim_blocks_exactly_six_pairs_at_range_3_and_none_at_range_2() -> None:
    blocked = {
        frozenset((a, b)) for a in OUTSIDE for b in OUTSIDE if _straight(a, b) <= 3 and b not in within(a, 3)
    }
    pairs = (
        "10,7 10,10", "8,8 11,8", "8,8 8,11", "7,10 10,7", "7,10 10,10", "8,11 11,8",
    )  # fmt: skip
    assert blocked == {frozenset(pair.split()) for pair in pairs}
    assert all(b in within(a, 2) for a in OUTSIDE for b in OUTSIDE if _straight(a, b) <= 2)
    assert all(distances(a)[b] >= _straight(a, b) for a in OUTSIDE for b in OUTSIDE)


def test_f_252_204_paths_end_in_grimheim() -> None:
    assert len(NEXT) == 204
    assert set(NEXT) == MONSTER_HEXES - {GRIMHEIM}
    assert all(path(hex_)[-1] == GRIMHEIM for hex_ in NEXT)
    assert path("3,11") == ("3,11", "4,11", "5,10", "6,10", "7,10", GRIMHEIM)


@pytest.mark.parametrize("road", ROADS.values(), ids=ROADS)
def test_f_252_a_road_is_followed_to_its_end(road: tuple[str, ...]) -> None:
    assert path(road[0]) == (*road, GRIMHEIM)


def test_f_254_path_distance_is_the_shortest_distance() -> None:
    for hex_ in NEXT:
        assert PATH_DISTANCE[hex_] == min(_straight(hex_, town) for town in GRIMHEIM_HEXES)


def test_f_255_every_merge_is_one_road_and_one_off_road_hex_equally_far() -> None:
    sources: dict[str, list[str]] = {}
    for hex_, following in NEXT.items():
        if following != GRIMHEIM:
            sources.setdefault(following, []).append(hex_)
    merges = {into: hexes for into, hexes in sources.items() if len(hexes) > 1}
    assert len(merges) == 32
    for hexes in merges.values():
        assert sorted(hex_ in ROAD for hex_ in hexes) == [False, True]
        assert len({PATH_DISTANCE[hex_] for hex_ in hexes}) == 1
    assert set(merges["5,16"]) == {"4,17", "5,17"}


def test_f_277_no_path_crosses_a_closed_lake() -> None:
    assert all(set(path(hex_)) <= MONSTER_HEXES for hex_ in NEXT)
