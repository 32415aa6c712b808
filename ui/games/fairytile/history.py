"""History of a game of Fairy Tile: chart of lands and pages, and its kingdom."""

from collections.abc import Mapping

from companion.games.base import N_, Space
from companion.games.fairytile.board import read_cell
from companion.games.fairytile.position import Position
from ui import theme
from ui.boards.geometry import Point
from ui.games.fairytile.art import TERRAIN_COLOURS
from ui.games.fairytile.board import KingdomBoard, Mark
from ui.games.fairytile.board_map import centre
from ui.services import Where
from ui.widgets.chart import LineStyle

LINES: Mapping[str, LineStyle] = {
    "lands": LineStyle("land-plain", TERRAIN_COLOURS["plain"], N_("Lands of the kingdom")),
    "told": LineStyle("ft-tell", theme.ACCENT, N_("Pages told"), theme.ACCENT),
}


class PastKingdom(KingdomBoard):
    """Kingdom of a past position; it takes no touches."""

    def __init__(self) -> None:
        super().__init__(disabled=True)

    def centre_of(self, space: Space) -> Point | None:
        """The place of a land, once the kingdom has its size."""
        cell = read_cell(str(space))
        return self.frame.place(centre(cell)) if cell else None

    def look_at(self, position: Position, where: Where) -> None:
        """Show lands, figures and the last action."""
        self.kingdom, self.figures = position.kingdom.cells, position.figure_cells
        self.marks = tuple(Mark(cell, "told") for space in where.spaces if (cell := read_cell(str(space))))
        self.ways = tuple(
            tuple(cell for space in way if (cell := read_cell(str(space)))) for way in where.ways
        )
