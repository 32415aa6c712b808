"""Texts and arrows as graphics instructions for boards."""

from collections.abc import Sequence
from functools import lru_cache
from math import hypot

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, InstructionGroup, Line, Mesh, Rectangle, SmoothLine
from kivy.graphics.texture import Texture

from ui import theme
from ui.boards import art
from ui.boards.geometry import Point
from ui.theme import Rgba

_OVERSAMPLING = 2
"""Oversampling factor of texts and art, which stay crisp on a zoomed board."""
_EDGE_PX = 1.1
"""Half the width of the edge of a picture with round corners."""
_ARROW_SHADE: Rgba = [0.08, 0.09, 0.1, 0.85]


@lru_cache(maxsize=256)
def _written(text: str, size_px: float, colour: tuple[float, ...]) -> Texture:
    label = CoreLabel(text=text, font_size=size_px, bold=True, color=colour)
    label.refresh()
    return label.texture


def word(words: str, x: float, y: float, size_px: float, colour: Sequence[float]) -> Rectangle:
    """One line of bold text around (x, y), to be drawn in white."""
    texture = _written(words, round(_OVERSAMPLING * size_px, 1), tuple(colour))
    width, height = (side / _OVERSAMPLING for side in texture.size)
    return Rectangle(texture=texture, pos=(x - width / 2, y - height / 2), size=(width, height))


def square(name: str, x: float, y: float, side_px: float) -> Rectangle:
    """A piece of art around (x, y)."""
    pos = (x - side_px / 2, y - side_px / 2)
    return Rectangle(texture=art.texture(name, _OVERSAMPLING * side_px), pos=pos, size=(side_px, side_px))


def text(
    group: InstructionGroup, words: str, x: float, y: float, size_px: float, colour: Sequence[float]
) -> None:
    """One line of bold text around (x, y)."""
    written = word(words, x, y, size_px, colour)
    group.add(Color(1, 1, 1, 1))
    group.add(written)


def picture(
    group: InstructionGroup, name: str, x: float, y: float, side_px: float, tint: Rgba = art.WHITE
) -> None:
    """A piece of art around (x, y)."""
    drawn = square(name, x, y, side_px)
    group.add(Color(*tint))
    group.add(drawn)


def arrow(
    group: InstructionGroup,
    points: Sequence[Point],
    width_px: float,
    head_px: float,
    colour: Rgba = theme.ACCENT,
) -> None:
    """An arrow along points to the last of them, with a dark rim; `width_px` is half the shaft's width."""
    qx, qy = points[-1]
    shaft = [(x, y) for x, y in points if hypot(x - qx, y - qy) > head_px] or [points[0]]
    px, py = shaft[-1]
    size = hypot(qx - px, qy - py) or 1.0
    vx, vy = (qx - px) / size, (qy - py) / size
    shaft.append((qx - vx * head_px * 0.8, qy - vy * head_px * 0.8))
    rim = 0.35 * width_px + 1
    for tint, grow in ((_ARROW_SHADE, rim), (colour, 0.0)):
        group.add(Color(*tint))
        group.add(Line(points=art.flat(shaft), width=width_px + grow * 0.6, cap="round", joint="round"))
        base = (qx - vx * (head_px + grow), qy - vy * (head_px + grow))
        wing = 0.55 * head_px + grow
        corners = [
            (qx + vx * 2 * grow, qy + vy * 2 * grow),
            (base[0] - vy * wing, base[1] + vx * wing),
            (base[0] + vy * wing, base[1] - vx * wing),
        ]
        vertices = [value for x, y in corners for value in (x, y, 0, 0)]
        group.add(Mesh(vertices=vertices, indices=[0, 1, 2], mode="triangles"))


def rounded(
    group: InstructionGroup,
    texture: Texture,
    pos: Point,
    size: Point,
    radii: tuple[float, float],
    edge: Sequence[float],
    tint: Sequence[float] = art.WHITE,
) -> None:
    """A picture with round corners and a thin edge, whose soft line hides the steps of the picture's own;
    `radii` are those of the upper and the lower corners. Kivy's rounded rectangles cannot show a part of a
    texture.
    """
    (x, y), (width, height), (top, bottom) = pos, size, radii
    u, v, right, _, _, above, _, _ = texture.tex_coords
    corners = (
        (x + bottom, y + bottom, bottom, 180), (x + width - bottom, y + bottom, bottom, 270),
        (x + width - top, y + height - top, top, 0), (x + top, y + height - top, top, 90),
    )  # fmt: skip
    outline = [point for corner in corners for point in art.arc(*corner, corner[3] + 90, 12)]
    vertices: list[float] = []
    for at_x, at_y in outline:
        across, up = (at_x - x) / width, (at_y - y) / height
        vertices += (at_x, at_y, u + (right - u) * across, v + (above - v) * up)
    group.add(Color(*tint))
    order = list(range(len(outline)))
    group.add(Mesh(vertices=vertices, indices=order, mode="triangle_fan", texture=texture))
    group.add(Color(*edge))
    group.add(SmoothLine(points=art.flat(outline), close=True, width=_EDGE_PX))
