"""Minimap: shows which part of the map is visible; a tap on it shows the whole map."""

from typing import Any

from kivy.graphics import Color, Line, Rectangle, SmoothRoundedRectangle
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from ui import theme
from ui.boards.geometry import Point


class Minimap(ButtonBehavior, Widget):
    """Outline of the map with the visible part, in the upper right corner of the board."""

    def __init__(self, aspect: float, **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), **kwargs)
        self._aspect = aspect
        with self.canvas:
            Color(*theme.SURFACE[:3], 0.92)
            self._ground = SmoothRoundedRectangle()
            Color(*theme.LINE)
            self._map = Rectangle()
            Color(*theme.ACCENT)
            self._part = Line(width=theme.mm(0.3))

    def place(self, board: Widget, first: Point, last: Point) -> None:
        """Place it in the corner of a board that shows the map from `first`, lower left, to `last`."""
        height = theme.mm(max(theme.TOUCH_MM, theme.TOUCH_MM / self._aspect)) + theme.mm(1.6)
        rim = theme.mm(0.8)
        self.size = ((height - 2 * rim) * self._aspect + 2 * rim, height)
        self.pos = (board.x + board.width - self.width - rim, board.y + board.height - self.height - rim)
        self._ground.pos, self._ground.size, self._ground.radius = self.pos, self.size, [theme.mm(1.2)]
        unit = height - 2 * rim
        left, bottom = self.x + rim, self.y + rim
        self._map.pos, self._map.size = (left, bottom), (unit * self._aspect, unit)
        x, y = max(0.0, first[0]), max(0.0, first[1])
        width, tall = min(self._aspect, last[0]) - x, min(1.0, last[1]) - y
        self._part.rectangle = (left + x * unit, bottom + y * unit, width * unit, tall * unit)
