"""Icons of Fate: marks of the board, markers, actions and dice."""

from kivy.utils import get_color_from_hex

from ui.boards.art import WHITE, Drawing, Fill, Glyph, Inked, Stroke, arc, rounded, spokes
from ui.boards.things import thing
from ui.theme import Rgba

INK: Rgba = get_color_from_hex("#2a1b05")
EDGE: Rgba = get_color_from_hex("#1d150d")
PARCHMENT: Rgba = get_color_from_hex("#f6e9cc")
RED: Rgba = get_color_from_hex("#9e2f1e")
DAMAGE: Rgba = get_color_from_hex("#b23327")
GOLD: Rgba = get_color_from_hex("#d9a325")
MANA: Rgba = get_color_from_hex("#3fae6b")
_PINE: Rgba = get_color_from_hex("#2c5a33")

_DROP = [*arc(0.5, 0.36, 0.3, 150, 390), (0.5, 0.94)]
_BODY = rounded([(0.05, 0.07), (0.95, 0.07), (0.95, 0.97), (0.05, 0.97)], 0.17)


def _face(*layers: Fill | Stroke | Inked) -> Drawing:
    return [
        Fill([(x, y - 0.05) for x, y in _BODY], get_color_from_hex("#a98f5d")),
        Fill(_BODY, get_color_from_hex("#fbf3e0")),
        *layers,
    ]


def _both(name: str, colour: Rgba, shade: Rgba) -> Drawing:
    """A thing with the shade that it throws to its lower left."""
    return [Inked(thing(name), shade, (-0.05, -0.07), 1.1), Inked(thing(name), colour, (0, 0), 1)]


ICONS: dict[str, Drawing] = {
    "house": _both("house", get_color_from_hex("#f3d9a8"), get_color_from_hex("#4a1d14")),
    "well": [Inked(thing("well"), get_color_from_hex("#2a1a10"), (0, 0), 1)],
    "tree": [
        Inked(thing("pine-tree"), get_color_from_hex("#39592f"), (0.02, 0.18), 0.56),
        Inked(thing("pine-tree"), get_color_from_hex("#2c4a27"), (0.4, 0.08), 0.6),
    ],
    "peak": [Inked(thing("peaks"), get_color_from_hex("#5e544b"), (0, 0), 1)],
    "damage": [
        Fill([(x, y - 0.02) for x, y in _DROP], EDGE),
        Fill([(0.5 + (x - 0.5) * 0.86, 0.42 + (y - 0.42) * 0.86) for x, y in _DROP], DAMAGE),
    ],
    "mana": [Fill(spokes(4, 0.5), EDGE), Fill(spokes(4, 0.43), MANA)],
    "gold": [
        Fill(spokes(48, 0.46), EDGE),
        Fill(spokes(48, 0.4), GOLD),
        Stroke(arc(0.5, 0.5, 0.3, 0, 360), INK, 0.03),
    ],
    "nothing": [Stroke(arc(0.5, 0.5, 0.38, a, a + 22), WHITE, 0.07) for a in range(0, 360, 45)],
    "held": [
        Stroke(arc(0.5, 0.5, 0.34, 0, 360), WHITE, 0.1),
        Stroke([(0.27, 0.27), (0.73, 0.73)], WHITE, 0.1),
    ],
    "waves": [
        Stroke(
            [(0.12 + 0.76 * t / 24, y + 0.05 * (1 if (t // 3) % 2 else -1)) for t in range(25)], WHITE, 0.06
        )
        for y in (0.36, 0.62)
    ],
}
ACTIONS: dict[str, Drawing] = {
    "heart": [Inked(thing("hearts"), get_color_from_hex("#b8322a"), (0, 0), 1)],
    "hero": [
        Fill(arc(0.5, 0.74, 0.17, 0, 360), WHITE),
        Fill(rounded([(0.12, 0.1), (0.88, 0.1), (0.7, 0.54), (0.3, 0.54)], 0.12), WHITE),
    ],
}
GLYPHS: dict[str, Glyph] = {
    name: thing(code)
    for name, code in {
        "attack": "crossed-axes",
        "prepare": "card-draw",
        "focus": "meditation",
        "mend": "bandage-roll",
        "practice": "archery-target",
        "steps": "walking-boot",
        "range": "archery-target",
        "shield": "checked-shield",
        "cards": "card-pick",
        "skull": "skull-crossed-bones",
        "stone": "rune-stone",
        "coins": "two-coins",
        "town": "house",
    }.items()
}
"""Things that are tinted where they are drawn."""
_AXES = Inked(thing("crossed-axes"), RED, (0.17, 0.19), 0.66)
FACES: dict[str, Drawing] = {
    "face-hit": _face(_AXES),
    "face-cover": _face(
        _AXES,
        Inked(thing("pine-tree"), PARCHMENT, (0.49, 0.1), 0.48),
        Inked(thing("pine-tree"), _PINE, (0.53, 0.12), 0.42),
    ),
    "face-blank": _face(),
    "face-rune": _face(
        Stroke([(0.36, 0.22), (0.36, 0.84)], INK, 0.1),
        Stroke([(0.36, 0.82), (0.64, 0.68), (0.36, 0.52), (0.66, 0.22)], INK, 0.1),
    ),
}
