"""Outlines written like the paths of SVG: capital letters place, small ones move on; y points down."""

import re

from ui.boards.geometry import Point

_STEPS = 10
"""Number of straight pieces of a curve."""


def outline(path: str) -> list[Point]:
    """Points of one outline of the commands M, L, H, V, Q and Z."""
    found: list[Point] = []
    for letter, rest in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        values = [float(value) for value in re.findall(r"-?\d*\.?\d+", rest)]
        kind, moves = letter.upper(), letter.islower()
        for at in range(0, len(values), {"H": 1, "V": 1, "Q": 4}.get(kind, 2)):
            x, y = found[-1] if found else (0.0, 0.0)
            dx, dy = (x, y) if moves else (0.0, 0.0)
            if kind == "H":
                found.append((dx + values[at], y))
            elif kind == "V":
                found.append((x, dy + values[at]))
            elif kind == "Q":
                mx, my, ex, ey = values[at : at + 4]
                bend, end = (dx + mx, dy + my), (dx + ex, dy + ey)
                found += curve((x, y), bend, end)[1:]
            else:
                found.append((dx + values[at], dy + values[at + 1]))
    return found


def curve(start: Point, bend: Point, end: Point) -> list[Point]:
    """A curve that leaves `start` towards `bend` and comes from there to `end`."""
    steps = [step / _STEPS for step in range(_STEPS + 1)]
    return [
        (
            (1 - t) ** 2 * start[0] + 2 * t * (1 - t) * bend[0] + t * t * end[0],
            (1 - t) ** 2 * start[1] + 2 * t * (1 - t) * bend[1] + t * t * end[1],
        )
        for t in steps
    ]
