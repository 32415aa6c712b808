"""Words over a play screen that point at what to touch; the board is dimmed but for what is meant."""

from collections.abc import Sequence
from math import hypot
from pathlib import Path
from typing import Any, NamedTuple

from kivy.graphics import (
    Color,
    InstructionGroup,
    Line,
    Rectangle,
    RoundedRectangle,
    StencilPop,
    StencilPush,
    StencilUnUse,
    StencilUse,
    Triangle,
)
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from ui import theme
from ui.boards.geometry import Point
from ui.boards.pulse import Pulsing
from ui.widgets.basics import Key
from ui.widgets.painted import Painted
from ui.widgets.reuse import arrange

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_TAIL_MM, _TAIL_HALF_MM = 3.4, 2.2
_WIDE_MM, _LEAST_MM = 76.0, 44.0
"""Width of a bubble that would hide what it points at if it were narrower, and of the narrowest one."""
_APART_MM = 1.6
"""Room between the bubble and what it points at."""
_DIMMED = 0.55
"""Opacity of the shade over what is not meant."""
_RING_MM, _CORNER_MM = 0.7, 3.0
_DOT_MM, _DOT_PITCH_MM, _LEAST_DOT_MM = 1.8, 3.0, 0.9


class Spot(NamedTuple):
    """A place in the window to touch: its centre, and half its width and height in pixels.

    One as wide as high is round.
    """

    x: float
    y: float
    half_width: float
    half_height: float

    @property
    def radius(self) -> float:
        """Radius of its corners."""
        round_ = self.half_width == self.half_height
        return self.half_width if round_ else min(theme.mm(_CORNER_MM), self.half_height)


def round_spot(x: float, y: float, radius: float) -> Spot:
    """Make a round place; all in pixels."""
    return Spot(x, y, radius, radius)


class Box(NamedTuple):
    """A rectangle in the window: left, bottom, width and height in pixels."""

    x: float
    y: float
    width: float
    height: float


class BubbleKey(Key):
    """Words on a bubble that act when touched."""


class LessonDots(Painted):
    """Which step of how many is shown; the present one is larger, too."""

    watched = ("number", "count")
    number = NumericProperty(0)
    count = NumericProperty(0)

    def paint(self) -> None:
        """Draw a dot for each step as far as there is room."""
        pitch, side = min(theme.mm(_DOT_PITCH_MM), self.width / max(1, self.count)), theme.mm(_DOT_MM)
        side = min(side, 0.7 * pitch)
        if side < theme.mm(_LEAST_DOT_MM):  # the message bar says it, too
            return
        for step in range(int(self.count)):
            now = step + 1 == self.number
            colour = theme.ACCENT if step < self.number else [*theme.SURFACE[:3], 0.4]
            wide = side * (1.3 if now else 1)
            left = self.x + step * pitch + (pitch - wide) / 2
            self.box((left, self.y + (self.height - wide) / 2), (wide, wide), colour, wide / 2)


class Bubble(BoxLayout):
    """A sentence, a line more, and at most two keys: `skip` gives up all of it, `onward` goes on.

    A touch of it goes no further.
    """

    say = StringProperty("")
    why = StringProperty("")
    skip = StringProperty("")
    onward = StringProperty("")
    number = NumericProperty(0)
    count = NumericProperty(0)
    __events__ = ("on_left", "on_next")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._dots, *self._keys = (self.ids[name].__self__ for name in ("dots", "skip", "onward"))
        self.bind(skip=self._show_keys, onward=self._show_keys)
        self._show_keys()

    def on_left(self) -> None:
        """Handle a touch of `skip`."""

    def on_next(self) -> None:
        """Handle a touch of `onward`."""

    def on_touch_down(self, touch: Any) -> bool:
        """Keep touches from what lies below."""
        return bool(super().on_touch_down(touch)) or self.collide_point(*touch.pos)

    @property
    def keys(self) -> list[BubbleKey]:
        """The keys that have words."""
        return [key for key in self._keys if key.text]

    @property
    def least_px(self) -> float:
        """Width that the keys need."""
        left, _, right, _ = self.padding
        return float(left + right + sum(key.width for key in self.keys))

    def _show_keys(self, *_: Any) -> None:
        """Show the keys that have words."""
        arrange(self.ids.row, [self._dots, *self.keys])


class Spotlight(Pulsing):
    """Shade over a part of the window with a ring around each spot, which pulsates."""

    def light(self, area: Box | None, spots: Sequence[Spot]) -> None:
        """Dim an area but for the spots in it; all spots get a ring."""
        self.canvas.clear()
        add = self.canvas.add
        discs = [
            RoundedRectangle(pos=(x - w, y - h), size=(2 * w, 2 * h), radius=[spot.radius])
            for spot in spots
            for x, y, w, h in (spot,)
        ]
        if area and spots:
            add(StencilPush())
            for disc in discs:
                add(disc)
            add(StencilUse(op="notequal"))
            add(Color(0, 0, 0, _DIMMED))
            add(Rectangle(pos=area[:2], size=area[2:]))
            add(StencilUnUse())
            for disc in discs:
                add(disc)
            add(StencilPop())
        self.pulse_colours = []
        for spot in spots:
            add(Color(*theme.ACCENT))
            add(_ring(spot, 0, theme.mm(_RING_MM) / 2))
            glow = Color(*theme.ACCENT[:3], 0)
            self.pulse_colours.append(glow)
            add(glow)
            add(_ring(spot, theme.mm(_RING_MM), theme.mm(_RING_MM)))
        self.run_pulse()


class BubbleOverlay(FloatLayout):
    """A bubble, its tail and the spotlight, over all of a play screen."""

    shown = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.light = Spotlight()
        self.bubble = Bubble()
        self._area = Box(0, 0, 0, 0)
        self._spots: tuple[Spot, ...] = ()
        self._later: tuple[Spot, ...] = ()
        self._seen: object = None
        self._tail = InstructionGroup()
        self.bubble.canvas.before.add(self._tail)
        for part in (self.bubble, self.bubble.ids.skip, self.bubble.ids.onward):
            part.bind(size=lambda *_: self._place())

    def show(
        self, area: Box, spots: tuple[Spot, ...], later: tuple[Spot, ...] = (), dimmed: bool = True
    ) -> None:
        """Show the bubble within an area, beside the spots and off those that are touched later.

        `dimmed` shades the rest of the area.
        """
        if not self.shown:
            self.shown = True
            self.add_widget(self.light)
            self.add_widget(self.bubble)
        if (area, spots, later, dimmed) == self._seen:
            return
        self._seen, self._area, self._spots, self._later = (area, spots, later, dimmed), area, spots, later
        inside = [
            s for s in spots if area.x <= s.x <= area.x + area.width and area.y <= s.y <= area.y + area.height
        ]
        self.light.light(area if dimmed and inside else None, spots)
        wide = theme.mm(54) * max(1.0, theme.em("body") / theme.mm(4.2))
        self.bubble.width = min(wide, max(theme.mm(_LEAST_MM), area.width - theme.mm(2)))
        self._place()

    def hide(self) -> None:
        """Take the bubble away."""
        if self.shown:
            self.shown, self._seen = False, None
            self.light.light(None, ())
            self.clear_widgets()

    def _place(self) -> None:
        """Put the bubble where it hides no spot, as near to them as possible."""
        if not self.shown:
            return
        bubble, area = self.bubble, self._area
        if bubble.width < bubble.least_px:
            bubble.width = bubble.least_px  # it is placed again
            return
        margin = theme.mm(1)
        xs = [
            area.x + margin,
            area.x + (area.width - bubble.width) / 2,
            area.x + area.width - bubble.width - margin,
        ]
        high = area.height - bubble.height
        ys = [area.y + margin + (high - 2 * margin) * step / 6 for step in range(7)]
        places = [Box(x, y, bubble.width, bubble.height) for y in ys for x in xs]
        best = min(places, key=self._badness)
        wider = min(theme.mm(_WIDE_MM), area.width - theme.mm(2))
        if self._badness(best)[0] > 0 and bubble.width < wider:
            bubble.width = wider  # it becomes lower, and is placed again
            return
        best = best._replace(  # the area may have no size yet
            x=min(max(best.x, margin), self.width - bubble.width - margin),
            y=min(max(best.y, margin), self.height - bubble.height - margin),
        )
        bubble.pos = best[:2]
        self._draw_tail(best)

    def _badness(self, box: Box) -> tuple[float, float, float]:
        """How much a place hides of the spots, of later ones, then how far it is from the first one or the
        lower edge.
        """
        apart = theme.mm(_APART_MM)
        hidden, later = (sum(_overlap(box, s, apart) for s in spots) for spots in (self._spots, self._later))
        if not self._spots:
            return (
                0.0,
                0.0,
                hypot(box.y - self._area.y, (box.x + box.width / 2) - (self._area.x + self._area.width / 2)),
            )
        first = self._spots[0]
        return hidden, later, _distance(box, (first.x, first.y))

    def _draw_tail(self, box: Box) -> None:
        self._tail.clear()
        if not self._spots:
            return
        spot = self._spots[0]
        x = min(max(spot.x, box.x + theme.mm(6)), box.x + box.width - theme.mm(6))
        y = min(max(spot.y, box.y + theme.mm(5)), box.y + box.height - theme.mm(5))
        half, long = theme.mm(_TAIL_HALF_MM), theme.mm(_TAIL_MM)
        above = max(spot.y - box.y - box.height, box.y - spot.y)
        beside = max(spot.x - box.x - box.width, box.x - spot.x)
        if max(above, beside) <= 0:  # it lies on the spot
            return
        if above >= beside:
            y = box.y + box.height - 1 if spot.y > box.y else box.y + 1
            base = [x - half, y, x + half, y]
        else:
            x = box.x + box.width - 1 if spot.x > box.x else box.x + 1
            base = [x, y - half, x, y + half]
        away = hypot(spot.x - x, spot.y - y) or 1.0
        points = [*base, x + long * (spot.x - x) / away, y + long * (spot.y - y) / away]
        self._tail.add(Color(*theme.INK))
        self._tail.add(Triangle(points=points))


def _ring(spot: Spot, grown: float, width: float) -> Line:
    x, y, half_width, half_height = spot
    box = (
        x - half_width - grown,
        y - half_height - grown,
        2 * (half_width + grown),
        2 * (half_height + grown),
    )
    return Line(rounded_rectangle=(*box, spot.radius + grown), width=width)


def _overlap(box: Box, spot: Spot, apart: float) -> float:
    """How far a box reaches into a spot or the room around it, in pixels."""
    across = spot.half_width + apart - max(box.x - spot.x, spot.x - box.x - box.width, 0)
    up = spot.half_height + apart - max(box.y - spot.y, spot.y - box.y - box.height, 0)
    return max(0.0, min(across, up))


def _distance(box: Box, point: Point) -> float:
    """Distance of a point from a box, 0 inside."""
    across = max(box.x - point[0], 0, point[0] - box.x - box.width)
    return hypot(across, max(box.y - point[1], 0, point[1] - box.y - box.height))
