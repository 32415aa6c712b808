"""Places of a printed board on the screen; no widgets here.

Map points are (x, y) with the map's height as unit, y upwards, the frame included.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.base import Space
from ui.boards.geometry import Point, Ring, distance, ring_at
from ui.games.board.description import Piece, Printed

_REACH = 0.06
"""How far beside a space a touch still means it, in map heights."""
_PIECE_SHARE = 0.9
"""The most of the room of a space that a piece takes."""


class Layout:
    """Outlines (`rings`), centres and room of all spaces. `room` is the radius of the largest circle around
    the centre inside the space.
    """

    def __init__(self, board: Printed) -> None:
        width_mm, self._height_mm = (side + 2 * board.frame_mm for side in board.size_mm)
        self._frame_mm = board.frame_mm
        self.aspect = width_mm / self._height_mm
        self.board = board
        self.rings: Mapping[Space, Ring] = {
            space: self._ring(outline) for space, outline in board.spaces.items()
        }
        self.centres = {space: _middle(ring) for space, ring in self.rings.items()}
        self.room = {space: distance(ring, self.centres[space]) for space, ring in self.rings.items()}
        self.holes = [self._ring(outline) for outline in board.holes]
        self.lines = [self._ring(line) for line in board.extra_lines]
        frame = board.frame_mm / self._height_mm
        self.inner: Ring = [
            (frame, frame), (self.aspect - frame, frame),
            (self.aspect - frame, 1 - frame), (frame, 1 - frame),
        ]  # fmt: skip

    def space_at(self, point: Point) -> Space | None:
        """The space at a map point, or the nearest one close to it."""
        return ring_at(self.rings, point, _REACH)

    def radius(self, piece: Piece, space: Space) -> float:
        """Radius of a piece on a space, true to scale unless the space is too small."""
        return min(piece.foot_mm / 2 / self._height_mm, _PIECE_SHARE * self.room[space])

    def _ring(self, outline: Any) -> Ring:
        return [
            (float(x + self._frame_mm) / self._height_mm, 1 - float(y + self._frame_mm) / self._height_mm)
            for x, y in outline
        ]


def spread(count: int, middle: Point, step: float) -> Sequence[Point]:
    """Places of several pieces side by side around the middle of a space."""
    x, y = middle
    return [(x + (i - (count - 1) / 2) * step, y) for i in range(count)]


def _middle(ring: Ring) -> Point:
    return sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)
