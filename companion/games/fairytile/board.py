"""Hexagonal lattice of Fairy Tile: cells, clock directions, tiles and their placement.

There is no board: tiles make the kingdom. Cells are axial (q, r) of pointy-top hexes. A side of a cell is
named by its clock direction, a corner by its number: corner v lies at clock 2 v, so 0 is at twelve o'clock.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, TypeAlias, get_args

Cell: TypeAlias = tuple[int, int]
Clock: TypeAlias = int
"""Side of a cell: 1, 3, 5, 7, 9 or 11 o'clock."""
Corner: TypeAlias = frozenset[Cell]
"""Point where cells meet, as the three cells around it."""

Terrain: TypeAlias = Literal["plain", "forest", "mountain", "castle"]
Figure: TypeAlias = Literal["princess", "knight", "dragon"]
TileSide: TypeAlias = Literal["front", "back"]

TERRAINS: tuple[Terrain, ...] = get_args(Terrain)
FIGURES: tuple[Figure, ...] = get_args(Figure)
SIDES: tuple[TileSide, ...] = get_args(TileSide)
PARTS = ("A", "B", "C")
"""Names of the cells of a tile, in the order of `TILE`."""

STEPS: Mapping[Clock, Cell] = {1: (1, -1), 3: (1, 0), 5: (0, 1), 7: (-1, 1), 9: (-1, 0), 11: (0, -1)}
CLOCK: tuple[Clock, ...] = tuple(STEPS)
TILE: tuple[Cell, Cell, Cell] = ((0, 0), (1, 0), (0, 1))
"""Cells A, B and C of an unturned tile whose A is at 0,0."""
TURNS = range(6)
"""Possible numbers of turns of a tile by 60 degrees clockwise about A."""

_CELL = re.compile(r"(0|-?[1-9]\d{0,2}),(0|-?[1-9]\d{0,2})", re.ASCII)


class Hex(NamedTuple):
    """Contents of a cell: terrain, and the sides with a river, ascending (FT-008, A02)."""

    terrain: Terrain
    river: tuple[Clock, ...] = ()


class TileFace(NamedTuple):
    """One side of a tile, unturned: its cells A, B and C (FT-007).

    A starting tile names the figure whose symbol A carries, and its white corner as cell 0..2 and corner 0..5
    (FT-010, FT-011, A03).
    """

    hexes: tuple[Hex, Hex, Hex]
    start: Figure | None = None
    white_corner: tuple[int, int] = (0, 5)


class FaceUpTile(NamedTuple):
    """Name of a tile and the side of it that is up."""

    tile: str
    side: TileSide


class PlacedTile(NamedTuple):
    """Placed tile: the cell of its part A, and its turns by 60 degrees clockwise, 0..5."""

    tile: str
    side: TileSide
    at: Cell
    turn: int


class Shown(NamedTuple):
    """Tile in a picture: placement, name of its face, and contents of its cells, unturned."""

    placed: PlacedTile
    face: str | None
    hexes: tuple[Hex, Hex, Hex]


class Sheet(NamedTuple):
    """Tiles in a picture for teaching an own set, and the centres of their cells in pixels."""

    tiles: tuple[Shown, ...]
    cells_px: Mapping[Cell, tuple[float, float]]


Tiles: TypeAlias = Mapping[str, Mapping[TileSide, TileFace]]
"""Set of tiles by name; unknown sides are left out."""


def cell_text(cell: Cell) -> str:
    """Write a cell as "q,r"."""
    return f"{cell[0]},{cell[1]}"


def read_cell(text: str) -> Cell | None:
    """Read a cell from "q,r"; return None for any other text."""
    found = _CELL.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else None


def neighbour(cell: Cell, clock: Clock) -> Cell:
    """Return the neighbour of a cell in a direction."""
    q, r = STEPS[clock]
    return cell[0] + q, cell[1] + r


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Return the six neighbours of a cell, in the order of CLOCK."""
    q, r = cell
    return ((q + 1, r - 1), (q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1))


def distance(one: Cell, other: Cell) -> int:
    """Return the number of steps between two cells."""
    q, r = other[0] - one[0], other[1] - one[1]
    return max(abs(q), abs(r), abs(q + r))


def turned(cell: Cell, turn: int) -> Cell:
    """Return a cell after turns of 60 degrees clockwise about 0,0."""
    q, r = cell
    for _ in range(turn % 6):
        q, r = -r, q + r
    return q, r


def turned_clock(clock: Clock, turn: int) -> Clock:
    """Return a side after turns of 60 degrees clockwise."""
    return (clock + 2 * turn - 1) % 12 + 1


def opposite(clock: Clock) -> Clock:
    """Return the opposite direction: the name of a side seen from the neighbour beyond it."""
    return turned_clock(clock, 3)


def corner(cell: Cell, number: int) -> Corner:
    """Corner 0..5 of a cell."""
    return frozenset((cell, neighbour(cell, CLOCK[number - 1]), neighbour(cell, CLOCK[number])))


def tile_cells(at: Cell, turn: int) -> tuple[Cell, Cell, Cell]:
    """Return the cells of parts A, B and C of a placed tile."""
    (aq, ar), (bq, br), (cq, cr) = (turned(part, turn) for part in TILE)
    q, r = at
    return (q + aq, r + ar), (q + bq, r + br), (q + cq, r + cr)


def placed_hexes(face: TileFace, at: Cell, turn: int) -> dict[Cell, Hex]:
    """Return the contents of the cells of a placed tile, A first."""
    return {
        cell: Hex(terrain, tuple(sorted(turned_clock(clock, turn) for clock in river)))
        for cell, (terrain, river) in zip(tile_cells(at, turn), face.hexes, strict=True)
    }


def white_corner(face: TileFace, at: Cell, turn: int) -> Corner:
    """Return the white corner of a placed tile."""
    part, number = face.white_corner
    return corner(tile_cells(at, turn)[part], (number + turn) % 6)


def hex_kind(hex_: Hex) -> str:
    """Return the contents of a cell as a kind of piece, such as "castle" or "forest 3 9"."""
    return " ".join((hex_.terrain, *map(str, hex_.river)))


def in_order(cells: Iterable[Cell]) -> list[str]:
    """Write cells as text, sorted by q, then r."""
    return [cell_text(cell) for cell in sorted(cells)]
