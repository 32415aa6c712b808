"""History of a game of Fae: chart lines of its colours, and its board."""

from collections.abc import Mapping

from companion.games import fae
from companion.games.base import Space
from companion.session.fae.words import COLOURS
from ui.boards.geometry import Point
from ui.games.fae.art import DRUID_COLOURS
from ui.games.fae.board import FaeBoard, SpaceMark
from ui.games.fae.board_map import CENTRES
from ui.services import Where
from ui.widgets.chart import LineStyle

LINES: Mapping[str, LineStyle] = {
    code: LineStyle(f"druid-{code}", DRUID_COLOURS[code], title) for code, title in COLOURS.items()
}


class PastFaeBoard(FaeBoard):
    """Board of a past position; it takes no touches."""

    def __init__(self) -> None:
        super().__init__(disabled=True)

    def centre_of(self, space: Space) -> Point | None:
        """The place of a space."""
        return CENTRES.get(int(space))

    def look_at(self, position: fae.Position, where: Where) -> None:
        """Show the druids, the move that led here and its rituals."""
        table = {int(space): pieces for space, pieces in fae.table(position).items()}
        self.show(table, next(((int(way[0]), int(way[-1])) for way in where.ways), None))
        self.marks = tuple(SpaceMark(int(space), "ritual") for space in where.spaces)
