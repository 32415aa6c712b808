"""Geometry of the Fate board: outlines of the hexes and the printed lines that fix the view, in board mm."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

import numpy as np

from companion.games.base import Kind, Space
from companion.games.fate import geometry
from companion.games.fate.board import TERRAIN
from vision.arrays import Floats
from vision.base import PieceMark
from vision.fate.marks import MARKS
from vision.fate.params import PARAMS


class FatePlan(NamedTuple):
    """The board for `vision.geometry.find_board`, and the centre of every hex, (217, 3); all in board mm."""

    corners_mm: Floats
    lines: tuple[Floats, Floats]
    centres_mm: Floats
    taps_mm: Floats

    @property
    def spaces(self) -> Mapping[Space, Floats]:
        """The outline of every hex, (6, 2), in board mm."""
        return _outlines()

    @property
    def grounds(self) -> Mapping[Space, str]:
        """The terrain of every hex that has one."""
        return {hex_: TERRAIN[hex_] for hex_ in TERRAIN}

    @property
    def field_mm(self) -> None:
        """Only the middles of its corner hexes are tapped."""

    @property
    def symmetry(self) -> int:
        """The print looks the same in no other turn."""
        return 1

    @property
    def marks(self) -> Mapping[Kind, PieceMark]:
        """Marks of heroes and monsters, by kind."""
        return MARKS


@cache
def _outlines() -> dict[Space, Floats]:
    return {hex_: np.array(geometry.corners_mm(hex_)) for hex_ in geometry.HEXES}


@cache
def fate_plan() -> FatePlan:
    """The board; its lines are the outline of the field of hexes.

    That outline is drawn on every print; roads and borders vary.
    """
    (width, height), frame = geometry.MAP_MM, geometry.FRAME_MM
    left, top, right, bottom = -frame, -frame, width + frame, height + frame
    corners = np.array([[left, top, 0.0], [right, top, 0.0], [right, bottom, 0.0], [left, bottom, 0.0]])
    taps = [[*geometry.centre_mm(hex_), 0.0] for hex_ in geometry.CORNER_HEXES]
    centres = [[*geometry.centre_mm(hex_), 0.0] for hex_ in geometry.HEXES]
    return FatePlan(corners, _outline(), np.array(centres), np.array(taps))


def _outline() -> tuple[Floats, Floats]:
    """Points on the zigzag around the field, (n, 3), and their unit normals, (n, 3)."""
    points, normals = [], []
    for hex_ in geometry.HEXES:
        x, y = map(int, hex_.split(","))
        corners = np.array(geometry.corners_mm(hex_))
        for side, (dx, dy) in enumerate(geometry.CLOCK.values()):
            if f"{x + dx},{y + dy}" in geometry.HEXES:
                continue
            a, b = corners[side], corners[(side + 1) % 6]
            along = (b - a) / np.hypot(*(b - a))
            for part in range(PARAMS.border_samples_per_side):
                points.append([*(a + (b - a) * (part + 0.5) / PARAMS.border_samples_per_side), 0.0])
                normals.append([-along[1], along[0], 0.0])
    return np.array(points), np.array(normals)
