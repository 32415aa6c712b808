"""Vector art of druids and terrains; every colour comes with a shape or glyph of its own."""

from kivy.utils import get_color_from_hex

from ui.boards.art import ART, WHITE, Fill, Layer, Picture, Stroke, arc, rounded, scaled, spokes
from ui.boards.geometry import Point
from ui.boards.things import thing
from ui.theme import ACCENT, Rgba

DRUID_COLOURS: dict[str, Rgba] = {
    "red": get_color_from_hex("#d8432f"),
    "blue": get_color_from_hex("#2f77d0"),
    "yellow": get_color_from_hex("#f4c430"),
    "purple": get_color_from_hex("#8c4bbf"),
    "black": get_color_from_hex("#2b2b30"),
}
COUNT_ON_DRUID: dict[str, Rgba] = {"yellow": get_color_from_hex("#2a2204")}
"""Colour of a number on a druid; white if not listed."""

TERRAIN_COLOURS: dict[str, Rgba] = {
    "forest": get_color_from_hex("#6e9a5b"),
    "hills": get_color_from_hex("#e3c778"),
    "mountains": get_color_from_hex("#a9b3b4"),
    "mushrooms": get_color_from_hex("#c99a93"),
}
TERRAIN_INKS: dict[str, Rgba] = {
    "forest": get_color_from_hex("#345d39"),
    "hills": get_color_from_hex("#a27e2c"),
    "mountains": get_color_from_hex("#5b6870"),
    "mushrooms": get_color_from_hex("#7e4450"),
}

DRUID_SHAPES: dict[str, list[Point]] = {
    "red": spokes(48, 0.44),
    "blue": rounded(spokes(4, 0.56, turn=45), 0.1),
    "yellow": [(x, y - 0.07) for x, y in rounded(spokes(3, 0.58), 0.1)],
    "purple": rounded(spokes(4, 0.52), 0.09),
    "black": rounded(spokes(5, 0.53, 0.29), 0.1),
}


_EDGE, _RIM = get_color_from_hex("#20180f"), get_color_from_hex("#f8f0de")
_LIGHT = 0.2
"""Share of white in the light on a druid."""


def druid(colour: str) -> list[Layer]:
    """Layers of a wooden druid: its thickness, rim, colour and light."""
    shape, fill = DRUID_SHAPES[colour], DRUID_COLOURS[colour]
    light = [(1 - _LIGHT) * channel + _LIGHT for channel in fill[:3]] + [1.0]
    return [
        Fill(scaled(shape, 0.98, -0.03), _EDGE),
        Fill(scaled(shape, 0.96), _EDGE),
        Fill(scaled(shape, 0.9, 0.015), _RIM),
        Fill(scaled(shape, 0.7, 0.015), fill),
        Fill(scaled(shape, 0.42, 0.045), light),
    ]


def _small(colour: str, x: float, y: float) -> list[Layer]:
    """A druid half as large as the picture, around (x, y)."""
    return [
        Fill([(px + x - 0.5, py + y - 0.5) for px, py in scaled(layer.points, 0.5)], layer.colour)
        for layer in druid(colour)
        if isinstance(layer, Fill)
    ]


ICONS: dict[str, Picture] = {
    "forest": thing("pine-tree"),
    "hills": thing("hills"),
    "mountains": thing("peaks"),
    "mushrooms": thing("mushroom"),
    "ritual": [
        Stroke(arc(0.5, 0.5, 0.36, 0, 360), WHITE, 0.06),
        Fill(spokes(6, 0.28, 0.13), WHITE),
    ],
}
"""Painted in white, to be tinted."""

LESSON: dict[str, Picture] = {
    "fae-group": [
        *_small("red", 0.22, 0.76), *_small("yellow", 0.62, 0.76), *_small("blue", 0.76, 0.22),
        *(Stroke(line, ACCENT, 0.1) for line in (
            [(0.18, 0.46), (0.18, 0.22), (0.46, 0.22)], [(0.36, 0.34), (0.48, 0.22), (0.36, 0.1)],
        )),
    ],
    "fae-together": [
        *_small("red", 0.3, 0.62), *_small("yellow", 0.7, 0.62), *_small("blue", 0.5, 0.3),
        *(Stroke(arc(0.5, 0.49, 0.47, start, start + 24, 6), ACCENT, 0.05) for start in range(0, 360, 45)),
    ],
}  # fmt: skip
"""A group walks to another; a group that stands alone holds a ritual."""

ART.update({f"druid-{colour}": druid(colour) for colour in DRUID_COLOURS} | ICONS | LESSON)
