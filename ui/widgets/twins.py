"""Simulated devices on the screen: the light strip and the camera picture."""

from collections.abc import Sequence
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.graphics import Point as Dots
from kivy.graphics.texture import Texture
from kivy.properties import ListProperty, ObjectProperty, StringProperty

from ui import theme
from ui.boards import art
from ui.widgets.painted import Painted


def _glow() -> Texture:
    side = 32
    pixels = bytearray()
    for y in range(side):
        for x in range(side):
            r = ((x - 15.5) ** 2 + (y - 15.5) ** 2) ** 0.5 / 16
            pixels += bytes((255, 255, 255, round(255 * max(0.0, 1 - r) ** 1.6)))
    texture = Texture.create(size=(side, side), colorfmt="rgba")
    texture.blit_buffer(bytes(pixels), colorfmt="rgba", bufferfmt="ubyte")
    return texture


def around(
    sides: Sequence[int], x: float, y: float, width: float, height: float
) -> list[tuple[float, float]]:
    """Places evenly along the top, the right, the bottom and the left of a box, clockwise."""
    top, right, bottom, left = (
        [(lamp + 0.5) / lamps for lamp in range(lamps)] if lamps else [] for lamps in sides
    )
    places = [(x + share * width, y + height) for share in top]
    places += [(x + width, y + height - share * height) for share in right]
    places += [(x + width - share * width, y) for share in bottom]
    places += [(x, y + share * height) for share in left]
    return places


def _lit(light: tuple[int, int, int]) -> bool:
    return max(light) > 5


class LightStripView(Painted):
    """Light strip around the board: one colour per light, (red, green, blue) 0..255 each."""

    watched = ("lights",)
    lights = ListProperty([])
    sides: tuple[int, int, int, int] = (0, 0, 0, 0)
    rim = 2.6
    """Width of the strip in mm."""

    def show(self, lights: Sequence[tuple[int, int, int]], sides: tuple[int, int, int, int]) -> None:
        """Show the colours of the lights; `sides` are their numbers along top, right, bottom and left."""
        self.sides = sides
        self.lights = list(lights)

    def paint(self) -> None:
        """Draw the strip."""
        rim, ground = theme.mm(self.rim), [0.05, 0.06, 0.08, 1.0]
        for y in (self.y, self.top - rim):
            self.box((self.x, y), (self.width, rim), ground, theme.mm(1))
        for x in (self.x, self.right - rim):
            self.box((x, self.y), (rim, self.height), ground, theme.mm(1))
        inset = theme.mm(self.rim) / 2
        if not hasattr(self, "_glow"):
            self._glow = _glow()
        room = (self.x + inset, self.y + inset, self.width - 2 * inset, self.height - 2 * inset)
        lamp = theme.mm(1)
        places = around(self.sides, *room)
        self.canvas.before.add(Color(*theme.LINE))
        dark = [
            at for place, light in zip(places, self.lights, strict=True) for at in place if not _lit(light)
        ]
        self.canvas.before.add(Dots(points=dark, pointsize=0.4 * lamp, texture=art.texture("shadow", lamp)))
        for (x, y), (red, green, blue) in zip(places, self.lights, strict=True):
            strength = max(red, green, blue) / 255
            if _lit((red, green, blue)):
                self.canvas.before.add(Color(red / 255, green / 255, blue / 255, 0.95))
                side = theme.mm(5.2)
                pos = (x - side / 2, y - side / 2)
                self.canvas.before.add(Rectangle(texture=self._glow, pos=pos, size=(side, side)))
                tint = [0.35 + 0.65 * c / 255 / strength for c in (red, green, blue)]
                self.draw("shadow", x, y, lamp, [*tint, 1.0])


class CameraView(Painted):
    """Camera picture with recognised pieces drawn in; a text if there is none."""

    watched = ("picture", "nothing")
    picture = ObjectProperty(None, allownone=True)
    nothing = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        self._shown: Texture | None = None
        super().__init__(**kwargs)

    def paint(self) -> None:
        """Draw the picture, as large as it fits."""
        self.box(self.pos, self.size, [0.03, 0.04, 0.05, 1], theme.mm(1.2))
        if self.picture is None:
            x, y = self.middle
            side = min(theme.mm(12), self.height * 0.3)
            self.draw("camera", x, y + side * 0.4, side, theme.LINE)
            self.text(self.nothing, x, y - side * 0.5, theme.em("note"), theme.SOFT)
            return
        width, height = self.picture.width, self.picture.height
        if self._shown is None or self._shown.size != (width, height):
            self._shown = Texture.create(size=(width, height), colorfmt="rgb")
            self._shown.flip_vertical()
        self._shown.blit_buffer(self.picture.rgb, colorfmt="rgb", bufferfmt="ubyte")
        scale = min(self.width / width, self.height / height)
        size = (width * scale, height * scale)
        self.canvas.before.add(Color(1, 1, 1, 1))
        x, y = self.middle
        pos = (x - size[0] / 2, y - size[1] / 2)
        self.canvas.before.add(Rectangle(texture=self._shown, pos=pos, size=size))
