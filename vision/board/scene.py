"""Layout of the board in the picture, and the measures that all stages share.

Takes a `PrintedBoard`, the `PieceKinds` and a view; returns labels, places and body pixels, ground densities
and support.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.base import Kind, Space
from vision.arrays import FloatMap, Floats, Mask, Picture
from vision.base import PlacedPiece
from vision.board import colours
from vision.board.figures import body_pixels, flat_index
from vision.board.params import PARAMS
from vision.board.piece_kinds import PieceKinds
from vision.board.printed_board import PrintedBoard, grid_inside
from vision.board.texture import roughness
from vision.geometry.calibrate import View

Labels = npt.NDArray[np.uint8] | npt.NDArray[np.uint16]

_STEPS = round(PARAMS.place_reach_mm / PARAMS.nudge_step_mm)
_GRID = range(-_STEPS, _STEPS + 1)
NUDGE_MM = PARAMS.nudge_step_mm * np.array(
    [(x, y) for x in _GRID for y in _GRID if x * x + y * y <= _STEPS**2]
)
"""Offsets around a place, (n, 2), for refining a position or following a push."""
OCCLUDER_KERNEL = np.ones((PARAMS.occluder_edge_px, PARAMS.occluder_edge_px), np.uint8)
"""Kernel for the blurred edge of things that cover the board."""
PIECES_KEPT = 500
"""Size of the cache of body pixels: pieces of several pictures. It limits memory only."""


@dataclass(eq=False)
class Layout:
    """Board in working pictures (about one pixel a millimetre) from one view.

    `foot_mm` is the distance from the best fitting body to the base, away from the camera; the shape alone
    leaves it open.
    """

    plan: PrintedBoard
    kinds: PieceKinds
    view: View
    foot_mm: float = 0.0
    _index: dict[Space, npt.NDArray[np.int32]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Paint the labels."""
        self.labels = self.labels_at(0.0)
        self.body = lru_cache(PIECES_KEPT)(self._body)

    def labels_at(self, height_mm: float) -> Labels:
        """Return the label under a point at this height in each pixel, (h * w,).

        0 beside the board, 1..n a space, n + 1 a hole, n + 2 the frame.
        """
        outlines = self.plan.painted
        flat = np.concatenate([points for _, points in outlines])
        pixels = self.view.project(np.concatenate([flat, np.full((len(flat), 1), -height_mm)], 1))
        fixed = np.rint(pixels * 16).astype(np.int32)
        image = np.zeros(self.shape, np.uint8 if self.label_count <= 256 else np.uint16)
        start = 0
        for label, points in outlines:
            cv2.fillPoly(image, [fixed[start : start + len(points)]], label, shift=4)
            start += len(points)
        return image.ravel()

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width of the working picture in pixels."""
        return self.view.size_px[1], self.view.size_px[0]

    @property
    def label_count(self) -> int:
        """Number of labels."""
        return len(self.plan.spaces) + 3

    @cached_property
    def board(self) -> Mask:
        """Pixels of the board, (h, w)."""
        return np.asarray(self.labels.reshape(self.shape) > 0)

    @cached_property
    def piece_px(self) -> float:
        """Pixels of a flat piece that has its space for itself; 0 for others, which cover little print."""
        if not (self.kinds.flat and self.kinds.per_space == 1):
            return 0.0
        width_mm, height_mm = self.plan.corners_mm[2, :2] - self.plan.corners_mm[0, :2]
        return float(np.pi * self.kinds.radius_mm**2 * self.board.sum() / (width_mm * height_mm))

    @cached_property
    def _labels_at_heights(self) -> list[Labels]:
        return [self.labels_at(height_mm) for height_mm in self.kinds.seen_heights_mm]

    def over(self, part: Mask, more_than_px: int) -> list[Space]:
        """Return spaces with more pixels of a part, (h, w), over them, at any height of a piece."""
        flat = part.ravel()
        counts = [np.bincount(labels[flat], minlength=self.label_count) for labels in self._labels_at_heights]
        most = np.max(counts, 0)
        return [space for space, number in self.plan.numbers.items() if most[number] > more_than_px]

    def hidden_by(self, part: Mask) -> frozenset[Space]:
        """Return spaces whose ground or pieces are partly hidden by a part, (h, w)."""
        if not part.any():
            return frozenset()
        flat = cv2.dilate(part.astype(np.uint8), OCCLUDER_KERNEL).ravel() > 0
        labels = {label for labels in self._labels_at_heights for label in np.unique(labels[flat]).tolist()}
        return frozenset(space for space, number in self.plan.numbers.items() if number in labels)

    def bases_mm(self, space: Space) -> Floats:
        """Return candidate places of a space, (m, 2)."""
        return candidate_places(self.plan, self.kinds)[space]

    def index(self, space: Space) -> npt.NDArray[np.int32]:
        """Return the pixels of body points at each place of the space, (m, n)."""
        if space not in self._index:
            self._index[space] = self.body_index(self.bases_mm(space))
        return self._index[space]

    def body_index(self, bases_mm: Floats) -> npt.NDArray[np.int32]:
        """Return the pixels of body points of pieces at (m, 2) board mm, (m, n)."""
        bodies_mm = bases_mm - self.foot_mm * self.away(bases_mm)
        return flat_index(body_pixels(self.view, bodies_mm, self.kinds.body_mm), self.view.size_px)

    def _body(self, base_mm: tuple[float, float]) -> npt.NDArray[np.int32]:
        """Return the pixels of body points of one piece, (n,); cached."""
        return np.asarray(self.body_index(np.array([base_mm]))[0], dtype=np.int32)

    def around(self, points: npt.NDArray[np.int32], reach_px: int) -> npt.NDArray[np.int32]:
        """Return pixels within `reach_px` of some others, any shape -> (n,); with repetitions."""
        near = points[..., None] + _disc(self.shape[1], reach_px)
        return np.asarray(np.clip(near.ravel(), 0, self.labels.size - 1), dtype=np.int32)

    def away(self, bases_mm: Floats) -> Floats:
        """Return unit vectors on the board away from the camera at places (m, 2), (m, 2)."""
        away = bases_mm - self.view.centre_mm[:2]
        return np.asarray(away / (np.linalg.norm(away, axis=1, keepdims=True) + 1e-9))

    def inside(self, bases_mm: Floats, margin_mm: float = PARAMS.frame_margin_mm) -> npt.NDArray[np.bool_]:
        """Return a mask (m,) of places (m, 2) farther from the edge of the map than a margin.

        Things nearer to the edge are on the frame, as score markers are.
        """
        beyond_mm = np.minimum(bases_mm, np.array(self.plan.size_mm) - bases_mm)
        return np.asarray((beyond_mm > margin_mm).all(-1))

    def with_foot(self, foot_mm: float) -> Layout:
        """Return a copy with another `foot_mm`."""
        return Layout(self.plan, self.kinds, self.view, foot_mm)


@lru_cache(8)
def candidate_places(board: PrintedBoard, kinds: PieceKinds) -> Mapping[Space, Floats]:
    """Return candidate places for pieces of each space, a grid of shape (m, 2)."""
    return {space: grid_inside(outline, kinds.place_depth_mm) for space, outline in board.spaces.items()}


@cache
def _disc(width_px: int, reach_px: int) -> npt.NDArray[np.int32]:
    """Return offsets in a flattened picture to the pixels within a radius, (n,)."""
    reach, most = range(-reach_px, reach_px + 1), reach_px * reach_px + 1
    return np.array([y * width_px + x for x in reach for y in reach if x * x + y * y <= most], np.int32)


class GroundDensities(NamedTuple):
    """Log densities of grounds.

    `densities` (labels, columns) are those of the bins near colours that were seen and, in the last column,
    of all the others; `columns` (BIN_COUNT,) is the column of each bin.
    """

    densities: FloatMap
    columns: colours.Bins

    def of(self, labels: Labels, bins: colours.Bins) -> FloatMap:
        """Return the log density of each bin on the ground with its label; shapes alike."""
        return np.asarray(self.densities[labels, self.columns[bins]])


def ground_densities(layout: Layout, bins: colours.Bins, covered: npt.NDArray[np.bool_]) -> GroundDensities:
    """Return the densities of grounds without `covered` pixels."""
    flat, labels = bins.ravel()[~covered], layout.labels[~covered].astype(np.int32)
    cube = np.arange(colours.BIN_COUNT).reshape(colours.L_BINS, colours.AB_BINS, colours.AB_BINS)
    near = cube[(..., *colours.span(flat))]
    columns = np.full(colours.BIN_COUNT, near.size, np.int32)
    columns[near.ravel()] = np.arange(near.size)
    counts = np.bincount(labels * near.size + columns[flat], minlength=layout.label_count * near.size)
    soft = [colours.smooth(each) for each in counts.reshape(-1, *near.shape).astype(np.float32)]
    densities = np.full((layout.label_count, near.size + 1), np.log(colours.RARE), np.float32)
    for numbers in layout.plan.labels_by_ground:
        kind = (1 - PARAMS.own_ground_share) * colours.density(
            np.sum([soft[number] for number in numbers], 0)
        )
        for number in numbers:
            mixed = np.log(PARAMS.own_ground_share * colours.density(soft[number]) + kind)
            densities[number, :-1] = mixed.ravel()
    return GroundDensities(densities, columns)


def usual_roughness(layout: Layout, lab: Picture, covered: Mask) -> FloatMap:
    """Return the median variance of lightness of each ground of a Lab picture, (labels,).

    `covered` pixels, (h, w), are left out.
    """
    return usual_values(layout, roughness(lab[..., 0]), covered)


def usual_values(layout: Layout, values: FloatMap, covered: Mask) -> FloatMap:
    """Return medians per label, (labels,), of uncovered values (h, w); 0 if there are none."""
    free = ~covered.ravel()
    values, labels = values.ravel()[free], layout.labels[free]
    ends = np.bincount(labels, minlength=layout.label_count).cumsum()[:-1]
    grounds = np.split(values[labels.argsort(kind="stable")], ends)
    return np.array([np.median(ground) if len(ground) else 0.0 for ground in grounds], np.float32)


def gains(ratios: FloatMap) -> FloatMap:
    """Return likelihood ratios piece : ground less one, from their logarithms; any shapes alike.

    0 is neutral, -1 excludes a piece.
    """
    return np.asarray(np.exp(ratios) - 1, dtype=np.float32)


def support(gains: FloatMap, shape: FloatMap) -> FloatMap:
    """Return the log likelihood ratio piece : ground of gains, (..., n) -> (...).

    Each point shows the piece with probability `shape`, (n,) or broadcast, else the ground.
    """
    return np.asarray(np.log(shape * gains + np.float32(1)).sum(-1), dtype=np.float32)


def clear_of(bases_mm: Floats, standing: Sequence[PlacedPiece], apart_mm: float) -> npt.NDArray[np.bool_]:
    """Return a mask (m,) of places (m, 2) far enough from all standing pieces that were seen."""
    taken = np.array([piece.base_mm for piece in standing if piece.seen]).reshape(-1, 2)
    x, y = (np.subtract.outer(taken[:, axis], bases_mm[:, axis]) for axis in range(2))
    return np.asarray((x * x + y * y > apart_mm**2).all(0))


Counts = Mapping[Space, Mapping[Kind, int]]
