"""What a simulated table is made of, and what is known about one picture of it."""

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
    """One piece on the table: its base's centre in mm of the map and the way it faces (radians)."""

    kind: str
    x_mm: float
    y_mm: float
    turn: float


@dataclass(frozen=True, slots=True)
class StageFrame(Generic[S]):
    """One picture, (960, 1280, 3) BGR, with the truth about it.

    `truth` counts the pieces standing on the board, not those in a hand. `corners_px` (n, 2) are the
    points by which people show the camera where the board is.
    """

    picture: Picture
    time_s: float
    truth: dict[S, dict[str, int]]
    hand_in_view: bool
    corners_px: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Props(Generic[S]):
    """What is played with: the spaces, the board, how it is painted, the colours of pieces, their height."""

    spaces: Sequence[S]
    size: Size
    paint: Callable[[np.random.Generator], Picture]
    plastics: Mapping[str, Bgr]
    height_mm: float
