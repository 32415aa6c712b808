"""Fairy Tile in millimetres: x right, y down, the centre of cell 0,0 at the origin."""

from math import cos, pi, sin, sqrt
from typing import TypeAlias

from companion.games.fairytile.board import CLOCK, TILE, Cell, neighbour

PointMm: TypeAlias = tuple[float, float]

HEX_MM = 45.0
"""Width of a cell from side to side, mm; its corners point up and down."""
RADIUS_MM = HEX_MM / sqrt(3)
"""Distance from the centre of a cell to a corner, mm."""


def centre_mm(cell: Cell) -> PointMm:
    """Return the centre of a cell."""
    q, r = cell
    return HEX_MM * (q + r / 2), HEX_MM * sqrt(3) / 2 * r


def corner_mm(cell: Cell, number: int) -> PointMm:
    """Return corner 0..5 of a cell, 0 at twelve o'clock, clockwise."""
    x, y = centre_mm(cell)
    angle = (number % 6) * pi / 3
    return x + RADIUS_MM * sin(angle), y - RADIUS_MM * cos(angle)


def side_mm(cell: Cell, clock: int) -> PointMm:
    """Return the midpoint of a side of a cell."""
    (x, y), (far_x, far_y) = centre_mm(cell), centre_mm(neighbour(cell, clock))
    return (x + far_x) / 2, (y + far_y) / 2


def outline_mm() -> list[PointMm]:
    """Return the 12 corners of an unturned tile whose A is at 0,0, clockwise."""
    ends = {}
    for cell in TILE:
        for number, clock in enumerate(CLOCK):
            if neighbour(cell, clock) not in TILE:
                start, end = corner_mm(cell, number), corner_mm(cell, number + 1)
                ends[_rounded(start)] = end
    points = [corner_mm(TILE[0], 0)]
    while len(points) < len(ends):
        points.append(ends[_rounded(points[-1])])
    return points


def _rounded(point: PointMm) -> tuple[float, float]:
    return round(point[0], 3), round(point[1], 3)
