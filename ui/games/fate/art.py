"""Vector art of Fate: monster tiles, legends, heroes, marks of the board and icons.

Monsters are distinguished by shape and letter like the printed tiles, legends and heroes by letters;
a legend's level is a rim of the printed colour with one or two dots.
"""

from typing import NamedTuple

from kivy.utils import get_color_from_hex

from ui.boards.art import ART, GREY, WHITE, Fill, Layer, arc, rounded, scaled, spokes
from ui.boards.geometry import Point
from ui.games.fate.icons import ACTIONS, EDGE, FACES, ICONS, INK
from ui.theme import Rgba

RIM: Rgba = [0.97, 0.96, 0.92, 1]


class PieceLook(NamedTuple):
    """Appearance of a piece: outline, colour, letters and their colour, size and offset in the square."""

    shape: str
    fill: Rgba
    letters: str
    ink: Rgba
    size: float = 0.5
    up: float = 0.0


_SQUARE, _TRIANGLE, _PENTAGON = (0.56, 0.0), (0.42, -0.12), (0.52, -0.02)


def _tile(shape: str, fill: str, letter: str, ink: Rgba) -> PieceLook:
    size, up = {"square": _SQUARE, "triangle": _TRIANGLE, "pentagon": _PENTAGON}[shape]
    return PieceLook(shape, get_color_from_hex(fill), letter, ink, size, up)


MONSTERS: dict[str, PieceLook] = {
    "goblin": _tile("square", "#9bd66e", "G", INK),
    "brute": _tile("square", "#4b9c43", "B", WHITE),
    "troll": _tile("square", "#1d5229", "T", WHITE),
    "sprite": _tile("triangle", "#f8d93f", "S", INK),
    "elemental": _tile("triangle", "#f28f24", "E", INK),
    "jotunn": _tile("triangle", "#cf2a24", "J", WHITE),
    "imp": _tile("pentagon", "#e05ab0", "I", INK),
    "skeleton": _tile("pentagon", "#7d3fa6", "S", WHITE),
    "draugr": _tile("pentagon", "#2c1f33", "D", WHITE),
}
_FACTIONS: dict[str, Rgba] = {
    "trollkin": get_color_from_hex("#27632f"),
    "firehorde": get_color_from_hex("#a33a1c"),
    "dead": get_color_from_hex("#54306f"),
    "wyrm": get_color_from_hex("#1f5560"),
}
LEGENDS: dict[str, PieceLook] = {
    kind: PieceLook("hexagon", _FACTIONS[faction], letters, WHITE, 0.38, 0.04)
    for kind, faction, letters in (
        ("queen_of_the_dead", "dead", "Qu"),
        ("seer_of_odin", "dead", "Se"),
        ("grendel", "trollkin", "Gr"),
        ("surt", "firehorde", "Su"),
        ("hrungbald", "trollkin", "Hr"),
        ("nidhuggr", "wyrm", "Ni"),
    )
}
HEROES: dict[str, PieceLook] = {
    "bjorn": PieceLook("figure", get_color_from_hex("#1f8f5a"), "Bj", WHITE, 0.34, -0.16),
    "alva": PieceLook("figure", get_color_from_hex("#2c6fd1"), "Al", WHITE, 0.34, -0.16),
    "embla": PieceLook("figure", get_color_from_hex("#d9651a"), "Em", WHITE, 0.34, -0.16),
    "boldur": PieceLook("figure", get_color_from_hex("#7a4a26"), "Bo", WHITE, 0.34, -0.16),
}
LEVEL_RIMS: dict[int, Rgba] = {
    0: GREY,
    1: get_color_from_hex("#f2c230"),
    2: get_color_from_hex("#e2352b"),
}

_OUTLINES: dict[str, list[Point]] = {
    "square": rounded(spokes(4, 0.6, turn=45), 0.1),
    "triangle": [(x, y - 0.1) for x, y in rounded(spokes(3, 0.68), 0.08)],
    "pentagon": [(x, y - 0.02) for x, y in rounded(spokes(5, 0.53), 0.08)],
    "hexagon": rounded(spokes(6, 0.52), 0.06),
}
_BODY = rounded(
    [
        (0.1, 0.04),
        (0.9, 0.04),
        (0.88, 0.2),
        (0.72, 0.56),
        (0.6, 0.62),
        (0.4, 0.62),
        (0.28, 0.56),
        (0.12, 0.2),
    ],
    0.12,
)
_HEAD = arc(0.5, 0.76, 0.2, 0, 360)


def _lighter(fill: Rgba) -> Rgba:
    return [min(1.0, 0.86 * c + 0.14) for c in fill[:3]] + [1.0]


def _monster(look: PieceLook) -> list[Layer]:
    shape = _OUTLINES[look.shape]
    return [Fill(shape, EDGE), Fill(scaled(shape, 0.92), RIM), Fill(scaled(shape, 0.78), look.fill)]


def _legend(look: PieceLook, level: int) -> list[Layer]:
    shape, rim = _OUTLINES["hexagon"], LEVEL_RIMS[level]
    dots: dict[int, tuple[float, ...]] = {0: (), 1: (0.5,), 2: (0.42, 0.58)}
    return [
        Fill(shape, EDGE),
        Fill(scaled(shape, 0.94), rim),
        Fill(scaled(shape, 0.7), EDGE),
        Fill(scaled(shape, 0.66), look.fill),
        *(Fill(arc(x, 0.27, 0.055, 0, 360), rim) for x in dots[level]),
    ]


def _figure(look: PieceLook) -> list[Layer]:
    def grown(points: list[Point], by: float, x: float, y: float) -> list[Point]:
        return [(x + (px - x) * by, y + (py - y) * by) for px, py in points]

    return [
        Fill(_BODY, EDGE),
        Fill(grown(_HEAD, 1.12, 0.5, 0.76), EDGE),
        Fill(grown(_BODY, 0.92, 0.5, 0.33), RIM),
        Fill(_HEAD, RIM),
        Fill(grown(_BODY, 0.82, 0.5, 0.33), look.fill),
        Fill(grown(_HEAD, 0.76, 0.5, 0.76), look.fill),
        Fill(grown(_HEAD, 0.5, 0.5, 0.8), _lighter(look.fill)),
    ]


PIECES: dict[str, list[Layer]] = {
    **{f"fate-{kind}": _monster(look) for kind, look in MONSTERS.items()},
    **{f"fate-{kind}-{level}": _legend(look, level) for kind, look in LEGENDS.items() for level in (0, 1, 2)},
    **{f"fate-{kind}": _figure(look) for kind, look in HEROES.items()},
}

ART.update(PIECES | ICONS | ACTIONS | FACES)


def look(kind: str) -> PieceLook:
    """Appearance of a piece kind; an unknown kind is a grey tile with a question mark."""
    return MONSTERS.get(kind) or LEGENDS.get(kind) or HEROES.get(kind) or PieceLook("square", GREY, "?", INK)


def picture(kind: str, level: int = 0) -> str:
    """The name of a piece's art."""
    if kind in LEGENDS:
        return f"fate-{kind}-{level}"
    return f"fate-{kind}" if f"fate-{kind}" in ART else "shadow"
