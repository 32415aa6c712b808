"""Parts of a simulated table, and its pictures with their true content."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from companion.games.base import Space
from vision.arrays import Floats, Picture
from vision.simulated.texture import Bgr
from vision.simulated.view import Size

S = TypeVar("S", bound=Space)


@dataclass(frozen=True, slots=True)
class PieceOnTable:
    """One piece on the table: centre of its base in mm of the map, and its direction in radians."""

    kind: str
    x_mm: float
    y_mm: float
    turn: float


@dataclass(frozen=True, slots=True)
class StageFrame(Generic[S]):
    """One picture, (960, 1280, 3) BGR, with its true content.

    `truth` counts the pieces on the board, without those in a hand. `corners_px` (n, 2) are the points that a
    person taps to show the board.
    """

    picture: Picture
    time_s: float
    truth: dict[S, dict[str, int]]
    hand_in_view: bool
    corners_px: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Props(Generic[S]):
    """Game material; `height_mm` is the height above the board at which fingers grip a piece."""

    spaces: Sequence[S]
    size: Size
    paint: Callable[[np.random.Generator], Picture]
    plastics: Mapping[str, Bgr]
    height_mm: float
