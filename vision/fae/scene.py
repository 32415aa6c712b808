"""What the reader knows of the table in front of it: view, grounds, palette, shape and light."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.base import Kind, Space
from companion.table.observation import CERTAIN_NATS
from vision.arrays import FloatMap, Floats, Mask, Picture
from vision.base import PlacedPiece
from vision.fae import colours
from vision.fae.board_geometry import FaePlan
from vision.fae.figures import BODY_MM, body_pixels, flat_index
from vision.fae.texture import roughness
from vision.geometry.calibrate import View

APART_MM = 10.0
"""Two pieces cannot stand closer: their bases are 13 mm wide, places are known to some 3 mm."""
NUDGE_MM = 1.5 * np.array([(x, y) for x in range(-4, 5) for y in range(-4, 5) if x * x + y * y <= 16])
"""Places around one, as near as where a piece stands may be known better, or as it may be pushed."""
HEIGHTS_MM = (0.0, 10.0, 20.0)
"""At these a piece shows over which part of the board it is seen."""
HIDES = np.ones((9, 9), np.uint8)
"""Around what covers the board: so far its blurred edge reaches."""
EDGE_MM = 2.5
"""No druid's middle is so near the edge of the board: its base is 13 mm wide."""
PIECES_KEPT = 500
"""Several looks' worth."""
OWN_GROUND_SHARE = 0.6
"""A space's own colours count for so much, those of all spaces with the same ground for the rest."""

FULL_NATS = CERTAIN_NATS
"""What a whole, well visible piece weighs as evidence; neighbouring pixels are far from independent."""


@dataclass(eq=False)
class Layout:
    """The board as it appears in working pictures (about one pixel a millimetre) from one view.

    `foot_mm`: how much farther from the camera pieces stand than the body that fits them best; the
    shape alone leaves that open.
    """

    plan: FaePlan
    view: View
    foot_mm: float = 0.0
    _index: dict[Space, npt.NDArray[np.int32]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Paint the map of spaces."""
        self.labels = self.labels_at(0.0)
        self.body = lru_cache(PIECES_KEPT)(self._body)

    def labels_at(self, height_mm: float) -> npt.NDArray[np.uint8]:
        """Over which part of the board a point at this height in each pixel is, shape (h * w,).

        0 beside the board, 1..n a space, n + 1 a hole, n + 2 the frame.
        """
        outlines = self.plan.outlines
        flat = np.concatenate([points for _, points in outlines])
        pixels = self.view.project(np.concatenate([flat, np.full((len(flat), 1), -height_mm)], 1))
        fixed = np.rint(pixels * 16).astype(np.int32)
        image = np.zeros(self.shape, np.uint8)
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
        """How many labels there are."""
        return len(self.plan.spaces) + 3

    @cached_property
    def board(self) -> Mask:
        """Pixels of the board, (h, w)."""
        return np.asarray(self.labels.reshape(self.shape) > 0)

    @cached_property
    def _reached(self) -> list[npt.NDArray[np.uint8]]:
        return [self.labels_at(height_mm) for height_mm in HEIGHTS_MM]

    def over(self, part: Mask, more_than_px: int) -> list[Space]:
        """Spaces over which, at any height a piece reaches, there are more pixels of a part, (h, w)."""
        flat = part.ravel()
        counts = [np.bincount(labels[flat], minlength=self.label_count) for labels in self._reached]
        most = np.max(counts, 0)
        return [space for space, number in self.plan.numbers.items() if most[number] > more_than_px]

    def under(self, part: Mask) -> frozenset[Space]:
        """Spaces of which a part, (h, w), hides some of the ground, or of what stands there."""
        if not part.any():
            return frozenset()
        flat = cv2.dilate(part.astype(np.uint8), HIDES).ravel() > 0
        labels = {label for labels in self._reached for label in np.unique(labels[flat]).tolist()}
        return frozenset(space for space, number in self.plan.numbers.items() if number in labels)

    def bases_mm(self, space: Space) -> Floats:
        """Places where a piece of the space may stand, shape (m, 2)."""
        return self.plan.places[space]

    def index(self, space: Space) -> npt.NDArray[np.int32]:
        """Pixels of the body's points at each of the space's places, shape (m, n)."""
        if space not in self._index:
            self._index[space] = self.body_index(self.bases_mm(space))
        return self._index[space]

    def body_index(self, bases_mm: Floats) -> npt.NDArray[np.int32]:
        """Pixels of the body's points of pieces at (m, 2) board mm, shape (m, n)."""
        bodies_mm = bases_mm - self.foot_mm * self.away(bases_mm)
        return flat_index(body_pixels(self.view, bodies_mm), self.view.size_px)

    def _body(self, base_mm: tuple[float, float]) -> npt.NDArray[np.int32]:
        """Pixels of the body's points of one piece, shape (n,); those asked for last are kept."""
        return np.asarray(self.body_index(np.array([base_mm]))[0], dtype=np.int32)

    def around(self, points: npt.NDArray[np.int32], reach_px: int) -> npt.NDArray[np.int32]:
        """Pixels so near some others, any shape -> (n,); some are there more than once."""
        near = points[..., None] + _disc(self.shape[1], reach_px)
        return np.asarray(np.clip(near.ravel(), 0, self.labels.size - 1), dtype=np.int32)

    def away(self, bases_mm: Floats) -> Floats:
        """Unit vectors on the board that point away from the camera at places (m, 2), shape (m, 2)."""
        away = bases_mm - self.view.centre_mm[:2]
        return np.asarray(away / (np.linalg.norm(away, axis=1, keepdims=True) + 1e-9))

    def inside(self, bases_mm: Floats, margin_mm: float = EDGE_MM) -> npt.NDArray[np.bool_]:
        """Which places (m, 2) are so far from the board's edge, shape (m,): what seems to stand nearer is on
        the frame, as score markers are."""
        beyond_mm = np.minimum(bases_mm, np.array(self.plan.size_mm) - bases_mm)
        return np.asarray((beyond_mm > margin_mm).all(-1))

    def on_feet(self, foot_mm: float) -> Layout:
        """The same with another `foot_mm`."""
        return Layout(self.plan, self.view, foot_mm)


@cache
def _disc(width_px: int, reach_px: int) -> npt.NDArray[np.int32]:
    """How far pixels so near one are from it in a flattened picture, (n,)."""
    reach, most = range(-reach_px, reach_px + 1), reach_px * reach_px + 1
    return np.array([y * width_px + x for x in reach for y in reach if x * x + y * y <= most], np.int32)


def ground_densities(
    layout: Layout, bins: colours.Bins, covered: npt.NDArray[np.bool_]
) -> npt.NDArray[np.float32]:
    """Log densities of the printed grounds, shape (labels, BIN_COUNT); `covered` pixels are left out."""
    flat, labels = bins.ravel()[~covered], layout.labels[~covered].astype(np.int32)
    counts = np.bincount(labels * colours.BIN_COUNT + flat, minlength=layout.label_count * colours.BIN_COUNT)
    cubes = counts.reshape(layout.label_count, colours.L_BINS, colours.AB_BINS, colours.AB_BINS)
    there = (..., *colours.span(flat))
    soft = [colours.smooth(cube[there].astype(np.float32)) for cube in cubes]
    densities = np.full(cubes.shape, np.log(colours.RARE), np.float32)
    for numbers in layout.plan.alike:
        kind = (1 - OWN_GROUND_SHARE) * colours.density(np.sum([soft[number] for number in numbers], 0))
        for number in numbers:
            densities[number][there] = np.log(OWN_GROUND_SHARE * colours.density(soft[number]) + kind)
    return densities.reshape(layout.label_count, colours.BIN_COUNT)


def usual_roughness(layout: Layout, lab: Picture, covered: Mask) -> FloatMap:
    """How much lightness varies on the printed grounds of a Lab picture, (h, w, 3): the median variance of a
    few pixels together, (labels,); `covered` ones, (h, w), are left out."""
    return usual_values(layout, roughness(lab[..., 0]), covered)


def usual_values(layout: Layout, values: FloatMap, covered: Mask) -> FloatMap:
    """The medians, (labels,), of values (h, w) where nothing is `covered`, (h, w); 0 where all is."""
    free = ~covered.ravel()
    values, labels = values.ravel()[free], layout.labels[free]
    ends = np.bincount(labels, minlength=layout.label_count).cumsum()[:-1]
    grounds = np.split(values[labels.argsort(kind="stable")], ends)
    return np.array([np.median(ground) if len(ground) else 0.0 for ground in grounds], np.float32)


def gains(ratios: FloatMap) -> FloatMap:
    """By how much likelier a piece makes what points show than the ground does, less one, from the log
    likelihood ratios piece : ground; any shapes alike. 0 says nothing, -1 that it cannot be one."""
    return np.asarray(np.exp(ratios) - 1, dtype=np.float32)


def support(gains: FloatMap, shape: FloatMap) -> FloatMap:
    """Log likelihood ratio piece : ground from the gains of its points, shape (..., n) -> (...).

    Each point shows the piece with probability `shape` (n,), else the ground.
    """
    return np.asarray(np.log(shape * gains + np.float32(1)).sum(-1), dtype=np.float32)


def clear_of(
    bases_mm: Floats, standing: Sequence[PlacedPiece], apart_mm: float = APART_MM
) -> npt.NDArray[np.bool_]:
    """Which of the places (m, 2) are not taken by a standing piece that was seen, shape (m,)."""
    taken = np.array([piece.base_mm for piece in standing if piece.seen]).reshape(-1, 2)
    x, y = (bases_mm[:, None] - taken).T
    return np.asarray((x * x + y * y > apart_mm**2).all(0))


START_SHAPE = np.where(BODY_MM[:, 2] < 18, 0.9, 0.3).astype(np.float32)
"""Chance that a point of the body belongs to a piece, before any was seen: about 20 mm tall."""

Counts = Mapping[Space, Mapping[Kind, int]]
