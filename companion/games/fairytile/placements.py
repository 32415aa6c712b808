"""Legal spots for a tile (FT-090 to FT-098)."""

from functools import lru_cache
from typing import NamedTuple

from companion.games.fairytile.board import (
    CLOCK,
    TILE,
    TURNS,
    Cell,
    Clock,
    TileFace,
    corner,
    neighbour,
    opposite,
    placed_hexes,
    tile_cells,
    turned,
    turned_clock,
)
from companion.games.fairytile.kingdom import Kingdom


class Spot(NamedTuple):
    """Spot of a tile: its cell A, and its number of turns by 60 degrees clockwise, 0..5."""

    at: Cell
    turn: int


class Edge(NamedTuple):
    """One of the 12 outer sides of a tile.

    `part` is the index of its cell, 0..2, `clock` the side of that cell, `beyond` the cell on the other side,
    relative to the tile's cell A.
    """

    part: int
    clock: Clock
    beyond: Cell


class Obstacle(NamedTuple):
    """Obstacle to placing a tile: an error code of SCRIPT.md and the cells concerned."""

    code: str
    cells: tuple[Cell, ...]


def _ring() -> tuple[Edge, ...]:
    """Return the outer sides of an unturned tile in order; each shares a corner with the next."""
    sides = {
        corner(cell, number): (corner(cell, (number + 1) % 6), Edge(part, clock, neighbour(cell, clock)))
        for part, cell in enumerate(TILE)
        for number, clock in enumerate(CLOCK)
        if neighbour(cell, clock) not in TILE
    }
    at = corner(TILE[0], 0)
    ring = []
    for _ in sides:
        at, edge = sides[at]
        ring.append(edge)
    return tuple(ring)


RINGS: tuple[tuple[Edge, ...], ...] = tuple(
    tuple(Edge(part, turned_clock(clock, turn), turned(beyond, turn)) for part, clock, beyond in _ring())
    for turn in TURNS
)
"""Outer sides of a tile by its turn."""
PARTS_AT: tuple[tuple[Cell, ...], ...] = tuple(tile_cells((0, 0), turn) for turn in TURNS)
"""Cells of a tile whose A is 0,0 by its turn."""


def obstacle(kingdom: Kingdom, face: TileFace, spot: Spot, rivers: bool = True) -> Obstacle | None:
    """Return the first obstacle to a tile at a spot; None if it may be placed there.

    The tile must not overlap (FT-092), must touch two contiguous edges (FT-093, A13), and rivers must
    continue across every shared edge (FT-094, A14); the last is skipped with `rivers` false.
    """
    hexes = placed_hexes(face, *spot)
    if taken := tuple(cell for cell in hexes if cell in kingdom.cells):
        return Obstacle("overlap", taken)
    shared = _shared(kingdom, spot)
    if not any(shared[i] and shared[i - 1] for i in range(len(shared))):
        touched = {_beyond(spot, edge) for edge, there in zip(RINGS[spot.turn], shared, strict=True) if there}
        return Obstacle("too_few_edges", (*hexes, *sorted(touched)))
    if rivers:
        cells = tuple(hexes)
        for edge, there in zip(RINGS[spot.turn], shared, strict=True):
            if there and not _goes_on(kingdom, hexes[cells[edge.part]].river, spot, edge):
                return Obstacle("river_mismatch", (cells[edge.part], _beyond(spot, edge)))
    return None


def edges_touched(kingdom: Kingdom, spot: Spot) -> int:
    """Return the number of outer sides, 0..12, that a tile would share with the kingdom."""
    return sum(_shared(kingdom, spot))


def placements(kingdom: Kingdom, face: TileFace, free_when_stuck: bool = False) -> list[Spot]:
    """Return all legal spots for a tile, sorted.

    With `free_when_stuck` a tile without any legal spot may be placed regardless of rivers (A14).
    """
    touching = touching_spots(kingdom)
    found = [spot for spot in touching if _rivers_go_on(kingdom, face, spot)]
    return found or (list(touching) if free_when_stuck else [])


@lru_cache(maxsize=64)
def touching_spots(kingdom: Kingdom) -> tuple[Spot, ...]:
    """Return all spots for a tile that are legal regardless of rivers, sorted."""
    cells = kingdom.cells
    rim = {neighbour(cell, clock) for cell in cells for clock in CLOCK} - cells.keys()
    tried = {
        Spot((q - part_q, r - part_r), turn)
        for q, r in rim
        for turn in (0, 1)
        for part_q, part_r in PARTS_AT[turn]
    }
    return tuple(sorted(same for spot in tried if _lies_well(kingdom, spot) for same in _same_cells(spot)))


def _same_cells(spot: Spot) -> tuple[Spot, ...]:
    """Return the three spots at which a tile covers the same cells; `spot.turn` is 0 or 1."""
    return tuple(Spot(cell, spot.turn + 2 * n) for n, cell in enumerate(tile_cells(*spot)))


def _lies_well(kingdom: Kingdom, spot: Spot) -> bool:
    (q, r), turn = spot
    if any((q + part_q, r + part_r) in kingdom.cells for part_q, part_r in PARTS_AT[turn]):
        return False
    shared = _shared(kingdom, spot)
    return any(shared[i] and shared[i - 1] for i in range(len(shared)))


def _shared(kingdom: Kingdom, spot: Spot) -> list[bool]:
    (q, r), turn = spot
    return [(q + edge.beyond[0], r + edge.beyond[1]) in kingdom.cells for edge in RINGS[turn]]


def _beyond(spot: Spot, edge: Edge) -> Cell:
    return spot.at[0] + edge.beyond[0], spot.at[1] + edge.beyond[1]


def _goes_on(kingdom: Kingdom, river: tuple[Clock, ...], spot: Spot, edge: Edge) -> bool:
    there = kingdom.cells[_beyond(spot, edge)]
    return (edge.clock in river) == (opposite(edge.clock) in there.river)


def _rivers_go_on(kingdom: Kingdom, face: TileFace, spot: Spot) -> bool:
    return all(
        _goes_on(kingdom, tuple(turned_clock(c, spot.turn) for c in face.hexes[edge.part].river), spot, edge)
        for edge in RINGS[spot.turn]
        if _beyond(spot, edge) in kingdom.cells
    )
