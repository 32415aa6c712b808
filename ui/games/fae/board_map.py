"""The still part of the Fae board: a watercolour map with borders in ink, painted into one texture.

Map points are (x, y) with the map's height as unit: x in 0..ASPECT, y in 0..1 upwards.
"""

from functools import cache, lru_cache
from math import cos, hypot, sin, tau
from random import Random
from typing import TypeAlias

from kivy.graphics import Color, Line, Mesh, Rectangle, Scale
from kivy.graphics.fbo import Fbo
from kivy.graphics.texture import Texture
from kivy.utils import get_color_from_hex

from companion.games.fae import board
from companion.kept import kept
from ui.boards import art
from ui.boards.geometry import Border, BorderMap, Point, Ring, contains, distance, ring_at
from ui.games.fae import art as fae_art
from ui.theme import Rgba

ASPECT = board.MAP_MM[0] / board.MAP_MM[1]
_OVERSAMPLING = 2
_GLYPH, _GLYPHS = 0.036, 5
"""Side of the symbols of a terrain, in map heights, and how many stand on a space."""
_CORNER = 0.026
"""Radius of the corners of the map, in map heights."""
_WASHES = ((0.044, 0.07), (0.026, 0.1), (0.013, 0.14))
"""Width and opacity of the washes along borders, where the paint of a watercolour dries last."""
_BLOTCHES = ((13, 10), (52, 41))
"""Columns and rows of the clouds in the paper."""
_STEP_PX = 256
"""Step in pixels to which map heights are rounded, so that boards of similar size share a painting."""

WATER: Rgba = get_color_from_hex("#5ba6c9")
WATER_DEEP: Rgba = get_color_from_hex("#2e6c8e")
WATER_LIGHT: Rgba = get_color_from_hex("#bfe2ee")
SHALLOWS: Rgba = get_color_from_hex("#9cd0e2")
WAVE: Rgba = get_color_from_hex("#e4f4f8")
BANK: Rgba = get_color_from_hex("#2b4a3a55")
FIELD_BORDER: Rgba = get_color_from_hex("#2c2a1c8c")
FRAME: Rgba = get_color_from_hex("#241c128c")
CLOUD: Rgba = get_color_from_hex("#1e2914")
EMPTY_VEIL: Rgba = get_color_from_hex("#1b241880")


def to_map(point: Point) -> Point:
    """Convert a point of the board data to map units."""
    return point[0] * ASPECT, 1 - point[1]


_BORDERS = BorderMap(
    {space: [to_map(p) for p in ring] for space, ring in board.POLYGONS.items()}
    | {f"lake {i}": [to_map(p) for p in ring] for i, ring in enumerate(board.LAKES)}
)
RINGS: dict[int, tuple[Point, ...]] = {space: _BORDERS.rings[space] for space in board.SPACES}
LAKE_RINGS = tuple(_BORDERS.rings[f"lake {i}"] for i in range(len(board.LAKES)))
CENTRES: dict[int, Point] = {space: to_map(board.CENTRES[space]) for space in board.SPACES}
ROOM: dict[int, float] = {space: distance(RINGS[space], CENTRES[space]) for space in board.SPACES}
"""Radius of the circle around a space's centre that stays inside the space."""


def _corners(inset: float) -> list[Point]:
    """Outline of the map with round corners, moved inwards."""
    far = _CORNER
    middles = ((ASPECT - far, 1 - far, 0), (far, 1 - far, 90), (far, far, 180), (ASPECT - far, far, 270))
    return [point for x, y, turn in middles for point in art.arc(x, y, far - inset, turn, turn + 90, 8)]


def _kind(border: Border) -> str:
    if len(border.sides) == 1:
        return "frame"
    if any(isinstance(side, str) for side in border.sides):
        return "shore"
    regions = {board.REGION_OF[side] for side in border.sides if isinstance(side, int)}
    return "field" if len(regions) == 1 else "river"


_LINES: dict[str, list[list[float]]] = {"frame": [], "shore": [], "field": [], "river": []}
for _border in _BORDERS.borders:
    _LINES[_kind(_border)].append(art.flat(_border.points))


def space_at(point: Point, reach: float = 0.03) -> int | None:
    """The space at a map point, or the nearest within `reach` map heights."""
    return ring_at(RINGS, point, reach)


@cache
def _glyph_spots(space: int) -> list[Point]:
    """Places of the symbols of a space, around the druids in its middle and inside its borders."""
    ring, random, (cx, cy) = RINGS[space], Random(space), CENTRES[space]
    reach = sum(hypot(x - cx, y - cy) for x, y in ring) / len(ring)
    spots = []
    for i in range(_GLYPHS):
        angle, far = i * tau / _GLYPHS + random.uniform(-0.3, 0.3), reach * random.uniform(0.52, 0.66)
        spot = (cx + far * cos(angle), cy + far * sin(angle))
        if contains(ring, spot) and distance(ring, spot) > 0.45 * _GLYPH:
            spots.append(spot)
    return sorted(spots, key=lambda spot: -spot[1])


def _paint_lands() -> None:
    """Paint the terrains: flat first, then their washes, which run into each other at the borders."""
    for space in board.SPACES:
        shade = Random(space).uniform(-0.03, 0.03)
        terrain = fae_art.TERRAIN_COLOURS[board.TERRAIN_OF[space]]
        Color(*[channel + shade for channel in terrain[:3]])
        _fill(space)
    for width, opacity in _WASHES:
        for space in board.SPACES:
            Color(*fae_art.TERRAIN_INKS[board.TERRAIN_OF[space]][:3], opacity)
            Line(points=art.flat(RINGS[space]), width=width / 2, close=True, joint="bevel")


def _paint_glyphs(glyphs: dict[str, Texture]) -> None:
    for space in board.SPACES:
        terrain = board.TERRAIN_OF[space]
        Color(*fae_art.TERRAIN_INKS[terrain][:3], 0.72)
        for x, y in _glyph_spots(space):
            Rectangle(texture=glyphs[terrain], pos=(x - _GLYPH / 2, y - _GLYPH / 2), size=(_GLYPH, _GLYPH))


@cache
def _clouds(columns: int, rows: int) -> Texture:
    """Random clouds of paint, white where it is thick."""
    random = Random(columns)
    pixels = bytearray(b"\xff" * (4 * columns * rows))
    pixels[3::4] = bytes(random.randrange(256) for _ in range(columns * rows))
    made = Texture.create(size=(columns, rows), colorfmt="rgba")
    made.blit_buffer(bytes(pixels), colorfmt="rgba", bufferfmt="ubyte")
    made.mag_filter = "linear"
    return made


Fans: TypeAlias = list[tuple[list[float], list[int]]]


@cache
def _fans(space: int) -> Fans:
    return art.fans(RINGS[space])


def _fill(space: int) -> None:
    for corners, order in _fans(space):
        Mesh(vertices=corners, indices=order, mode="triangle_fan")


def _strokes(kind: str, width: float, colour: Rgba) -> None:
    Color(*colour)
    for points in _LINES[kind]:
        Line(points=points, width=width / 2, cap="round", joint="round")


def painted(height_px: int) -> tuple[Texture, Texture]:
    """Map painted for a height in pixels, or slightly more: bright, and dimmed."""
    return _painted(-(-height_px // _STEP_PX) * _STEP_PX)


@kept
@lru_cache(maxsize=3)
def _painted(height_px: int) -> tuple[Texture, Texture]:
    scale = height_px * _OVERSAMPLING
    glyphs = {terrain: art.texture(terrain, _GLYPH * scale) for terrain in fae_art.TERRAIN_COLOURS}
    clouds = [_clouds(*size) for size in _BLOTCHES]
    lands = _canvas(scale)
    with lands:
        _paint_lands()
        _paint_glyphs(glyphs)
    lands.draw()
    textures = []
    for veiled in (False, True):
        canvas = _canvas(scale)
        with canvas:
            Color(*art.WHITE)
            Rectangle(texture=lands.texture, size=(ASPECT, 1))
            if veiled:
                Color(*EMPTY_VEIL)
                Rectangle(size=(ASPECT, 1))
            _paint_water()
            for texture in clouds:
                Color(*CLOUD[:3], 0.09)
                Rectangle(texture=texture, size=(ASPECT, 1))
            Color(*FRAME)
            Line(points=art.flat(_corners(0.002)), width=0.003, close=True, joint="round")
        canvas.draw()
        textures.append(canvas.texture)
    return textures[0], textures[1]


def _canvas(scale: int) -> Fbo:
    """Empty surface for the map, `scale` pixels high, to be painted in map units."""
    # Kivy draws lines with alpha through the stencil
    canvas = Fbo(size=(round(scale * ASPECT), scale), clear_color=WATER, with_stencilbuffer=True)
    with canvas:
        Scale(scale, scale, 1)
    return canvas


def ground(box: tuple[float, float, float], texture: Texture) -> list[Mesh]:
    """The painted map with its round corners as graphics instructions; `box` as of a board."""
    return _shown(art.fans(_corners(0.0)), box, texture)


def area(space: int, box: tuple[float, float, float], texture: Texture | None = None) -> list[Mesh]:
    """A space as filled graphics instructions, or its part of a painted map; `box` as of a board."""
    return _shown(_fans(space), box, texture)


def _shown(fans: Fans, box: tuple[float, float, float], texture: Texture | None) -> list[Mesh]:
    left, bottom, height = box
    made = []
    for corners, order in fans:
        vertices: list[float] = []
        for x, y in zip(corners[::4], corners[1::4], strict=True):
            vertices += [left + x * height, bottom + y * height, x / ASPECT, y]
        made.append(Mesh(vertices=vertices, indices=order, mode="triangle_fan", texture=texture))
    return made


@cache
def lake_between(space: int, other: int) -> int:
    """The lake that lies nearest to both spaces, as an index of `LAKE_RINGS`."""

    def gap(lake: int) -> float:
        return sum(min(distance(RINGS[s], point) for point in LAKE_RINGS[lake]) for s in (space, other))

    return min(range(len(LAKE_RINGS)), key=gap)


def _paint_water() -> None:
    _strokes("field", 0.0045, FIELD_BORDER)
    _strokes("river", 0.03, BANK)
    _strokes("shore", 0.026, BANK)
    _strokes("river", 0.022, WATER_DEEP)
    _strokes("shore", 0.018, WATER_DEEP)
    _strokes("river", 0.015, WATER)
    for ring in LAKE_RINGS:
        Color(*WATER)
        art.meshes(ring)
    _strokes("river", 0.003, WATER_LIGHT)
    for ring in LAKE_RINGS:
        x, y = (sum(p[axis] for p in ring) / len(ring) for axis in (0, 1))
        inner = [(x + 0.86 * (px - x), y + 0.86 * (py - y)) for px, py in ring]
        Color(*SHALLOWS)
        Line(points=art.flat(inner), width=0.0013, close=True, joint="round")
        _waves(ring, x, y)


def _waves(ring: Ring, x: float, y: float) -> None:
    """Two waves in the middle of a lake."""
    Color(*WAVE)
    for dx, dy in ((-0.022, 0.008), (0.014, -0.01)):
        middle = (x + dx, y + dy)
        if contains(ring, middle):
            wave = [(middle[0] + 0.0011 * t, middle[1] + 0.004 * sin(t / 16 * tau)) for t in range(-16, 17)]
            Line(points=art.flat(wave), width=0.002, cap="round", joint="round")
