"""History of a duel: the chart of base resistance, and its table."""

from collections.abc import Mapping

from kivy.app import App

from companion.games.base import N_
from companion.games.fabula import Position
from ui import theme
from ui.games.fabula import player_side
from ui.games.fabula.duel_table import DuelTable
from ui.games.fabula.player_side import Marks
from ui.services import Where
from ui.widgets.chart import LineStyle

LINES: Mapping[str, LineStyle] = {
    "first": LineStyle("fb-resistance", theme.ACCENT, N_("Resistance: first player"), theme.ACCENT),
    "second": LineStyle("fb-base", theme.ASK, N_("Resistance: second player"), theme.ASK),
}


class PastDuelTable(DuelTable):
    """Table of a past position; it takes no touches."""

    def __init__(self) -> None:
        super().__init__(disabled=True)

    def paint(self) -> None:
        """Draw the table on a ground of its own, whatever it lies on."""
        self.box(self.pos, self.size, theme.GROUND, theme.mm(3))
        super().paint()

    def look_at(self, position: Position, where: Where) -> None:
        """Show a position and mark the last action."""
        language = App.get_running_app().language
        marks = Marks.of({"can": [str(space) for space in where.spaces]})
        for seat, name in ((0, "near"), (1, "far")):
            setattr(self, name, player_side.side(position, seat, language, marks, {}, position.turn))
