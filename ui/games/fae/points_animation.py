"""Animation of rituals: one ring after the other, with its points that fly to the scores."""

from collections.abc import Callable, Sequence
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
"""Duration of a ritual in seconds."""
_RING_MM, _WIDER = 5.0, 1.4
"""Radius of the ring around a ritual, and how much wider it becomes."""


@dataclass(frozen=True, slots=True)
class RitualFlight:
    """A ritual: its place in the window, its points, and the scores to which they fly, in pixels."""

    start: Point
    word: str
    ends: tuple[Point, ...] = ()


class PointsAnimation(Widget):
    """Overlay without touches; a new animation ends the one before."""

    elapsed_s = NumericProperty(0.0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.lifetime = Lifetime()
        self._group = InstructionGroup()
        self.canvas.add(self._group)
        self._left: list[RitualFlight] = []
        self._shifts: list[tuple[Translate, Point, Point]] = []
        self._ring: tuple[Scale, Color] | None = None
        self._begin_s = 0.0
        self.bind(elapsed_s=self._move)

    def fly(self, rituals: Sequence[RitualFlight], wait_s: float, done: Callable[[], object]) -> None:
        """Animate rituals one after the other, the first after `wait_s`; call `done` after the last, also if
        the motion is ended early.
        """
        Animation.cancel_all(self, "elapsed_s")
        self._clear()
        self._left, self._begin_s, self.elapsed_s = list(rituals), wait_s, 0.0
        end_s = wait_s + FLIGHT_S * len(rituals)
        way = Animation(elapsed_s=end_s, duration=end_s)
        way.bind(on_complete=lambda *_: done())
        self.lifetime.animate(self, way)

    def _show(self, ritual: RitualFlight) -> None:
        """Add the ring of a ritual, and its points."""
        grow, tint = Scale(1, 1, 1), Color(*theme.ACCENT)
        ring = Line(circle=(0, 0, theme.mm(_RING_MM)), width=theme.mm(0.4))
        for made in (PushMatrix(), Translate(*ritual.start), grow, tint, ring, PopMatrix()):
            self._group.add(made)
        self._ring = grow, tint
        for end in ritual.ends:
            shift = Translate(*ritual.start)
            self._group.add(PushMatrix())
            self._group.add(shift)
            side = theme.mm(6.4)
            drawing.picture(self._group, "shadow", 0, 0, 1.15 * side, [0.05, 0.06, 0.08, 1])
            drawing.picture(self._group, "shadow", 0, 0, side, theme.GOOD)
            drawing.text(self._group, ritual.word, 0, 0, 0.45 * side, theme.ON_ACCENT)
            self._group.add(PopMatrix())
            self._shifts.append((shift, ritual.start, end))

    def _clear(self) -> None:
        self._group.clear()
        self._shifts, self._ring = [], None

    def on_touch_down(self, touch: Any) -> bool:
        """Take no touch."""
        return False

    def _move(self, *_: Any) -> None:
        while self.elapsed_s >= self._begin_s + (FLIGHT_S if self._ring else 0):
            if self._ring:
                self._clear()
                self._begin_s += FLIGHT_S
            if not self._left:
                return
            self._show(self._left.pop(0))
        if self._ring is None:
            return
        share = (self.elapsed_s - self._begin_s) / FLIGHT_S
        eased = share * share * (3 - 2 * share)
        for shift, (ax, ay), (bx, by) in self._shifts:
            shift.xy = (ax + (bx - ax) * eased, ay + (by - ay) * eased)
        grow, tint = self._ring
        grow.x = grow.y = 0.6 + _WIDER * eased
        tint.a = 1 - eased**2
