"""A picture of the table with outlines on it, and corners to drag.

Places in the picture are shares of its width and height, 0..1, from the top left.
"""

from collections.abc import Sequence
from math import hypot
from typing import Any, NamedTuple

from kivy.graphics import Color, Line, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import ListProperty, NumericProperty, ObjectProperty

from ui import theme
from ui.boards import art
from ui.services import PicturePoint
from ui.widgets.painted import Painted

REACH_MM = 9.0
"""Maximum distance in mm between a finger and the corner that it takes."""
_STIR_MM = 0.4
"""Movement in mm below which a touch of a corner does not drag it."""


def usual_corners(outline: Sequence[PicturePoint]) -> tuple[PicturePoint, ...]:
    """Usual corners of a board in a picture, from their places in shares of the board."""
    return tuple((0.1 + 0.8 * x, 0.1 + 0.8 * y) for x, y in outline)


class Outline(NamedTuple):
    """An outline on the picture, and the art and the short text in its middle."""

    points: tuple[PicturePoint, ...]
    colour: theme.Rgba
    sign: str = ""
    text: str = ""


class PictureView(Painted):
    """A picture as large as it fits. A touch on it dispatches `on_place(share)`."""

    watched: tuple[str, ...] = ("picture", "outlines")
    picture = ObjectProperty(None, allownone=True)
    outlines = ListProperty([])
    rim_mm = 1.0

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_place")
        self.texture: Texture | None = None
        self._loaded: Any = None
        super().__init__(**kwargs)

    def on_place(self, place: PicturePoint) -> None:
        """Handle a touch of a place, in shares of the picture."""

    @property
    def frame(self) -> tuple[float, float, float, float]:
        """Left, bottom, width and height of the picture in the window, in pixels."""
        rim = theme.mm(self.rim_mm)
        width, height = (self.picture.width, self.picture.height) if self.picture else (4, 3)
        scale = min((self.width - 2 * rim) / width, (self.height - 2 * rim) / height)
        x, y = self.middle
        return x - width * scale / 2, y - height * scale / 2, width * scale, height * scale

    def spot(self, place: PicturePoint) -> PicturePoint:
        """Position in the window of a place of the picture."""
        left, bottom, width, height = self.frame
        return left + place[0] * width, bottom + (1 - place[1]) * height

    def place(self, x: float, y: float) -> PicturePoint:
        """The place of the picture at a point of the window; may lie outside of 0..1."""
        left, bottom, width, height = self.frame
        return (x - left) / width, 1 - (y - bottom) / height

    def on_touch_down(self, touch: Any) -> bool:
        """Dispatch the touched place of the picture."""
        x, y = self.place(*touch.pos)
        if self.disabled or not self.picture or not (0 <= x <= 1 and 0 <= y <= 1):
            return bool(super().on_touch_down(touch))
        self.dispatch("on_place", (x, y))
        return True

    def paint(self) -> None:
        """Draw the picture and its outlines."""
        self.box(self.pos, self.size, [0.03, 0.04, 0.05, 1], theme.mm(1.2))
        if self.picture is None:
            side = min(theme.mm(12), self.height * 0.3)
            self.draw("camera", *self.middle, side, theme.LINE)
            return
        self._load()
        left, bottom, width, height = self.frame
        self.canvas.before.add(Color(1, 1, 1, 1))
        self.canvas.before.add(Rectangle(texture=self.texture, pos=(left, bottom), size=(width, height)))
        for outline in self.outlines:
            self._outline(outline)

    def ring(self, points: list[PicturePoint], colour: theme.Rgba, width_px: float) -> None:
        """A closed line with a dark rim, through points of the window."""
        for tint, wide in (([0.05, 0.05, 0.06, 0.8], width_px + theme.mm(0.25)), (colour, width_px)):
            self.canvas.before.add(Color(*tint))
            self.canvas.before.add(Line(points=art.flat(points), width=wide, close=True, joint="round"))

    def _load(self) -> None:
        if self._loaded is self.picture:
            return
        size = (self.picture.width, self.picture.height)
        if self.texture is None or self.texture.size != size:
            self.texture = Texture.create(size=size, colorfmt="rgb")
            self.texture.flip_vertical()
        self.texture.blit_buffer(self.picture.rgb, colorfmt="rgb", bufferfmt="ubyte")
        self._loaded = self.picture

    def _outline(self, outline: Outline) -> None:
        points = [self.spot(place) for place in outline.points]
        if len(points) > 1:
            self.ring(points, outline.colour, theme.mm(0.4))
        if not points:
            return
        x, y = (sum(values) / len(points) for values in zip(*points, strict=True))
        if outline.sign:
            self.draw("shadow", x, y, theme.mm(5), [0.05, 0.05, 0.06, 0.7])
            self.draw(outline.sign, x, y, theme.mm(4))
        if outline.text:
            self.text(outline.text, x, y - theme.mm(4 if outline.sign else 0), theme.em("note"), theme.INK)


class CornerPicture(PictureView):
    """A picture with numbered corners, clockwise from the board's own top left.

    A corner moves by as much as its finger, so that the finger need not hide it. `held` is
    the dragged corner, -1 for none; `corners` change while it moves and `on_dragged` is dispatched
    when it is released.
    """

    watched: tuple[str, ...] = ("picture", "outlines", "corners", "held")
    corners = ListProperty([])
    held = NumericProperty(-1)
    rim_mm = 5.0

    def __init__(self, **kwargs: Any) -> None:
        self.register_event_type("on_dragged")
        self._apart: PicturePoint = (0.0, 0.0)
        super().__init__(**kwargs)

    def on_dragged(self) -> None:
        """Handle the end of a drag."""

    def on_touch_down(self, touch: Any) -> bool:
        """Take the nearest corner within reach."""
        if self.disabled or not self.picture or self.held >= 0:
            return bool(super().on_touch_down(touch))
        spots = [self.spot(corner) for corner in self.corners]
        apart = [hypot(x - touch.x, y - touch.y) for x, y in spots]
        if not apart or min(apart) > theme.mm(REACH_MM):
            return bool(super().on_touch_down(touch))
        touch.grab(self)
        nearest = apart.index(min(apart))
        self._apart = spots[nearest][0] - touch.x, spots[nearest][1] - touch.y
        self.held = nearest
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """Move the corner along."""
        if touch.grab_current is not self:
            return False
        x, y = self.place(touch.x + self._apart[0], touch.y + self._apart[1])
        moved = list(self.corners)
        moved[int(self.held)] = (min(1.0, max(0.0, x)), min(1.0, max(0.0, y)))
        self.corners = moved
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Release the corner."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self.held = -1
        if hypot(touch.x - touch.ox, touch.y - touch.oy) > theme.mm(_STIR_MM):
            self.dispatch("on_dragged")
        return True

    def paint(self) -> None:
        """Draw picture, outlines and corners."""
        super().paint()
        if self.picture is None or not self.corners:
            return
        spots = [self.spot(corner) for corner in self.corners]
        self.ring(spots, theme.ACCENT, theme.mm(0.5))
        for number, (x, y) in enumerate(spots):
            held = number == self.held
            circle = Line(circle=(x, y, theme.mm(4.4 if held else 3.2)), width=theme.mm(0.5))
            self.canvas.before.add(Color(*(theme.INK if held else theme.ACCENT)))
            self.canvas.before.add(circle)
            if held:
                continue
            self.draw("shadow", x, y, theme.mm(4.6), [0.05, 0.05, 0.06, 0.7])
            self.text(str(number + 1), x, y, theme.em("note"), theme.INK)
