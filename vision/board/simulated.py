"""Simulated table of any game that describes its board and pieces: camera pictures of moves."""

import math
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache, partial

import cv2
import numpy as np

from companion.games.base import Kind, Space, Table
from companion.kept import kept
from vision.arrays import Floats
from vision.board import simulated_print
from vision.board.piece_kinds import PieceKind, PieceKinds
from vision.board.printed_board import PrintedBoard
from vision.simulated.figures import LatheFigure, Layer, disc, piece, piece_shadow
from vision.simulated.placing import place
from vision.simulated.props import PieceOnTable, Props
from vision.simulated.stage import SimulatedStage
from vision.simulated.view import Size

_PROFILE = ((0, 1), (0.08, 1), (0.16, 0.8), (0.5, 0.45), (0.68, 0.42), (0.76, 0.62), (0.9, 0.55), (1, 0.1))
"""A turned figure: heights as shares of its height, radii as shares of that of its foot."""
_AIM_MM = 2.5
"""Greatest standard deviation with which people hit the middle of a space."""
_AIM_SHARE = 0.35
"""The same as a share of the room that a piece has in its space."""
_STEPS = 15
"""Places in each direction among which the middle of a bent space is sought."""


class SimulatedBoard(SimulatedStage[Space]):
    """Table with a described board in front of a camera; equal arguments and acts give equal pictures.

    `table` is the first position. `tilt_deg` of the camera is 10 to 40 unless given. `markers` lie beside the
    board. `rest_s` is the quiet time after each act, `nudges` the chance (0..1) per act that somebody bumps
    the camera; `light_drift` lets the daylight change slowly. Raises ValueError if the pieces of the table
    find no room.
    """

    def __init__(
        self, board: PrintedBoard, kinds: PieceKinds, table: Table, seed: int = 0, *,
        tilt_deg: float | None = None, markers: bool = False, rest_s: float = 1.2, nudges: float = 0.0,
        light_drift: bool = False,
    ) -> None:  # fmt: skip
        """Draw the print, the set and the style of the table by `seed` and set the pieces out."""
        self._board, self._per_space = board, kinds.per_space
        self._kinds, self._described = kinds, {kind.name: kind for kind in kinds}
        self._figures = {kind.name: _turned(kind) for kind in kinds if not kind.flat}
        self._middles: dict[Space, Floats] = {}
        super().__init__(
            _props(board, kinds, seed), table, seed, tilt_deg=tilt_deg, markers=markers, rest_s=rest_s,
            nudges=nudges, light_drift=light_drift,
        )  # fmt: skip

    def _corners_px(self) -> Floats:
        """Points, (n, 2), that a person taps: the outer corners, clockwise from the board's own top left."""
        return self._view.pixels(self._board.taps_mm)

    def _centre_mm(self, space: Space) -> Floats:
        if space not in self._middles:
            self._middles[space] = _middle(self._board.spaces[space])
        return self._middles[space]

    def _put(self, space: Space, kind: Kind) -> None:
        if kind not in self._described:
            raise ValueError(
                f"table: expected one of {', '.join(self._described)} on {space}, found {kind!r}"
            )
        before, foot_mm = self.pieces[space], self._described[kind].foot_mm
        newcomer = PieceOnTable(kind, 0, 0, self._rng.uniform(0, 2 * math.pi))
        if self._per_space == 1 and not before:
            spots = self._aimed(space, foot_mm)[None]
        else:
            spots = self._beside(space, max(self._described[p.kind].foot_mm for p in (*before, newcomer)))
        self.pieces[space] = tuple(
            replace(p, x_mm=float(x), y_mm=float(y))
            for p, (x, y) in zip((*before, newcomer), spots, strict=True)
        )
        self._still = None

    def _aimed(self, space: Space, foot_mm: float) -> Floats:
        """Return a place, (2,), near the middle of a space."""
        middle = self._centre_mm(space)
        room_mm = max(_depth(self._board.spaces[space], middle) - foot_mm / 2, 0.0)
        off_mm = self._rng.normal(0, min(_AIM_MM, _AIM_SHARE * room_mm), 2)
        return np.asarray(middle + off_mm.clip(-room_mm, room_mm))

    def _beside(self, space: Space, foot_mm: float) -> Floats:
        """Return the places, (n + 1, 2), of the pieces on a space and of one more."""
        here = np.array([(p.x_mm, p.y_mm) for p in self.pieces[space]]).reshape(-1, 2)
        others = [(p.x_mm, p.y_mm) for s, standing in self.pieces.items() if s != space for p in standing]
        around = np.array(others).reshape(-1, 2)
        return place(
            self._board.spaces[space], self._centre_mm(space), here, around, foot_mm, self._rng
        )  # fmt: skip

    def _shadow(self, p: PieceOnTable) -> Layer:
        kind = self._described[p.kind]
        return piece_shadow(self._view, self._style, kind.height_mm, p.x_mm, p.y_mm, kind.foot_mm)

    def _figure(self, p: PieceOnTable, lift_mm: float) -> Iterable[Layer]:
        kind = self._described[p.kind]
        if kind.flat:
            colour = self._kinds.alike(p.kind)[0]
            print_ = None if kind.face is None else simulated_print.face(kind.face)
            yield disc(
                self._view, self._style, colour, kind.foot_mm, kind.height_mm, p.x_mm, p.y_mm, lift_mm,
                print_, p.turn,
            )  # fmt: skip
        else:
            figure = self._figures[kind.name]
            yield piece(self._view, self._style, figure, kind.name, p.x_mm, p.y_mm, lift_mm, p.turn)


@kept
@lru_cache(maxsize=1)
def _props(board: PrintedBoard, kinds: PieceKinds, seed: int) -> Props[Space]:
    """Return the material of a game; kept, as the picture of the empty table is."""
    rng = np.random.default_rng([seed, 1])
    colours = simulated_print.piece_colours(kinds, rng)
    size = Size(board.size_mm, board.frame_mm)
    return Props([*board.spaces], size, partial(simulated_print.paint, board), colours, kinds.height_mm)


def _turned(kind: PieceKind) -> LatheFigure:
    outline = [(share * kind.height_mm, radius * kind.foot_mm / 2) for share, radius in _PROFILE]
    return LatheFigure(outline, [(0, 0)], (0, 0, 1, 0))


def _middle(polygon_mm: Floats) -> Floats:
    """Return the centre of area, (2,), of a polygon; if that lies outside, the deepest point inside."""
    areas = cv2.moments(polygon_mm.astype(np.float32))
    centre = np.array([areas["m10"], areas["m01"]]) / areas["m00"]
    if _depth(polygon_mm, centre) > 0:
        return centre
    axes = [np.linspace(polygon_mm[:, axis].min(), polygon_mm[:, axis].max(), _STEPS) for axis in (0, 1)]
    grid = np.stack(np.meshgrid(*axes), -1).reshape(-1, 2)
    return np.asarray(grid[np.argmax([_depth(polygon_mm, spot) for spot in grid])])


def _depth(polygon_mm: Floats, spot_mm: Floats) -> float:
    """Return the depth in mm of a spot, (2,), inside a polygon; negative outside."""
    x, y = spot_mm.tolist()
    return cv2.pointPolygonTest(polygon_mm.astype(np.float32), (x, y), True)
