"""Parts of the large pictures of games."""

from kivy.utils import get_color_from_hex

from ui.boards.art import Fill
from ui.boards.geometry import Point
from ui.theme import Rgba

EDGE: Rgba = [0.07, 0.08, 0.1, 1]
FRAME: list[Point] = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]


def colour(code: str) -> Rgba:
    """A colour from its hexadecimal code."""
    return list(get_color_from_hex(code))


def ground(points: list[Point], code: str) -> Fill:
    """Land below a line of points."""
    return Fill([(0.0, 0.0), *points, (1.0, 0.0)], colour(code))
