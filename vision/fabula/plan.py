"""What can be drawn over a picture of the table: both players' rows of cards."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from companion.games.base import Kind, Space
from vision.arrays import Floats
from vision.base import PieceMark


class FabulaPlan:
    """The table of two players: nothing is printed on it, its cards are all there is to see."""

    @property
    def spaces(self) -> Mapping[Space, Floats]:
        """None: where a zone lies is told by its cards."""
        return {}

    @property
    def corners_mm(self) -> Floats:
        """None is worth more than the whole picture."""
        return np.zeros((0, 3))

    @property
    def marks(self) -> Mapping[Kind, PieceMark]:
        """None: cards carry their own names."""
        return {}
