"""Simulated camera pictures of a kingdom on a cloth."""

import math
from collections.abc import Iterable
from typing import TypeAlias

import cv2
import numpy as np

from companion.games.base import Table
from companion.games.fairytile.board import FIGURES, cell_text, distance
from companion.games.fairytile.geometry import RADIUS_MM, centre_mm
from vision.arrays import Floats, Picture
from vision.fairytile.simulated.artwork import LAND_MM, LAND_PX_PER_MM, land, mask, mat
from vision.simulated.figures import LatheFigure, Layer, piece, piece_shadow
from vision.simulated.props import PieceOnTable, Props, StageFrame
from vision.simulated.stage import SimulatedStage
from vision.simulated.texture import PX_PER_MM, Bgr, Rng
from vision.simulated.view import SimulatedView, Size

KingdomFrame: TypeAlias = StageFrame[str]

FARTHEST = 6
"""Maximum distance of tiles from the middle of the cloth, in cells."""
CELLS = {
    cell_text((q, r)): (q, r)
    for q in range(-FARTHEST, FARTHEST + 1)
    for r in range(-FARTHEST, FARTHEST + 1)
    if distance((0, 0), (q, r)) <= FARTHEST
}
HALF_MM = np.abs([centre_mm(cell) for cell in CELLS.values()]).max(0) + RADIUS_MM
SIZE = Size((float(2 * HALF_MM[0]), float(2 * HALF_MM[1])), 10.0)
TILE_MM = 2.0
SCATTER_MM, DRIFT_MM, DRIFT_RAD = 6.0, 0.4, math.radians(0.6)

_BODY: dict[str, LatheFigure] = {
    "princess": LatheFigure(
        [(0, 9.5), (2, 9.5), (6, 8), (18, 4.5), (23, 3.4), (28, 3.8), (34, 3.4), (38, 0.8)],
        [(0, 0), (38, 0)],
        (3.0, 0.6, 20, 30),
    ),
    "knight": LatheFigure(
        [(0, 10), (2.4, 10), (4, 6), (16, 5.2), (24, 6), (30, 3), (36, 3.4), (40, 0.8)],
        [(0, 0), (40, 0)],
        (7.0, 1.1, 10, 40),
    ),
    "dragon": LatheFigure(
        [(0, 10), (2, 10), (8, 8), (16, 6), (26, 4), (32, 4.6), (38, 1)],
        [(0, 0), (20, 1), (38, 5)],
        (6.0, 1.4, 4, 26),
    ),
}
_PLASTIC: dict[str, Bgr] = {"princess": (160, 104, 226), "knight": (196, 176, 168), "dragon": (28, 32, 186)}


def _paint(rng: Rng) -> Picture:
    (wide, high), frame = SIZE.map_mm, SIZE.frame_mm
    return mat((round((high + 2 * frame) * PX_PER_MM), round((wide + 2 * frame) * PX_PER_MM)), rng)


_PROPS = Props(tuple(CELLS), SIZE, _paint, _PLASTIC, 40.0)


class SimulatedKingdom(SimulatedStage[str]):
    """Simulated kingdom; equal arguments and acts give equal pictures.

    `table` is the first table: lands, each a piece, with the figures on them. Other arguments as for
    `SimulatedStage`.
    """

    def __init__(
        self, table: Table, seed: int, *, tilt_deg: float | None = None, rest_s: float = 1.5,
        nudges: float = 0.0, light_drift: bool = False,
    ) -> None:  # fmt: skip
        """Draw the style of the table by `seed` and lay the kingdom out."""
        super().__init__(
            _PROPS, table, seed, tilt_deg=tilt_deg, markers=False, rest_s=rest_s, nudges=nudges,
            light_drift=light_drift,
        )  # fmt: skip

    def _corners_px(self) -> Floats:
        """The corners of the cloth, (4, 2)."""
        return self._view.flat(SIZE.corners_mm())

    def _centre_mm(self, space: str) -> Floats:
        return np.asarray(np.array(centre_mm(CELLS[space])) + HALF_MM)

    def _put(self, space: str, kind: str) -> None:
        middle = self._centre_mm(space)
        if kind not in FIGURES:
            spot, turn = middle + self._rng.normal(0, DRIFT_MM, 2), self._rng.normal(0, DRIFT_RAD)
        else:
            others = [np.array([p.x_mm, p.y_mm]) for p in self.pieces[space] if p.kind in FIGURES]
            spots = [middle + _off(self._rng, SCATTER_MM + 6 * bool(others)) for _ in range(30)]
            spot = max(spots, key=lambda s: min((float(np.hypot(*(s - o))) for o in others), default=1.0))
            turn = self._rng.uniform(0, 2 * math.pi)
        newcomer = PieceOnTable(kind, float(spot[0]), float(spot[1]), float(turn))
        self.pieces[space] = (*self.pieces[space], newcomer)
        self._still = None

    def _lies_flat(self, p: PieceOnTable) -> bool:
        return p.kind not in FIGURES

    def _shadow(self, p: PieceOnTable) -> Layer:
        if p.kind in FIGURES:
            return piece_shadow(self._view, self._style, _BODY[p.kind].height_mm, p.x_mm, p.y_mm)
        return Layer(0, 0, np.zeros((1, 1, 1), np.float32))

    def _figure(self, p: PieceOnTable, lift_mm: float) -> Iterable[Layer]:
        if p.kind in FIGURES:
            body, high = _BODY[p.kind], lift_mm + TILE_MM
            yield piece(self._view, self._style, body, p.kind, p.x_mm, p.y_mm, high, p.turn)
        else:
            yield _flat(self._view, p, lift_mm, self._style.light_colour)


def _off(rng: Rng, far_mm: float) -> Floats:
    turn, far = rng.uniform(0, 2 * math.pi), far_mm * math.sqrt(rng.random())
    return np.array([far * math.cos(turn), far * math.sin(turn)])


def _flat(view: SimulatedView, p: PieceOnTable, lift_mm: float, light: Floats) -> Layer:
    """Draw a land as the camera sees it."""
    right = np.array([math.cos(p.turn), math.sin(p.turn), 0.0])
    down = np.array([-math.sin(p.turn), math.cos(p.turn), 0.0])
    corner = np.array([p.x_mm, p.y_mm, lift_mm + TILE_MM]) - (right + down) * LAND_MM / 2
    there = view.plane(corner, right, down) @ np.diag([1 / LAND_PX_PER_MM, 1 / LAND_PX_PER_MM, 1.0])
    side = LAND_MM * LAND_PX_PER_MM
    rim = np.array([[[0, 0]], [[side, 0]], [[side, side]], [[0, side]]], np.float32)
    seen = cv2.perspectiveTransform(rim, there)[:, 0]
    left, top = np.floor(seen.min(0)).astype(int)
    wide, high = (np.ceil(seen.max(0)) - (left, top)).astype(int) + 1
    shift = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]])
    size = (int(wide), int(high))
    art = cv2.GaussianBlur(land(p.kind), (0, 0), 0.8)
    drawn = cv2.warpPerspective(art, shift @ there, size, flags=cv2.INTER_AREA).astype(np.float32)
    alpha = cv2.warpPerspective(mask(), shift @ there, size, flags=cv2.INTER_LINEAR).astype(np.float32) / 255
    colour = np.minimum(drawn * light.astype(np.float32), 255) * (alpha > 0.5)[..., None]
    return Layer(int(left), int(top), (alpha > 0.5).astype(np.float32)[..., None], colour.astype(np.float32))
