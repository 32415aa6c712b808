"""Icons of the menu and the diagnostics page."""

from ui.boards.art import ART, WHITE, Fill, Layer, Stroke, arc

_DOOR = [(0.56, 0.72), (0.56, 0.86), (0.16, 0.86), (0.16, 0.14), (0.56, 0.14), (0.56, 0.28)]

HELP: dict[str, list[Layer]] = {
    "door": [
        Stroke(_DOOR, WHITE, 0.09),
        Stroke([(0.36, 0.5), (0.86, 0.5)], WHITE, 0.1),
        Stroke([(0.68, 0.68), (0.88, 0.5), (0.68, 0.32)], WHITE, 0.1),
    ],
    "gauge": [
        Stroke(arc(0.5, 0.36, 0.4, -10, 190), WHITE, 0.09),
        Stroke([(0.5, 0.36), (0.72, 0.58)], WHITE, 0.09),
        Fill(arc(0.5, 0.36, 0.08, 0, 360), WHITE),
    ],
    "chip": [
        Stroke([(0.26, 0.26), (0.74, 0.26), (0.74, 0.74), (0.26, 0.74)], WHITE, 0.08, close=True),
        *(Stroke([(x, y), (x, y + 0.12)], WHITE, 0.06) for x in (0.36, 0.5, 0.64) for y in (0.08, 0.8)),
        *(Stroke([(x, y), (x + 0.12, y)], WHITE, 0.06) for y in (0.36, 0.5, 0.64) for x in (0.08, 0.8)),
    ],
    "tag": [
        Stroke([(0.14, 0.3), (0.54, 0.3), (0.54, 0.86), (0.14, 0.86)], WHITE, 0.07, close=True),
        *(Stroke(arc(0.5, 0.34, radius, -75, 15), WHITE, 0.07) for radius in (0.18, 0.31, 0.44)),
    ],
}
"""Painted in white, to be tinted."""

ART.update(HELP)
