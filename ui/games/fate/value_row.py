"""Numbers with their icons, side by side."""

from collections.abc import Sequence

from kivy.properties import ListProperty

from ui import theme
from ui.widgets.painted import Painted


class ValueRow(Painted):
    """Numbers with their icons, side by side."""

    watched = ("values",)
    values = ListProperty([])

    def __init__(self, values: Sequence[tuple[str, str, theme.Rgba]] = ()) -> None:
        super().__init__(size_hint_y=None, height=theme.mm(5.6), values=values)

    def paint(self) -> None:
        """Draw the numbers."""
        self.box(self.pos, self.size, theme.SURFACE, theme.mm(1.6))
        widths = [1.0 + 0.34 * len(text) for _, text, _ in self.values]
        x, unit = self.x + theme.mm(1), (self.width - theme.mm(2)) / sum(widths)
        part = min(1.0, unit / theme.mm(5.8))
        side, apart, font = (part * theme.mm(size_mm) for size_mm in (4, 0.7, 3.3))
        for (icon, text, tint), width in zip(self.values, widths, strict=True):
            self.draw(icon, x + side / 2, self.middle[1], side, tint)
            self.text(text, x + side + apart, self.middle[1], font, theme.INK, align=0)
            x += unit * width
