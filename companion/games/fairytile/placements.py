"""Where a tile may be laid (FT-090 to FT-098)."""

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
    """Where a tile lies: its cell A, and how often it is turned by 60 degrees clockwise."""

    at: Cell
    turn: int


class Edge(NamedTuple):
    """One of the 12 outer sides of a tile: of which of its cells, which side, and the cell beyond it, from
    the tile's A.
    """

    part: int
    clock: Clock
    beyond: Cell


class Obstacle(NamedTuple):
    """Why a tile cannot lie somewhere: an error code and the cells concerned."""

    code: str
    cells: tuple[Cell, ...]


def _ring() -> tuple[Edge, ...]:
    """The outer sides of an unturned tile in order around it: each shares a corner with the next."""
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
"""The outer sides of a tile by its turn."""
PARTS_AT: tuple[tuple[Cell, ...], ...] = tuple(tile_cells((0, 0), turn) for turn in TURNS)


def obstacle(kingdom: Kingdom, face: TileFace, spot: Spot, rivers: bool = True) -> Obstacle | None:
    """Why a tile may not lie somewhere: it overlaps (FT-092), touches no two contiguous edges (FT-093, A13),
    or a river does not go on (FT-094, A14). None where it may.
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
    """How many of its outer sides a tile would share with the kingdom."""
    return sum(_shared(kingdom, spot))


def placements(kingdom: Kingdom, face: TileFace, free_when_stuck: bool = False) -> list[Spot]:
    """Everywhere a tile may be laid, sorted; `free_when_stuck` as the option of that name (A14)."""
    touching = touching_spots(kingdom)
    found = [spot for spot in touching if _rivers_go_on(kingdom, face, spot)]
    return found or (list(touching) if free_when_stuck else [])


@lru_cache(maxsize=64)
def touching_spots(kingdom: Kingdom) -> tuple[Spot, ...]:
    """Everywhere a tile may be laid as far as rivers are not looked at, sorted."""
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
    """The three turns in which a tile covers the same cells, for one that is turned at most once."""
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
