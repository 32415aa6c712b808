"""Scene of a page: the place that its goal names, and the figures in it."""

from math import ceil

from kivy.graphics import (
    Color,
    Line,
    Rectangle,
    RoundedRectangle,
    StencilPop,
    StencilPush,
    StencilUnUse,
    StencilUse,
)
from kivy.graphics.texture import Texture
from kivy.properties import ObjectProperty
from kivy.utils import get_color_from_hex

from companion.games.fairytile.goals import figures_of, place_of
from ui import theme
from ui.boards import art as shapes
from ui.boards.art import ART, Fill, Layer, arc
from ui.games.fairytile import art
from ui.games.fairytile.paths import outline
from ui.theme import Rgba
from ui.widgets.painted import Painted

_FRAME: Rgba = get_color_from_hex("#c9a566")
_FIGURE_HIGH = 0.62
"""Height of a figure as a share of that of the scene."""
_LEAST_HIGH, _LOW = 0.62, 0.5
"""Least part of a land's height that is shown, and the share of the rest that is cut off below."""
_SKY = (("scene-sun", 0.8, 0.24, 0.17), ("scene-cloud", 0.2, 0.2, 0.3), ("scene-cloud", 0.54, 0.14, 0.24))
"""Sun and clouds: their place from the left and from the top, and their size in sides of a land."""
_SKIES = {
    "forest": "#bfe0d6",
    "castle": "#f6d9dd",
    "mountain": "#cfe3ee",
    "plain": "#fbeccb",
    "river": "#d6e9f4",
}
_FIELDS = {
    "forest": "#5e9455",
    "castle": "#6fa65f",
    "mountain": "#7fb069",
    "plain": "#e3c46c",
    "river": "#86b873",
}


class SceneView(Painted):
    """Picture of a `goal`: as large as its box, with round corners and a thin frame."""

    watched = ("goal",)
    goal = ObjectProperty(None, allownone=True)

    def paint(self) -> None:
        """Draw the sky, land below it, then the figures on the ground."""
        if self.goal is None:
            return
        add, radius, place = self.canvas.before.add, theme.mm(1.6), place_of(self.goal)

        def window() -> None:
            add(Color(*shapes.WHITE))
            add(RoundedRectangle(pos=self.pos, size=self.size, radius=[radius]))

        add(StencilPush())
        window()
        add(StencilUse())
        add(Color(*get_color_from_hex(_SKIES[place])))
        add(Rectangle(pos=self.pos, size=self.size))
        side = max(self.height, min(self.width, self.height / _LEAST_HIGH))
        for name, x, y, size in _SKY:
            self.draw(name, self.x + x * self.width, self.top - y * self.height, size * side)
        self._draw_land(shapes.texture(f"scene-{place}", side), side)
        figures = figures_of(self.goal)[:3]
        high = min(_FIGURE_HIGH * self.height, 0.9 * self.width / max(1, len(figures)))
        for at, figure in enumerate(figures):
            x = self.x + self.width * (at + 1) / (len(figures) + 1)
            self.draw(f"figure-{figure}", x, self.y + 0.06 * self.height + high / 2, high)
        add(Color(*theme.board_veil()))
        add(Rectangle(pos=self.pos, size=self.size))
        add(StencilUnUse())
        window()
        add(StencilPop())
        add(Color(*_FRAME))
        add(Line(rounded_rectangle=(*self.pos, *self.size, radius), width=theme.mm(0.25)))

    def _draw_land(self, picture: Texture, side: float) -> None:
        """Draw the land in the middle; what is wider than it is goes on as in a mirror."""
        share = self.height / side
        low = _LOW * (1 - share)
        part = picture.get_region(0, low * picture.height, picture.width, share * picture.height)
        u0, v0, u1, v1 = (part.tex_coords[at] for at in (0, 1, 4, 5))
        left = self.center_x - side / 2
        copies = ceil(max(0.0, self.width - side) / 2 / side)
        for at in range(-copies, copies + 1):
            a, b = (u1, u0) if at % 2 else (u0, u1)
            self.canvas.before.add(Color(*shapes.WHITE))
            self.canvas.before.add(
                Rectangle(
                    texture=part,
                    pos=(left + at * side, self.y),
                    size=(side, self.height),
                    tex_coords=(a, v0, b, v0, b, v1, a, v1),
                )
            )


def _fill(path: str, colour: Rgba | str) -> Fill:
    """An outline in hundredths of the scene, y down."""
    points = [(x / 100, 1 - y / 100) for x, y in outline(path)]
    return Fill(points, list(get_color_from_hex(colour)) if isinstance(colour, str) else colour)


def _cloud(x: float, y: float, size: float) -> list[Layer]:
    parts = ((0, 0, 6), (8, -3, 8), (17, -1, 6.5), (24, 1, 4.5))
    puffs = [Fill(arc((x + size * dx) / 100, 1 - (y + size * dy) / 100, size * r / 100, 0, 360), shapes.WHITE)
             for dx, dy, r in parts]  # fmt: skip
    base = f"M{x - 5 * size} {y + 2 * size}h{33 * size}v{4 * size}h{-33 * size}z"
    return [*puffs, _fill(base, shapes.WHITE)]


def _scene(kind: str) -> list[Layer]:
    """Draw what stands there, and the field; what matters is at middle height."""
    things: list[Layer] = []
    if kind == "forest":
        things = [_fill("M0 60Q30 48 60 58Q80 62 100 54V100H0z", "#7fb069")]
        for x, size in ((0.08, 0.3), (0.2, 0.38), (0.34, 0.28), (0.62, 0.27), (0.74, 0.38), (0.9, 0.44)):
            things += art.tree(x, 0.32, size)
    elif kind == "castle":
        things = [_fill("M0 66Q50 50 100 66V100H0z", "#94c47a"), *art.fortress(0.5, 0.5, 0.34)]
    elif kind == "mountain":
        things = [
            _fill("M0 74L20 42L34 60L56 28L100 76V100H0z", "#7f929b"),
            _fill("M56 28L100 76V100H62z", "#738690"),
            _fill("M56 28l-8 12l5 -2l3 5l7 -5z", "#ffffff"),
            _fill("M20 42l-6 10l5 -1l4 3l3 -4z", "#ffffff"),
        ]
    elif kind == "plain":
        things = [_fill("M0 62Q30 52 60 60Q80 64 100 56V100H0z", "#eed58a")]
    else:
        things = [_fill("M0 60Q30 50 60 58Q80 62 100 54V100H0z", "#a7cd8f")]
    field = [_fill("M0 70Q40 63 100 72V100H0z", _FIELDS[kind])]
    if kind == "river":
        field += [
            _fill("M62 56Q40 66 60 76Q76 86 50 100H84Q100 84 82 74Q62 66 68 56z", art.BANK),
            _fill("M63 57Q43 66 62.500 76Q79 86 54 100H80Q97 84 79.500 74Q59 66 67 57z", art.WATER),
        ]
    return [*things, *field]


ART["scene-sun"] = [Fill(arc(0.5, 0.5, 0.5, 0, 360), get_color_from_hex("#fbe09a"))]
ART["scene-cloud"] = _cloud(16, 52, 2.6)
ART.update({f"scene-{kind}": _scene(kind) for kind in _SKIES})
