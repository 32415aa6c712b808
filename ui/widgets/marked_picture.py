"""A picture with marks around things in it: a ring, and beside it what the thing is."""

from collections.abc import Iterator, Sequence
from math import cos, hypot, pi, sin
from textwrap import wrap
from typing import NamedTuple, TypeAlias

from kivy.properties import ListProperty

from ui import theme
from ui.boards import drawing
from ui.boards.geometry import Point
from ui.services import PicturePoint
from ui.widgets.corners import PictureView

RING_MM = (1.6, 2.8)
"""Smallest and largest radius of a ring: as large as its neighbours leave room for."""
_SIGN_MM = 3.2
_LINE_LETTERS = 14
"""Number of letters after which a name goes on in a second line."""
_CORNERS = 20
_PLATE = [0.05, 0.05, 0.06, 0.82]
_LIGHT = [1.0, 1.0, 1.0, 1.0]

Box: TypeAlias = tuple[float, float, float, float]
"""Left, bottom, right and top in the window, in pixels."""


class Mark(NamedTuple):
    """A thing at a place of the picture: the colour of its ring, and its art and name beside it."""

    place: PicturePoint
    colour: theme.Rgba
    sign: str = ""
    text: str = ""


class MarkedPicture(PictureView):
    """A picture with marks. Rings leave the things themselves in sight.

    A name stands below, above or beside its ring. One that has no room there is left out.
    """

    watched = (*PictureView.watched, "marks")
    marks = ListProperty([])

    def paint(self) -> None:
        """Draw the picture and its marks."""
        super().paint()
        if self.picture is None:
            return
        spots = [self.spot(mark.place) for mark in self.marks]
        radius = self._radius(spots)
        for mark, (x, y) in zip(self.marks, spots, strict=True):
            angles = [2 * pi * corner / _CORNERS for corner in range(_CORNERS)]
            points = [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]
            self.ring(points, mark.colour, theme.mm(0.3))
        for mark, spot in zip(self.marks, spots, strict=True):
            if mark.sign:
                self._sign(mark, spot, radius)
        taken = [_around(x, y, 2 * radius, 2 * radius) for x, y in spots]
        for mark, spot in zip(self.marks, spots, strict=True):
            if mark.text:
                self._name(mark.text, spot, radius, taken)

    def _radius(self, spots: Sequence[Point]) -> float:
        """Radius of the rings in pixels: most do not touch the next one."""
        nearest = sorted(
            min(hypot(x - other[0], y - other[1]) for at, other in enumerate(spots) if at != number)
            for number, (x, y) in enumerate(spots)
            if len(spots) > 1
        )
        least, most = (theme.mm(side) for side in RING_MM)
        return min(most, max(least, 0.45 * nearest[len(nearest) // 2])) if nearest else most

    def _sign(self, mark: Mark, spot: Point, radius: float) -> None:
        """The art at the upper right of the ring."""
        x, y = (share + 0.85 * radius for share in spot)
        side = theme.mm(_SIGN_MM)
        self.box((x - side / 2, y - side / 2), (side, side), _PLATE, side / 2)
        self.draw(mark.sign, x, y, 0.8 * side)

    def _name(self, name: str, spot: Point, radius: float, taken: list[Box]) -> None:
        """The name on a dark plate, where it hides no ring and no other name."""
        size_px = theme.em("note")
        lines = wrap(name, _LINE_LETTERS, break_long_words=False)
        width = max(drawing.word(line, 0, 0, size_px, _LIGHT).size[0] for line in lines) + theme.mm(1)
        height = size_px * len(lines) + theme.mm(0.6)
        left, bottom, frame_width, frame_height = self.frame
        for x, y in _beside(spot, radius + theme.mm(0.4), width, height):
            x = min(max(x, left + width / 2), left + frame_width - width / 2)
            box = _around(x, y, width, height)
            inside = box[1] >= bottom and box[3] <= bottom + frame_height
            if inside and not any(_overlap(box, other) for other in taken):
                taken.append(box)
                self.box(box[:2], (width, height), _PLATE, theme.mm(0.6))
                for number, line in enumerate(lines):
                    down = (number + 0.5 - len(lines) / 2) * size_px
                    self.text(line, x, y - down, size_px, _LIGHT)
                return


def _beside(spot: Point, apart: float, width: float, height: float) -> Iterator[Point]:
    """Middles of a plate below, above, at the left and at the right of a place."""
    x, y = spot
    yield x, y - apart - height / 2
    yield x, y + apart + height / 2
    yield x - apart - width / 2, y
    yield x + apart + width / 2, y


def _around(x: float, y: float, width: float, height: float) -> Box:
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
