"""Camera picture of a table: the board, corners to drag under a magnifier, and problems."""

from math import cos, pi
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Line
from kivy.properties import BooleanProperty, DictProperty, ListProperty

from ui import theme
from ui.services import PicturePoint
from ui.widgets.corners import CornerPicture, PictureView
from ui.widgets.magnifier import Magnifier

DASH_MM = 2.4
HANDLE_MM = 4.8
"""Radius of a corner's ring: wider than a finger must be to hit it."""
READ_MM = 3.0
"""Radius in mm of the symbol of a read piece beside the piece in the picture."""
BREATH_S = 1.2
FAINTEST = 0.35


def pulse() -> float:
    """Present strength of the pulse, `FAINTEST`..1."""
    wave = (1 - cos(2 * pi * Clock.get_time() / BREATH_S)) / 2
    return FAINTEST + (1 - FAINTEST) * wave


def dashes(points: list[PicturePoint], length: float) -> list[tuple[float, float, float, float]]:
    """Cut the closed line through points into dashes of about this length with equal gaps."""
    found = []
    for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
        count = max(1, round(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 / length / 2))
        for part in range(count):
            start, end = (part + 0.25) / count, (part + 0.75) / count
            found.append((ax + (bx - ax) * start, ay + (by - ay) * start,
                          ax + (bx - ax) * end, ay + (by - ay) * end))  # fmt: skip
    return found


def inside(place: PicturePoint, outline: tuple[PicturePoint, ...]) -> bool:
    """Return true if a place lies inside a closed outline."""
    x, y = place
    crossed = False
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], *outline[:1]], strict=True):
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            crossed = not crossed
    return crossed


class TablePicture(CornerPicture):
    """`dashed`: the user dragged the board; `markers` are recognised markers by number; `read` the pieces
    read, as places and art, `signs` the numbered places of problems.
    """

    watched: tuple[str, ...] = (*CornerPicture.watched, "dashed", "markers", "read", "signs")
    dashed = BooleanProperty(False)
    markers = DictProperty({})
    read = ListProperty([])
    signs = ListProperty([])
    rim_mm = 1.0

    def __init__(self, **kwargs: Any) -> None:
        self._glass = Magnifier()
        self._finger: PicturePoint = (0.0, 0.0)
        super().__init__(**kwargs)
        self.canvas.after.add(self._glass)

    def on_touch_down(self, touch: Any) -> bool:
        """Take a corner and look through the overlay."""
        taken = super().on_touch_down(touch)
        self._magnify(touch)
        return taken

    def on_touch_move(self, touch: Any) -> bool:
        """Move the corner and the overlay."""
        moved = super().on_touch_move(touch)
        self._magnify(touch)
        return moved

    def on_touch_up(self, touch: Any) -> bool:
        """Release the corner."""
        left = super().on_touch_up(touch)
        if self.held < 0:
            self._glass.clear()
        return left

    def paint(self) -> None:
        """Draw the picture, the board and its corners."""
        PictureView.paint(self)
        if self.picture is None:
            return
        for number, outline in self.markers.items():
            self._marker(number, [self.spot(place) for place in outline])
        for place, piece in self.read:
            self.draw("shadow", *self.spot(place), theme.mm(READ_MM * 1.15), [0.05, 0.05, 0.06, 0.85])
            self.draw(piece, *self.spot(place), theme.mm(READ_MM))
        for place, number in self.signs:
            self._sign(number, *self.spot(place))
        spots = [self.spot(corner) for corner in self.corners]
        if not spots:
            return
        if self.dashed:
            for dash in dashes(spots, theme.mm(DASH_MM)):
                self._line(dash, theme.ACCENT)
        else:
            self.ring(spots, theme.GOOD, theme.mm(0.45))
        for number, (x, y) in enumerate(spots):
            self._handle(number, x, y)
        if self.held >= 0:
            self._look()

    def _handle(self, number: int, x: float, y: float) -> None:
        held = number == self.held
        colour = theme.INK if held else theme.ACCENT if self.dashed else theme.GOOD
        radius = theme.mm(HANDLE_MM * 0.3 if held else HANDLE_MM * 0.8)
        for tint, width in (([0.05, 0.05, 0.06, 0.8], 0.75), (colour, 0.45)):
            self.canvas.before.add(Color(*tint))
            self.canvas.before.add(Line(circle=(x, y, radius), width=theme.mm(width)))
        if not held:
            self.draw("shadow", x, y, theme.mm(1.6), colour)

    def _sign(self, number: int, x: float, y: float) -> None:
        """Paint a disc with a number, or with a cross if there is only one problem."""
        for side, tint in ((6.0, [0.05, 0.05, 0.06, 0.9]), (5.2, theme.BAD)):
            self.draw("shadow", x, y, theme.mm(side), tint)
        if number:
            self.text(str(number), x, y, theme.em("note"), theme.ON_ACCENT)
        else:
            self.draw("cross", x, y, theme.mm(3.6), theme.ON_ACCENT)

    def _marker(self, number: int, spots: list[PicturePoint]) -> None:
        self.ring(spots, theme.ASK, theme.mm(0.35))
        x, y = (sum(values) / len(spots) for values in zip(*spots, strict=True))
        self.draw("shadow", x, y, theme.mm(5), [0.05, 0.05, 0.06, 0.85])
        self.text(str(number + 1), x, y, theme.em("note"), theme.INK)

    def _line(self, ends: tuple[float, float, float, float], colour: theme.Rgba) -> None:
        for tint, width in (([0.05, 0.05, 0.06, 0.8], 0.7), (colour, 0.45)):
            self.canvas.before.add(Color(*tint))
            self.canvas.before.add(Line(points=ends, width=theme.mm(width), cap="round"))

    def _magnify(self, touch: Any) -> None:
        if self.held >= 0 and touch.grab_current in (None, self):
            self._finger = (touch.x, touch.y)
            self._look()

    def _look(self) -> None:
        window = self.get_parent_window()
        if self.texture is None or window is None:
            return
        _, _, width, height = self.frame
        place = self.corners[int(self.held)]
        self._glass.show(self.texture, place, (width, height), self._finger, window.size)
