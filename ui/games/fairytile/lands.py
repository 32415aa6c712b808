"""Lands, rivers and figures as graphics instructions."""

from collections.abc import Callable, Collection, Mapping, Sequence
from math import hypot
from typing import NamedTuple, TypeAlias

from kivy.graphics import Color, InstructionGroup, Line, Mesh

from companion.games.fairytile.board import CLOCK, Cell, Hex, neighbour
from ui import theme
from ui.boards import art as shapes
from ui.boards import drawing
from ui.boards.geometry import Point
from ui.games.fairytile import art, board_map

Lands: TypeAlias = Mapping[Cell, Hex]


class Pen(NamedTuple):
    """Drawing transform: `at` converts a place of the lattice to pixels, `side` is a land's, in pixels."""

    group: InstructionGroup
    at: Callable[[Point], Point]
    side: float


def land(pen: Pen, cell: Cell, shown: Hex, alpha: float = 1.0) -> None:
    """One land with its river."""
    x, y = pen.at(board_map.centre(cell))
    drawing.picture(
        pen.group, art.land(shown.terrain, shown.river), x, y, pen.side / art.LAND, [1, 1, 1, alpha]
    )


def all_lands(pen: Pen, shown: Lands, alpha: float = 1.0) -> None:
    """Lands from the farthest to the nearest, which covers the edges of those behind it."""
    for cell in sorted(shown, key=lambda cell: cell[1]):
        land(pen, cell, shown[cell], alpha)


def outline(pen: Pen, cells: Collection[Cell], colour: theme.Rgba, width: float = 0.07) -> list[Color]:
    """Draw a line around an area; return the colours that may pulse."""
    inside, glows = set(cells), list[Color]()
    for tint, wide in ((art.SIDE, 1.9), (colour, 1.0)):
        made = Color(*tint)
        pen.group.add(made)
        for cell in cells:
            for clock in CLOCK:
                if neighbour(cell, clock) not in inside:
                    ends = [pen.at(point) for point in board_map.side(cell, clock)]
                    pen.group.add(Line(points=shapes.flat(ends), width=wide * width * pen.side, cap="round"))
        glows.append(made)
    return glows[1:]


def ring(pen: Pen, cell: Cell, colour: theme.Rgba, size: float = 0.9, dashed: bool = False) -> Color:
    """A line inside one land, on a breath of its colour; a dashed one for what is wrong."""
    corners = [pen.at(point) for point in board_map.corners(cell, size)]
    pen.group.add(Color(*colour[:3], 0.16))
    fan = [value for x, y in corners for value in (x, y, 0, 0)]
    pen.group.add(Mesh(vertices=fan, indices=list(range(6)), mode="triangle_fan"))
    made = Color(*colour)
    pen.group.add(made)
    width = 0.05 * pen.side
    if not dashed:
        pen.group.add(Line(points=shapes.flat(corners), width=width, close=True, joint="round"))
        return made
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        for start in (-0.15, 0.35):
            ends = [max(0.0, start), start + 0.3]
            points = [value for t in ends for value in (ax + t * (bx - ax), ay + t * (by - ay))]
            pen.group.add(Line(points=points, width=width, cap="none"))
    return made


_PLACES: Mapping[int, Sequence[tuple[Point, float]]] = {
    1: (((0.0, 0.06), 1.9),),
    2: (((-0.42, 0.06), 1.5), ((0.42, 0.06), 1.5)),
    3: (((0.0, 0.36), 1.25), ((-0.44, -0.1), 1.25), ((0.44, -0.1), 1.25)),
}
"""Positions and sizes of figures that share a land, in sides of a land: they stand apart."""
_BODY = 0.38
"""Half the width of a figure that a finger means, as a share of its size."""


def under(point: Point, figures: Mapping[str, Cell]) -> list[str]:
    """The figures that are drawn at a place of the lattice, the nearest first."""
    far = {
        name: hypot(point[0] - x, point[1] - y)
        for name, ((x, y), size) in places(figures).items()
        if max(abs(point[0] - x), abs(point[1] - y)) < _BODY * size
    }
    return sorted(far, key=far.__getitem__)


def places(figures: Mapping[str, Cell]) -> dict[str, tuple[Point, float]]:
    """Position of every figure on the lattice, and its size in sides of a land."""
    found: dict[str, tuple[Point, float]] = {}
    for cell in dict.fromkeys(figures.values()):
        here = [figure for figure, at in figures.items() if at == cell]
        x, y = board_map.centre(cell)
        for figure, ((dx, dy), size) in zip(here, _PLACES[len(here)], strict=True):
            found[figure] = (x + dx, y + dy), size
    return found
