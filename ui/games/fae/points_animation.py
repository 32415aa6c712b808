"""Animation of points from the space that won them to the score."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kivy.animation import Animation
from kivy.graphics import Color, InstructionGroup, Line, PopMatrix, PushMatrix, Scale, Translate
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from ui import theme
from ui.boards import drawing
from ui.boards.geometry import Point
from ui.lifetime import Lifetime

FLIGHT_S = 0.9
_RING_MM, _WIDER = 5.0, 1.4
"""Radius of the ring around a ritual, and how much wider it becomes."""


@dataclass(frozen=True, slots=True)
class Won:
    """A text that moves from one place of the window to another, in pixels."""

    word: str
    start: Point
    end: Point


class PointsAnimation(Widget):
    """Overlay without touches; a new animation ends the one before."""

    progress = NumericProperty(1.0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.lifetime = Lifetime()
        self._group = InstructionGroup()
        self.canvas.add(self._group)
        self._shifts: list[tuple[Translate, Won]] = []
        self._rings: list[tuple[Scale, Color]] = []
        self.bind(progress=self._move)

    def fly(self, won: Sequence[Won]) -> None:
        """Animate texts; they disappear on arrival."""
        Animation.cancel_all(self, "progress")
        self._clear()
        for start in dict.fromkeys(one.start for one in won):
            self._add_ring(start)
        for one in won:
            shift = Translate(*one.start)
            self._group.add(PushMatrix())
            self._group.add(shift)
            side = theme.mm(6.4)
            drawing.picture(self._group, "shadow", 0, 0, 1.15 * side, [0.05, 0.06, 0.08, 1])
            drawing.picture(self._group, "shadow", 0, 0, side, theme.GOOD)
            drawing.text(self._group, one.word, 0, 0, 0.45 * side, theme.ON_ACCENT)
            self._group.add(PopMatrix())
            self._shifts.append((shift, one))
        if won:
            self.progress = 0.0
            self.lifetime.animate(self, Animation(progress=1.0, duration=FLIGHT_S, t="in_out_quad"))

    def _add_ring(self, middle: Point) -> None:
        """Add a ring that widens around a ritual."""
        grow, tint = Scale(1, 1, 1), Color(*theme.ACCENT)
        ring = Line(circle=(0, 0, theme.mm(_RING_MM)), width=theme.mm(0.4))
        for made in (PushMatrix(), Translate(*middle), grow, tint, ring, PopMatrix()):
            self._group.add(made)
        self._rings.append((grow, tint))

    def _clear(self) -> None:
        self._group.clear()
        self._shifts, self._rings = [], []

    def on_touch_down(self, touch: Any) -> bool:
        """Take no touch."""
        return False

    def _move(self, *_: Any) -> None:
        for shift, won in self._shifts:
            (ax, ay), (bx, by) = won.start, won.end
            shift.xy = (ax + (bx - ax) * self.progress, ay + (by - ay) * self.progress)
        for grow, tint in self._rings:
            grow.x = grow.y = 0.6 + _WIDER * self.progress
            tint.a = 1 - self.progress**2
        if self.progress >= 1:
            self._clear()
