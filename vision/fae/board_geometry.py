"""Geometry of the board: spaces, grounds and drawn lines, in board mm.

Takes the polygons of `companion.games.fae.board`; returns a `FaePlan` with points to follow and to try.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import cv2
import numpy as np

from companion.games.base import Kind, Space
from companion.games.fae import board as fae
from vision.arrays import Floats
from vision.base import PieceMark
from vision.fae.marks import MARKS
from vision.fae.params import PARAMS


@dataclass(frozen=True, eq=False)
class FaePlan:
    """A flat board with printed spaces.

    `spaces` and `holes` are polygons of shape (n, 2) in board mm; spaces with the same `grounds`
    entry look alike; `regions` hold one piece of each of `kinds` at the start (E-002).
    """

    size_mm: tuple[float, float]
    frame_mm: float
    spaces: Mapping[Space, Floats]
    holes: Sequence[Floats]
    grounds: Mapping[Space, str]
    regions: Mapping[Space, int]
    kinds: tuple[Kind, ...]

    @property
    def corners_mm(self) -> Floats:
        """The outer corners, clockwise from the top left, shape (4, 3)."""
        (width, height), frame = self.size_mm, self.frame_mm
        left, top, right, bottom = -frame, -frame, width + frame, height + frame
        return np.array([[left, top, 0], [right, top, 0], [right, bottom, 0], [left, bottom, 0]])

    @property
    def marks(self) -> Mapping[Kind, PieceMark]:
        """Letters and colours that mark druids in the camera picture."""
        return MARKS

    @property
    def taps_mm(self) -> Floats:
        """Points that a person selects in the picture: the outer corners."""
        return self.corners_mm

    @cached_property
    def lines(self) -> tuple[Floats, Floats]:
        """Points on the drawn borders and the outer edge, (n, 3), and their unit normals, (n, 3)."""
        points, normals = [], []
        for a, b in self._segments():
            length = float(np.hypot(*(b - a)))
            pieces = max(1, round(length / PARAMS.border_step_mm))
            for i in range(pieces):
                points.append([*(a + (b - a) * (i + 0.5) / pieces), 0.0])
                normals.append([-(b - a)[1] / length, (b - a)[0] / length, 0.0])
        return np.array(points), np.array(normals)

    @cached_property
    def numbers(self) -> Mapping[Space, int]:
        """The label of each space, from 1 on; holes come next, then the frame."""
        return {space: number + 1 for number, space in enumerate(self.spaces)}

    @cached_property
    def labels_by_ground(self) -> Sequence[Sequence[int]]:
        """Labels grouped by equal ground; then one group each for table, holes and frame."""
        kinds: dict[str, list[int]] = {}
        for space, number in self.numbers.items():
            kinds.setdefault(self.grounds[space], []).append(number)
        return [*kinds.values(), [0], [len(self.spaces) + 1], [len(self.spaces) + 2]]

    @cached_property
    def outlines(self) -> list[tuple[int, Floats]]:
        """Labels and outlines, (m, 2), in painting order; points are dense, as lenses bend lines."""
        parts = [(len(self.spaces) + 2, self.corners_mm[:, :2])]
        parts += [(self.numbers[space], polygon) for space, polygon in self.spaces.items()]
        parts += [(len(self.spaces) + 1, polygon) for polygon in self.holes]
        return [(label, _dense(polygon)) for label, polygon in parts]

    @cached_property
    def places(self) -> Mapping[Space, Floats]:
        """Candidate places for pieces of each space, a grid of shape (m, 2)."""
        return {space: _grid_inside(polygon) for space, polygon in self.spaces.items()}

    @cached_property
    def bounds_mm(self) -> tuple[Floats, Floats]:
        """The least and the greatest x and y of each space, (spaces, 2) each."""
        outlines = self.spaces.values()
        return np.array([each.min(0) for each in outlines]), np.array([each.max(0) for each in outlines])

    def _segments(self) -> Iterator[tuple[Floats, Floats]]:
        seen = set()
        outer = self.corners_mm[:, :2]
        for polygon in [*self.spaces.values(), *self.holes, outer]:
            for a, b in zip(polygon, np.roll(polygon, -1, 0), strict=True):
                key = frozenset((tuple(a), tuple(b)))
                if key not in seen and np.hypot(*(b - a)) > PARAMS.min_border_mm:
                    seen.add(key)
                    yield a, b


def _dense(polygon_mm: Floats) -> Floats:
    points = []
    for a, b in zip(polygon_mm, np.roll(polygon_mm, -1, 0), strict=True):
        parts = max(1, int(np.hypot(*(b - a)) / PARAMS.sample_step_mm))
        points += [a + (b - a) * i / parts for i in range(parts)]
    return np.array(points)


def _grid_inside(polygon_mm: Floats) -> Floats:
    low, high = polygon_mm.min(0), polygon_mm.max(0)
    axes = [np.arange(low[axis], high[axis], PARAMS.sample_step_mm) for axis in (0, 1)]
    grid = np.stack(np.meshgrid(*axes), -1).reshape(-1, 2)
    outline = polygon_mm.astype(np.float32)
    inside = [cv2.pointPolygonTest(outline, (x, y), True) > PARAMS.place_depth_mm for x, y in grid]
    return np.asarray(grid[np.array(inside)])


@cache
def fae_plan() -> FaePlan:
    """The board of Fae."""
    size = np.array(fae.MAP_MM)
    return FaePlan(
        size_mm=fae.MAP_MM,
        frame_mm=fae.FRAME_MM,
        spaces={space: np.array(fae.POLYGONS[space]) * size for space in fae.SPACES},
        holes=[np.array(polygon) * size for polygon in fae.LAKES],
        grounds={space: fae.TERRAIN_OF[space] for space in fae.SPACES},
        regions={space: fae.REGION_OF[space] for space in fae.SPACES},
        kinds=fae.COLOURS,
    )
