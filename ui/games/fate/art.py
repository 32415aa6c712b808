"""Vector art of Fate: monster tiles, legends, heroes, marks of the board and icons.

Monsters are distinguished by shape and figure, factions by shape; legends and heroes by letters. A legend's
level is a rim of the printed colour with one or two dots.
"""

from typing import NamedTuple

from kivy.utils import get_color_from_hex

from ui.boards.art import ART, GREY, WHITE, Drawing, Fill, Inked, Stroke, arc, rounded, scaled, spokes
from ui.boards.geometry import Point
from ui.boards.things import thing
from ui.games.fate.icons import ACTIONS, EDGE, FACES, GLYPHS, ICONS, INK
from ui.theme import Rgba

RIM: Rgba = get_color_from_hex("#f8edd6")


class PieceLook(NamedTuple):
    """Appearance of a piece: outline, colour, letters, ink of what is on it, size and offset of letters in
    the square, and the thing that is drawn on it instead of letters.
    """

    shape: str
    fill: Rgba
    letters: str
    ink: Rgba
    size: float = 0.5
    up: float = 0.0
    thing: str = ""


def _tile(shape: str, fill: str, ink: str, thing: str) -> PieceLook:
    return PieceLook(shape, get_color_from_hex(fill), "", get_color_from_hex(ink), thing=thing)


MONSTERS: dict[str, PieceLook] = {
    "goblin": _tile("square", "#9bd06e", "#1f2a12", "goblin-head"),
    "brute": _tile("square", "#4b9c43", "#ffffff", "ogre"),
    "troll": _tile("square", "#1d5229", "#ffffff", "troll"),
    "sprite": _tile("triangle", "#f6d84a", "#3a1d05", "fire-silhouette"),
    "elemental": _tile("triangle", "#f28f24", "#2a1203", "fluffy-flame"),
    "jotunn": _tile("triangle", "#cf2a24", "#ffffff", "giant"),
    "imp": _tile("pentagon", "#e269b7", "#30091f", "imp-laugh"),
    "skeleton": _tile("pentagon", "#7d3fa6", "#ffffff", "skull-crossed-bones"),
    "draugr": _tile("pentagon", "#2c1f33", "#ffffff", "skeleton-inside"),
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
    "square": scaled(rounded(spokes(4, 0.6, turn=45), 0.12), 0.98, 0.03),
    "triangle": scaled(rounded(spokes(3, 0.68), 0.1), 0.94, -0.06),
    "pentagon": scaled(rounded(spokes(5, 0.53), 0.1), 0.98, 0.02),
    "hexagon": rounded(spokes(6, 0.52), 0.06),
}
_LIP = 0.07
"""Height of the dark edge below a tile."""
_THING = {"square": (0.62, 0.03), "triangle": (0.48, -0.1), "pentagon": (0.62, 0.02)}
"""Side of the thing on a tile, and how far its middle is above that of the square."""


def _curve(start: Point, pull: Point, goal: Point, steps: int = 8) -> list[Point]:
    shares = [i / steps for i in range(steps + 1)]
    weights = [((1 - t) ** 2, 2 * t * (1 - t), t**2) for t in shares]
    return [
        (a * start[0] + b * pull[0] + c * goal[0], a * start[1] + b * pull[1] + c * goal[1])
        for a, b, c in weights
    ]


_FIGURE: list[Point] = [
    *_curve((0.16, 0.09), (0.19, 0.5), (0.38, 0.55)),
    *arc(0.5, 0.72, 0.205, 235, -55),
    *_curve((0.62, 0.55), (0.81, 0.5), (0.84, 0.09)),
]


def _lighter(fill: Rgba) -> Rgba:
    return [min(1.0, 0.84 * c + 0.16) for c in fill[:3]] + [1.0]


def _monster(look: PieceLook) -> Drawing:
    shape, (side, up) = _OUTLINES[look.shape], _THING[look.shape]
    corner = 0.5 - side / 2, 0.5 + up - side / 2
    return [
        Fill([(x, y - _LIP) for x, y in shape], EDGE),
        Fill(shape, RIM),
        Fill([(x, y + 0.1 * up) for x, y in scaled(shape, 0.86)], look.fill),
        Inked(thing(look.thing), look.ink, corner, side),
    ]


def _legend(look: PieceLook, level: int) -> Drawing:
    shape, rim = _OUTLINES["hexagon"], LEVEL_RIMS[level]
    dots: dict[int, tuple[float, ...]] = {0: (), 1: (0.5,), 2: (0.42, 0.58)}
    return [
        Fill(shape, EDGE),
        Fill(scaled(shape, 0.94), rim),
        Fill(scaled(shape, 0.7), EDGE),
        Fill(scaled(shape, 0.66), look.fill),
        *(Fill(arc(x, 0.27, 0.055, 0, 360), rim) for x in dots[level]),
    ]


def _figure(look: PieceLook) -> Drawing:
    return [
        Fill(_FIGURE, EDGE),
        Stroke(_FIGURE, RIM, 0.13, close=True),
        Stroke(_FIGURE, EDGE, 0.05, close=True),
        Fill(_FIGURE, look.fill),
        Fill(arc(0.5, 0.77, 0.11, 0, 360), _lighter(look.fill)),
    ]


PIECES: dict[str, Drawing] = {
    **{f"fate-{kind}": _monster(look) for kind, look in MONSTERS.items()},
    **{f"fate-{kind}-{level}": _legend(look, level) for kind, look in LEGENDS.items() for level in (0, 1, 2)},
    **{f"fate-{kind}": _figure(look) for kind, look in HEROES.items()},
}

ART.update(PIECES)
ART.update(ICONS | ACTIONS | FACES)
ART.update(GLYPHS)


def look(kind: str) -> PieceLook:
    """Appearance of a piece kind; an unknown kind is a grey tile with a question mark."""
    return MONSTERS.get(kind) or LEGENDS.get(kind) or HEROES.get(kind) or PieceLook("square", GREY, "?", INK)


def picture(kind: str, level: int = 0) -> str:
    """The name of a piece's art."""
    if kind in LEGENDS:
        return f"fate-{kind}-{level}"
    return f"fate-{kind}" if f"fate-{kind}" in ART else "shadow"
