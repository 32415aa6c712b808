"""Icons of the app itself, for every screen; no icon of a game."""

from math import cos, pi, sin

from ui.boards.art import ART, GREY, WHITE, Fill, Layer, Stroke, arc, rounded, spokes
from ui.boards.geometry import Point


def _at(angle_deg: float, radius: float) -> Point:
    angle = angle_deg * pi / 180
    return 0.5 + radius * cos(angle), 0.5 + radius * sin(angle)


def _gear() -> list[Point]:
    tooth = ((-15, 0.34), (-10, 0.47), (10, 0.47), (15, 0.34))
    return [_at(45 * number + turn, radius) for number in range(8) for turn, radius in tooth]


def _mirrored(points: list[Point]) -> list[Point]:
    return [(1 - x, y) for x, y in points]


_CONE = [(0.08, 0.38), (0.24, 0.38), (0.46, 0.18), (0.46, 0.82), (0.24, 0.62), (0.08, 0.62)]
_MOON = [*arc(0.46, 0.5, 0.38, 50, 310), *reversed(arc(0.62, 0.5, 0.32, 66, 294))]
_PALM = rounded(
    [(0.3, 0.1), (0.7, 0.1), (0.78, 0.3), (0.78, 0.52), (0.3, 0.52), (0.26, 0.3)], 0.12
)  # fmt: skip
_DIE = rounded([(0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94)], 0.14)
_THUMB: list[Point] = [(0.34, 0.26), (0.12, 0.5)]
_FINGERS: list[list[Point]] = [
    [(0.38, 0.5), (0.36, 0.8)], [(0.49, 0.52), (0.49, 0.88)],
    [(0.6, 0.52), (0.62, 0.84)], [(0.71, 0.48), (0.75, 0.72)],
]  # fmt: skip
_LOCK = rounded([(0.2, 0.1), (0.8, 0.1), (0.8, 0.54), (0.2, 0.54)], 0.08)
_PAGE: list[Point] = [(0.5, 0.76), (0.4, 0.84), (0.1, 0.84), (0.1, 0.2), (0.4, 0.2), (0.5, 0.12)]


def _hand(left: bool) -> list[Layer]:
    """A palm with the thumb pointing away from its own side of the table."""
    turn = _mirrored if left else list
    return [
        Fill(turn(_PALM), WHITE),
        Stroke(turn(_THUMB), WHITE, 0.11),
        *(Stroke(turn(finger), WHITE, 0.1) for finger in _FINGERS),
    ]


def _turned_panel(turns: int) -> list[Layer]:
    """A panel that stands a number of quarter turns clockwise, its cable at what was its lower edge."""

    def at(*points: Point) -> list[Point]:
        turned = list(points)
        for _ in range(turns):
            turned = [(y, 1 - x) for x, y in turned]
        return turned

    return [
        Stroke(at((0.1, 0.26), (0.9, 0.26), (0.9, 0.8), (0.1, 0.8)), WHITE, 0.07, close=True),
        Stroke(at((0.5, 0.22), (0.5, 0.06)), GREY, 0.14),
        Stroke([(0.4, 0.42), (0.5, 0.66), (0.6, 0.42)], WHITE, 0.06),
        Stroke([(0.44, 0.5), (0.56, 0.5)], WHITE, 0.05),
    ]


def _person(x: float, y: float, size: float, colour: list[float]) -> list[Layer]:
    return [
        Fill(arc(x, y + 0.34 * size, 0.2 * size, 0, 360), colour),
        Fill([*arc(x, y - 0.3 * size, 0.36 * size, 0, 180)], colour),
    ]


ICONS: dict[str, list[Layer]] = {
    **{f"panel-{90 * turns}": _turned_panel(turns) for turns in range(4)},
    "gear": [Fill(_gear(), WHITE), Fill(arc(0.5, 0.5, 0.15, 0, 360), [0.2, 0.24, 0.3, 1])],
    "speaker": [
        Fill(_CONE, WHITE),
        *(Stroke(arc(0.44, 0.5, r, -42, 42), WHITE, 0.08) for r in (0.22, 0.4)),
    ],
    "mute": [
        Fill(_CONE, WHITE),
        Stroke([(0.62, 0.36), (0.9, 0.64)], WHITE, 0.09),
        Stroke([(0.62, 0.64), (0.9, 0.36)], WHITE, 0.09),
    ],
    "voice": [
        Fill(rounded([(0.08, 0.34), (0.92, 0.34), (0.92, 0.9), (0.08, 0.9)], 0.12), WHITE),
        Fill([(0.24, 0.4), (0.46, 0.4), (0.2, 0.1)], WHITE),
        *(Fill(arc(x, 0.62, 0.06, 0, 360), [0.2, 0.24, 0.3, 1]) for x in (0.28, 0.5, 0.72)),
    ],
    "moon": [Fill(_MOON, WHITE)],
    "sun": [
        Fill(arc(0.5, 0.5, 0.21, 0, 360), WHITE),
        *(Stroke([_at(45 * ray, r) for r in (0.33, 0.44)], WHITE, 0.08) for ray in range(8)),
    ],
    "rotate": [
        Stroke(arc(0.5, 0.48, 0.32, 150, 430), WHITE, 0.1),
        Fill([(0.4, 0.78), (0.68, 0.98), (0.72, 0.62)], WHITE),
    ],
    "text": [
        Stroke([(0.18, 0.14), (0.5, 0.86), (0.82, 0.14)], WHITE, 0.11),
        Stroke([(0.32, 0.4), (0.68, 0.4)], WHITE, 0.1),
    ],
    "left_hand": _hand(True),
    "right_hand": _hand(False),
    "home": [
        Stroke([(0.1, 0.48), (0.5, 0.84), (0.9, 0.48)], WHITE, 0.1),
        Fill([(0.22, 0.14), (0.78, 0.14), (0.78, 0.46), (0.5, 0.7), (0.22, 0.46)], WHITE),
    ],
    "play": [Fill(rounded([(0.24, 0.12), (0.88, 0.5), (0.24, 0.88)], 0.06), WHITE)],
    "step_on": [
        Fill(rounded([(0.18, 0.16), (0.66, 0.5), (0.18, 0.84)], 0.06), WHITE),
        Stroke([(0.8, 0.22), (0.8, 0.78)], WHITE, 0.13),
    ],
    "step_back": [
        Fill(rounded([(0.82, 0.16), (0.34, 0.5), (0.82, 0.84)], 0.06), WHITE),
        Stroke([(0.2, 0.22), (0.2, 0.78)], WHITE, 0.13),
    ],
    "pause": [Stroke([(x, 0.22), (x, 0.78)], WHITE, 0.18) for x in (0.32, 0.68)],
    "picture": [
        Stroke([(0.1, 0.16), (0.9, 0.16), (0.9, 0.84), (0.1, 0.84)], WHITE, 0.08, close=True),
        Fill([(0.16, 0.22), (0.42, 0.6), (0.56, 0.4), (0.66, 0.52), (0.84, 0.22)], WHITE),
        Fill(arc(0.7, 0.68, 0.07, 0, 360), WHITE),
    ],
    "chart": [
        Stroke([(0.14, 0.88), (0.14, 0.14), (0.88, 0.14)], WHITE, 0.08),
        *(Stroke([(x, 0.28), (x, top)], WHITE, 0.12) for x, top in ((0.34, 0.44), (0.54, 0.6), (0.74, 0.8))),
    ],
    "clock": [
        Stroke(arc(0.5, 0.5, 0.38, 0, 360), WHITE, 0.08),
        Stroke([(0.5, 0.74), (0.5, 0.5), (0.68, 0.5)], WHITE, 0.09),
    ],
    "star": [Fill(rounded(spokes(5, 0.5, 0.22), 0.06), WHITE)],
    "save": [
        Stroke([(0.5, 0.88), (0.5, 0.4)], WHITE, 0.11),
        Stroke([(0.3, 0.56), (0.5, 0.36), (0.7, 0.56)], WHITE, 0.11),
        Stroke([(0.12, 0.34), (0.12, 0.14), (0.88, 0.14), (0.88, 0.34)], WHITE, 0.1),
    ],
    "trash": [
        Stroke([(0.14, 0.76), (0.86, 0.76)], WHITE, 0.09),
        Stroke([(0.4, 0.78), (0.4, 0.9), (0.6, 0.9), (0.6, 0.78)], WHITE, 0.08),
        Stroke([(0.22, 0.72), (0.28, 0.12), (0.72, 0.12), (0.78, 0.72)], WHITE, 0.09),
        *(Stroke([(x, 0.58), (x, 0.28)], WHITE, 0.07) for x in (0.42, 0.58)),
    ],
    "people": [*_person(0.7, 0.46, 0.72, GREY), *_person(0.36, 0.42, 0.9, WHITE)],
    "bot": [
        Fill(rounded([(0.16, 0.16), (0.84, 0.16), (0.84, 0.7), (0.16, 0.7)], 0.14), WHITE),
        *(Fill(arc(x, 0.46, 0.09, 0, 360), [0.2, 0.24, 0.3, 1]) for x in (0.36, 0.64)),
        Stroke([(0.38, 0.26), (0.62, 0.26)], [0.2, 0.24, 0.3, 1], 0.06),
        Stroke([(0.5, 0.7), (0.5, 0.86)], WHITE, 0.08),
        Fill(arc(0.5, 0.9, 0.08, 0, 360), WHITE),
    ],
    "plus": [
        Stroke([(0.5, 0.16), (0.5, 0.84)], WHITE, 0.15),
        Stroke([(0.16, 0.5), (0.84, 0.5)], WHITE, 0.15),
    ],
    "minus": [Stroke([(0.16, 0.5), (0.84, 0.5)], WHITE, 0.15)],
    "lock": [
        Fill(_LOCK, WHITE),
        Stroke([(0.32, 0.5), *arc(0.5, 0.66, 0.18, 180, 0), (0.68, 0.5)], WHITE, 0.1),
    ],
    "lock_open": [
        Fill(_LOCK, WHITE),
        Stroke([*arc(0.5, 0.72, 0.18, 200, 0), (0.68, 0.5)], WHITE, 0.1),
    ],
    "lamp": [
        Fill([*arc(0.5, 0.58, 0.3, -50, 230), (0.38, 0.24), (0.62, 0.24)], WHITE),
        Stroke([(0.4, 0.15), (0.6, 0.15)], WHITE, 0.08),
        Stroke([(0.45, 0.05), (0.55, 0.05)], WHITE, 0.08),
    ],
    "button": [
        Fill(rounded([(0.1, 0.14), (0.9, 0.14), (0.9, 0.4), (0.1, 0.4)], 0.1), GREY),
        Fill([*arc(0.5, 0.42, 0.27, 0, 180), (0.23, 0.36), (0.77, 0.36)], WHITE),
    ],
    "book": [
        Stroke(_PAGE, WHITE, 0.08),
        Stroke(_mirrored(_PAGE), WHITE, 0.08),
        Stroke([(0.5, 0.76), (0.5, 0.12)], WHITE, 0.07),
    ],
    "shelf": [
        Stroke([(0.1, 0.14), (0.9, 0.14), (0.9, 0.38), (0.1, 0.38)], WHITE, 0.07, close=True),
        Stroke([(0.16, 0.38), (0.8, 0.38), (0.8, 0.62), (0.16, 0.62)], WHITE, 0.07, close=True),
        Stroke([(0.24, 0.62), (0.86, 0.62), (0.86, 0.86), (0.24, 0.86)], WHITE, 0.07, close=True),
        *(Fill(arc(x, y, 0.055, 0, 360), WHITE) for x, y in ((0.26, 0.26), (0.32, 0.5), (0.4, 0.74))),
    ],
    "info": [
        Fill(arc(0.5, 0.8, 0.09, 0, 360), WHITE),
        Stroke([(0.42, 0.56), (0.52, 0.56), (0.52, 0.16)], WHITE, 0.12),
        Stroke([(0.38, 0.14), (0.66, 0.14)], WHITE, 0.1),
    ],
    "finger": [
        Stroke([(0.46, 0.36), (0.46, 0.72)], WHITE, 0.13),
        Fill(rounded([(0.28, 0.06), (0.74, 0.06), (0.82, 0.42), (0.4, 0.5), (0.26, 0.34)], 0.12), WHITE),
        Stroke(arc(0.46, 0.74, 0.2, 10, 170), WHITE, 0.06),
    ],
    "panel": [Stroke([(0.08, 0.24), (0.92, 0.24), (0.92, 0.78), (0.08, 0.78)], WHITE, 0.08, close=True)],
    "teach": [
        Stroke([(0.1, 0.86), (0.9, 0.86), (0.9, 0.34), (0.1, 0.34)], WHITE, 0.08, close=True),
        Stroke([(0.3, 0.6), (0.44, 0.48), (0.7, 0.72)], WHITE, 0.09),
        Stroke([(0.36, 0.3), (0.24, 0.06)], WHITE, 0.08),
        Stroke([(0.64, 0.3), (0.76, 0.06)], WHITE, 0.08),
    ],
    "move": [
        Stroke([(0.14, 0.3), (0.4, 0.3), (0.52, 0.68), (0.84, 0.68)], WHITE, 0.1),
        Stroke([(0.68, 0.86), (0.88, 0.68), (0.68, 0.5)], WHITE, 0.1),
    ],
    "dice": [
        Stroke(_DIE, WHITE, 0.09, close=True),
        *(Fill(arc(c, c, 0.08, 0, 360), WHITE) for c in (0.3, 0.5, 0.7)),
    ],
    "zoom": [
        Stroke(arc(0.42, 0.58, 0.28, 0, 360), WHITE, 0.09),
        Stroke([(0.63, 0.37), (0.88, 0.12)], WHITE, 0.13),
        Stroke([(0.3, 0.58), (0.54, 0.58)], WHITE, 0.08),
        Stroke([(0.42, 0.46), (0.42, 0.7)], WHITE, 0.08),
    ],
    "back": [Stroke([(0.62, 0.84), (0.3, 0.5), (0.62, 0.16)], WHITE, 0.12)],
    "next": [Stroke([(0.38, 0.84), (0.7, 0.5), (0.38, 0.16)], WHITE, 0.12)],
    "all": [
        Stroke([(0.2, 0.84), (0.5, 0.5), (0.2, 0.16)], WHITE, 0.11),
        Stroke([(0.52, 0.84), (0.82, 0.5), (0.52, 0.16)], WHITE, 0.11),
    ],
    "quest": [
        Stroke([(0.28, 0.1), (0.28, 0.9)], WHITE, 0.09),
        Fill([(0.28, 0.9), (0.84, 0.72), (0.28, 0.52)], WHITE),
    ],
    "more": [Stroke([(0.5, 0.2), (0.5, 0.8)], WHITE, 0.14), Stroke([(0.2, 0.5), (0.8, 0.5)], WHITE, 0.14)],
    "less": [Stroke([(0.2, 0.5), (0.8, 0.5)], WHITE, 0.14)],
}  # fmt: skip
"""Painted in white and grey, to be tinted."""

ART.update(ICONS)
