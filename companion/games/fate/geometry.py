"""Positions of the hexes of a Fate board, in millimetres.

Origin at the top left corner of the map rectangle, x right, y down; the printed frame is around it.
The measures are placeholders: only the hexes' proportions matter, because the view is fitted to them.
"""

from math import cos, pi, sin, sqrt

MAP_MM = (610.0, 510.0)
FRAME_MM = 45.0
HEX_MM = 34.0
"""Width of a hex across the flats, in millimetres."""
ROW_MM = HEX_MM * sqrt(3) / 2
RADIUS_MM = HEX_MM / sqrt(3)

CORNER_HEXES = ("9,1", "17,1", "17,9", "9,17", "1,17", "1,9")
"""Corner hexes, clockwise from the top left; the user taps them to locate the board."""

CLOCK = {1: (1, -1), 3: (1, 0), 5: (0, 1), 7: (-1, 1), 9: (-1, 0), 11: (0, -1)}
"""Step in x and y to the neighbour in each clock direction."""

RANGE = range(1, 18)
HEXES = tuple(f"{x},{y}" for y in RANGE for x in RANGE if abs(x + y - 18) <= 8)
"""All 217 hexes, row by row from the top."""

GRIMHEIM = "G"
"""The one area of its seven hexes (F-020)."""
GRIMHEIM_HEXES = ("9,8", "10,8", "8,9", "9,9", "10,9", "8,10", "9,10")


def centre_mm(hex_: str) -> tuple[float, float]:
    """The middle of a hex "x,y"."""
    x, y = map(int, hex_.split(","))
    return MAP_MM[0] / 2 + HEX_MM * ((x - 9) + (y - 9) / 2), MAP_MM[1] / 2 + ROW_MM * (y - 9)


def corners_mm(hex_: str) -> list[tuple[float, float]]:
    """The six corners, clockwise from the top; side k, from corner k to k + 1, faces CLOCK 1, 3, 5, …"""
    x, y = centre_mm(hex_)
    return [(x + RADIUS_MM * sin(k * pi / 3), y - RADIUS_MM * cos(k * pi / 3)) for k in range(6)]


def hex_at(x_mm: float, y_mm: float) -> str | None:
    """Return the hex that contains a point, or None outside the board."""

    def distance(hex_: str) -> float:
        x, y = centre_mm(hex_)
        return (x - x_mm) ** 2 + (y - y_mm) ** 2

    nearest = min(HEXES, key=distance)
    return nearest if distance(nearest) <= RADIUS_MM**2 else None
