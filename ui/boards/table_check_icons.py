"""Icons of the table check."""

from math import cos, pi, sin

from ui.boards.art import ART, GREY, WHITE, Fill, Layer, Stroke, arc

_CORNERS = ((0.12, 0.12), (0.88, 0.12), (0.88, 0.88), (0.12, 0.88))

CHECK: dict[str, list[Layer]] = {
    "corners": [
        *(
            Stroke([(x, y + (0.26 if y < 0.5 else -0.26)), (x, y), (x + (0.26 if x < 0.5 else -0.26), y)],
                   WHITE, 0.1)
            for x, y in _CORNERS
        ),
        Fill(arc(0.5, 0.5, 0.1, 0, 360), WHITE),
    ],
    "colours": [
        Stroke(arc(0.5, 0.64, 0.22, 0, 360), WHITE, 0.08),
        Stroke(arc(0.36, 0.4, 0.22, 0, 360), GREY, 0.08),
        Stroke(arc(0.64, 0.4, 0.22, 0, 360), WHITE, 0.08),
    ],
    "glare": [
        Fill(arc(0.5, 0.5, 0.16, 0, 360), WHITE),
        *(
            Stroke([(0.5 + dx * 0.26, 0.5 + dy * 0.26), (0.5 + dx * 0.44, 0.5 + dy * 0.44)], WHITE, 0.08)
            for dx, dy in [(cos(turn * pi / 4), sin(turn * pi / 4)) for turn in range(8)]
        ),
    ],
    "sharpness": [
        Stroke(arc(0.5, 0.5, 0.4, 0, 360), WHITE, 0.08),
        Stroke(arc(0.5, 0.5, 0.2, 0, 360), GREY, 0.07),
        Fill(arc(0.5, 0.5, 0.08, 0, 360), WHITE),
    ],
}  # fmt: skip
"""Painted in white, to be tinted."""

ART.update(CHECK)
