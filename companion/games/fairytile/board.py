"""The lattice of Fairy Tile and what lies on it: cells, clock directions, tiles and how they are laid.

There is no board: tiles make the kingdom. Cells are axial (q, r) of pointy-top hexes. A side of a cell is
named by its clock direction, a corner by its number: corner v lies at clock 2 v, so 0 is at twelve o'clock.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, TypeAlias, get_args

Cell: TypeAlias = tuple[int, int]
Clock: TypeAlias = int
"""A side of a cell: 1, 3, 5, 7, 9 or 11 o'clock."""
Corner: TypeAlias = frozenset[Cell]
"""A point where cells meet: the three cells around it."""

Terrain: TypeAlias = Literal["plain", "forest", "mountain", "castle"]
Figure: TypeAlias = Literal["princess", "knight", "dragon"]
TileSide: TypeAlias = Literal["front", "back"]

TERRAINS: tuple[Terrain, ...] = get_args(Terrain)
FIGURES: tuple[Figure, ...] = get_args(Figure)
SIDES: tuple[TileSide, ...] = get_args(TileSide)
PARTS = ("A", "B", "C")
"""The cells of a tile, as `TILE` has them."""

STEPS: Mapping[Clock, Cell] = {1: (1, -1), 3: (1, 0), 5: (0, 1), 7: (-1, 1), 9: (-1, 0), 11: (0, -1)}
CLOCK: tuple[Clock, ...] = tuple(STEPS)
TILE: tuple[Cell, Cell, Cell] = ((0, 0), (1, 0), (0, 1))
"""Cells A, B and C of an unturned tile whose A lies at 0,0."""
TURNS = range(6)
"""How often a tile is turned by 60 degrees clockwise about A."""

FARTHEST = 999
"""Cells lie at most so far from 0,0 in q and in r."""
_CELL = re.compile(r"(0|-?[1-9]\d{0,2}),(0|-?[1-9]\d{0,2})", re.ASCII)


class Hex(NamedTuple):
    """What a cell shows: its terrain, and the sides at which a river leaves it, ascending (FT-008, A02)."""

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
    """A tile by its name, and which side of it is up."""

    tile: str
    side: TileSide


class PlacedTile(NamedTuple):
    """A tile as it lies: where its cell A is, and how often it is turned."""

    tile: str
    side: TileSide
    at: Cell
    turn: int


class Shown(NamedTuple):
    """A tile in a picture: how it lies, the name of its face, and what its cells show, unturned."""

    placed: PlacedTile
    face: str | None
    hexes: tuple[Hex, Hex, Hex]


class Sheet(NamedTuple):
    """What lies in a picture that teaches: its tiles, and the middles of their cells in pixels."""

    tiles: tuple[Shown, ...]
    cells_px: Mapping[Cell, tuple[float, float]]


Tiles: TypeAlias = Mapping[str, Mapping[TileSide, TileFace]]
"""A set of tiles by name; a side that is not known is left out."""


def cell_text(cell: Cell) -> str:
    """A cell as "q,r"."""
    return f"{cell[0]},{cell[1]}"


def read_cell(text: str) -> Cell | None:
    """The cell of "q,r"; None for any other text."""
    found = _CELL.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else None


def neighbour(cell: Cell, clock: Clock) -> Cell:
    """The cell on the other side of a side."""
    q, r = STEPS[clock]
    return cell[0] + q, cell[1] + r


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The six cells around a cell, by CLOCK."""
    q, r = cell
    return ((q + 1, r - 1), (q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1))


def distance(one: Cell, other: Cell) -> int:
    """Steps from one cell to another on the lattice."""
    q, r = other[0] - one[0], other[1] - one[1]
    return max(abs(q), abs(r), abs(q + r))


def turned(cell: Cell, turn: int) -> Cell:
    """A cell after turns of 60 degrees clockwise about 0,0."""
    q, r = cell
    for _ in range(turn % 6):
        q, r = -r, q + r
    return q, r


def turned_clock(clock: Clock, turn: int) -> Clock:
    """A side after turns of 60 degrees clockwise."""
    return (clock + 2 * turn - 1) % 12 + 1


def opposite(clock: Clock) -> Clock:
    """The same side as the cell beyond it names it."""
    return turned_clock(clock, 3)


def corner(cell: Cell, number: int) -> Corner:
    """Corner 0..5 of a cell."""
    return frozenset((cell, neighbour(cell, CLOCK[number - 1]), neighbour(cell, CLOCK[number])))


def tile_cells(at: Cell, turn: int) -> tuple[Cell, Cell, Cell]:
    """Where the cells A, B and C of a laid tile are."""
    (aq, ar), (bq, br), (cq, cr) = (turned(part, turn) for part in TILE)
    q, r = at
    return (q + aq, r + ar), (q + bq, r + br), (q + cq, r + cr)


def placed_hexes(face: TileFace, at: Cell, turn: int) -> dict[Cell, Hex]:
    """What the cells of a laid tile show, A first."""
    return {
        cell: Hex(terrain, tuple(sorted(turned_clock(clock, turn) for clock in river)))
        for cell, (terrain, river) in zip(tile_cells(at, turn), face.hexes, strict=True)
    }


def white_corner(face: TileFace, at: Cell, turn: int) -> Corner:
    """Where the white corner of a laid tile is."""
    part, number = face.white_corner
    return corner(tile_cells(at, turn)[part], (number + turn) % 6)


def hex_kind(hex_: Hex) -> str:
    """What a cell shows as a kind of piece, such as "castle" or "forest 3 9"."""
    return " ".join((hex_.terrain, *map(str, hex_.river)))


def in_order(cells: Iterable[Cell]) -> list[str]:
    """Cells as text, sorted by q, then r."""
    return [cell_text(cell) for cell in sorted(cells)]
