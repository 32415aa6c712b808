"""Boards without touch: of past games, and of hints."""

from collections.abc import Sequence
from typing import Any

from kivy.uix.widget import Widget

from companion.games.base import Space, Table
from companion.session.answering import numbered
from ui.boards.geometry import Point
from ui.games.board.description import Described
from ui.games.board.view import BoardView, Look, SpaceMark
from ui.services import Where


class PastGameBoard(BoardView):
    """Board of a past position."""

    def __init__(self, of: Described, look: Look) -> None:
        super().__init__(look, disabled=True)
        self._of = of

    def centre_of(self, space: Space) -> Point | None:
        """The place of a space."""
        return self.game_look.layout.centres.get(space)

    def look_at(self, position: Any, where: Where) -> None:
        """Show a position, the moves that led here and the spaces concerned."""
        self.table = self._of.rules.table(position)
        self.arrows = tuple(way for way in where.ways if len(way) > 1)
        ends = (way[-1] for way in where.ways if way)
        self.marks = tuple(SpaceMark(space, "last") for space in dict.fromkeys((*ends, *where.spaces)))


def hint_board(
    look: Look, table: Table, spaces: Sequence[Space], ways: Sequence[tuple[Space, ...]]
) -> Widget:
    """Return a board with spaces to look at, or a number and an arrow for each way."""
    made = BoardView(look, disabled=True)
    made.table = table
    marks = [SpaceMark(space, "ask", number) for space, number in numbered(ways)]
    made.marks = (*(SpaceMark(space, "move") for space in spaces), *marks)
    made.arrows = tuple(way for way in ways if len(way) > 1)
    return made
