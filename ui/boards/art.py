"""Vector art, turned into textures once. Games and areas of the app add theirs to `ART`.

Every piece of art fits a unit square, y up. Each colour comes with a shape of its own,
so that no colour carries meaning alone. Icons are painted in white and grey and tinted when they are
drawn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, pi, sin

from kivy.graphics import Color, Line, Mesh, Rectangle, Scale
from kivy.graphics.fbo import Fbo
from kivy.graphics.tesselator import Tesselator
from kivy.graphics.texture import Texture

from ui.boards.geometry import Point
from ui.theme import Rgba

TEXTURE_PX, LARGE_PX = 256, 512
WHITE: Rgba = [1, 1, 1, 1]
GREY: Rgba = [0.72, 0.72, 0.72, 1]


@dataclass(frozen=True, slots=True)
class Fill:
    """A filled outline."""

    points: Sequence[Point]
    colour: Rgba


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line with round ends; `width` is a share of the square's side."""

    points: Sequence[Point]
    colour: Rgba
    width: float = 0.1
    close: bool = False


Layer = Fill | Stroke


def arc(x: float, y: float, radius: float, start: float, stop: float, steps: int = 32) -> list[Point]:
    """Points of a circle's arc; angles in degrees, counter-clockwise from the right."""
    angles = [(start + (stop - start) * i / steps) * pi / 180 for i in range(steps + 1)]
    return [(x + radius * cos(a), y + radius * sin(a)) for a in angles]


def spokes(count: int, outer: float, inner: float | None = None, turn: float = 90) -> list[Point]:
    """A regular polygon around the middle, or a star when `inner` is given."""
    radii = [outer] if inner is None else [outer, inner]
    total = count * len(radii)
    angles = [(turn + 360 * i / total) * pi / 180 for i in range(total)]
    return [
        (0.5 + radii[i % len(radii)] * cos(a), 0.5 + radii[i % len(radii)] * sin(a))
        for i, a in enumerate(angles)
    ]


def rounded(points: Sequence[Point], cut: float = 0.16, rounds: int = 3) -> list[Point]:
    """A closed outline with its corners cut round."""
    ring = list(points)
    for _ in range(rounds):
        pairs = list(zip(ring, [*ring[1:], ring[0]], strict=True))
        ring = []
        for (ax, ay), (bx, by) in pairs:
            ring.append(((1 - cut) * ax + cut * bx, (1 - cut) * ay + cut * by))
            ring.append((cut * ax + (1 - cut) * bx, cut * ay + (1 - cut) * by))
        cut = 0.25
    return ring


def scaled(points: Sequence[Point], factor: float, up: float = 0.0) -> list[Point]:
    """An outline shrunk towards the middle of the square and pushed up."""
    return [(0.5 + (x - 0.5) * factor, 0.5 + (y - 0.5) * factor + up) for x, y in points]


ART: dict[str, list[Layer]] = {
    "shadow": [Fill(spokes(48, 0.46), WHITE)],
    "undo": [
        Stroke([*arc(0.52, 0.42, 0.26, -90, 90), (0.26, 0.68)], WHITE),
        Stroke([(0.4, 0.86), (0.2, 0.68), (0.4, 0.5)], WHITE),
        Stroke([(0.52, 0.16), (0.34, 0.16)], WHITE),
    ],
    "redo": [
        Stroke([*arc(0.48, 0.42, 0.26, 270, 90), (0.74, 0.68)], WHITE),
        Stroke([(0.6, 0.86), (0.8, 0.68), (0.6, 0.5)], WHITE),
        Stroke([(0.48, 0.16), (0.66, 0.16)], WHITE),
    ],
    "check": [Stroke([(0.18, 0.5), (0.42, 0.26), (0.84, 0.74)], WHITE, 0.13)],
    "cross": [Stroke([(0.24, y), (0.76, 1 - y)], WHITE, 0.13) for y in (0.24, 0.76)],
    "help": [
        Stroke([*arc(0.5, 0.66, 0.18, 180, -60), (0.5, 0.42), (0.5, 0.36)], WHITE),
        Fill(arc(0.5, 0.17, 0.07, 0, 360), WHITE),
    ],
    "menu": [Stroke([(0.2, y), (0.8, y)], WHITE) for y in (0.26, 0.5, 0.74)],
    "board": [
        Stroke([(0.14, 0.2), (0.86, 0.2), (0.86, 0.8), (0.14, 0.8)], WHITE, 0.08, close=True),
        Stroke([(0.14, 0.44), (0.44, 0.56), (0.86, 0.42)], WHITE, 0.06),
        Stroke([(0.44, 0.56), (0.54, 0.8)], WHITE, 0.06),
        Stroke([(0.5, 0.54), (0.42, 0.2)], WHITE, 0.06),
    ],
    "camera": [
        Stroke([(0.12, 0.24), (0.88, 0.24), (0.88, 0.68), (0.66, 0.68), (0.6, 0.8), (0.4, 0.8), (0.34, 0.68),
                (0.12, 0.68)], WHITE, 0.08, close=True),
        Stroke(arc(0.5, 0.46, 0.14, 0, 360), WHITE, 0.08),
    ],
    "both": [
        Stroke([(0.1, 0.34), (0.62, 0.34), (0.62, 0.84), (0.1, 0.84)], WHITE, 0.08, close=True),
        Fill([(0.48, 0.12), (0.92, 0.12), (0.92, 0.5), (0.48, 0.5)], WHITE),
    ],
    "eye": [
        Stroke([*arc(0.5, 0.24, 0.46, 34, 146), *arc(0.5, 0.76, 0.46, 214, 326)], WHITE, 0.08, close=True),
        Fill(arc(0.5, 0.5, 0.13, 0, 360), WHITE),
    ],
    "hand": [
        Stroke([(0.5, 0.84), (0.5, 0.3)], WHITE, 0.12),
        Stroke([(0.28, 0.5), (0.5, 0.26), (0.72, 0.5)], WHITE, 0.12),
    ],
    "take": [
        Stroke([(0.5, 0.2), (0.5, 0.74)], WHITE, 0.12),
        Stroke([(0.28, 0.54), (0.5, 0.78), (0.72, 0.54)], WHITE, 0.12),
    ],
    "wait": [
        Stroke(arc(0.5, 0.5, 0.36, 0, 360), WHITE, 0.08),
        Stroke([(0.5, 0.72), (0.5, 0.5), (0.66, 0.4)], WHITE, 0.09),
    ],
    "warn": [
        Stroke(rounded([(0.5, 0.9), (0.94, 0.14), (0.06, 0.14)], 0.08), WHITE, 0.08, close=True),
        Stroke([(0.5, 0.6), (0.5, 0.42)], WHITE, 0.1),
        Fill(arc(0.5, 0.27, 0.055, 0, 360), WHITE),
    ],
    "trophy": [
        Fill([(0.26, 0.86), (0.74, 0.86), (0.7, 0.52), (0.56, 0.4), (0.56, 0.26), (0.7, 0.14), (0.3, 0.14),
              (0.44, 0.26), (0.44, 0.4), (0.3, 0.52)], WHITE),
        Stroke(arc(0.27, 0.68, 0.12, 90, 270), WHITE, 0.06),
        Stroke(arc(0.73, 0.68, 0.12, -90, 90), WHITE, 0.06),
    ],
}  # fmt: skip


def meshes(points: Sequence[Point]) -> list[Mesh]:
    """A filled outline as graphics instructions, added to the canvas in use."""
    return [Mesh(vertices=fan, indices=order, mode="triangle_fan") for fan, order in fans(points)]


def fans(points: Sequence[Point]) -> list[tuple[list[float], list[int]]]:
    """A filled outline as triangle fans: (x, y, u, v) of every corner, and the order of corners."""
    tesselator = Tesselator()
    tesselator.add_contour([value for point in points for value in point])
    return list(tesselator.meshes) if tesselator.tesselate() else []


def flat(points: Sequence[Point]) -> list[float]:
    """Points in the form `Line` takes."""
    return [value for point in points for value in point]


def paint(layers: Sequence[Layer], tint: Rgba = WHITE) -> None:
    """Draw art into the unit square of the canvas in use."""
    for layer in layers:
        Color(*(one * other for one, other in zip(layer.colour, tint, strict=True)))
        if isinstance(layer, Fill):
            meshes(layer.points)
        else:
            Line(points=flat(layer.points), width=layer.width / 2, close=layer.close,
                 cap="round", joint="round")  # fmt: skip


@cache
def coloured(name: str) -> bool:
    """Return true if the art called `name` has colours of its own and must not be tinted."""
    return min(ART[name][0].colour[:3]) < GREY[0]


@cache
def texture(name: str, large: bool = False) -> Texture:
    """The art called `name`, crisp at any size up to 256 px, or 512 px.

    Must not be called inside a `with canvas:` block, which would adopt its drawing.
    """
    layers, side = ART[name], LARGE_PX if large else TEXTURE_PX
    ground = [*layers[0].colour[:3], 0]
    canvas = Fbo(size=(2 * side, 2 * side), clear_color=ground)
    with canvas:
        Scale(2 * side, 2 * side, 1)
        paint(layers)
    canvas.draw()
    smooth = Fbo(size=(side, side), clear_color=ground)
    with smooth:
        Rectangle(texture=canvas.texture, size=smooth.size)
    smooth.draw()
    result = Texture.create(size=smooth.size, colorfmt="rgba", mipmap=True)
    result.blit_buffer(smooth.pixels, colorfmt="rgba", bufferfmt="ubyte")
    result.min_filter = "linear_mipmap_linear"
    result.mag_filter = "linear"
    return result
