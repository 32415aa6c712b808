"""Outlines of the cells drawn over the camera's picture."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from companion.games.base import Kind, Space
from companion.games.fairytile.board import Cell, cell_text
from companion.games.fairytile.geometry import HEX_MM, centre_mm, corner_mm
from vision.arrays import Floats
from vision.base import PieceMark
from vision.fairytile.marks import MARKS


@dataclass(frozen=True)
class KingdomPlan:
    """Plan of the cells that tiles cover; there is no board."""

    cells: Collection[Cell] = ()

    @property
    def spaces(self) -> Mapping[Space, Floats]:
        """The outline of every cell, (6, 2), in table mm."""
        return {
            cell_text(cell): np.array([corner_mm(cell, number) for number in range(6)])
            for cell in sorted(self.cells)
        }

    @property
    def corners_mm(self) -> Floats:
        """A rectangle around all cells and one more, (4, 3), clockwise from the top left."""
        middles = np.array([centre_mm(cell) for cell in self.cells] or [(0.0, 0.0)])
        (left, top), (right, bottom) = middles.min(0) - HEX_MM, middles.max(0) + HEX_MM
        return np.array([[left, top, 0], [right, top, 0], [right, bottom, 0], [left, bottom, 0]], np.float64)

    @property
    def marks(self) -> Mapping[Kind, PieceMark]:
        """Labels and colours of the figures."""
        return MARKS
