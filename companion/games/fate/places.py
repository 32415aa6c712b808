"""Place names of hexes, relative to the nearest named place on the board (F-013)."""

from collections.abc import Mapping
from functools import cache
from math import atan2, degrees, hypot

from companion.games.base import N_, Sentence
from companion.games.fate.board import LOCATION_OF, LOCATIONS
from companion.games.fate.geometry import GRIMHEIM_HEXES, HEX_MM, HEXES, centre_mm
from companion.games.fate.position import GRIMHEIM, Hex

OF: Mapping[str, str] = {
    "DarkForest": N_("of the Dark Forest"),
    "DeadPlains": N_("of the Dead Plains"),
    "TempleRuins": N_("of the Temple Ruins"),
    "Nailfare": N_("of Nailfare"),
    "TrollCaves": N_("of the Troll Caves"),
    "MarshOfSorrow": N_("of the Marsh of Sorrow"),
    "OgreValley": N_("of the Ogre Valley"),
    "RobberCamp": N_("of the Robber Camp"),
    "WitchCabin": N_("of the Witch Cabin"),
    "SpewingMountain": N_("of the Spewing Mountain"),
    "Highlands": N_("of the Highlands"),
    "WyrmLair": N_("of the Wyrm Lair"),
    GRIMHEIM: N_("of Grimheim"),
}
"""Name of the place that something belongs to or is next to."""

TOWARDS = (
    N_("to the east"), N_("to the northeast"), N_("to the north"), N_("to the northwest"),
    N_("to the west"), N_("to the southwest"), N_("to the south"), N_("to the southeast"),
)  # fmt: skip
"""Directions in eighths of a circle, counterclockwise from the right, for a reader of the board's print."""


@cache
def place(hex_: Hex) -> Sentence:
    """Return the name of a hex: in a place, or a number of hexes to one side of the nearest one."""
    if hex_ == GRIMHEIM or hex_ in GRIMHEIM_HEXES:
        return Sentence(N_("Grimheim"))
    x, y = centre_mm(hex_)
    if name := LOCATION_OF.get(hex_):
        inside = [centre_mm(other) for other in LOCATIONS[name]]
        away = x - sum(px for px, _ in inside) / len(inside), y - sum(py for _, py in inside) / len(inside)
        words = {"of": OF[name], "towards": _towards(*away)}
        middle = hypot(*away) < HEX_MM / 2
        return Sentence(N_("a hex {of}") if middle else N_("a hex {of}, {towards}"), words)
    n, name, near = min(
        (_steps(hex_, other), name, other)
        for name, hexes in (*LOCATIONS.items(), (GRIMHEIM, GRIMHEIM_HEXES))
        for other in hexes
    )
    px, py = centre_mm(near)
    words = {"of": OF[name], "towards": _towards(x - px, y - py), "n": str(n)}
    return Sentence(N_("a hex {n} steps {towards} {of}") if n > 1 else N_("a hex {towards} {of}"), words)


@cache
def hex_name(hex_: Hex) -> Sentence:
    """Return the name of a hex that no other one has: its place, and a number if several are there.

    They are counted from the top of the board, each row from the left.
    """
    alike = _alike(hex_)
    if len(alike) == 1 or hex_ not in alike:
        return place(hex_)
    return Sentence(N_("{place}, number {n}"), {"place": place(hex_), "n": alike.index(hex_) + 1})


def _alike(hex_: Hex) -> list[Hex]:
    """Return the hexes outside Grimheim with the same place."""
    found = [other for other in HEXES if other not in GRIMHEIM_HEXES and place(other) == place(hex_)]
    return sorted(found, key=lambda other: centre_mm(other)[::-1])


def towards(here: Hex, there: Hex) -> str:
    """Return the direction from one hex to another."""
    (x, y), (px, py) = centre_mm(there), centre_mm(here)
    return _towards(x - px, y - py)


def placed(sentence: Sentence) -> Sentence:
    """Replace the coordinates of hexes in a sentence by their place names."""
    found = {key: _told(value) for key, value in sentence.values.items()}
    return sentence._replace(values=found) if found != sentence.values else sentence


def _told(value: object) -> object:
    if not isinstance(value, str):
        return value
    hexes = value.replace(" · ", " ").split()
    if not hexes or any(one not in _KNOWN for one in hexes):
        return value
    if len(hexes) == 1:
        return place(hexes[0])
    return Sentence(N_("{place} and others: {n}"), {"place": place(hexes[0]), "n": len(hexes) - 1})


_KNOWN = frozenset(HEXES)


def _steps(one: Hex, other: Hex) -> int:
    """Return the distance in hexes, over any terrain."""
    (ax, ay), (bx, by) = (tuple(map(int, hex_.split(","))) for hex_ in (one, other))
    return max(abs(ax - bx), abs(ay - by), abs(ax + ay - bx - by))


def _towards(x: float, y: float) -> str:
    """The direction of a step in millimetres, y down."""
    return TOWARDS[round(degrees(atan2(-y, x)) / 45) % 8]
