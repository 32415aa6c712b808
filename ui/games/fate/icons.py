"""Vector icons of Fate: marks of the board, markers, actions and dice, all our own drawings."""

from kivy.utils import get_color_from_hex

from ui.boards.art import GREY, WHITE, Fill, Layer, Stroke, arc, rounded, scaled, spokes
from ui.theme import Rgba

INK: Rgba = get_color_from_hex("#1b1a12")
EDGE: Rgba = [0.07, 0.08, 0.1, 1]
DAMAGE: Rgba = get_color_from_hex("#c9302c")
GOLD: Rgba = get_color_from_hex("#f2c230")
MANA: Rgba = get_color_from_hex("#3fae6b")

_DROP = [*arc(0.5, 0.36, 0.3, 150, 390), (0.5, 0.94)]
_HOUSE = [(0.16, 0.16), (0.84, 0.16), (0.84, 0.52), (0.5, 0.88), (0.16, 0.52)]
_HEART = [*arc(0.31, 0.64, 0.21, 200, 0, 16), *arc(0.69, 0.64, 0.21, 180, -20, 16), (0.5, 0.12)]
_SKULL = rounded(
    [(0.1, 0.4), (0.1, 0.92), (0.9, 0.92), (0.9, 0.4), (0.7, 0.34), (0.7, 0.08), (0.3, 0.08), (0.3, 0.34)],
    0.2,
)
_FACE = rounded([(0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94)], 0.14)


def _face(*layers: Layer) -> list[Layer]:
    return [Fill(_FACE, EDGE), Fill(scaled(_FACE, 0.92), [0.95, 0.93, 0.86, 1]), *layers]


def _sword(colour: list[float]) -> list[Layer]:
    return [
        Stroke([(0.24, 0.24), (0.76, 0.76)], colour, 0.12),
        Stroke([(0.24, 0.5), (0.5, 0.24)], colour, 0.09),
    ]


ICONS: dict[str, list[Layer]] = {
    "house": [
        Fill(scaled(_HOUSE, 1.14), EDGE),
        Fill([(0.22, 0.16), (0.78, 0.16), (0.78, 0.54), (0.22, 0.54)], get_color_from_hex("#e7d3a8")),
        Fill([(0.1, 0.5), (0.9, 0.5), (0.5, 0.9)], get_color_from_hex("#b5482f")),
        Fill([(0.42, 0.16), (0.58, 0.16), (0.58, 0.4), (0.42, 0.4)], EDGE),
    ],
    "well": [
        Fill([(0.14, 0.08), (0.86, 0.08), (0.86, 0.92), (0.14, 0.92)], [0.07, 0.08, 0.1, 0]),
        Fill(arc(0.5, 0.44, 0.42, 0, 360), EDGE),
        Fill(arc(0.5, 0.44, 0.36, 0, 360), get_color_from_hex("#b9b4a6")),
        Fill(arc(0.5, 0.44, 0.24, 0, 360), get_color_from_hex("#2f7fb8")),
        Fill(arc(0.44, 0.5, 0.07, 0, 360), get_color_from_hex("#bfe3ff")),
    ],
    "tree": [
        Fill([(0.44, 0.06), (0.56, 0.06), (0.56, 0.3), (0.44, 0.3)], GREY),
        Fill([(0.16, 0.24), (0.84, 0.24), (0.5, 0.66)], GREY),
        Fill([(0.22, 0.46), (0.78, 0.46), (0.5, 0.94)], WHITE),
    ],
    "peak": [
        Fill([(0.42, 0.16), (0.98, 0.16), (0.72, 0.6)], GREY),
        Fill([(0.02, 0.16), (0.8, 0.16), (0.42, 0.86)], GREY),
        Fill([(0.42, 0.86), (0.27, 0.58), (0.35, 0.62), (0.43, 0.52), (0.5, 0.62), (0.56, 0.58)], WHITE),
    ],
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
ACTIONS: dict[str, list[Layer]] = {
    "attack": _sword(WHITE),
    "prepare": [
        Stroke([(0.22, 0.14), (0.62, 0.14), (0.62, 0.7), (0.22, 0.7)], WHITE, 0.08, close=True),
        Stroke([(0.38, 0.86), (0.8, 0.86), (0.8, 0.3)], WHITE, 0.08),
    ],
    "focus": [Stroke(spokes(4, 0.4), WHITE, 0.09, close=True), Fill(spokes(4, 0.16), WHITE)],
    "mend": [Stroke([(0.5, 0.16), (0.5, 0.84)], WHITE, 0.2), Stroke([(0.16, 0.5), (0.84, 0.5)], WHITE, 0.2)],
    "practice": [Fill(spokes(5, 0.48, 0.2), WHITE)],
    "heart": [Fill(_HEART, DAMAGE)],
    "hero": [
        Fill(arc(0.5, 0.74, 0.17, 0, 360), WHITE),
        Fill(rounded([(0.12, 0.1), (0.88, 0.1), (0.7, 0.54), (0.3, 0.54)], 0.12), WHITE),
    ],
    "steps": [
        Fill(rounded(scaled([(0.3, 0.4), (0.42, 0.4), (0.48, 0.86), (0.24, 0.86)], 1), 0.2), WHITE),
        Fill(rounded([(0.6, 0.12), (0.72, 0.12), (0.78, 0.58), (0.54, 0.58)], 0.2), WHITE),
    ],
    "range": [Stroke(arc(0.5, 0.5, r, 0, 360), WHITE, 0.08) for r in (0.36, 0.16)],
    "shield": [Stroke([*arc(0.5, 0.5, 0.34, 180, 360), (0.84, 0.84), (0.16, 0.84)], WHITE, 0.1, close=True)],
    "cards": [
        Stroke([(0.16, 0.2), (0.56, 0.12), (0.66, 0.72), (0.26, 0.8)], WHITE, 0.08, close=True),
        Stroke([(0.62, 0.24), (0.84, 0.34), (0.66, 0.86), (0.46, 0.82)], WHITE, 0.08),
    ],
    "log": [
        Stroke([(0.2, y), (w, y)], WHITE, 0.08) for y, w in ((0.8, 0.8), (0.6, 0.66), (0.4, 0.8), (0.2, 0.5))
    ],
    "skull": [
        Fill(_SKULL, WHITE),
        Fill(arc(0.34, 0.56, 0.11, 0, 360), EDGE),
        Fill(arc(0.66, 0.56, 0.11, 0, 360), EDGE),
    ],
    "stone": [
        Fill(rounded(spokes(5, 0.48), 0.12), EDGE),
        Fill(scaled(rounded(spokes(5, 0.48), 0.12), 0.84), WHITE),
    ],
}
FACES: dict[str, list[Layer]] = {
    "face-hit": _face(*_sword([0.72, 0.13, 0.1, 1])),
    "face-cover": _face(
        *_sword([0.72, 0.13, 0.1, 1]),
        Fill([(0.52, 0.12), (0.88, 0.12), (0.7, 0.46)], [0.2, 0.5, 0.22, 1]),
        Fill([(0.56, 0.3), (0.84, 0.3), (0.7, 0.58)], [0.2, 0.5, 0.22, 1]),
    ),
    "face-blank": _face(),
    "face-rune": _face(
        Stroke([(0.4, 0.18), (0.4, 0.82)], INK, 0.1),
        Stroke([(0.4, 0.82), (0.66, 0.66), (0.4, 0.5)], INK, 0.08),
        Stroke([(0.4, 0.5), (0.66, 0.34)], INK, 0.08),
    ),
}
