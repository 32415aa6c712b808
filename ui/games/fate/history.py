"""History of a game of Fate: chart of town and monsters, and its board."""

from collections.abc import Mapping

from companion.games.base import N_, Space
from companion.games.fate import Position
from companion.session.fate.pieces import standing
from ui import theme
from ui.boards.geometry import Point
from ui.games.fate.board import FateBoard
from ui.games.fate.board_map import CENTRES
from ui.games.fate.hex_marks import HexMark
from ui.services import Where
from ui.widgets.chart import LineStyle

LINES: Mapping[str, LineStyle] = {
    "town": LineStyle("house", theme.ACCENT, N_("Town")),
    "monsters": LineStyle("skull", theme.BAD, N_("Monsters"), theme.BAD),
    "killed": LineStyle("attack", theme.GOOD, N_("Monsters killed"), theme.GOOD),
}
LOST = LineStyle("house", theme.BAD, N_("Houses lost"), theme.BAD)
"""A house that the monsters took."""
_FEW = 3
"""Maximum number of paths that stay as arrows; those of a whole march would hide the board."""


class PastFateBoard(FateBoard):
    """Board of a past position; it takes no touches."""

    def __init__(self) -> None:
        super().__init__(disabled=True)

    def centre_of(self, space: Space) -> Point | None:
        """The place of a hex."""
        return CENTRES.get(str(space))

    def look_at(self, position: Position, where: Where) -> None:
        """Show the pieces; moved ones are animated, forward or back."""
        ways = tuple(tuple(map(str, way)) for way in where.ways)
        self._shown_ways = (*ways, *(way[::-1] for way in self.paths))
        self.pieces, self.town = standing(position), position.town
        self.markers = dict(position.markers)
        self.paths = ways if len(ways) <= _FEW else ()
        self.marks = tuple(HexMark(str(space), "ask") for space in where.spaces)
