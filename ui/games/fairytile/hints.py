"""A hint on the kingdom: where to look, then good acts to choose from."""

from collections.abc import Sequence
from typing import cast

from kivy.uix.widget import Widget

from companion.games.base import Space, Table
from companion.games.fairytile.board import FIGURES, TERRAINS, Cell, Hex, Terrain, read_cell
from ui.games.fairytile.board import KingdomBoard, Mark


def board(table: Table, spaces: Sequence[Space], ways: Sequence[tuple[Space, ...]]) -> Widget:
    """The kingdom with some lands marked, or a letter for each way: an arrow, or where a tile lies."""
    made = KingdomBoard(disabled=True)
    made.kingdom = {_cell(space): _hex(kinds) for space, kinds in table.items()}
    made.figures = {kind: _cell(space) for space, kinds in table.items() for kind in kinds if kind in FIGURES}
    made.marks = tuple(Mark(_cell(space), "todo") for space in spaces)
    made.ways = tuple(tuple(map(_cell, way)) for way in ways)
    return made


def _hex(kinds: Sequence[str] | object) -> Hex:
    """What a land shows, from its kind of piece, such as "forest 3 9"."""
    land = next(kind for kind in cast(Sequence[str], kinds) if kind.split()[0] in TERRAINS)
    terrain, *river = land.split()
    return Hex(cast(Terrain, terrain), tuple(map(int, river)))


def _cell(space: Space) -> Cell:
    cell = read_cell(str(space))
    assert cell
    return cell
