"""Figures of people: an animal in ink on a pale, round, outlined disc; no piece of a game looks like that.

The animal identifies a person, not the tint of the disc. The teacher, a raven, is the only dark one.
"""

from collections.abc import Mapping

from kivy.utils import get_color_from_hex

from companion.settings.people import COLOURS
from ui.boards.art import ART, Drawing, Fill, Glyph, Inked, arc
from ui.boards.general_icons import GLYPHS
from ui.boards.things import thing
from ui.theme import Rgba

APP = "person-app"
"""Name of the art of the app as a player."""
INK: Rgba = get_color_from_hex("#2a2019")
_RADIUS, _RIM, _SHARE = 0.5, 0.035, 0.66
"""Radius and rim of the disc, and side of its picture, as shares of the square."""
_ANIMALS = {
    "red": ("fox-head", "#f6d9c4"),
    "blue": ("owl", "#dce3e6"),
    "yellow": ("snail", "#f3e8c3"),
    "green": ("frog", "#dcebcf"),
    "purple": ("cat", "#ece4f2"),
    "orange": ("rabbit-head", "#f1dde6"),
    "brown": ("hedgehog", "#e9e2cf"),
    "teal": ("whale-tail", "#d3e6ec"),
}
"""Animal and tint by stored key; the keys are those of an older design."""
_APP_TINT = "#e2ded6"
_TEACHER_SHARE = 0.72
_ORANGE, _PAPER, _GREEN = (get_color_from_hex(name) for name in ("#f0a422", "#fbf3e2", "#236c41"))


def picture(colour: str) -> str:
    """The name of the art of a person, by stored key."""
    return f"person-{colour}"


def animals() -> Mapping[str, str]:
    """Names of the animals by stored key."""
    return {key: animal for key, (animal, _) in _ANIMALS.items()}


def _disc(glyph: Glyph, tint: str) -> Drawing:
    margin = (1 - _SHARE) / 2
    return [
        Fill(arc(0.5, 0.5, _RADIUS, 0, 360, 64), INK),
        Fill(arc(0.5, 0.5, _RADIUS - _RIM, 0, 360, 64), get_color_from_hex(tint)),
        Inked(glyph, INK, (margin, margin), _SHARE),
    ]


ART.update({picture(key): _disc(thing(animal), tint) for key, (animal, tint) in _ANIMALS.items()})
ART[APP] = _disc(GLYPHS["bot"], _APP_TINT)


def _teacher() -> Drawing:
    """The raven: pale on a dark disc with an orange rim."""
    margin = (1 - _TEACHER_SHARE) / 2
    return [
        Fill(arc(0.5, 0.5, _RADIUS, 0, 360, 64), _ORANGE),
        Fill(arc(0.5, 0.5, _RADIUS - 1.3 * _RIM, 0, 360, 64), INK),
        Inked(thing("raven"), _PAPER, (margin, margin), _TEACHER_SHARE),
    ]


def _badge() -> Drawing:
    """A check on a green disc at the lower right."""
    x, y, radius = 0.81, 0.19, 0.19
    side = 1.5 * radius
    return [
        Fill(arc(x, y, radius, 0, 360, 48), _PAPER),
        Fill(arc(x, y, radius - 0.03, 0, 360, 48), _GREEN),
        Inked(GLYPHS["check"], [1, 1, 1, 1], (x - side / 2, y - side / 2), side),
    ]


ART["raven"] = _teacher()
ART["raven-well"] = [*_teacher(), *_badge()]

assert _ANIMALS.keys() == set(COLOURS)
