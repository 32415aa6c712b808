"""Simulated Fae table: camera pictures of moves."""

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from companion.games.base import Table
from companion.games.fae.board import CENTRES, COLOURS, FRAME_MM, MAP_MM, POLYGONS, SPACES
from vision.arrays import Floats
from vision.fae.simulated import artwork
from vision.simulated.figures import LatheFigure, Layer, piece, piece_shadow
from vision.simulated.placing import place
from vision.simulated.props import PieceOnTable, Props, StageFrame
from vision.simulated.stage import SimulatedStage
from vision.simulated.texture import Bgr
from vision.simulated.view import Size

FaeFrame: TypeAlias = StageFrame[int]

BASE_MM = 13.0
DRUID = LatheFigure(
    [
        (0, 6.5),
        (1.6, 6.5),
        (2.2, 5.6),
        (8, 4.3),
        (13, 4.9),
        (15.5, 4.4),
        (17, 3.1),
        (19.5, 3.9),
        (22, 2.9),
        (24, 0.7),
    ],
    [(0, 0), (12, 0), (20, 1.3), (24, 0.2)],
    (5.2, 0.9, 0, 99),
)
"""Hooded figure with a staff: profile of the body, staff and head."""

_PLASTIC: dict[str, Bgr] = {
    "red": (34, 26, 196), "blue": (178, 66, 22), "yellow": (30, 178, 226), "purple": (112, 30, 88),
    "black": (34, 31, 31),
}  # fmt: skip
_PROPS = Props(
    SPACES,
    Size(MAP_MM, FRAME_MM),
    artwork.board,
    {colour: _PLASTIC[colour] for colour in COLOURS},
    DRUID.height_mm,
)


class SimulatedFaeTable(SimulatedStage[int]):
    """Fae table in front of a camera; equal arguments and acts give equal pictures.

    `table` is the first position. `rest_s` is the quiet time after each act, `nudges` the chance (0..1)
    per act that somebody bumps the camera; `light_drift` lets the daylight change slowly.
    """

    def __init__(
        self, table: Table, seed: int, *, tilt_deg: float | None = None, markers: bool = True,
        rest_s: float = 1.5, nudges: float = 0.0, light_drift: bool = False,
    ) -> None:  # fmt: skip
        """Draw the style of the table by `seed` and set the druids out."""
        super().__init__(
            _PROPS, table, seed, tilt_deg=tilt_deg, markers=markers, rest_s=rest_s, nudges=nudges,
            light_drift=light_drift,
        )  # fmt: skip

    def _corners_px(self) -> Floats:
        """Outer corners of the board (4, 2), clockwise from its own top left."""
        return self._view.flat(_PROPS.size.corners_mm())

    def _centre_mm(self, space: int) -> Floats:
        return np.array(CENTRES[space]) * MAP_MM

    def _put(self, space: int, kind: str) -> None:
        polygon = np.array(POLYGONS[space]) * MAP_MM
        before = self.pieces[space]
        others = [(p.x_mm, p.y_mm) for s, standing in self.pieces.items() if s != space for p in standing]
        here = np.array([(p.x_mm, p.y_mm) for p in before]).reshape(-1, 2)
        spots = place(
            polygon, self._centre_mm(space), here, np.array(others).reshape(-1, 2), BASE_MM, self._rng
        )
        newcomer = PieceOnTable(kind, 0, 0, self._rng.uniform(0, 2 * math.pi))
        self.pieces[space] = tuple(
            replace(p, x_mm=float(x), y_mm=float(y))
            for p, (x, y) in zip((*before, newcomer), spots, strict=True)
        )
        self._still = None

    def _shadow(self, p: PieceOnTable) -> Layer:
        return piece_shadow(self._view, self._style, DRUID.height_mm, p.x_mm, p.y_mm, BASE_MM)

    def _figure(self, p: PieceOnTable, lift_mm: float) -> Iterable[Layer]:
        yield piece(self._view, self._style, DRUID, p.kind, p.x_mm, p.y_mm, lift_mm, p.turn)
