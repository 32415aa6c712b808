"""A round magnifying glass that shows what a finger hides."""

from math import hypot

from kivy.graphics import Color, Ellipse, InstructionGroup, Line
from kivy.graphics.texture import Texture

from ui import theme
from ui.boards.geometry import Point

RADIUS_MM = 12.0
GAP_MM = 9.0
"""Distance in mm between the finger's middle and the glass: a little more than half a finger."""
POWER = 3.0


def beside(finger: Point, radius: float, gap: float, size: Point) -> Point:
    """Middle of the glass in a window of `size` pixels: above the finger, else beside or below it."""
    apart = radius + gap
    x, y = finger
    for dx, dy in ((0, 1), (-1, 0), (1, 0), (0, -1)):
        middle = (
            min(size[0] - radius, max(radius, x + dx * apart)),
            min(size[1] - radius, max(radius, y + dy * apart)),
        )
        if hypot(middle[0] - x, middle[1] - y) >= apart - 1:
            return middle
    return radius, radius


class Magnifier(InstructionGroup):
    """Drawn over everything of a canvas; shows a place of a texture `POWER` times as large as it is shown."""

    def show(self, texture: Texture, place: Point, shown: Point, finger: Point, window: Point) -> None:
        """Magnify a place (shares of the picture, from the top left) of a picture `shown` pixels large."""
        self.clear()
        radius = theme.mm(RADIUS_MM)
        x, y = beside(finger, radius, theme.mm(GAP_MM), window)
        half = (radius / POWER / shown[0], radius / POWER / shown[1])
        left, right = place[0] - half[0], place[0] + half[0]
        bottom, top = place[1] + half[1], place[1] - half[1]
        self.add(Color(0.03, 0.04, 0.05, 1))
        self.add(Ellipse(pos=(x - radius * 1.06, y - radius * 1.06), size=(radius * 2.12, radius * 2.12)))
        self.add(Color(1, 1, 1, 1))
        self.add(
            Ellipse(
                texture=texture,
                tex_coords=(left, bottom, right, bottom, right, top, left, top),
                pos=(x - radius, y - radius),
                size=(2 * radius, 2 * radius),
            )
        )
        self.add(Color(*theme.ACCENT))
        self.add(Line(circle=(x, y, radius), width=theme.mm(0.4)))
        for dx, dy in ((1, 0), (0, 1)):
            for side in (-1, 1):
                near, far = side * theme.mm(1.2), side * radius * 0.8
                self.add(
                    Line(
                        points=[x + dx * near, y + dy * near, x + dx * far, y + dy * far], width=theme.mm(0.2)
                    )
                )
