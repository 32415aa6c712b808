"""Light on what may be touched next: the rest of the board is dimmed, a finger stands beside it."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from kivy.graphics import (
    Color,
    Line,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Rotate,
    RoundedRectangle,
    StencilPop,
    StencilPush,
    StencilUnUse,
    StencilUse,
)

from ui import theme
from ui.boards import drawing
from ui.boards.pulse import Pulsing

_DIMMED = 0.34
"""Opacity of the shade over what is not meant."""
_RING_MM, _RIM_MM, _CORNER_MM = 1.2, 0.5, 3.0
"""Widths of the ring and of the paper around it, and the corners of what is not round."""
_FINGER_MM = 8.0
_FLAT = 1.8
"""How many times as wide as high a key is at least."""


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

    def holds(self, x: float, y: float) -> bool:
        """Return whether a touch means it."""
        return abs(x - self.x) <= self.half_width and abs(y - self.y) <= self.half_height


def round_spot(x: float, y: float, radius: float) -> Spot:
    """Make a round place; all in pixels."""
    return Spot(x, y, radius, radius)


class Box(NamedTuple):
    """A rectangle in the window: left, bottom, width and height in pixels."""

    x: float
    y: float
    width: float
    height: float

    @property
    def spot(self) -> Spot:
        """The place to touch that fills it."""
        return Spot(self.x + self.width / 2, self.y + self.height / 2, self.width / 2, self.height / 2)


class Spotlight(Pulsing):
    """Shade over a part of the window with a ring around each spot, which pulsates; it takes no touch.

    `spots`: what is lit now.
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.spots: tuple[Spot, ...] = ()
        self._seen: object = None

    def collide_point(self, x: float, y: float) -> bool:
        """Leave all touches to what lies below."""
        return False

    def light(self, area: Box | None, spots: Sequence[Spot], targets: bool = False) -> None:
        """Dim an area but for the spots in it; each gets a ring, green for `targets`, the first a finger."""
        if (area, spots, targets) == self._seen:
            return
        self._seen, self.spots = (area, spots, targets), tuple(spots)
        ink = theme.GOOD if targets else theme.ACCENT
        self.canvas.clear()
        add = self.canvas.add
        if area and any(_inside(area, spot) for spot in spots):
            discs = [
                RoundedRectangle(pos=(x - w, y - h), size=(2 * w, 2 * h), radius=[spot.radius])
                for spot in spots
                for x, y, w, h in (spot,)
            ]
            add(StencilPush())
            for disc in discs:
                add(disc)
            add(StencilUse(op="greater"))  # also where spots overlap
            add(Color(0, 0, 0, _DIMMED))
            add(Rectangle(pos=area[:2], size=area[2:]))
            add(StencilUnUse())
            for disc in discs:
                add(disc)
            add(StencilPop())
        self.pulse_colours = []
        ring, rim = theme.mm(_RING_MM), theme.mm(_RIM_MM)
        for spot in spots:
            add(Color(*theme.SURFACE))
            add(_ring(spot, 0, (ring + 2 * rim) / 2))
            add(Color(*ink))
            add(_ring(spot, 0, ring / 2))
            glow = Color(*ink[:3], 0)
            self.pulse_colours.append(glow)
            add(glow)
            add(_ring(spot, ring, ring))
        for spot in spots[:1]:
            self._point(spot)
        self.run_pulse()

    def _point(self, spot: Spot) -> None:
        """Draw a finger beside a spot, within the window, and not on the words of a key."""
        side = theme.mm(_FINGER_MM)
        x, y, degrees = self._beside(spot, side)
        self.canvas.add(PushMatrix())
        self.canvas.add(Rotate(angle=degrees, origin=(x, y)))
        drawing.picture(self.canvas, "finger", x, y, 1.16 * side, theme.SURFACE)
        drawing.picture(self.canvas, "finger", x, y, side, theme.INK)
        self.canvas.add(PopMatrix())

    def _beside(self, spot: Spot, side: float) -> tuple[float, float, float]:
        """Return where a finger stands, and how far it is turned: at the lower right of most spots.

        A key is flat: in the lower half of the window it is pointed at from the side with the most room.
        """
        x, y = spot.x + 0.6 * spot.half_width, spot.y - spot.half_height - 0.45 * side
        if spot.half_width < _FLAT * spot.half_height or spot.y > self.center_y:
            return min(x, self.right - 0.6 * side), max(y, self.y + 0.6 * side), 0
        away = spot.half_width + 0.6 * side
        rooms = {
            self.top - spot.y - spot.half_height: (spot.x, spot.y + spot.half_height + 0.6 * side, 180),
            spot.x - self.x - spot.half_width: (spot.x - away, spot.y, -90),
            self.right - spot.x - spot.half_width: (spot.x + away, spot.y, 90),
        }
        return rooms[max(rooms)]


def _inside(area: Box, spot: Spot) -> bool:
    return area.x <= spot.x <= area.x + area.width and area.y <= spot.y <= area.y + area.height


def _ring(spot: Spot, grown: float, width: float) -> Line:
    x, y, half_width, half_height = spot
    box = (
        x - half_width - grown,
        y - half_height - grown,
        2 * (half_width + grown),
        2 * (half_height + grown),
    )
    return Line(rounded_rectangle=(*box, spot.radius + grown), width=width)
