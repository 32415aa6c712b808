"""The large picture of Fairy Tile: a small kingdom with its figures."""

from ui.boards.art import ART, Fill, Layer, Stroke, arc
from ui.boards.geometry import Point
from ui.boards.tiles import FRAME, colour
from ui.games.fairytile.art import FIGURES, LANDS, WATER

TILE = "tile-fairytile"


def _placed(layers: list[Layer], x: float, y: float, size: float) -> list[Layer]:
    """Art as part of a picture, `size` large around (x, y)."""

    def moved(points: list[Point]) -> list[Point]:
        return [(x + (px - 0.5) * size, y + (py - 0.5) * size) for px, py in points]

    return [
        Fill(moved(list(layer.points)), layer.colour)
        if isinstance(layer, Fill)
        else Stroke(moved(list(layer.points)), layer.colour, layer.width * size, layer.close)
        for layer in layers
    ]


_STARS = ((0.08, 0.92), (0.3, 0.96), (0.93, 0.9), (0.7, 0.97), (0.05, 0.7), (0.96, 0.66))

ART[TILE] = [
    Fill(FRAME, colour("#27476b")),
    Fill([(0.0, 0.0), (1.0, 0.0), (1.0, 0.5), (0.0, 0.34)], colour("#1d3653")),
    *(Fill(arc(x, y, 0.012, 0, 360, 10), colour("#f6e9b4")) for x, y in _STARS),
    *_placed(LANDS["castle"], 0.5, 0.68, 0.5),
    *_placed(LANDS["forest"], 0.2835, 0.305, 0.5),
    *_placed(LANDS["mountain"], 0.7165, 0.305, 0.5),
    Stroke([(0.07, 0.27), (0.25, 0.36), (0.42, 0.42), (0.5, 0.43)], colour("#14181e"), 0.055),
    Stroke([(0.07, 0.27), (0.25, 0.36), (0.42, 0.42), (0.5, 0.43)], WATER, 0.04),
    *_placed(FIGURES["princess"], 0.5, 0.56, 0.3),
    *_placed(FIGURES["knight"], 0.27, 0.24, 0.33),
    *_placed(FIGURES["dragon"], 0.74, 0.25, 0.38),
]  # fmt: skip
