"""The large picture of Fate: a tower among monsters."""

from ui.boards.art import ART, Fill, Layer, Stroke, arc, rounded
from ui.boards.geometry import Point
from ui.boards.tiles import EDGE, FRAME, colour, ground
from ui.games.fate.art import PIECES

TILE = "tile-fate"


def _moved(points: list[Point], x: float, y: float, size: float) -> list[Point]:
    """An outline of the unit square, made `size` large around (x, y)."""
    return [(x + (px - 0.5) * size, y + (py - 0.5) * size) for px, py in points]


def _piece(name: str, x: float, y: float, size: float) -> list[Layer]:
    """A piece of art as part of a picture."""
    small: list[Layer] = []
    for layer in PIECES[name]:
        points = _moved(list(layer.points), x, y, size)
        if isinstance(layer, Fill):
            small.append(Fill(points, layer.colour))
        else:
            small.append(Stroke(points, layer.colour, layer.width * size, layer.close))
    return small


def _tower() -> list[Layer]:
    stone, shade, roof = colour("#b9b4a6"), colour("#8f8a7d"), colour("#b5482f")
    crown = [
        (0.36, 0.6), (0.36, 0.7), (0.41, 0.7), (0.41, 0.66), (0.455, 0.66), (0.455, 0.7), (0.545, 0.7),
        (0.545, 0.66), (0.59, 0.66), (0.59, 0.7), (0.64, 0.7), (0.64, 0.6),
    ]  # fmt: skip
    return [
        Fill([(0.39, 0.2), (0.61, 0.2), (0.6, 0.62), (0.4, 0.62)], stone),
        Fill([(0.52, 0.2), (0.61, 0.2), (0.6, 0.62), (0.53, 0.62)], shade),
        Fill(crown, stone),
        Stroke([(0.5, 0.7), (0.5, 0.93)], EDGE, 0.015),
        Fill([(0.505, 0.93), (0.66, 0.885), (0.505, 0.83)], colour("#f4b740")),
        Fill([*arc(0.5, 0.29, 0.05, 0, 180), (0.45, 0.2), (0.55, 0.2)], colour("#3b2a1c")),
        Fill(rounded([(0.47, 0.42), (0.53, 0.42), (0.53, 0.54), (0.47, 0.54)], 0.2), colour("#ffe9a8")),
        *(
            layer
            for x in (0.27, 0.73)
            for layer in (
                Fill(
                    [(x - 0.08, 0.18), (x + 0.08, 0.18), (x + 0.08, 0.3), (x - 0.08, 0.3)], colour("#e7d3a8")
                ),
                Fill([(x - 0.11, 0.29), (x + 0.11, 0.29), (x, 0.41)], roof),
                Fill([(x - 0.025, 0.18), (x + 0.025, 0.18), (x + 0.025, 0.26), (x - 0.025, 0.26)], EDGE),
            )
        ),
    ]


def _monster(kind: str, x: float, y: float, size: float) -> list[Layer]:
    """A tile of a monster that looks around."""
    eyes: list[Layer] = []
    for side in (-0.14, 0.14):
        eyes += [
            Fill(arc(x + side * size, y + 0.03 * size, 0.1 * size, 0, 360), [1, 1, 1, 1]),
            Fill(arc(x + side * size, y + 0.01 * size, 0.05 * size, 0, 360), EDGE),
        ]
    grin = [(x - 0.15 * size, y - 0.14 * size), (x, y - 0.2 * size), (x + 0.15 * size, y - 0.14 * size)]
    return [*_piece(f"fate-{kind}", x, y, size), *eyes, Stroke(grin, EDGE, 0.05 * size)]


ART[TILE] = [
    Fill(FRAME, colour("#3a2b52")),
    Fill([(0.0, 0.3), (1.0, 0.3), (1.0, 0.62), (0.0, 0.62)], colour("#7a4560")),
    Fill([(0.0, 0.24), (1.0, 0.24), (1.0, 0.46), (0.0, 0.46)], colour("#c9704f")),
    Fill(arc(0.18, 0.82, 0.07, 0, 360), colour("#f4e6c3")),
    Fill(arc(0.215, 0.845, 0.06, 0, 360), colour("#3a2b52")),
    Fill([(0.0, 0.3), (0.16, 0.5), (0.3, 0.34), (0.7, 0.34), (0.85, 0.54), (1.0, 0.36), (1.0, 0.2),
          (0.0, 0.2)], colour("#4d3350")),
    ground([(0.0, 0.16), (0.3, 0.22), (0.7, 0.22), (1.0, 0.16)], "#3f5b3a"),
    *_tower(),
    ground([(0.0, 0.1), (0.5, 0.15), (1.0, 0.1)], "#2f462c"),
    *_monster("goblin", 0.15, 0.2, 0.2),
    *_monster("elemental", 0.86, 0.22, 0.23),
    *_monster("skeleton", 0.34, 0.12, 0.17),
    *_monster("troll", 0.66, 0.12, 0.19),
]  # fmt: skip
