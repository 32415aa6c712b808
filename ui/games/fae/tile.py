"""The large picture of Fae: druids in a landscape."""

from ui.boards.art import ART, Fill, Layer, Stroke, arc, rounded
from ui.boards.geometry import Point
from ui.boards.tiles import FRAME, colour, ground

TILE = "tile-fae"


def _fir(x: float, y: float, size: float, code: str) -> list[Layer]:
    def rising(wide: float, low: float, high: float) -> list[Point]:
        return [(x - wide * size, y + low * size), (x + wide * size, y + low * size), (x, y + high * size)]

    ink = colour(code)
    return [
        Fill(rising(0.05, 0, 0.4), colour("#4a3524")),
        Fill(rising(0.3, 0.16, 0.66), ink),
        Fill(rising(0.23, 0.42, 1), ink),
    ]


def _toadstool(x: float, y: float, size: float) -> list[Layer]:
    cap = [(x + (px - 0.5) * size, y + py * size) for px, py in arc(0.5, 0.4, 0.42, 0, 180)]
    return [
        Fill([(x - 0.1 * size, y), (x + 0.1 * size, y), (x + 0.08 * size, y + 0.45 * size),
              (x - 0.08 * size, y + 0.45 * size)], colour("#efe4d2")),
        Fill(cap, colour("#c25a6e")),
        Fill(arc(x - 0.16 * size, y + 0.56 * size, 0.07 * size, 0, 360), colour("#f6e9dc")),
        Fill(arc(x + 0.12 * size, y + 0.62 * size, 0.08 * size, 0, 360), colour("#f6e9dc")),
    ]  # fmt: skip


def _hooded(x: float, y: float, size: float, name: str) -> list[Layer]:
    """A druid in a cloak of this colour."""

    def at(*points: Point) -> list[Point]:
        return [(x + px * size, y + py * size) for px, py in points]

    cloak = {"red": "#e0433a", "blue": "#3b82e0", "yellow": "#f5c92f", "purple": "#9a52c9"}[name]
    dark = {"red": "#a92c25", "blue": "#275da6", "yellow": "#c79c17", "purple": "#703894"}[name]
    hood = rounded(at((-0.2, 0.62), (0.2, 0.62), (0.2, 0.9), (0.0, 1.12), (-0.2, 0.9)), 0.2)
    return [
        Stroke(at((0.3, 0.0), (0.3, 0.95)), colour("#5a3d24"), 0.055 * size),
        Fill(arc(x + 0.3 * size, y + 0.98 * size, 0.07 * size, 0, 360), colour("#fff2b0")),
        Fill(rounded(at((-0.34, 0.0), (0.34, 0.0), (0.16, 0.72), (-0.16, 0.72)), 0.1), colour(cloak)),
        Fill(at((-0.04, 0.0), (0.12, 0.0), (0.02, 0.66)), colour(dark)),
        Fill(hood, colour(dark)),
        Fill(arc(x, y + 0.8 * size, 0.115 * size, 0, 360), colour("#f0d3b0")),
        Fill(rounded(at((-0.1, 0.76), (0.1, 0.76), (0.06, 0.5), (-0.06, 0.5)), 0.2), colour("#e9e6df")),
    ]


ART[TILE] = [
    Fill(FRAME, colour("#2f5d7c")),
    Fill([(0.0, 0.5), (1.0, 0.5), (1.0, 0.72), (0.0, 0.72)], colour("#4d86a5")),
    Fill(arc(0.76, 0.8, 0.1, 0, 360), colour("#fbe7a6")),
    Fill([(0.0, 0.44), (0.2, 0.76), (0.33, 0.56), (0.47, 0.86), (0.7, 0.44)], colour("#7d8fa0")),
    Fill([(0.47, 0.86), (0.41, 0.73), (0.45, 0.75), (0.48, 0.71), (0.53, 0.75)], colour("#f2f5f7")),
    Fill([(0.2, 0.76), (0.155, 0.67), (0.2, 0.7), (0.24, 0.68)], colour("#f2f5f7")),
    ground([(0.0, 0.46), (0.25, 0.54), (0.55, 0.45), (0.8, 0.55), (1.0, 0.5)], "#d9bd6c"),
    ground([(0.0, 0.38), (0.3, 0.42), (0.6, 0.36), (1.0, 0.44)], "#6fae62"),
    Fill(rounded([(0.5, 0.3), (0.78, 0.4), (0.98, 0.34), (0.96, 0.2), (0.7, 0.18)], 0.2), colour("#4f9fd0")),
    Fill(rounded([(0.6, 0.29), (0.78, 0.35), (0.9, 0.3), (0.8, 0.24)], 0.2), colour("#7fc0e6")),
    *_fir(0.12, 0.4, 0.3, "#2f6238"),
    *_fir(0.26, 0.44, 0.22, "#3b7a46"),
    *_fir(0.9, 0.44, 0.24, "#2f6238"),
    ground([(0.0, 0.2), (0.4, 0.26), (0.7, 0.17), (1.0, 0.22)], "#4f8c4c"),
    *_toadstool(0.87, 0.14, 0.15),
    *_toadstool(0.78, 0.1, 0.1),
    *_hooded(0.2, 0.14, 0.36, "red"),
    *_hooded(0.42, 0.09, 0.4, "yellow"),
    *_hooded(0.63, 0.12, 0.36, "blue"),
]
