"""The large picture of Fábula: two cards before a tower in the evening."""

from math import cos, pi, sin

from ui.boards.art import ART, Fill, Layer, arc, rounded
from ui.boards.geometry import Point
from ui.boards.tiles import EDGE, FRAME, colour, ground
from ui.games.fabula.icons import COLOURS, ICONS, PAPER, sign_of

TILE = "tile-fabula"


def _turned(points: list[Point], x: float, y: float, size: float, degrees: float) -> list[Point]:
    """An outline of the unit square, `size` large around (x, y) and turned counter-clockwise."""
    a = degrees * pi / 180
    return [
        (
            x + size * ((px - 0.5) * cos(a) - (py - 0.5) * sin(a)),
            y + size * ((px - 0.5) * sin(a) + (py - 0.5) * cos(a)),
        )
        for px, py in points
    ]


def _card(name: str, x: float, y: float, size: float, degrees: float) -> list[Layer]:
    """A card of a colour, its sign in the middle."""
    rim = rounded([(0.14, 0.0), (0.86, 0.0), (0.86, 1.0), (0.14, 1.0)], 0.06)
    face = rounded([(0.19, 0.05), (0.81, 0.05), (0.81, 0.95), (0.19, 0.95)], 0.05)
    band = [(0.24, 0.1), (0.76, 0.1), (0.76, 0.28), (0.24, 0.28)]
    made: list[Layer] = [
        Fill(_turned(rim, x, y, size, degrees), EDGE),
        Fill(_turned(face, x, y, size, degrees), PAPER),
        Fill(_turned(band, x, y, size, degrees), COLOURS[name]),
    ]
    for layer in ICONS[sign_of(name)]:
        shape = [(0.5 + (px - 0.5) * 0.46, 0.6 + (py - 0.5) * 0.46) for px, py in layer.points]
        made.append(Fill(_turned(shape, x, y, size, degrees), layer.colour))
    return made


def _tower() -> list[Layer]:
    stone = [(0.3 + 0.4 * x, 0.2 + 0.62 * y) for x, y in ICONS["fb-base"][0].points]
    return [
        Fill(stone, colour("#8d7a9c")),
        Fill(rounded([(0.46, 0.22), (0.54, 0.22), (0.54, 0.4), (0.46, 0.4)], 0.2), colour("#2b1f36")),
        Fill(rounded([(0.48, 0.5), (0.52, 0.5), (0.52, 0.6), (0.48, 0.6)], 0.2), colour("#ffe0a0")),
    ]


ART[TILE] = [
    Fill(FRAME, colour("#2d2350")),
    Fill([(0.0, 0.34), (1.0, 0.34), (1.0, 0.66), (0.0, 0.66)], colour("#6a3f72")),
    Fill([(0.0, 0.2), (1.0, 0.2), (1.0, 0.46), (0.0, 0.46)], colour("#d0745a")),
    Fill(arc(0.8, 0.78, 0.09, 0, 360), colour("#f7e3b0")),
    ground([(0.0, 0.24), (0.3, 0.34), (0.7, 0.34), (1.0, 0.22)], "#463259"),
    *_tower(),
    ground([(0.0, 0.12), (0.5, 0.2), (1.0, 0.12)], "#2c2340"),
    *_card("purple", 0.8, 0.3, 0.44, -16),
    *_card("yellow", 0.2, 0.3, 0.44, 16),
    *_card("red", 0.5, 0.24, 0.5, 0),
]
