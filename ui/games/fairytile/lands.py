"""Lands, rivers and figures as graphics instructions."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from kivy.graphics import Color, InstructionGroup, Line

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
    """One land and its river."""
    x, y = pen.at(board_map.centre(cell))
    drawing.picture(pen.group, f"land-{shown.terrain}", x, y, 2.02 * pen.side, [1, 1, 1, alpha])
    river(pen, cell, shown.river, alpha)


def river(pen: Pen, cell: Cell, ends: Sequence[int], alpha: float = 1.0) -> None:
    """Draw water from end to end, or to a spring in the middle; foam identifies it without colour."""
    if not ends:
        return
    (x, y), width = pen.at(board_map.centre(cell)), 0.13 * pen.side
    ways = [_bow([pen.at(board_map.gate(cell, clock)) for clock in ends], (x, y))] if len(ends) == 2 else [
        [pen.at(board_map.gate(cell, clock)), (x, y)] for clock in ends
    ]  # fmt: skip
    for colour, wide in ((art.EDGE, 1.35 * width), (art.WATER, width), (art.FOAM, 0.2 * width)):
        pen.group.add(Color(*colour[:3], alpha))
        for way in ways:
            pen.group.add(Line(points=shapes.flat(way), width=wide, cap="none", joint="round"))
        if len(ends) == 1 and colour is not art.FOAM:
            drawing.picture(pen.group, "shadow", x, y, 4.2 * wide, [*colour[:3], alpha])


def _bow(ends: Sequence[Point], middle: Point) -> list[Point]:
    """A curve from one end to the other that bends towards the middle."""
    (ax, ay), (bx, by) = ends
    mx, my = middle
    steps = [i / 14 for i in range(15)]
    return [
        (
            (1 - t) ** 2 * ax + 2 * t * (1 - t) * mx + t * t * bx,
            (1 - t) ** 2 * ay + 2 * t * (1 - t) * my + t * t * by,
        )
        for t in steps
    ]


def borders(pen: Pen, tiles: Iterable[Collection[Cell]]) -> None:
    """A strong line around every tile."""
    pen.group.add(Color(*art.EDGE))
    for tile in tiles:
        for cell in tile:
            for clock in CLOCK:
                if neighbour(cell, clock) not in tile:
                    ends = [pen.at(point) for point in board_map.side(cell, clock)]
                    pen.group.add(Line(points=shapes.flat(ends), width=0.045 * pen.side, cap="round"))


def outline(pen: Pen, cells: Collection[Cell], colour: theme.Rgba, width: float = 0.07) -> list[Color]:
    """Draw a line around an area; return the colours that may pulse."""
    inside, glows = set(cells), list[Color]()
    for tint, wide in (([0.05, 0.06, 0.08, 0.85], 1.9), (colour, 1.0)):
        made = Color(*tint)
        pen.group.add(made)
        for cell in cells:
            for clock in CLOCK:
                if neighbour(cell, clock) not in inside:
                    ends = [pen.at(point) for point in board_map.side(cell, clock)]
                    pen.group.add(Line(points=shapes.flat(ends), width=wide * width * pen.side, cap="round"))
        glows.append(made)
    return glows[1:]


def ring(pen: Pen, cell: Cell, colour: theme.Rgba, size: float = 0.86, width: float = 0.06) -> Color:
    """A line inside one land."""
    points = shapes.flat([pen.at(point) for point in board_map.corners(cell, size)])
    pen.group.add(Color(0.05, 0.06, 0.08, 0.8))
    pen.group.add(Line(points=points, width=1.8 * width * pen.side, close=True, joint="round"))
    made = Color(*colour)
    pen.group.add(made)
    pen.group.add(Line(points=points, width=width * pen.side, close=True, joint="round"))
    return made


_PLACES: Mapping[int, Sequence[tuple[Point, float]]] = {
    1: (((0.0, 0.04), 1.5),),
    2: (((-0.4, 0.0), 1.1), ((0.4, 0.0), 1.1)),
    3: (((-0.4, -0.25), 0.95), ((0.4, -0.25), 0.95), ((0.0, 0.38), 0.95)),
}
"""Positions and sizes of figures that share a land, in sides of a land."""


def under(point: Point, figures: Mapping[str, Cell]) -> list[str]:
    """The figures that are drawn at a place of the lattice, the topmost first."""
    drawn = reversed(places(figures).items())
    return [name for name, ((x, y), size) in drawn if max(abs(point[0] - x), abs(point[1] - y)) < size / 2]


def places(figures: Mapping[str, Cell]) -> dict[str, tuple[Point, float]]:
    """Position of every figure on the lattice, and its size in sides of a land."""
    found: dict[str, tuple[Point, float]] = {}
    for cell in dict.fromkeys(figures.values()):
        here = [figure for figure, at in figures.items() if at == cell]
        x, y = board_map.centre(cell)
        for figure, ((dx, dy), size) in zip(here, _PLACES[len(here)], strict=True):
            found[figure] = (x + dx, y + dy), size
    return found
