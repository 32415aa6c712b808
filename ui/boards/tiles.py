"""Large pictures of the games: druids in a landscape, a tower among monsters."""

from kivy.utils import get_color_from_hex

from ui.boards.art import ART, Fill, Layer, Stroke, arc, rounded
from ui.boards.geometry import Point
from ui.games.fate.art import PIECES
from ui.theme import Rgba

FAE, FATE = "tile-fae", "tile-fate"

_EDGE: Rgba = [0.07, 0.08, 0.1, 1]
_FRAME = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]


def _hex(code: str) -> Rgba:
    return list(get_color_from_hex(code))


def _moved(points: list[Point], x: float, y: float, size: float) -> list[Point]:
    """An outline of the unit square, made `size` large around (x, y)."""
    return [(x + (px - 0.5) * size, y + (py - 0.5) * size) for px, py in points]


def _piece(name: str, x: float, y: float, size: float) -> list[Layer]:
    """A piece of art as part of a picture."""
    small: list[Layer] = []
    for layer in (PIECES | ART)[name]:
        points = _moved(list(layer.points), x, y, size)
        if isinstance(layer, Fill):
            small.append(Fill(points, layer.colour))
        else:
            small.append(Stroke(points, layer.colour, layer.width * size, layer.close))
    return small


def _ground(points: list[Point], colour: str) -> Fill:
    """Land below a line of points."""
    return Fill([(0.0, 0.0), *points, (1.0, 0.0)], _hex(colour))


def _fir(x: float, y: float, size: float, colour: str) -> list[Layer]:
    def rising(wide: float, low: float, high: float) -> list[Point]:
        return [(x - wide * size, y + low * size), (x + wide * size, y + low * size), (x, y + high * size)]

    ink = _hex(colour)
    return [
        Fill(rising(0.05, 0, 0.4), _hex("#4a3524")),
        Fill(rising(0.3, 0.16, 0.66), ink),
        Fill(rising(0.23, 0.42, 1), ink),
    ]


def _toadstool(x: float, y: float, size: float) -> list[Layer]:
    cap = [(x + (px - 0.5) * size, y + py * size) for px, py in arc(0.5, 0.4, 0.42, 0, 180)]
    return [
        Fill([(x - 0.1 * size, y), (x + 0.1 * size, y), (x + 0.08 * size, y + 0.45 * size),
              (x - 0.08 * size, y + 0.45 * size)], _hex("#efe4d2")),
        Fill(cap, _hex("#c25a6e")),
        Fill(arc(x - 0.16 * size, y + 0.56 * size, 0.07 * size, 0, 360), _hex("#f6e9dc")),
        Fill(arc(x + 0.12 * size, y + 0.62 * size, 0.08 * size, 0, 360), _hex("#f6e9dc")),
    ]  # fmt: skip


def _hooded(x: float, y: float, size: float, colour: str) -> list[Layer]:
    """A druid in a cloak, with the colour's shape below."""

    def at(*points: Point) -> list[Point]:
        return [(x + px * size, y + py * size) for px, py in points]

    cloak = {"red": "#e0433a", "blue": "#3b82e0", "yellow": "#f5c92f", "purple": "#9a52c9"}[colour]
    dark = {"red": "#a92c25", "blue": "#275da6", "yellow": "#c79c17", "purple": "#703894"}[colour]
    hood = rounded(at((-0.2, 0.62), (0.2, 0.62), (0.2, 0.9), (0.0, 1.12), (-0.2, 0.9)), 0.2)
    return [
        Stroke(at((0.3, 0.0), (0.3, 0.95)), _hex("#5a3d24"), 0.055 * size),
        Fill(arc(x + 0.3 * size, y + 0.98 * size, 0.07 * size, 0, 360), _hex("#fff2b0")),
        Fill(rounded(at((-0.34, 0.0), (0.34, 0.0), (0.16, 0.72), (-0.16, 0.72)), 0.1), _hex(cloak)),
        Fill(at((-0.04, 0.0), (0.12, 0.0), (0.02, 0.66)), _hex(dark)),
        Fill(hood, _hex(dark)),
        Fill(arc(x, y + 0.8 * size, 0.115 * size, 0, 360), _hex("#f0d3b0")),
        Fill(rounded(at((-0.1, 0.76), (0.1, 0.76), (0.06, 0.5), (-0.06, 0.5)), 0.2), _hex("#e9e6df")),
    ]


_FAE: list[Layer] = [
    Fill(_FRAME, _hex("#2f5d7c")),
    Fill([(0.0, 0.5), (1.0, 0.5), (1.0, 0.72), (0.0, 0.72)], _hex("#4d86a5")),
    Fill(arc(0.76, 0.8, 0.1, 0, 360), _hex("#fbe7a6")),
    Fill([(0.0, 0.44), (0.2, 0.76), (0.33, 0.56), (0.47, 0.86), (0.7, 0.44)], _hex("#7d8fa0")),
    Fill([(0.47, 0.86), (0.41, 0.73), (0.45, 0.75), (0.48, 0.71), (0.53, 0.75)], _hex("#f2f5f7")),
    Fill([(0.2, 0.76), (0.155, 0.67), (0.2, 0.7), (0.24, 0.68)], _hex("#f2f5f7")),
    _ground([(0.0, 0.46), (0.25, 0.54), (0.55, 0.45), (0.8, 0.55), (1.0, 0.5)], "#d9bd6c"),
    _ground([(0.0, 0.38), (0.3, 0.42), (0.6, 0.36), (1.0, 0.44)], "#6fae62"),
    Fill(rounded([(0.5, 0.3), (0.78, 0.4), (0.98, 0.34), (0.96, 0.2), (0.7, 0.18)], 0.2), _hex("#4f9fd0")),
    Fill(rounded([(0.6, 0.29), (0.78, 0.35), (0.9, 0.3), (0.8, 0.24)], 0.2), _hex("#7fc0e6")),
    *_fir(0.12, 0.4, 0.3, "#2f6238"),
    *_fir(0.26, 0.44, 0.22, "#3b7a46"),
    *_fir(0.9, 0.44, 0.24, "#2f6238"),
    _ground([(0.0, 0.2), (0.4, 0.26), (0.7, 0.17), (1.0, 0.22)], "#4f8c4c"),
    *_toadstool(0.87, 0.14, 0.15),
    *_toadstool(0.78, 0.1, 0.1),
    *_hooded(0.2, 0.14, 0.36, "red"),
    *_hooded(0.42, 0.09, 0.4, "yellow"),
    *_hooded(0.63, 0.12, 0.36, "blue"),
]


def _tower() -> list[Layer]:
    stone, shade, roof = _hex("#b9b4a6"), _hex("#8f8a7d"), _hex("#b5482f")
    crown = [
        (0.36, 0.6), (0.36, 0.7), (0.41, 0.7), (0.41, 0.66), (0.455, 0.66), (0.455, 0.7), (0.545, 0.7),
        (0.545, 0.66), (0.59, 0.66), (0.59, 0.7), (0.64, 0.7), (0.64, 0.6),
    ]  # fmt: skip
    return [
        Fill([(0.39, 0.2), (0.61, 0.2), (0.6, 0.62), (0.4, 0.62)], stone),
        Fill([(0.52, 0.2), (0.61, 0.2), (0.6, 0.62), (0.53, 0.62)], shade),
        Fill(crown, stone),
        Stroke([(0.5, 0.7), (0.5, 0.93)], _EDGE, 0.015),
        Fill([(0.505, 0.93), (0.66, 0.885), (0.505, 0.83)], _hex("#f4b740")),
        Fill([*arc(0.5, 0.29, 0.05, 0, 180), (0.45, 0.2), (0.55, 0.2)], _hex("#3b2a1c")),
        Fill(rounded([(0.47, 0.42), (0.53, 0.42), (0.53, 0.54), (0.47, 0.54)], 0.2), _hex("#ffe9a8")),
        *(
            layer
            for x in (0.27, 0.73)
            for layer in (
                Fill([(x - 0.08, 0.18), (x + 0.08, 0.18), (x + 0.08, 0.3), (x - 0.08, 0.3)], _hex("#e7d3a8")),
                Fill([(x - 0.11, 0.29), (x + 0.11, 0.29), (x, 0.41)], roof),
                Fill([(x - 0.025, 0.18), (x + 0.025, 0.18), (x + 0.025, 0.26), (x - 0.025, 0.26)], _EDGE),
            )
        ),
    ]


def _monster(kind: str, x: float, y: float, size: float) -> list[Layer]:
    """A tile of a monster that looks around."""
    eyes: list[Layer] = []
    for side in (-0.14, 0.14):
        eyes += [
            Fill(arc(x + side * size, y + 0.03 * size, 0.1 * size, 0, 360), [1, 1, 1, 1]),
            Fill(arc(x + side * size, y + 0.01 * size, 0.05 * size, 0, 360), _EDGE),
        ]
    grin = [(x - 0.15 * size, y - 0.14 * size), (x, y - 0.2 * size), (x + 0.15 * size, y - 0.14 * size)]
    return [*_piece(f"fate-{kind}", x, y, size), *eyes, Stroke(grin, _EDGE, 0.05 * size)]


_FATE: list[Layer] = [
    Fill(_FRAME, _hex("#3a2b52")),
    Fill([(0.0, 0.3), (1.0, 0.3), (1.0, 0.62), (0.0, 0.62)], _hex("#7a4560")),
    Fill([(0.0, 0.24), (1.0, 0.24), (1.0, 0.46), (0.0, 0.46)], _hex("#c9704f")),
    Fill(arc(0.18, 0.82, 0.07, 0, 360), _hex("#f4e6c3")),
    Fill(arc(0.215, 0.845, 0.06, 0, 360), _hex("#3a2b52")),
    Fill([(0.0, 0.3), (0.16, 0.5), (0.3, 0.34), (0.7, 0.34), (0.85, 0.54), (1.0, 0.36), (1.0, 0.2),
          (0.0, 0.2)], _hex("#4d3350")),
    _ground([(0.0, 0.16), (0.3, 0.22), (0.7, 0.22), (1.0, 0.16)], "#3f5b3a"),
    *_tower(),
    _ground([(0.0, 0.1), (0.5, 0.15), (1.0, 0.1)], "#2f462c"),
    *_monster("goblin", 0.15, 0.2, 0.2),
    *_monster("elemental", 0.86, 0.22, 0.23),
    *_monster("skeleton", 0.34, 0.12, 0.17),
    *_monster("troll", 0.66, 0.12, 0.19),
]  # fmt: skip

ART.update({FAE: _FAE, FATE: _FATE})
