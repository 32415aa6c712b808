"""Geometry of lands on the screen; no widgets here.

Places of the lattice are (x, y) with the side of a land as unit, y up, (0, 0) the middle of cell 0,0.
"""

from collections.abc import Collection, Iterable, Sequence
from math import hypot, sqrt
from typing import NamedTuple

from companion.games.fairytile.board import CLOCK, Cell
from companion.games.fairytile.geometry import RADIUS_MM, PointMm, centre_mm, corner_mm, side_mm
from ui.boards.geometry import Point

ASPECT = 1.2
"""Ratio of width to height of the area for the kingdom."""
_LARGEST = 0.16
"""Maximum side of a land as a share of the map's height, so that two tiles do not fill the screen."""


def centre(cell: Cell) -> Point:
    """The middle of a land."""
    return _up(centre_mm(cell))


def corners(cell: Cell, size: float = 1.0) -> list[Point]:
    """Corners of a land scaled by a factor, clockwise from twelve o'clock."""
    x, y = centre(cell)
    ring = [_up(corner_mm(cell, number)) for number in range(6)]
    return [(x + (px - x) * size, y + (py - y) * size) for px, py in ring]


def side(cell: Cell, clock: int) -> tuple[Point, Point]:
    """The two ends of the side in a clock direction."""
    number = CLOCK.index(clock)
    return _up(corner_mm(cell, number)), _up(corner_mm(cell, number + 1))


def gate(cell: Cell, clock: int) -> Point:
    """The middle of that side."""
    return _up(side_mm(cell, clock))


def land_at(point: Point) -> Cell:
    """The cell, of the kingdom or not, in which a place of the lattice lies."""
    r = -point[1] / 1.5
    q = point[0] / sqrt(3) - r / 2
    cube = (q, r, -q - r)
    near = [round(value) for value in cube]
    off = [abs(value - at) for value, at in zip(cube, near, strict=True)]
    worst = off.index(max(off))
    near[worst] = -sum(value for i, value in enumerate(near) if i != worst)
    return near[0], near[1]


def middle(cells: Collection[Cell]) -> Point:
    """The middle of several lands."""
    places = [centre(cell) for cell in cells]
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def grouped(points: Sequence[Point], apart: float) -> list[list[int]]:
    """Group points, by their indices: the first ones of all groups are at least `apart`.

    Every other point is in the group whose first one is nearest.
    """
    groups: list[list[int]] = []
    for i, (x, y) in enumerate(points):
        if all(hypot(x - points[first][0], y - points[first][1]) >= apart for first, *_ in groups):
            groups.append([i])
    firsts = {group[0] for group in groups}
    for i, (x, y) in enumerate(points):
        if i not in firsts:
            min(groups, key=lambda group: hypot(x - points[group[0]][0], y - points[group[0]][1])).append(i)
    return groups


class LatticeFrame(NamedTuple):
    """Transform from the lattice to a map: `side` of a land in map heights, and the origin."""

    side: float
    x: float
    y: float

    def place(self, point: Point) -> Point:
        """Convert a place of the lattice to the map."""
        return self.x + self.side * point[0], self.y + self.side * point[1]

    def back(self, spot: Point) -> Point:
        """Convert a place of the map to the lattice."""
        return (spot[0] - self.x) / self.side, (spot[1] - self.y) / self.side


def fitted(cells: Iterable[Cell], aspect: float = ASPECT, margin: float = 0.35) -> LatticeFrame:
    """Transform that centres lands on a map as large as possible; `margin` in sides of a land."""
    places = [centre(cell) for cell in cells] or [(0.0, 0.0)]
    low_x, high_x = _ends([x for x, _ in places], sqrt(3) / 2 + margin)
    low_y, high_y = _ends([y for _, y in places], 1 + margin)
    size = min(aspect / (high_x - low_x), 1 / (high_y - low_y), _LARGEST)
    return LatticeFrame(size, aspect / 2 - size * (low_x + high_x) / 2, 0.5 - size * (low_y + high_y) / 2)


def _ends(values: Sequence[float], more: float) -> tuple[float, float]:
    return min(values) - more, max(values) + more


def _up(point: PointMm) -> Point:
    return point[0] / RADIUS_MM, -point[1] / RADIUS_MM
