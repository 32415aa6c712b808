"""Vector icons of Fábula: colours with a shape each, types of cards, numbers and marks; all our own."""

from collections.abc import Mapping

from kivy.utils import get_color_from_hex

from ui.boards.art import ART, GREY, WHITE, Fill, Layer, Stroke, arc, rounded, scaled, spokes
from ui.boards.geometry import Point
from ui.theme import Rgba

INK: Rgba = get_color_from_hex("#16140f")
PAPER: Rgba = get_color_from_hex("#f3ead6")

COLOURS: Mapping[str, Rgba] = {
    "red": get_color_from_hex("#c8402f"),
    "yellow": get_color_from_hex("#d9a520"),
    "purple": get_color_from_hex("#7a4bb5"),
    "blue": get_color_from_hex("#2f72c4"),
    "green": get_color_from_hex("#3d8f4e"),
    "": get_color_from_hex("#7d828a"),
}
"""Colours of cards; "" is a card without colour, or of an unknown one."""

_FLAME: list[Point] = [
    (0.5, 0.96), (0.62, 0.74), (0.72, 0.82), (0.84, 0.5), (0.8, 0.24), (0.62, 0.06), (0.38, 0.06),
    (0.2, 0.24), (0.16, 0.46), (0.3, 0.62), (0.36, 0.5),
]  # fmt: skip
_DROP = [*arc(0.5, 0.36, 0.3, 150, 390), (0.5, 0.94)]
_LEAF = [*arc(0.2, 0.2, 0.7, 0, 90), *arc(0.9, 0.9, 0.7, 180, 270)]
_SHAPES: Mapping[str, list[Point]] = {
    "red": rounded(_FLAME, 0.1),
    "yellow": spokes(8, 0.47, 0.29),
    "purple": spokes(4, 0.47),
    "blue": _DROP,
    "green": _LEAF,
    "": spokes(32, 0.36),
}
_HEART = [*arc(0.31, 0.64, 0.21, 200, 0, 16), *arc(0.69, 0.64, 0.21, 180, -20, 16), (0.5, 0.12)]
_SHIELD = [(0.12, 0.88), (0.88, 0.88), (0.88, 0.48), (0.72, 0.22), (0.5, 0.06), (0.28, 0.22), (0.12, 0.48)]
_CROWN = [
    (0.12, 0.18), (0.88, 0.18), (0.94, 0.74), (0.7, 0.5), (0.5, 0.88), (0.3, 0.5), (0.06, 0.74),
]  # fmt: skip
_TOWER = [
    (0.2, 0.08), (0.8, 0.08), (0.76, 0.58), (0.88, 0.58), (0.88, 0.92), (0.72, 0.92), (0.72, 0.8),
    (0.58, 0.8), (0.58, 0.92), (0.42, 0.92), (0.42, 0.8), (0.28, 0.8), (0.28, 0.92), (0.12, 0.92),
    (0.12, 0.58), (0.24, 0.58),
]  # fmt: skip
_BOLT = [(0.56, 0.96), (0.18, 0.44), (0.46, 0.44), (0.36, 0.04), (0.82, 0.6), (0.54, 0.6)]
_BUST = [*arc(0.5, 0.08, 0.38, 0, 180)]
_CARD = rounded([(0.22, 0.06), (0.78, 0.06), (0.78, 0.94), (0.22, 0.94)], 0.06)
_GLASS = [(0.24, 0.94), (0.76, 0.94), (0.56, 0.5), (0.76, 0.06), (0.24, 0.06), (0.44, 0.5)]


def colour_of(name: str) -> Rgba:
    """Screen colour of a card colour."""
    return COLOURS.get(name, COLOURS[""])


def sign_of(name: str) -> str:
    """Art of a card colour: each has a shape of its own."""
    return f"fb-{name}" if name and name in COLOURS else "fb-none"


def _sign(shape: list[Point], fill: Rgba) -> list[Layer]:
    return [Fill(scaled(shape, 1.06), INK), Fill(scaled(shape, 0.9), fill)]


ICONS: dict[str, list[Layer]] = {
    **{sign_of(name): _sign(shape, COLOURS[name]) for name, shape in _SHAPES.items()},
    "fb-ally": [Fill(_BUST, WHITE), Fill(arc(0.5, 0.68, 0.22, 0, 360), WHITE)],
    "fb-manoeuvre": [Fill(_BOLT, WHITE)],
    "fb-modification": [
        Stroke(arc(0.36, 0.5, 0.2, 0, 360), WHITE, 0.12),
        Stroke(arc(0.66, 0.5, 0.2, 0, 360), WHITE, 0.12),
    ],
    "fb-base": [Fill(_TOWER, WHITE)],
    "fb-offence": [
        Stroke([(0.2, 0.2), (0.82, 0.82)], WHITE, 0.15),
        Stroke([(0.16, 0.5), (0.5, 0.16)], WHITE, 0.12),
    ],
    "fb-life": [Fill(_HEART, WHITE)],
    "fb-influence": [Fill(_CROWN, WHITE)],
    "fb-resistance": [Fill(_SHIELD, WHITE)],
    "fb-cost": [Fill(spokes(6, 0.48), WHITE)],
    "fb-card": [Fill(_CARD, WHITE)],
    "fb-hand": [
        Stroke([(x, 0.2), (x + 0.28, 0.2), (x + 0.28, 0.8), (x, 0.8)], WHITE, 0.07, close=True)
        for x in (0.14, 0.36, 0.58)
    ],
    "fb-deck": [
        Fill([(0.3, 0.06), (0.86, 0.06), (0.86, 0.84), (0.3, 0.84)], GREY),
        Fill([(0.14, 0.14), (0.7, 0.14), (0.7, 0.94), (0.14, 0.94)], WHITE),
    ],
    "fb-discard": [
        Stroke([(0.2, 0.1), (0.66, 0.1), (0.66, 0.76), (0.2, 0.76)], WHITE, 0.07, close=True),
        Stroke([(0.36, 0.9), (0.84, 0.9), (0.84, 0.26)], WHITE, 0.07),
    ],
    "fb-stack": [
        Stroke([(0.5, y + 0.2), (0.9, y), (0.5, y - 0.2), (0.1, y)], WHITE, 0.08, close=True)
        for y in (0.3, 0.52, 0.74)
    ],
    "fb-turn": [
        Stroke(arc(0.5, 0.46, 0.32, 120, -150), WHITE, 0.11),
        Fill([(0.14, 0.9), (0.5, 0.86), (0.24, 0.56)], WHITE),
    ],
    "fb-preparing": [Fill(_GLASS, WHITE)],
    "fb-attach": [Stroke([(0.3, 0.86), (0.3, 0.3), *arc(0.5, 0.3, 0.2, 180, 360), (0.7, 0.72)], WHITE, 0.1)],
    "fb-target": [
        Stroke(arc(0.5, 0.5, 0.38, 0, 360), WHITE, 0.08),
        Fill(arc(0.5, 0.5, 0.12, 0, 360), WHITE),
    ],
    "fb-log": [Stroke([(0.2, y), (0.8, y)], WHITE, 0.08) for y in (0.2, 0.4, 0.6)]
    + [Fill(arc(0.5, 0.82, 0.1, 0, 360), WHITE)],
    "fb-broken": [
        Stroke([(0.6, 0.96), (0.42, 0.62), (0.62, 0.46), (0.4, 0.04)], WHITE, 0.1),
    ],
}  # fmt: skip
ART.update(ICONS)

TYPES: Mapping[str, str] = {
    "ally": "fb-ally", "manoeuvre": "fb-manoeuvre", "modification": "fb-modification", "base": "fb-base",
}  # fmt: skip
"""The art of each type of card."""
