"""Board of Fae: 60 spaces in 12 regions, their adjacency, and the ritual cards.

Points are (x, y) in 0..1 of the map rectangle's width and height, origin top left.
"""

import json
from importlib import resources
from typing import Any, NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]


class RitualCard(NamedTuple):
    """A ritual card: its value, and the terrains it blesses and curses."""

    value: int
    blessed: frozenset[str]
    cursed: frozenset[str]


def _points(rows: list[list[float]]) -> tuple[Point, ...]:
    return tuple((x, y) for x, y in rows)


_data: dict[str, Any] = json.loads(
    resources.files(__package__).joinpath("data/board.json").read_text("utf-8")
)

COLOURS = ("red", "blue", "yellow", "purple", "black")
DRUIDS_PER_COLOUR = 12
SPACES = range(1, len(_data["spaces"]) + 1)
MAP_MM: tuple[float, float] = (_data["map_mm"][0], _data["map_mm"][1])
FRAME_MM: float = _data["frame_mm"]
"""Width in millimetres of the printed frame around the map, on every side."""

REGION_OF: dict[int, int] = {row["space"]: row["region"] for row in _data["spaces"]}
TERRAIN_OF: dict[int, str] = {row["space"]: row["terrain"] for row in _data["spaces"]}
CENTRES: dict[int, Point] = {row["space"]: (row["centre"][0], row["centre"][1]) for row in _data["spaces"]}
POLYGONS: dict[int, tuple[Point, ...]] = {row["space"]: _points(row["polygon"]) for row in _data["spaces"]}
REGIONS: dict[int, tuple[int, ...]] = {
    region: tuple(space for space in SPACES if REGION_OF[space] == region)
    for region in sorted(set(REGION_OF.values()))
}

RIVERS: tuple[tuple[int, int], ...] = tuple((a, b) for a, b in _data["river"])
EDGES: tuple[tuple[int, int], ...] = tuple(sorted([(a, b) for a, b in _data["land"]] + list(RIVERS)))
"""Pairs of adjacent spaces, smaller number first; a river between them does not matter (E-015)."""

NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(
    tuple(sorted({a + b - space for a, b in EDGES if space in (a, b)})) for space in (0, *SPACES)
)
"""Adjacent spaces, indexed by space; index 0 is empty."""

LAKES: tuple[tuple[Point, ...], ...] = tuple(_points(lake["polygon"]) for lake in _data["lakes"])
ACROSS_LAKE: frozenset[tuple[int, int]] = frozenset(
    (a, b)
    for lake in _data["lakes"]
    for a in lake["shore"]
    for b in lake["shore"]
    if a != b and b not in NEIGHBOURS[a]
)
"""Ordered pairs of spaces that only face each other over a lake (E-015)."""

RITUAL_CARDS: tuple[RitualCard, ...] = tuple(
    RitualCard(row["value"], frozenset(row["blessed"]), frozenset(row["cursed"]))
    for row in _data["ritual_cards"]
    for _ in range(row["count"])
)
"""The 12 cards in the order in which they are taken (E-005, E-022)."""
