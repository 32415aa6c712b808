"""Icons of the play screens."""

from ui.boards.art import ART, WHITE, Fill, Layer, Stroke, arc

ICONS: dict[str, list[Layer]] = {
    "list": [
        *(Stroke([(0.36, y), (0.86, y)], WHITE) for y in (0.26, 0.5, 0.74)),
        *(Fill(arc(0.17, y, 0.07, 0, 360), WHITE) for y in (0.26, 0.5, 0.74)),
    ],
}
"""Painted in white, to be tinted."""

ART.update(ICONS)
