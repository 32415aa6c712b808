"""Animation of pieces on the Fate board: drawn once, moved and faded by the graphics card."""

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from kivy.graphics import Color, InstructionGroup, PopMatrix, PushMatrix, Translate

from companion.games.fate.position import Hex
from ui.boards import walk
from ui.boards.geometry import Point


class Motion:
    """All animations between two states of the board; `at` takes the elapsed share of time, 0..1."""

    def __init__(self) -> None:
        self._slides: list[tuple[Translate, Sequence[Point]]] = []
        self._fading: list[tuple[Color, float]] = []

    @property
    def any(self) -> bool:
        """Return true if anything moves."""
        return bool(self._slides or self._fading)

    @property
    def steps(self) -> int:
        """Number of steps of the longest way; 1 if something only fades."""
        return max((len(way) - 1 for _, way in self._slides), default=1)

    def slide(self, way: Sequence[Point]) -> tuple[InstructionGroup, Translate]:
        """Begin the group of a piece drawn at the end of its path, in pixels; close it with `end`."""
        group, shift = InstructionGroup(), Translate(0, 0)
        group.add(PushMatrix())
        group.add(shift)
        self._slides.append((shift, way))
        return group, shift

    @staticmethod
    def end(group: InstructionGroup) -> None:
        """Close the group of a piece."""
        group.add(PopMatrix())

    def fade(self, group: InstructionGroup) -> None:
        """Fade out a group."""
        self._fading += [(tint, tint.a) for tint in group.children if isinstance(tint, Color)]

    def at(self, share: float) -> None:
        """Show the motion after a share of its time."""
        for shift, way in self._slides:
            (x, y), (goal_x, goal_y) = _along(way, share), way[-1]
            shift.xy = (x - goal_x, y - goal_y + walk.lift(share))
        for tint, alpha in self._fading:
            tint.a = alpha * (1 - share)


def way_between(ways: Sequence[Sequence[Hex]], start: Hex, goal: Hex) -> Sequence[Hex]:
    """Hexes from one hex to another over consecutive paths; () if there are none."""
    way: tuple[Hex, ...] = (start,)
    for each in ways:
        if each and each[0] == way[-1]:
            way = (*way, *each[1:])
            if way[-1] == goal:
                return way
    return ()


def _along(way: Sequence[Point], share: float) -> Point:
    """Point after a share of the length of a path."""
    left = share * sum(hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(way))
    for (ax, ay), (bx, by) in pairwise(way):
        length = hypot(bx - ax, by - ay)
        if length and left <= length:
            return ax + (bx - ax) * left / length, ay + (by - ay) * left / length
        left -= length
    return way[-1]
