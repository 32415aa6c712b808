"""Board of a hint of Fate: spaces to look at, then good acts."""

from collections.abc import Sequence

from kivy.uix.widget import Widget

from companion.games.base import Space, Table
from companion.session.fate.pieces import BoardPiece
from ui.games.fate.board import FateBoard
from ui.games.fate.hex_marks import HexMark


def board(table: Table, spaces: Sequence[Space], ways: Sequence[tuple[Space, ...]]) -> Widget:
    """Board with marked spaces, or an arrow with a number for each act; it takes no touches."""
    made = FateBoard(disabled=True)
    made.pieces = tuple(BoardPiece(str(space), kind) for space, kinds in table.items() for kind in kinds)
    made.paths = tuple(tuple(map(str, way)) for way in ways if len(way) > 1)
    # Several acts may end on one hex, such as all that the hero does where it is.
    labels: dict[str, str] = {}
    for number, way in enumerate(ways, 1):
        if way:
            labels[str(way[-1])] = " ".join(filter(None, (labels.get(str(way[-1])), str(number))))
    made.marks = (
        *(HexMark(str(space), "target") for space in spaces),
        *(HexMark(at, "ask", label=label) for at, label in labels.items()),
    )
    return made
