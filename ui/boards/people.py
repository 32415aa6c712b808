"""Figures of people: a face under a hat. Colour and hat identify a person; no game piece has a face."""

from collections.abc import Sequence

from kivy.utils import get_color_from_hex

from companion.settings.people import COLOURS
from ui.boards.art import ART, Fill, Layer, Stroke, arc, rounded
from ui.boards.geometry import Point
from ui.theme import Rgba

_EDGE: Rgba = [0.07, 0.08, 0.1, 1]
_SKIN: Rgba = get_color_from_hex("#f0d6bb")
_SMILE: Rgba = get_color_from_hex("#3a2a22")
_RIM, _LINE = 0.075, 0.035

PEOPLE_COLOURS: dict[str, Rgba] = {
    "red": get_color_from_hex("#e0433a"),
    "blue": get_color_from_hex("#3b82e0"),
    "yellow": get_color_from_hex("#f5c92f"),
    "green": get_color_from_hex("#3fae6b"),
    "purple": get_color_from_hex("#9a52c9"),
    "orange": get_color_from_hex("#f28f24"),
}
_SHOULDERS = [(0.1, 0.05), *arc(0.5, 0.05, 0.4, 180, 0, 24)[1:-1], (0.9, 0.05)]
_SHOULDERS = [(x, 0.05 + (y - 0.05) * 0.68) for x, y in _SHOULDERS]
_FACE = arc(0.5, 0.5, 0.22, 0, 360)
_BRIM = rounded([(0.16, 0.6), (0.84, 0.6), (0.84, 0.68), (0.16, 0.68)], 0.2)
PEOPLE_HATS: dict[str, tuple[Sequence[Point], ...]] = {
    "red": (_BRIM, [(0.28, 0.64), (0.72, 0.64), (0.56, 0.97), (0.46, 0.97)]),
    "blue": (_BRIM, [(0.3, 0.64), (0.7, 0.64), (0.74, 0.96), (0.26, 0.96)]),
    "yellow": (
        [(0.24, 0.6), (0.76, 0.6), (0.84, 0.95), (0.65, 0.78), (0.5, 0.97), (0.35, 0.78), (0.16, 0.95)],
    ),
    "green": (
        [*arc(0.5, 0.6, 0.25, 0, 180, 20), (0.25, 0.56), (0.98, 0.56), (0.94, 0.64), (0.74, 0.66)],
    ),
    "purple": (arc(0.5, 0.62, 0.27, 0, 180, 20), arc(0.24, 0.5, 0.12, 0, 360), arc(0.76, 0.5, 0.12, 0, 360),
               arc(0.5, 0.88, 0.1, 0, 360)),
    "orange": (
        [(0.25, 0.58), (0.75, 0.58), (0.88, 0.76), (0.7, 0.76), (0.7, 0.97), (0.54, 0.84), (0.42, 0.98),
         (0.34, 0.82), (0.12, 0.84)],
    ),
}  # fmt: skip
"""Headgear by colour: a pointed hat, a top hat, a crown, a cap, a bun, wild hair."""


def picture(colour: str) -> str:
    """The name of the art of a person's colour."""
    return f"person-{colour}"


def _person(colour: str) -> list[Layer]:
    """Shoulders in the colour, a face, and its headgear."""
    ink, hat = PEOPLE_COLOURS[colour], PEOPLE_HATS[colour]
    parts = (_SHOULDERS, _FACE, *hat)
    layers: list[Layer] = [Fill(part, _EDGE) for part in parts]
    layers += [Stroke(part, _EDGE, 2 * _RIM, close=True) for part in parts]
    layers += [Fill(_SHOULDERS, ink), Fill(_FACE, _SKIN)]
    layers += [Stroke(_FACE, _EDGE, _LINE, close=True)]
    layers += [Fill(arc(x, 0.51, 0.035, 0, 360), _SMILE) for x in (0.42, 0.58)]
    layers += [Stroke(arc(0.5, 0.45, 0.09, 215, 325, 12), _SMILE, 0.035)]
    layers += [layer for part in hat for layer in (Fill(part, ink),)]
    return layers


ART.update({picture(colour): _person(colour) for colour in COLOURS})
