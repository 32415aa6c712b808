"""Vector art of lands and figures; every colour comes with a pattern or a shape of its own."""

from kivy.utils import get_color_from_hex

from ui.boards.art import ART, WHITE, Fill, Layer, Stroke, arc, rounded, scaled, spokes
from ui.boards.geometry import Point
from ui.theme import Rgba

HEX: list[Point] = spokes(6, 0.5)
"""A land around the middle of the unit square, a corner at twelve o'clock."""
TERRAIN_COLOURS: dict[str, Rgba] = {
    "plain": get_color_from_hex("#d8c463"),
    "forest": get_color_from_hex("#4d8a52"),
    "mountain": get_color_from_hex("#97a3b0"),
    "castle": get_color_from_hex("#b98aa8"),
}
WATER: Rgba = get_color_from_hex("#2f7fd0")
FOAM: Rgba = get_color_from_hex("#bfe2ff")
EDGE: Rgba = [0.07, 0.08, 0.1, 1]
FIGURE_COLOURS: dict[str, Rgba] = {
    "princess": get_color_from_hex("#e0569a"),
    "knight": get_color_from_hex("#4b86d8"),
    "dragon": get_color_from_hex("#dd5a33"),
}
_HALO: Rgba = [0.98, 0.97, 0.93, 1]


def _ink(code: str) -> Rgba:
    return list(get_color_from_hex(code))


def _moved(points: list[Point], x: float, y: float, size: float) -> list[Point]:
    """Points around (0, 0), made so large around (x, y)."""
    return [(x + px * size, y + py * size) for px, py in points]


def _grass(x: float, y: float) -> list[Layer]:
    ink = _ink("#8f7d24")
    return [Stroke([(x, y), (x + dx, y + 0.075)], ink, 0.016) for dx in (-0.035, 0.0, 0.035)]


def _flower(x: float, y: float) -> list[Layer]:
    return [Fill(arc(x, y, 0.024, 0, 360, 12), _ink("#f7efc9"))]


def _fir(x: float, y: float, size: float) -> list[Layer]:
    dark, light = _ink("#1f4a2b"), _ink("#2f6a3d")
    return [
        Fill(_moved([(-0.05, 0), (0.05, 0), (0.05, 0.25), (-0.05, 0.25)], x, y, size), _ink("#3f2d1c")),
        Fill(_moved([(-0.36, 0.2), (0.36, 0.2), (0, 0.7)], x, y, size), dark),
        Fill(_moved([(-0.28, 0.48), (0.28, 0.48), (0, 1)], x, y, size), light),
    ]


def _peak(x: float, y: float, size: float) -> list[Layer]:
    snow = [(0, 1), (-0.2, 0.62), (-0.08, 0.68), (0.02, 0.56), (0.12, 0.68), (0.2, 0.62)]
    return [
        Fill(_moved([(-0.55, 0), (0.55, 0), (0, 1)], x, y, size), _ink("#566270")),
        Fill(_moved([(0.06, 0), (0.55, 0), (0, 1)], x, y, size), _ink("#414b57")),
        Fill(_moved(snow, x, y, size), _ink("#f4f7fa")),
    ]


def _fortress(x: float, y: float, size: float) -> list[Layer]:
    stone, shade, roof = _ink("#f1e6d8"), _ink("#cbb9a6"), _ink("#7c2f55")
    crown = [(-0.2, 0.0), (0.2, 0.0), (0.2, 0.5), (0.12, 0.5), (0.12, 0.42), (0.04, 0.42), (0.04, 0.5),
             (-0.04, 0.5), (-0.04, 0.42), (-0.12, 0.42), (-0.12, 0.5), (-0.2, 0.5)]  # fmt: skip
    towers: list[Layer] = []
    for at in (-0.34, 0.34):
        wall = [(at - 0.13, 0.0), (at + 0.13, 0.0), (at + 0.13, 0.6), (at - 0.13, 0.6)]
        window = [(at - 0.03, 0.34), (at + 0.03, 0.34), (at + 0.03, 0.46), (at - 0.03, 0.46)]
        towers += [
            Fill(_moved(wall, x, y, size), stone),
            Fill(_moved([(at - 0.17, 0.6), (at + 0.17, 0.6), (at, 0.94)], x, y, size), roof),
            Fill(_moved(window, x, y, size), _ink("#4a3948")),
        ]
    gate = _moved([(-0.08, 0), (0.08, 0), (0.08, 0.18), (0, 0.26), (-0.08, 0.18)], x, y, size)
    return [Fill(_moved(crown, x, y, size), shade), *towers, Fill(gate, _ink("#4a3948"))]


def _land(terrain: str, *layers: Layer) -> list[Layer]:
    colour = TERRAIN_COLOURS[terrain]
    light = [min(1.0, 0.9 * c + 0.1) for c in colour[:3]] + [1.0]
    return [Fill(HEX, EDGE), Fill(scaled(HEX, 0.955), colour), Fill(scaled(HEX, 0.84), light), *layers]


_GRASS = ((0.26, 0.56), (0.45, 0.7), (0.68, 0.6), (0.36, 0.3), (0.62, 0.28), (0.76, 0.42), (0.5, 0.46))
LANDS: dict[str, list[Layer]] = {
    "plain": _land("plain", *(layer for at in _GRASS for layer in _grass(*at)),
                   *_flower(0.34, 0.46), *_flower(0.58, 0.64), *_flower(0.5, 0.2)),
    "forest": _land("forest", *_fir(0.5, 0.58, 0.3), *_fir(0.27, 0.5, 0.28), *_fir(0.73, 0.5, 0.28),
                    *_fir(0.38, 0.27, 0.32), *_fir(0.62, 0.25, 0.32), *_fir(0.5, 0.08, 0.28)),
    "mountain": _land("mountain", *_peak(0.66, 0.34, 0.44), *_peak(0.32, 0.32, 0.4), *_peak(0.5, 0.16, 0.5)),
    "castle": _land("castle", *_fortress(0.5, 0.24, 0.6)),
}  # fmt: skip
"""A land by its terrain, as a hexagon in the unit square."""


def _upright(outline: list[list[Point]], colour: Rgba, *details: Layer) -> list[Layer]:
    """A figure with a dark rim and a light halo, so that it stands out on any land."""
    rim = [Stroke(part, EDGE, 0.12, close=True) for part in outline]
    halo = [Stroke(part, _HALO, 0.075, close=True) for part in outline]
    return [*rim, *halo, *(Fill(part, colour) for part in outline), *details]


def _princess() -> list[Layer]:
    gown = rounded([(0.5, 0.62), (0.78, 0.12), (0.22, 0.12)], 0.1)
    head = arc(0.5, 0.66, 0.13, 0, 360)
    crown = [(0.36, 0.76), (0.64, 0.76), (0.68, 0.92), (0.58, 0.84), (0.5, 0.94), (0.42, 0.84), (0.32, 0.92)]
    return _upright(
        [gown, head, crown],
        FIGURE_COLOURS["princess"],
        Fill(arc(0.5, 0.66, 0.12, 0, 360), _ink("#f6d6ba")),
        Fill(crown, _ink("#f6cf3e")),
        Fill([(0.5, 0.48), (0.6, 0.14), (0.4, 0.14)], _ink("#f7b7d6")),
    )


def _knight() -> list[Layer]:
    shield = [(0.2, 0.62), (0.8, 0.62), (0.8, 0.36), (0.5, 0.08), (0.2, 0.36)]
    helmet = [*arc(0.5, 0.7, 0.2, 0, 180), (0.3, 0.6), (0.7, 0.6)]
    plume = [(0.5, 0.86), (0.62, 0.96), (0.8, 0.9), (0.68, 0.82)]
    return _upright(
        [shield, helmet, plume],
        FIGURE_COLOURS["knight"],
        Fill(helmet, _ink("#c3ccd6")),
        Fill(plume, _ink("#e9b53a")),
        Stroke([(0.36, 0.71), (0.64, 0.71)], EDGE, 0.05),
        Stroke([(0.5, 0.55), (0.5, 0.2)], WHITE, 0.07),
        Stroke([(0.32, 0.42), (0.68, 0.42)], WHITE, 0.07),
    )


def _dragon() -> list[Layer]:
    left = [(0.44, 0.5), (0.3, 0.84), (0.04, 0.72), (0.14, 0.58), (0.06, 0.4), (0.24, 0.44), (0.26, 0.3)]
    right = [(1 - x, y) for x, y in reversed(left)]
    body = rounded([(0.5, 0.7), (0.68, 0.4), (0.56, 0.06), (0.44, 0.06), (0.32, 0.4)], 0.15)
    head = rounded([(0.34, 0.94), (0.5, 0.86), (0.66, 0.94), (0.62, 0.66), (0.5, 0.58), (0.38, 0.66)], 0.08)
    return _upright(
        [left, right, body, head],
        FIGURE_COLOURS["dragon"],
        Fill(rounded([(0.5, 0.54), (0.58, 0.36), (0.5, 0.1), (0.42, 0.36)], 0.12), _ink("#f4c36a")),
        Fill(arc(0.44, 0.76, 0.035, 0, 360, 12), EDGE),
        Fill(arc(0.56, 0.76, 0.035, 0, 360, 12), EDGE),
    )


FIGURES: dict[str, list[Layer]] = {"princess": _princess(), "knight": _knight(), "dragon": _dragon()}

ICONS: dict[str, list[Layer]] = {
    "ft-tell": [
        Stroke([(0.5, 0.3), (0.5, 0.76)], WHITE, 0.06),
        Stroke([(0.5, 0.76), (0.3, 0.84), (0.1, 0.78), (0.1, 0.3), (0.3, 0.36), (0.5, 0.3), (0.7, 0.36),
                (0.9, 0.3), (0.9, 0.78), (0.7, 0.84)], WHITE, 0.07, close=True),
        Stroke([(0.36, 0.2), (0.5, 0.12), (0.64, 0.2)], WHITE, 0.07),
    ],
    "ft-page": [
        Stroke([(0.24, 0.12), (0.76, 0.12), (0.76, 0.68), (0.58, 0.88), (0.24, 0.88)], WHITE, 0.07,
               close=True),
        Stroke([(0.58, 0.88), (0.58, 0.68), (0.76, 0.68)], WHITE, 0.06),
        Stroke([(0.36, 0.5), (0.64, 0.5)], WHITE, 0.06),
        Stroke([(0.36, 0.32), (0.64, 0.32)], WHITE, 0.06),
    ],
    "ft-turn-page": [
        Stroke([(0.16, 0.14), (0.6, 0.14), (0.6, 0.86), (0.16, 0.86)], WHITE, 0.07, close=True),
        Stroke([(0.66, 0.74), *arc(0.66, 0.5, 0.24, 80, -80)], WHITE, 0.07),
        Stroke([(0.82, 0.18), (0.68, 0.26), (0.78, 0.4)], WHITE, 0.07),
    ],
    "ft-magic": [
        Stroke([(0.16, 0.14), (0.6, 0.58)], WHITE, 0.1),
        Fill([(x + 0.18, y + 0.2) for x, y in scaled(spokes(5, 0.5, 0.2), 0.62)], WHITE),
    ],
    "ft-tile": [
        Stroke([(0.5 + 0.24 * (x - 0.5) * 2 + dx, 0.5 + 0.24 * (y - 0.5) * 2 + dy) for x, y in HEX], WHITE,
               0.06, close=True)
        for dx, dy in ((-0.208, 0.12), (0.208, 0.12), (0.0, -0.24))
    ],
    "ft-rotate": [
        Stroke(arc(0.5, 0.5, 0.3, 40, 320), WHITE, 0.1),
        Stroke([(0.56, 0.86), (0.74, 0.7), (0.6, 0.52)], WHITE, 0.1),
    ],
    "ft-river": [
        Stroke([(0.1, y), (0.3, y + 0.1), (0.5, y), (0.7, y - 0.1), (0.9, y)], WHITE, 0.08)
        for y in (0.3, 0.52, 0.74)
    ],
}  # fmt: skip
"""Painted in white, to be tinted."""

ART.update(
    {f"land-{terrain}": layers for terrain, layers in LANDS.items()}
    | {f"figure-{figure}": layers for figure, layers in FIGURES.items()}
    | ICONS
)
