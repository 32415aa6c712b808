"""Vector art of druids and terrains; every colour comes with a shape or glyph of its own."""

from kivy.utils import get_color_from_hex

from ui.boards.art import ART, GREY, WHITE, Fill, Layer, Stroke, arc, rounded, scaled, spokes
from ui.boards.geometry import Point
from ui.theme import Rgba

DRUID_COLOURS: dict[str, Rgba] = {
    "red": get_color_from_hex("#e0433a"),
    "blue": get_color_from_hex("#3b82e0"),
    "yellow": get_color_from_hex("#f5c92f"),
    "purple": get_color_from_hex("#9a52c9"),
    "black": get_color_from_hex("#2b2f36"),
}
COUNT_ON_DRUID: dict[str, Rgba] = {"yellow": get_color_from_hex("#2a2204")}
"""Colour of a number on a druid; white if not listed."""

TERRAIN_COLOURS: dict[str, Rgba] = {
    "forest": get_color_from_hex("#5f9a5d"),
    "hills": get_color_from_hex("#d9bd6c"),
    "mountains": get_color_from_hex("#9aa8b5"),
    "mushrooms": get_color_from_hex("#bd8a97"),
}
TERRAIN_INKS: dict[str, Rgba] = {
    "forest": get_color_from_hex("#2f6238"),
    "hills": get_color_from_hex("#a07f2f"),
    "mountains": get_color_from_hex("#56646f"),
    "mushrooms": get_color_from_hex("#7c4658"),
}

DRUID_SHAPES: dict[str, list[Point]] = {
    "red": spokes(48, 0.44),
    "blue": rounded(spokes(4, 0.56, turn=45), 0.1),
    "yellow": [(x, y - 0.07) for x, y in rounded(spokes(3, 0.58), 0.1)],
    "purple": rounded(spokes(4, 0.52), 0.09),
    "black": rounded(spokes(5, 0.53, 0.29), 0.1),
}


def druid(colour: str) -> list[Layer]:
    """Layers of a druid: edge, rim, colour and light."""
    shape, fill = DRUID_SHAPES[colour], DRUID_COLOURS[colour]
    light = [min(1.0, 0.86 * c + 0.14) for c in fill[:3]] + [1.0]
    return [
        Fill(scaled(shape, 0.98), [0.07, 0.08, 0.1, 1]),
        Fill(scaled(shape, 0.88), [0.97, 0.96, 0.92, 1]),
        Fill(scaled(shape, 0.7), fill),
        Fill(scaled(shape, 0.56, 0.035), light),
    ]


def _tree(x: float, y: float, size: float) -> list[Layer]:
    def at(*points: Point) -> list[Point]:
        return [(x + px * size, y + py * size) for px, py in points]

    return [
        Fill(at((-0.06, 0), (0.06, 0), (0.06, 0.25), (-0.06, 0.25)), GREY),
        Fill(at((-0.32, 0.2), (0.32, 0.2), (0, 0.68)), GREY),
        Fill(at((-0.25, 0.46), (0.25, 0.46), (0, 1)), WHITE),
    ]


_CAP = [*arc(0.5, 0.46, 0.4, 0, 180), (0.3, 0.4), (0.7, 0.4)]

ICONS: dict[str, list[Layer]] = {
    "forest": [*_tree(0.28, 0.1, 0.66), *_tree(0.66, 0.06, 0.9)],
    "hills": [
        Fill([*arc(0.64, 0.22, 0.3, 0, 180), (0.34, 0.2), (0.94, 0.2)], GREY),
        Fill([*arc(0.34, 0.18, 0.28, 0, 180)], WHITE),
    ],
    "mountains": [
        Fill([(0.4, 0.14), (0.98, 0.14), (0.7, 0.66)], GREY),
        Fill([(0.02, 0.14), (0.76, 0.14), (0.4, 0.86)], GREY),
        Fill([(0.4, 0.86), (0.26, 0.58), (0.34, 0.62), (0.41, 0.52), (0.48, 0.62), (0.53, 0.6)], WHITE),
    ],
    "mushrooms": [
        Fill([(0.4, 0.08), (0.6, 0.08), (0.56, 0.48), (0.44, 0.48)], GREY),
        Fill(_CAP, WHITE),
        Fill(arc(0.36, 0.6, 0.06, 0, 360), GREY),
        Fill(arc(0.58, 0.7, 0.07, 0, 360), GREY),
    ],
    "ritual": [
        Stroke(arc(0.5, 0.5, 0.36, 0, 360), WHITE, 0.06),
        Fill(spokes(6, 0.28, 0.13), WHITE),
    ],
}
"""Painted in white and grey, to be tinted."""

ART.update({f"druid-{colour}": druid(colour) for colour in DRUID_COLOURS} | ICONS)
