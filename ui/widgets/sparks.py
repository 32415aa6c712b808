"""Sparks over a screen when a page is told or a game is won."""

from math import cos, pi, sin, sqrt
from typing import Any

from kivy.animation import Animation
from kivy.graphics import Color, Rectangle
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from ui import theme
from ui.lifetime import Lifetime

_COUNT = 24
_GLOW_S = 0.9
_SIDE_MM, _MIDDLE, _FAR, _FALL = 2.2, 0.6, 0.6, 0.2
"""Side of a spark; where it begins, how far it flies and how far it falls, in heights of the screen."""
_GOLDEN = pi * (3 - sqrt(5))
"""Angle between one spark and the next, by which they spread evenly."""


class Sparks(Widget):
    """Overlay without touches; `burst` lets sparks fly. Nothing with little motion."""

    progress = NumericProperty(1.0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.lifetime = Lifetime()
        self._sparks: list[tuple[Color, Rectangle]] = []
        self.bind(progress=self._move)

    def burst(self) -> None:
        """Begin at the next frame, when the screen has its size."""
        self.lifetime.once(lambda _: self._begin())

    def _begin(self) -> None:
        Animation.cancel_all(self, "progress")
        self.canvas.clear()
        side, colours = theme.mm(_SIDE_MM), (theme.ACCENT, theme.GOOD, theme.ASK)
        self._sparks = []
        for i in range(_COUNT):
            made = Color(*colours[i % len(colours)]), Rectangle(size=(side, side))
            self._sparks.append(made)
            for instruction in made:
                self.canvas.add(instruction)
        self.progress = 0.0
        self.lifetime.animate(self, Animation(progress=1.0, duration=_GLOW_S, t="out_quad"))

    def on_touch_down(self, touch: Any) -> bool:
        """Take no touch."""
        return False

    def _move(self, *_: Any) -> None:
        share = self.progress
        if share >= 1:
            self.canvas.clear()
            self._sparks = []
        for i, (tint, spark) in enumerate(self._sparks):
            far = self.height * _FAR * share * (0.4 + 0.6 * (i + 1) / _COUNT)
            x, y = far * cos(i * _GOLDEN), far * sin(i * _GOLDEN) - self.height * _FALL * share**2
            spark.pos = self.center_x + x, self.y + self.height * _MIDDLE + y
            tint.a = 1 - share**2
