"""A widget that paints itself."""

from math import inf
from typing import Any

from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.uix.widget import Widget

from ui import theme
from ui.boards import art, drawing
from ui.boards.geometry import Point
from ui.lifetime import Lifetime


class Painted(Widget):
    """A widget that paints itself; `paint` is called once before the next frame when something changed."""

    watched: tuple[str, ...] = ()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.smallest_px = inf
        """Size of its smallest text."""
        self.lifetime = Lifetime()
        self.repaint_soon = self.lifetime.trigger(self._repaint, -1)
        for name in ("pos", "size", *self.watched):
            self.fbind(name, self.repaint_soon)

    def _repaint(self, *_: Any) -> None:
        self.canvas.before.clear()
        self.smallest_px = inf
        if min(self.size) > 4:
            self.paint()

    def paint(self) -> None:
        """Draw everything again."""

    @property
    def middle(self) -> tuple[float, float]:
        """Centre of the widget; Kivy's own lags behind while `pos` is being set."""
        return self.x + self.width / 2, self.y + self.height / 2

    def draw(self, name: str, x: float, y: float, side: float, tint: theme.Rgba = art.WHITE) -> None:
        """A piece of art around (x, y)."""
        drawing.picture(self.canvas.before, name, x, y, side, tint)

    def box(self, pos: Point, size: Point, colour: theme.Rgba, radius: float) -> None:
        """A rounded box with its lower left corner at `pos`."""
        self.canvas.before.add(Color(*colour))
        radius = min(radius, size[0] / 2, size[1] / 2)
        self.canvas.before.add(SmoothRoundedRectangle(pos=pos, size=size, radius=[radius]))

    def text(
        self, text: str, x: float, y: float, size_px: float, colour: theme.Rgba, align: float = 0.5
    ) -> float:
        """One line of bold text; `align` 0 starts at x, 0.5 is centred, 1 ends there. Returns its width."""
        self.smallest_px = min(self.smallest_px, size_px)
        written = drawing.word(text, x, y, size_px, colour)
        width = written.size[0]
        written.pos = (x - width * align, written.pos[1])
        self.canvas.before.add(Color(1, 1, 1, 1))
        self.canvas.before.add(written)
        return float(width)
