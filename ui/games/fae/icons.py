"""Icons of the play screens."""

from ui.boards.art import ART, WHITE, Fill, Layer, Stroke, arc

ICONS: dict[str, list[Layer]] = {
    "list": [
        *(Stroke([(0.36, y), (0.86, y)], WHITE) for y in (0.26, 0.5, 0.74)),
        *(Fill(arc(0.17, y, 0.07, 0, 360), WHITE) for y in (0.26, 0.5, 0.74)),
    ],
    "zoom": [
        Stroke(arc(0.42, 0.58, 0.28, 0, 360), WHITE, 0.09),
        Stroke([(0.63, 0.37), (0.88, 0.12)], WHITE, 0.13),
        Stroke([(0.3, 0.58), (0.54, 0.58)], WHITE, 0.08),
        Stroke([(0.42, 0.46), (0.42, 0.7)], WHITE, 0.08),
    ],
}
"""Painted in white, to be tinted."""

ART.update(ICONS)
