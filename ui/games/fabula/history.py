"""History of a duel: the chart of base resistance, and its table."""

from collections.abc import Mapping, Sequence

from kivy.app import App
from kivy.properties import ListProperty

from companion.games.base import N_, Space
from companion.games.fabula import Position
from ui import theme
from ui.games.fabula import card_paint, player_side
from ui.games.fabula.card_print import BASE_MM, TABLE_MM
from ui.games.fabula.duel_table import DuelTable
from ui.games.fabula.player_side import Marks
from ui.games.fabula.views import BaseView, CardView
from ui.services import Where
from ui.widgets.chart import LineStyle

LINES: Mapping[str, LineStyle] = {
    "first": LineStyle("fb-resistance", theme.ACCENT, N_("Resistance: first player"), theme.ACCENT),
    "second": LineStyle("fb-base", theme.ASK, N_("Resistance: second player"), theme.ASK),
}

_LARGEST = 1.6
"""How much larger than usual a single card is shown."""


class PastDuelTable(DuelTable):
    """Table of a past position, or a few of its cards larger; it takes no touches."""

    closer = ListProperty([])
    watched = (*DuelTable.watched, "closer")

    def __init__(self) -> None:
        super().__init__(disabled=True)

    def paint(self) -> None:
        """Draw the table on a ground of its own, whatever it lies on."""
        self.box(self.pos, self.size, theme.GROUND, theme.mm(3))
        lying = (view for side in (self.near, self.far) for view in (*side.bases, *side.battle))
        if close := [view for view in lying if view.id in self.closer]:
            self._row(close)
        else:
            super().paint()

    def look_closer(self, spaces: Sequence[Space]) -> None:
        """Show only these cards and bases, if any of them lies on the table."""
        self.closer = [str(space) for space in spaces]

    def _row(self, views: Sequence[BaseView | CardView]) -> None:
        """Draw cards and bases beside each other, as large as there is room."""
        sizes = [BASE_MM if isinstance(view, BaseView) else TABLE_MM for view in views]
        gap = theme.mm(2)
        wide_mm, high_mm = sum(wide for wide, _ in sizes), max(high for _, high in sizes)
        room = self.width - gap * (len(sizes) + 1), self.height - 2 * gap
        scale = min(room[0] / wide_mm, room[1] / high_mm, theme.mm(_LARGEST))
        x = self.x + (self.width - scale * wide_mm - gap * (len(sizes) - 1)) / 2
        for view, (wide, high) in zip(views, sizes, strict=True):
            box = (x, self.y + (self.height - scale * high) / 2, scale * wide, scale * high)
            if isinstance(view, BaseView):
                card_paint.base(self, view, box)
            else:
                card_paint.card(self, view, box)
            x += scale * wide + gap

    def look_at(self, position: Position, where: Where) -> None:
        """Show a position and mark the last action."""
        language = App.get_running_app().language
        marks = Marks.of({"can": [str(space) for space in where.spaces]})
        for seat, name in ((0, "near"), (1, "far")):
            setattr(self, name, player_side.side(position, seat, language, marks, {}, position.turn))
