"""Signs of Fábula: colours with a shape each, types of cards, numbers and marks."""

from collections.abc import Mapping

from kivy.utils import get_color_from_hex

from ui.boards import things
from ui.boards.art import ART, GREY, WHITE, Fill, Inked, Picture, Stroke, arc, rounded, spokes
from ui.boards.geometry import Point
from ui.theme import Rgba

INK: Rgba = get_color_from_hex("#1d1713")
PAPER: Rgba = get_color_from_hex("#f3e6cc")
SOFT: Rgba = get_color_from_hex("#5a4936")

COLOURS: Mapping[str, Rgba] = {
    "red": get_color_from_hex("#b23a22"),
    "yellow": get_color_from_hex("#9a7414"),
    "purple": get_color_from_hex("#6a4391"),
    "blue": get_color_from_hex("#275a84"),
    "green": get_color_from_hex("#4b7531"),
    "": get_color_from_hex("#6d5f50"),
}
"""Printing inks of the colours of cards; "" is a card without colour, or of an unknown one."""

_THINGS: Mapping[str, str] = {"red": "flame", "blue": "drop", "green": "oak-leaf"}
_SHAPES: Mapping[str, list[Point]] = {
    "yellow": spokes(8, 0.34, 0.2),
    "purple": spokes(4, 0.34),
    "": spokes(32, 0.2),
}


def colour_of(name: str) -> Rgba:
    """Ink of a card colour."""
    return COLOURS.get(name, COLOURS[""])


def sign_of(name: str) -> str:
    """Art of a card colour: each has a shape of its own."""
    return f"fb-{name}" if name and name in COLOURS else "fb-none"


def _sign(name: str) -> Picture:
    """A shape on a disc of its ink."""
    thing = _THINGS.get(name)
    shape = Inked(things.thing(thing), PAPER, (0.17, 0.17), 0.66) if thing else Fill(_SHAPES[name], PAPER)
    return [Fill(spokes(48, 0.5), INK), Fill(spokes(48, 0.44), COLOURS[name]), shape]


_BOLT = [(0.56, 0.96), (0.18, 0.44), (0.46, 0.44), (0.36, 0.04), (0.82, 0.6), (0.54, 0.6)]
_BUST = [*arc(0.5, 0.08, 0.38, 0, 180)]
_CARD = rounded([(0.22, 0.06), (0.78, 0.06), (0.78, 0.94), (0.22, 0.94)], 0.06)
_GLASS = [(0.24, 0.94), (0.76, 0.94), (0.56, 0.5), (0.76, 0.06), (0.24, 0.06), (0.44, 0.5)]


CROWN: list[Point] = [
    (0.06, 0.0), (0.94, 0.0), (1.0, 0.92), (0.74, 0.6), (0.5, 1.0), (0.26, 0.6), (0.0, 0.92),
]  # fmt: skip
"""The shape behind an influence."""

ICONS: dict[str, Picture] = {
    **{sign_of(name): _sign(name) for name in COLOURS},
    "fb-ally": [Fill(_BUST, WHITE), Fill(arc(0.5, 0.68, 0.22, 0, 360), WHITE)],
    "fb-manoeuvre": [Fill(_BOLT, WHITE)],
    "fb-modification": [
        Stroke(arc(0.36, 0.5, 0.2, 0, 360), WHITE, 0.12),
        Stroke(arc(0.66, 0.5, 0.2, 0, 360), WHITE, 0.12),
    ],
    "fb-base": things.thing("castle"),
    "fb-offence": things.thing("crossed-swords"),
    "fb-life": things.thing("hearts"),
    "fb-influence": things.thing("queen-crown"),
    "fb-resistance": things.thing("checked-shield"),
    "fb-cost": [Fill(spokes(4, 0.46), WHITE)],
    "fb-card": [Fill(_CARD, WHITE)],
    "fb-hand": things.thing("card-pick"),
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
    "fb-more": [Fill(arc(x, 0.5, 0.1, 0, 360), WHITE) for x in (0.18, 0.5, 0.82)],
    "fb-broken": [
        Stroke([(0.6, 0.96), (0.42, 0.62), (0.62, 0.46), (0.4, 0.04)], WHITE, 0.1),
    ],
}  # fmt: skip
ART.update(ICONS)

TYPES: Mapping[str, str] = {
    "ally": "fb-ally", "manoeuvre": "fb-manoeuvre", "modification": "fb-modification", "base": "fb-base",
}  # fmt: skip
"""The art of each type of card."""
