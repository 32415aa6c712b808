"""Description of a printed board: spaces, grounds and drawn lines, in board mm.

The only description of a board that the reader, the search for it and the simulated table need.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np

from companion.games.base import Space
from vision.arrays import Floats
from vision.board.params import PARAMS

MOST_SPACES = 2000
"""More would make a picture slower than a second."""


@dataclass(frozen=True, eq=False)
class PrintedBoard:
    """A flat board with printed spaces.

    Origin at the top left corner of the map of `size_mm`, x right, y down; around it a frame `frame_mm` wide.
    `spaces` and `holes` are polygons of shape (n, 2); spaces with the same entry in `grounds` look alike (all
    of them by default). A board that looks the same after half a turn has `symmetry` 2, after a quarter 4:
    then the print cannot tell how it lies; numbered markers can, and taps are believed. `extra_lines` are
    drawn lines that bound no space, as pairs of ends, (n, 2, 2). With `drawn` false the outlines of the
    spaces are not printed, only those lines.
    """

    size_mm: tuple[float, float]
    spaces: Mapping[Space, Floats]
    frame_mm: float = 0.0
    holes: Sequence[Floats] = ()
    grounds: Mapping[Space, str] = field(default_factory=dict)
    symmetry: int = 1
    extra_lines: Sequence[Floats] = ()
    drawn: bool = True

    def __post_init__(self) -> None:
        """Raise ValueError if a part of the description does not fit the others."""
        if self.symmetry not in (1, 2, 4):
            raise ValueError(f"symmetry: expected 1, 2 or 4, found {self.symmetry}")
        if not 1 <= len(self.spaces) <= MOST_SPACES:
            raise ValueError(f"spaces: expected 1 to {MOST_SPACES}, found {len(self.spaces)}")
        if self.grounds and set(self.grounds) != set(self.spaces):
            odd = sorted(map(str, set(self.grounds) ^ set(self.spaces)))
            raise ValueError(f"grounds: expected one for every space, found a difference at {', '.join(odd)}")
        if not self.grounds:
            object.__setattr__(self, "grounds", dict.fromkeys(self.spaces, ""))

    @classmethod
    def grid(
        cls, columns: int, rows: int, side_mm: float, frame_mm: float = 0.0, chequered: bool = False,
    ) -> PrintedBoard:  # fmt: skip
        """Return a board of square spaces named as in chess: a1 is at the bottom left.

        The print does not tell how it lies; of a `chequered` one too, as no colour is known in advance.
        """
        spaces: dict[Space, Floats] = {}
        grounds: dict[Space, str] = {}
        for row in range(rows):
            for column in range(columns):
                name = f"{chr(ord('a') + column)}{rows - row}"
                corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)
                spaces[name] = (corners + np.array((column, row))) * side_mm
                grounds[name] = ("light", "dark")[(row + column) % 2] if chequered else ""
        size = columns * side_mm, rows * side_mm
        symmetry = 4 if columns == rows else 2
        return cls(size, spaces, frame_mm, grounds=grounds, symmetry=symmetry)

    @classmethod
    def hex(
        cls, centres_mm: Mapping[Space, tuple[float, float]], side_mm: float, size_mm: tuple[float, float],
        frame_mm: float = 0.0, pointed: bool = False, symmetry: int = 1,
    ) -> PrintedBoard:  # fmt: skip
        """Return a board of hexagons with sides of `side_mm`, `pointed` at the top or flat."""
        turns = np.radians(np.arange(6) * 60.0 + (30.0 if pointed else 0.0))
        ring = side_mm * np.stack([np.cos(turns), np.sin(turns)], -1)
        spaces = {space: np.array(centre) + ring for space, centre in centres_mm.items()}
        return cls(size_mm, spaces, frame_mm, symmetry=symmetry)

    @classmethod
    def points(
        cls, places_mm: Mapping[Space, tuple[float, float]], radius_mm: float, size_mm: tuple[float, float],
        lines_mm: Sequence[Floats] = (), frame_mm: float = 0.0, symmetry: int = 1,
    ) -> PrintedBoard:  # fmt: skip
        """Return a board of points on drawn lines, as of nine men's morris or go.

        A piece belongs to the point within `radius_mm` of its middle; `lines_mm` are pairs of ends.
        """
        turns = np.arange(16) * np.pi / 8
        ring = radius_mm * np.stack([np.cos(turns), np.sin(turns)], -1)
        spaces = {space: np.array(place) + ring for space, place in places_mm.items()}
        lines = [np.asarray(line, np.float64) for line in lines_mm]
        return cls(size_mm, spaces, frame_mm, symmetry=symmetry, extra_lines=lines, drawn=False)

    @classmethod
    def outlines(cls, path: Path) -> PrintedBoard:
        """Return a board drawn in a JSON file.

        `{"size_mm": [w, h], "frame_mm": 0, "symmetry": 1, "spaces": {name: [[x, y], ...]}, "grounds": {name:
        word}, "holes": [[[x, y], ...]]}`; only size and spaces are needed. Raises ValueError.
        """
        found = json.loads(path.read_text("utf-8"))
        try:
            spaces = {space: _polygon(points) for space, points in found["spaces"].items()}
            width, height = found["size_mm"]
            return cls(
                (float(width), float(height)),
                spaces,
                float(found.get("frame_mm", 0.0)),
                [_polygon(points) for points in found.get("holes", ())],
                found.get("grounds", {}),
                int(found.get("symmetry", 1)),
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"{path}: expected size_mm and spaces, found an error at {error}") from error

    @property
    def corners_mm(self) -> Floats:
        """The outer corners, clockwise from the top left, shape (4, 3)."""
        (width, height), frame = self.size_mm, self.frame_mm
        left, top, right, bottom = -frame, -frame, width + frame, height + frame
        corners = [[left, top, 0], [right, top, 0], [right, bottom, 0], [left, bottom, 0]]
        return np.array(corners, np.float64)

    @property
    def taps_mm(self) -> Floats:
        """Points that a person selects in the picture: the outer corners."""
        return self.corners_mm

    @property
    def field_mm(self) -> Floats | None:
        """The corners of the map inside the frame, (4, 3); None without a frame."""
        width, height = self.size_mm
        corners = [[0, 0, 0], [width, 0, 0], [width, height, 0], [0, height, 0]]
        return np.array(corners, np.float64) if self.frame_mm else None

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
    def painted(self) -> list[tuple[int, Floats]]:
        """Labels and outlines, (m, 2), in painting order; points are dense, as lenses bend lines."""
        parts = [(len(self.spaces) + 2, self.corners_mm[:, :2])]
        parts += [(self.numbers[space], polygon) for space, polygon in self.spaces.items()]
        parts += [(len(self.spaces) + 1, polygon) for polygon in self.holes]
        return [(label, _dense(polygon)) for label, polygon in parts]

    @cached_property
    def bounds_mm(self) -> tuple[Floats, Floats]:
        """The least and the greatest x and y of each space, (spaces, 2) each."""
        outlines = self.spaces.values()
        return np.array([each.min(0) for each in outlines]), np.array([each.max(0) for each in outlines])

    def _segments(self) -> Iterator[tuple[Floats, Floats]]:
        seen = set()
        outer = self.corners_mm[:, :2]
        drawn = [*self.spaces.values(), *self.holes, outer] if self.drawn else [*self.holes, outer]
        sides = [side for polygon in drawn for side in zip(polygon, np.roll(polygon, -1, 0), strict=True)]
        for a, b in [*sides, *((line[0], line[1]) for line in self.extra_lines)]:
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


def grid_inside(polygon_mm: Floats, depth_mm: float) -> Floats:
    """Return a grid of points, (m, 2), deeper inside a polygon, (n, 2), than `depth_mm`; at least one."""
    low, high = polygon_mm.min(0), polygon_mm.max(0)
    axes = [np.arange(low[axis], high[axis], PARAMS.sample_step_mm) for axis in (0, 1)]
    grid = np.stack(np.meshgrid(*axes), -1).reshape(-1, 2)
    outline = polygon_mm.astype(np.float32)
    inside = [cv2.pointPolygonTest(outline, (x, y), True) > depth_mm for x, y in grid]
    return np.asarray(grid[np.array(inside)]) if any(inside) else polygon_mm.mean(0, keepdims=True)


def _polygon(points: object) -> Floats:
    polygon = np.array(points, np.float64)
    if polygon.ndim != 2 or polygon.shape[1] != 2 or len(polygon) < 3 or not np.isfinite(polygon).all():
        raise ValueError(f"outline: expected three or more points [x, y] in mm, found {str(points)[:60]}")
    return polygon
