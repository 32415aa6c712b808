"""Vector art and glyphs of the icon font, turned into textures once. Games and areas of the app add to `ART`.

Every drawing fits a unit square, y up. Each colour comes with a shape of its own,
so that no colour carries meaning alone. Icons are painted in white and grey and tinted when they are
drawn.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, pi, sin
from pathlib import Path

from kivy.core.image import Image as CoreImage
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Line, Mesh, Rectangle, Scale
from kivy.graphics.fbo import Fbo
from kivy.graphics.tesselator import Tesselator
from kivy.graphics.texture import Texture

from companion.kept import kept
from ui.boards.geometry import Point
from ui.fonts import SIGNS
from ui.theme import Rgba

SIDES_PX = (64, 128, 256, 512)
"""Sides of textures: art is painted as large as it is drawn, or slightly more, as each takes memory."""
WHITE: Rgba = [1, 1, 1, 1]
GREY: Rgba = [0.72, 0.72, 0.72, 1]
_SMALL_PX = 400
"""Width in pixels up to which the smaller file of a cover is drawn."""
_LARGE_PX = 256
"""Least side of a texture that is let go with the game; a smaller one takes at most 90 KB."""
_GLYPH_SHARE = 0.86
"""Share of the square that every glyph fills: the font's own sizes range from a half to all of it."""
_PROBE_PX = 128
"""Em size at which a glyph is measured, to 1/64 of the square."""
_INKED_PX = 256
"""Side of the texture of a glyph in a drawing."""


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


@dataclass(frozen=True, slots=True)
class Glyph:
    """A character of an icon font, in white."""

    character: str
    mirrored: bool = False
    font: Path = SIGNS


@dataclass(frozen=True, slots=True)
class Inked:
    """A glyph as part of a drawing: a square of `side` with its lower left corner at `corner`."""

    glyph: Glyph
    colour: Rgba
    corner: Point
    side: float


@dataclass(frozen=True, slots=True)
class Print:
    """A square part of a picture file around a point of it, given as shares from the left and the top."""

    file: Path
    focus: Point


Layer = Fill | Stroke
Drawing = Sequence[Layer | Inked]


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


Picture = Drawing | Glyph | Print

BOARD: list[Layer] = [
    Stroke([(0.14, 0.2), (0.86, 0.2), (0.86, 0.8), (0.14, 0.8)], WHITE, 0.08, close=True),
    Stroke([(0.14, 0.44), (0.44, 0.56), (0.86, 0.42)], WHITE, 0.06),
    Stroke([(0.44, 0.56), (0.54, 0.8)], WHITE, 0.06),
    Stroke([(0.5, 0.54), (0.42, 0.2)], WHITE, 0.06),
]

ART: dict[str, Picture] = {
    "shadow": [Fill(spokes(48, 0.46), WHITE)],
    "board": BOARD,
}


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


def paint(layers: Drawing, tint: Rgba = WHITE) -> None:
    """Draw art into the unit square of the canvas in use."""
    for layer in layers:
        Color(*(one * other for one, other in zip(layer.colour, tint, strict=True)))
        if isinstance(layer, Inked):
            Rectangle(texture=_inked(layer.glyph), pos=layer.corner, size=(layer.side, layer.side))
        elif isinstance(layer, Fill):
            meshes(layer.points)
        else:
            Line(points=flat(layer.points), width=layer.width / 2, close=layer.close,
                 cap="round", joint="round")  # fmt: skip


@cache
def coloured(name: str) -> bool:
    """Return true if the art called `name` has colours of its own and must not be tinted."""
    picture = ART[name]
    if isinstance(picture, Glyph | Print):
        return isinstance(picture, Print)
    return min(picture[0].colour[:3]) < GREY[0]


def texture(name: str, side_px: float = 256, *, mipmap: bool = True) -> Texture:
    """The art called `name`, crisp at any size up to `side_px`, and up to 512 px.

    Without `mipmap` it is to be drawn at about `side_px`: no smaller copies are made, which takes longer than
    to paint it. Must not be called inside a `with canvas:` block, which would adopt its drawing.
    """
    side = next((side for side in SIDES_PX if side >= side_px), SIDES_PX[-1])
    large = side >= _LARGE_PX or isinstance(ART[name], Print)
    return (_large if large else _small)(name, side, mipmap)


@cache
def _small(name: str, side: int, mipmap: bool) -> Texture:
    return _painted(name, side, mipmap)


@kept
@cache
def _large(name: str, side: int, mipmap: bool) -> Texture:
    return _painted(name, side, mipmap)


def _painted(name: str, side: int, mipmap: bool) -> Texture:
    picture = ART[name]
    if isinstance(picture, Print):
        return part(picture.file, 1.0, picture.focus)
    if isinstance(picture, Glyph):
        return _made(_glyph(picture, side), side, mipmap)
    drawn = _drawn(picture, side)
    return _made(drawn.pixels, side, mipmap) if mipmap else drawn


@kept
@cache
def _inked(glyph: Glyph) -> Texture:
    """Texture of a glyph that is part of drawings."""
    return _made(_glyph(glyph, _INKED_PX), _INKED_PX, mipmap=True)


def _made(pixels: bytes, side: int, mipmap: bool) -> Texture:
    result = Texture.create(size=(side, side), colorfmt="rgba", mipmap=mipmap)
    result.blit_buffer(pixels, colorfmt="rgba", bufferfmt="ubyte")
    result.min_filter = "linear_mipmap_linear" if mipmap else "linear"
    result.mag_filter = "linear"
    return result


def part(file: Path, aspect: float, focus: Point) -> Texture:
    """The largest part of a picture file with this width to height, around a point as in `Print`."""
    whole = _printed(file)
    width, height = whole.size
    wide, high = min(width, height * aspect), min(height, width / aspect)
    left, top = focus[0] * (width - wide), focus[1] * (height - high)
    return whole.get_region(left, height - high - top, wide, high)


def cover_part(cover: Path, focus: Point, size: Point) -> Texture:
    """The part of a cover around its focus with the proportions of `size`."""
    small = cover.with_stem(f"{cover.stem}-small")  # read in a third of the time
    file = small if size[0] <= _SMALL_PX and small.is_file() else cover
    return part(file, size[0] / size[1], focus)


@kept
@cache
def _printed(file: Path) -> Texture:
    texture = CoreImage(str(file)).texture
    texture.min_filter = texture.mag_filter = "linear"
    return texture


def _drawn(layers: Drawing, side: int) -> Texture:
    """Texture of a drawing, without mipmaps."""
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
    return smooth.texture


def _glyph(glyph: Glyph, side: int) -> bytes:
    """RGBA pixels of a glyph as large as every other, the lowest row first."""
    probe = _coverage(glyph, _PROBE_PX)
    reach = max(_reach(probe), _reach([bytes(column) for column in zip(*probe, strict=True)]))
    rows = _coverage(glyph, round(_PROBE_PX * _GLYPH_SHARE * side / (2 * reach)))
    edge = [bytes(len(rows[0]))] * max(0, (side - len(rows) + 1) // 2)
    rows = [*edge, *rows, *edge]
    left, low = max(0, (len(rows[0]) - side) // 2), (len(rows) - side) // 2
    rows = [row[left : left + side].center(side, b"\0") for row in rows[low : low + side]]
    pixels = bytearray(b"\xff" * (4 * side * side))
    pixels[3::4] = b"".join(row[::-1] if glyph.mirrored else row for row in rows)
    return bytes(pixels)


def _coverage(glyph: Glyph, em_px: int) -> list[bytes]:
    """Rows of a glyph's pixels, 0..255, the lowest first; the middle of its em square is in the middle."""
    label = CoreLabel(text=glyph.character, font_name=str(glyph.font), font_size=em_px)
    label.refresh()
    width, alpha = label.texture.width, label.texture.pixels[3::4]
    return [alpha[start : start + width] for start in range(len(alpha) - width, -1, -width)]


def _reach(lines: Sequence[bytes]) -> float:
    """Distance from the middle line to the outermost line with ink."""
    inked = [number for number, line in enumerate(lines) if any(line)]
    return max(len(lines) / 2 - inked[0], inked[-1] + 1 - len(lines) / 2)
