"""Numbers with their icons, side by side."""

from collections.abc import Sequence

from ui import theme
from ui.widgets.standing import Painted


class Values(Painted):
    """Numbers with their icons, side by side."""

    def __init__(self, values: Sequence[tuple[str, str, theme.Rgba]]) -> None:
        self._values = values
        super().__init__(size_hint_y=None, height=theme.mm(5.6))

    def paint(self) -> None:
        """Draw the numbers."""
        self.box(self.pos, self.size, theme.PANEL, theme.mm(1.6))
        widths = [1.0 + 0.34 * len(text) for _, text, _ in self._values]
        x, unit = self.x + theme.mm(1), (self.width - theme.mm(2)) / sum(widths)
        for (icon, text, tint), width in zip(self._values, widths, strict=True):
            side = min(theme.mm(4), unit * 0.8)
            self.draw(icon, x + side / 2, self.middle[1], side, tint)
            self.text(text, x + side + theme.mm(0.7), self.middle[1], theme.mm(3.3), theme.TEXT, align=0)
            x += unit * width
