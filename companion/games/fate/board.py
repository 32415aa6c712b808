"""The board of Fate: 217 hexes, their terrain, places and roads, the monsters' path, ranges.

A hex is "x,y"; the seven hexes of Grimheim are one area, "G" (F-020). Directions are hours of a clock seen
from above: 1, 3, 5, 7, 9, 11.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Literal, TypeAlias

from companion.games.fate.position import GRIMHEIM, Hex

Terrain: TypeAlias = Literal["plains", "forest", "mountain", "lake"]

_LETTERS: dict[str, Terrain] = {"p": "plains", "f": "forest", "m": "mountain", "l": "lake"}
_STEPS = {"b": (0, -1), "1": (1, -1), "3": (1, 0), "5": (0, 1), "7": (-1, 1), "9": (-1, 0)}
"""Step in x and y by hour (b is 11), in clockwise order."""

_data: dict[str, Any] = json.loads(resources.files(__package__).joinpath("data/map.json").read_text("utf-8"))


def _cells(rows: list[str]) -> dict[tuple[int, int], str]:
    """Return the letters of rows 1 to 17 by (x, y); a row starts at the first x with x + y >= 10."""
    return {
        (max(1, 10 - y) + place, y): letter
        for y, row in enumerate(rows, 1)
        for place, letter in enumerate(row)
    }


def _hex(x: int, y: int) -> Hex:
    return f"{x},{y}"


_terrain = _cells(_data["terrain"])
_arrows = _cells(_data["arrows"])
_name: dict[tuple[int, int], Hex] = {
    cell: GRIMHEIM if letter == "t" else _hex(*cell) for cell, letter in _terrain.items()
}

OUTSIDE: tuple[Hex, ...] = tuple(name for name in _name.values() if name != GRIMHEIM)
"""The 210 hexes outside Grimheim, row by row."""

TERRAIN: dict[Hex, Terrain] = {
    _name[cell]: _LETTERS[letter] for cell, letter in _terrain.items() if letter in _LETTERS
}

LOCATIONS: dict[str, tuple[Hex, ...]] = {name: tuple(hexes) for name, hexes in _data["locations"].items()}
"""Named places (F-013), Grimheim left out; hexes row by row from the top."""

LOCATION_OF: dict[Hex, str] = {hex_: name for name, hexes in LOCATIONS.items() for hex_ in hexes}

ROADS: dict[str, tuple[Hex, ...]] = {name: tuple(hexes) for name, hexes in _data["roads"].items()}
"""Hexes of each road, from the edge of the board to the last hex before Grimheim."""

ROAD: frozenset[Hex] = frozenset(hex_ for hexes in ROADS.values() for hex_ in hexes)
"""Hexes that count as road for the order of monsters (F-255)."""

PRINTED_ROAD: frozenset[Hex] = ROAD - frozenset(_data["not_drawn"])
"""Hexes on which a road is printed: those that quests count (F-015)."""

MARKERS: dict[Hex, tuple[Literal["damage", "mana", "gold"], int]] = {
    hex_: (kind, count) for hex_, (kind, count) in _data["markers"].items()
}
"""Markers on the board at the start: kind and amount by hex (F-017)."""

HERO_HEXES: frozenset[Hex] = frozenset(
    hex_
    for hex_, terrain in TERRAIN.items()
    if terrain in ("plains", "forest") or LOCATION_OF.get(hex_) in ("TrollCaves", "Nailfare")
) | {GRIMHEIM}
"""Hexes on which heroes may be (F-007, F-009 to F-012)."""

MONSTER_HEXES: frozenset[Hex] = frozenset(
    hex_ for hex_, terrain in TERRAIN.items() if terrain != "lake" or LOCATION_OF.get(hex_) == "Nailfare"
) | {GRIMHEIM}
"""Hexes on which monsters may be or, for Grimheim, step to (F-007, F-009, F-011)."""

RING: dict[Hex, tuple[Hex, ...]] = {
    name: tuple(_name.get((x + dx, y + dy), "") for dx, dy in _STEPS.values())
    for (x, y), name in _name.items()
    if name != GRIMHEIM
}
"""The six hexes adjacent to a hex outside, clockwise from 11 o'clock; "" is off the board (F-212)."""

NEIGHBOURS: dict[Hex, tuple[Hex, ...]] = {
    hex_: tuple(other for other in ring if other and other != GRIMHEIM) for hex_, ring in RING.items()
} | {GRIMHEIM: ()}
"""Adjacent hexes; nothing is adjacent to Grimheim or seen from it (F-021)."""

GATES: tuple[Hex, ...] = tuple(hex_ for hex_ in OUTSIDE if GRIMHEIM in RING[hex_])
"""The 12 hexes from which one step leads into Grimheim; heroes leave over those open to them (F-024)."""

NEXT: dict[Hex, Hex] = {
    _name[x, y]: _name[x + _STEPS[hour][0], y + _STEPS[hour][1]]
    for (x, y), hour in _arrows.items()
    if hour in _STEPS
}
"""The next hex of the monsters' path; closed lakes have none (F-252)."""


@cache
def path(hex_: Hex) -> tuple[Hex, ...]:
    """Return the hexes from `hex_` to Grimheim, both included; only `hex_` for a closed lake."""
    following = NEXT.get(hex_)
    return (hex_, *path(following)) if following else (hex_,)


PATH_DISTANCE: dict[Hex, int] = {hex_: len(path(hex_)) - 1 for hex_ in NEXT} | {GRIMHEIM: 0}
"""Steps to Grimheim along the path (F-254)."""


@cache
def distances(hex_: Hex) -> Mapping[Hex, int]:
    """Return the steps to every hex outside over any terrain, but never over Grimheim (F-152).

    From Grimheim only Grimheim itself can be reached, and it cannot be reached from outside (F-021).
    """
    found = {hex_: 0}
    queue = [hex_]
    for here in queue:
        for adjacent in NEIGHBOURS[here]:
            if adjacent not in found:
                found[adjacent] = found[here] + 1
                queue.append(adjacent)
    return found


@cache
def within(hex_: Hex, reach: int) -> frozenset[Hex]:
    """All hexes at most `reach` steps away, the own hex included (F-152, F-443)."""
    return frozenset(other for other, steps in distances(hex_).items() if steps <= reach)


def has_cover(hex_: Hex) -> bool:
    """Return whether a character there has cover (F-008)."""
    return TERRAIN.get(hex_) == "forest"
