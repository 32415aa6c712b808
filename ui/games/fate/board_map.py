"""The still part of the Fate board: hexes, locations, roads and Grimheim, painted into one texture.

Map points are (x, y) with the map's height as unit: x in 0..ASPECT, y in 0..1 upwards. Hexes stand on
a corner; "9,9" is the middle of Grimheim and of the map.
"""

from functools import lru_cache
from itertools import pairwise
from math import hypot
from random import Random

from kivy.graphics import Color, Line, Rectangle, Scale
from kivy.graphics.fbo import Fbo
from kivy.graphics.texture import Texture
from kivy.utils import get_color_from_hex

from companion.games.fate import board, geometry
from companion.games.fate.geometry import MAP_MM
from companion.games.fate.position import GRIMHEIM, Hex
from companion.kept import kept
from ui.boards import art
from ui.boards.geometry import Point
from ui.games.fate import icons
from ui.theme import Rgba

_MARGIN_MM = 6.0
_HEIGHT_MM = 26 * geometry.RADIUS_MM + 2 * _MARGIN_MM
ASPECT = (17 * geometry.HEX_MM + 2 * _MARGIN_MM) / _HEIGHT_MM
SIDE = geometry.RADIUS_MM / _HEIGHT_MM
"""Side of a hex, which is also the distance from its centre to a corner."""
_OVERSAMPLING = 2

GROUND: Rgba = get_color_from_hex("#5b3f28")
GRID: Rgba = get_color_from_hex("#5b432673")
TERRAIN_COLOURS: dict[str, Rgba] = {
    "plains": get_color_from_hex("#dcc68f"),
    "forest": get_color_from_hex("#8fa765"),
    "mountain": get_color_from_hex("#a79c90"),
    "lake": get_color_from_hex("#6fa3b4"),
    "town": get_color_from_hex("#b98657"),
}
_GLYPHS: dict[str, tuple[str, Rgba]] = {
    "forest": ("tree", art.WHITE),
    "mountain": ("peak", art.WHITE),
    "lake": ("waves", get_color_from_hex("#d9eef2")),
}
_BORDERS: dict[str, Rgba] = {
    "red": get_color_from_hex("#9e3424"),
    "yellow": get_color_from_hex("#d9a325"),
}
_ROAD: Rgba = get_color_from_hex("#6d4f2a")
_ROAD_LIGHT: Rgba = get_color_from_hex("#f3e3bc")
_DASH = (0.0105, 0.006)
_WALL: Rgba = get_color_from_hex("#5d3a20")


def to_map(point_mm: Point) -> Point:
    """A point of the board's plan in map units."""
    x, y = point_mm
    return ASPECT / 2 + (x - MAP_MM[0] / 2) / _HEIGHT_MM, 0.5 - (y - MAP_MM[1] / 2) / _HEIGHT_MM


CENTRES: dict[Hex, Point] = {name: to_map(geometry.centre_mm(name)) for name in geometry.HEXES}
CENTRES[GRIMHEIM] = CENTRES["9,9"]


def ring(name: Hex, share: float = 1.0) -> list[Point]:
    """Corners of a hex; `share` of its size."""
    x, y = CENTRES[name]
    corners = (to_map(corner) for corner in geometry.corners_mm(name))
    return [(x + share * (cx - x), y + share * (cy - y)) for cx, cy in corners]


def hex_at(point: Point) -> Hex | None:
    """The hex at a map point; Grimheim is one area; None off the board."""
    x, y = point
    name = geometry.hex_at(
        MAP_MM[0] / 2 + (x - ASPECT / 2) * _HEIGHT_MM, MAP_MM[1] / 2 + (0.5 - y) * _HEIGHT_MM
    )
    return GRIMHEIM if name in geometry.GRIMHEIM_HEXES else name


def outline(names: tuple[Hex, ...]) -> list[tuple[Point, Point]]:
    """The sides of these hexes that no two of them share."""
    sides: dict[frozenset[tuple[int, int]], tuple[Point, Point]] = {}
    for name in names:
        corners = ring(name)
        for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
            key = frozenset((round(x * 1e4), round(y * 1e4)) for x, y in (a, b))
            if key in sides:
                del sides[key]
            else:
                sides[key] = a, b
    return list(sides.values())


OUTLINES: dict[str, list[tuple[Point, Point]]] = {
    name: outline(hexes) for name, hexes in board.LOCATIONS.items()
}
TOWN_OUTLINE = outline(geometry.GRIMHEIM_HEXES)


@kept
@lru_cache(maxsize=2)
def painted(height_px: int) -> Texture:
    """The map at `height_px` pixels of height."""
    scale = height_px * _OVERSAMPLING
    glyphs = {terrain: art.texture(name, 1.15 * SIDE * scale) for terrain, (name, _) in _GLYPHS.items()}
    # Kivy draws lines with alpha through the stencil
    canvas = Fbo(size=(round(scale * ASPECT), scale), clear_color=[0, 0, 0, 0], with_stencilbuffer=True)
    with canvas:
        Scale(scale, scale, 1)
        Color(*GROUND)
        art.meshes(_frame())
        for name, terrain in board.TERRAIN.items():
            _paint_hex(name, terrain, glyphs)
        for name in geometry.GRIMHEIM_HEXES:
            Color(*TERRAIN_COLOURS["town"])
            art.meshes(ring(name, 1.01))
        _paint_roads()
        _paint_borders()
    canvas.draw()
    return canvas.texture


def _frame() -> list[Point]:
    corners = [CENTRES[name] for name in ("9,1", "17,1", "17,9", "9,17", "1,17", "1,9")]
    grow = 1 + 1.35 * SIDE / 0.5
    return [(ASPECT / 2 + (x - ASPECT / 2) * grow, 0.5 + (y - 0.5) * grow) for x, y in corners]


def _paint_hex(name: Hex, terrain: str, glyphs: dict[str, Texture]) -> None:
    shade = Random(name).uniform(-0.02, 0.02)
    Color(*[channel + shade for channel in TERRAIN_COLOURS[terrain][:3]])
    art.meshes(ring(name))
    if terrain in glyphs:
        size, (x, y) = 1.15 * SIDE, CENTRES[name]
        Color(*_GLYPHS[terrain][1][:3], 0.9)
        Rectangle(texture=glyphs[terrain], pos=(x - size / 2, y - size / 2), size=(size, size))
    Color(*GRID)
    Line(points=art.flat(ring(name)), width=0.0008, close=True, joint="round")


def _paint_roads() -> None:
    for colour, width in (([*_ROAD[:3], 0.55], 0.005), (_ROAD_LIGHT, 0.0028)):
        Color(*colour)
        for hexes in board.ROADS.values():
            points = [CENTRES[name] for name in hexes if name in board.PRINTED_ROAD]
            points.append(CENTRES[GRIMHEIM])
            for part in _dashes(points, _DASH) if colour is _ROAD_LIGHT else (points,):
                Line(points=art.flat(part), width=width, cap="none" if colour is _ROAD_LIGHT else "round")


def _dashes(points: list[Point], dash: tuple[float, float]) -> list[list[Point]]:
    """Parts of a line: `dash` gives the lengths of a part and of the gap behind it."""
    parts: list[list[Point]] = []
    for (ax, ay), (bx, by) in pairwise(points):
        length, at = hypot(bx - ax, by - ay), 0.0
        while at < length:
            ends = at / length, min(1.0, (at + dash[0]) / length)
            parts.append([(ax + t * (bx - ax), ay + t * (by - ay)) for t in ends])
            at += sum(dash)
    return parts


def _paint_borders() -> None:
    for name, sides in OUTLINES.items():
        colour = _BORDERS["red" if len(board.LOCATIONS[name]) > 4 else "yellow"]
        Color(*colour)
        for side in sides:
            Line(points=art.flat(side), width=0.0034, cap="round")
    for tint, width in ((icons.EDGE, 0.0075), (_WALL, 0.006)):
        Color(*tint)
        for side in TOWN_OUTLINE:
            Line(points=art.flat(side), width=width, cap="round")
