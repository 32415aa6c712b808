"""Board of a hint: lands to look at, then good actions."""

from collections.abc import Iterable, Sequence

from kivy.uix.widget import Widget

from companion.games.base import Kind, Space, Table
from companion.games.fairytile.board import FIGURES, TERRAINS, Cell, Hex, read_cell
from ui.games.fairytile.board import KingdomBoard, Mark


def board(table: Table, spaces: Sequence[Space], ways: Sequence[tuple[Space, ...]]) -> Widget:
    """Kingdom with marked lands, or a number per action: an arrow, or a tile's spot."""
    made = KingdomBoard(disabled=True)
    made.kingdom = {_cell(space): shown for space, kinds in table.items() if (shown := land(kinds))}
    made.figures = {kind: _cell(space) for space, kinds in table.items() for kind in kinds if kind in FIGURES}
    made.marks = tuple(Mark(_cell(space), "todo") for space in spaces)
    made.ways = tuple(tuple(map(_cell, way)) for way in ways)
    return made


def land(kinds: Iterable[Kind]) -> Hex | None:
    """Land of a piece kind such as "forest 3 9"; None if it was not recognised."""
    for kind in kinds:
        terrain, *river = kind.split()
        if terrain in TERRAINS:
            return Hex(terrain, tuple(map(int, river)))
    return None


def _cell(space: Space) -> Cell:
    cell = read_cell(str(space))
    assert cell
    return cell
