"""The still part of the Fae board: terrain, glyphs, rivers and lakes, painted into one texture.

Map points are (x, y) with the map's height as unit: x in 0..ASPECT, y in 0..1 upwards.
"""

from functools import cache, lru_cache
from random import Random

from kivy.graphics import Color, InstructionGroup, Line, Mesh, Rectangle, Scale
from kivy.graphics.fbo import Fbo
from kivy.graphics.texture import Texture
from kivy.utils import get_color_from_hex

from companion.games.fae import board
from companion.kept import kept
from ui.boards import art
from ui.boards.geometry import Border, BorderMap, Point, contains, distance
from ui.games.fae import art as fae_art
from ui.theme import Rgba

ASPECT = board.MAP_MM[0] / board.MAP_MM[1]
_OVERSAMPLING = 2
_GLYPH = 0.044
"""Side of the symbols of a terrain, in map heights."""
_STEP_PX = 256
"""Step in pixels to which map heights are rounded, so that boards of similar size share a painting."""

WATER: Rgba = get_color_from_hex("#4f9fd0")
WATER_DEEP: Rgba = get_color_from_hex("#2c6f9e")
WATER_LIGHT: Rgba = get_color_from_hex("#8fcdf0")
BANK: Rgba = [0.13, 0.13, 0.08, 0.28]
FIELD_BORDER: Rgba = [0.16, 0.15, 0.1, 0.62]
EMPTY_VEIL: Rgba = [0.09, 0.11, 0.14, 0.62]


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
    for space, ring in RINGS.items():
        if contains(ring, point):
            return space
    gaps = {space: distance(ring, point) for space, ring in RINGS.items()}
    nearest = min(gaps, key=lambda space: gaps[space])
    return nearest if gaps[nearest] <= reach else None


@cache
def _glyph_spots(space: int, size: float) -> list[Point]:
    ring, random = RINGS[space], Random(space)
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    spots, row, y = [], 0, min(ys)
    while y < max(ys):
        x = min(xs) + (row % 2) * size * 0.75
        while x < max(xs):
            spot = (x + random.uniform(-0.2, 0.2) * size, y + random.uniform(-0.15, 0.15) * size)
            if contains(ring, spot) and distance(ring, spot) > 0.55 * size:
                spots.append(spot)
            x += 1.5 * size
        y += 1.1 * size
        row += 1
    return sorted(spots, key=lambda spot: -spot[1])


def _paint_space(space: int, glyph: Texture, veiled: bool) -> None:
    terrain = board.TERRAIN_OF[space]
    shade = Random(space).uniform(-0.025, 0.025)
    Color(*[channel + shade for channel in fae_art.TERRAIN_COLOURS[terrain][:3]])
    _fill(space)
    Color(*fae_art.TERRAIN_INKS[terrain][:3], 0.62)
    for x, y in _glyph_spots(space, _GLYPH):
        Rectangle(texture=glyph, pos=(x - _GLYPH / 2, y - _GLYPH / 2), size=(_GLYPH, _GLYPH))
    if veiled:
        Color(*EMPTY_VEIL)
        _fill(space)


@cache
def _fans(space: int) -> list[tuple[list[float], list[int]]]:
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
    textures = []
    for veiled in (False, True):
        # Kivy draws lines with alpha through the stencil
        canvas = Fbo(size=(round(scale * ASPECT), scale), clear_color=WATER, with_stencilbuffer=True)
        with canvas:
            Scale(scale, scale, 1)
            for space in board.SPACES:
                _paint_space(space, glyphs[board.TERRAIN_OF[space]], veiled)
            _paint_water()
        canvas.draw()
        textures.append(canvas.texture)
    return textures[0], textures[1]


def veil(group: InstructionGroup, space: int, box: tuple[float, float, float], veiled: Texture) -> None:
    """Draw the dimmed map over a space that can never be entered again (E-013); `box` as of a board."""
    left, bottom, height = box
    group.add(Color(1, 1, 1, 1))
    for corners, order in _fans(space):
        vertices = []
        for x, y in zip(corners[::4], corners[1::4], strict=True):
            vertices += [left + x * height, bottom + y * height, x / ASPECT, y]
        group.add(Mesh(vertices=vertices, indices=order, mode="triangle_fan", texture=veiled))


@cache
def lake_between(space: int, other: int) -> int:
    """The lake that lies nearest to both spaces, as an index of `LAKE_RINGS`."""

    def gap(lake: int) -> float:
        return sum(min(distance(RINGS[s], point) for point in LAKE_RINGS[lake]) for s in (space, other))

    return min(range(len(LAKE_RINGS)), key=gap)


def _paint_water() -> None:
    _strokes("field", 0.0055, FIELD_BORDER)
    _strokes("river", 0.03, BANK)
    _strokes("shore", 0.026, BANK)
    _strokes("river", 0.021, WATER_DEEP)
    _strokes("shore", 0.017, WATER_DEEP)
    _strokes("river", 0.015, WATER)
    for ring in LAKE_RINGS:
        Color(*WATER)
        art.meshes(ring)
    _strokes("river", 0.003, WATER_LIGHT)
    _waves()


def _waves() -> None:
    Color(*WATER_LIGHT)
    for ring in LAKE_RINGS:
        x = sum(p[0] for p in ring) / len(ring)
        y = sum(p[1] for p in ring) / len(ring)
        for dx, dy in ((-0.012, 0.008), (0.008, -0.008)):
            if contains(ring, (x + dx, y + dy)):
                wave = [
                    (x + dx + 0.022 * (t / 8 - 0.5), y + dy + 0.003 * (-1) ** (t // 2 % 2)) for t in range(9)
                ]
                Line(points=art.flat(wave), width=0.0015, cap="round", joint="round")
