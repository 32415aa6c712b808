"""Find the three figures: pixels unlike the tiles under them, in the shape of a figure.

Takes the smoothed picture, known ground and paint; returns for each figure its best place in every cell, with
evidence in nats. The search runs on the plane of the tiles, seen from above, in which a figure covers what is
behind it. Every figure exists once, so pixels that one explains are no evidence for another.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from companion.games.fairytile.board import FIGURES, Cell, Figure, Terrain
from companion.games.fairytile.geometry import centre_mm
from companion.table.observation import CERTAIN_NATS
from vision.arrays import FloatMap, Floats, Mask, Picture
from vision.fairytile.figure_colours import FigurePaint
from vision.fairytile.fit_tile import Appearance, Fit
from vision.fairytile.ground import Plane, plane
from vision.fairytile.params import PARAMS
from vision.geometry.calibrate import View

_OFF_CENTRE_MM = PARAMS.off_centre_px * PARAMS.plane_mm_per_px


class Place(NamedTuple):
    """Possible place of a figure.

    `score` is all evidence in nats, `undiscounted` the same without the discount for predicted ground,
    `shown` the evidence of this picture alone, `foot_mm` the middle of its foot on the table.
    """

    score: float
    undiscounted: float
    shown: float
    foot_mm: tuple[float, float]

    @property
    def full_nats(self) -> float:
        """Evidence of this picture without the discount; small if only part of a figure shows."""
        return self.undiscounted - (self.score - self.shown)

    def lead(self, other: Place) -> float:
        """Return the evidence for this place over another one; places that are near share pixels."""
        if self.near(other):
            return PARAMS.near_weight * (self.undiscounted - other.undiscounted)
        return self.score - other.score

    def near(self, other: Place) -> bool:
        """Return whether both places cannot be two figures."""
        return bool(np.hypot(*np.subtract(self.foot_mm, other.foot_mm)) < PARAMS.apart_mm)


class Found(NamedTuple):
    """Result of the search.

    Places by figure and cell, the best cell first; the plane; the mask of each figure on it, (h, w).
    """

    places: Mapping[Figure, Mapping[Cell, Place]]
    plane: Plane
    covers: Mapping[Figure, Mask]

    def learnt_paint(self, paint: FigurePaint, figure: Figure) -> FigurePaint:
        """Return `paint` with the pixels of the figure's best place added."""
        there = self.covers[figure]
        ground = _background(self.plane, figure, self.covers)
        odds = PARAMS.figure_share * self.plane.colours[figure] / ground
        weights = (odds / (odds + 1 - PARAMS.figure_share))[there]
        return paint.with_pixels(figure, self.plane.bins[there], weights.astype(np.float64))


def is_second(best: Place, place: Place) -> bool:
    """Return whether another place than the best shows a second figure of the same kind."""
    return not place.near(best) and place.shown > max(PARAMS.mostly_share * best.shown, CERTAIN_NATS)


class _Outline(NamedTuple):
    """Template of a figure in the middle of a cell.

    Position in the plane, mask (h, w), mask of the ring around.
    """

    left: int
    top: int
    inside: FloatMap
    around: FloatMap

    def box(self, right_px: int, down_px: int) -> tuple[slice, slice]:
        """Return the slices of the template moved by some pixels."""
        high, wide = self.inside.shape
        x, y = self.left + right_px, self.top + down_px
        return slice(y, y + high), slice(x, x + wide)


def find(
    picture: Picture,
    view: View,
    lands: Mapping[Cell, Terrain | None],
    tiles: Sequence[tuple[Appearance, Fit]],
    paint: FigurePaint,
    prior_nats: Mapping[tuple[Figure, Cell], float],
    discount: float = PARAMS.guessed_discount,
) -> Found:
    """Find the figures on these cells; `picture` is `smoothed`.

    `tiles` are the known grounds, `prior_nats` evidence from elsewhere for a figure on a cell, `discount` the
    share of the evidence on predicted ground that is disregarded.
    """
    cells = sorted(lands)
    outlines_mm = shadow_outlines(view, np.array([centre_mm(cell) for cell in cells]))
    edge = _OFF_CENTRE_MM + (PARAMS.ring_px + 2) * PARAMS.plane_mm_per_px
    box = outlines_mm.min((0, 1)) - edge, outlines_mm.max((0, 1)) + edge
    table = plane(picture, view, box, lands, tiles, paint)
    outlines = {
        cell: _outline((each - table.corner_mm) / PARAMS.plane_mm_per_px)
        for cell, each in zip(cells, outlines_mm, strict=True)
    }
    return _Search(table, outlines, prior_nats, discount).found()


class _Search:
    """Joint search of the three figures.

    Place the clearest one first, then refine each beside the others.
    """

    def __init__(
        self,
        table: Plane,
        outlines: Mapping[Cell, _Outline],
        prior_nats: Mapping[tuple[Figure, Cell], float],
        discount: float,
    ) -> None:
        self._plane, self._outlines, self._prior_nats, self._discount = table, outlines, prior_nats, discount
        self._covers: dict[Figure, Mask] = {}
        self._places: dict[Figure, dict[Cell, Place]] = {}

    def found(self) -> Found:
        """Run the search."""
        left = list(FIGURES)
        while left:
            for figure in left:
                self._evaluate(figure, left)
            surest = max(left, key=self._margin)
            left.remove(surest)
            self._place(surest)
        for figure in FIGURES:
            self._evaluate(figure, ())
            self._place(figure)
        return Found(self._places, self._plane, self._covers)

    def _margin(self, figure: Figure) -> float:
        best, second, *_ = [*(place.score for place in self._places[figure].values()), 0.0, 0.0]
        return best - max(second, PARAMS.figure_min_nats)

    def _place(self, figure: Figure) -> None:
        self._covers.pop(figure, None)
        for cell, place in self._places[figure].items():
            aside = np.rint((np.array(place.foot_mm) - centre_mm(cell)) / PARAMS.plane_mm_per_px).astype(int)
            covers = np.zeros(self._plane.ground.shape, bool)
            covers[self._outlines[cell].box(*aside.tolist())] = self._outlines[cell].inside > 0
            self._covers[figure] = covers
            break

    def _evaluate(self, figure: Figure, unplaced: Collection[Figure]) -> None:
        ground = _background(self._plane, figure, self._covers)
        rival = float(np.exp(PARAMS.alternative_nats))
        for other in unplaced:
            if other != figure:
                ground = np.maximum(ground, self._plane.colours[other] * rival)
        gain = np.log(PARAMS.figure_share / ground * self._plane.colours[figure] + (1 - PARAMS.figure_share))
        good = np.maximum(gain, 0)
        sums = cv2.integral(good)
        places: dict[Cell, Place] = {}
        most = {cell: _upper_bound(sums, outline) for cell, outline in self._outlines.items()}
        enough = PARAMS.figure_min_nats
        for cell, outline in sorted(self._outlines.items(), key=lambda item: -most[item[0]]):
            if most[cell] < enough:
                break
            best = _best(gain, good, outline)
            if best is None:
                continue
            nats, aside = best
            enough = max(enough, nats - PARAMS.far_less_nats)
            box = outline.box(*aside)
            guessed = (
                float((gain[box] * outline.inside * ~self._plane.known[box]).sum()) / PARAMS.pixels_per_nat
            )
            doubted = nats - min(max(guessed, 0.0) * self._discount, PARAMS.guessed_max_nats)
            x, y = np.array(centre_mm(cell)) + np.array(aside) * PARAMS.plane_mm_per_px
            prior_nats = self._prior_nats.get((figure, cell), 0.0)
            places[cell] = Place(doubted + prior_nats, nats + prior_nats, doubted, (float(x), float(y)))
        self._places[figure] = _in_order(places)


def _in_order(places: Mapping[Cell, Place]) -> dict[Cell, Place]:
    """Sort places, the best first; near the best one, the place that explains most comes first."""
    ranked = dict(sorted(places.items(), key=lambda item: -item[1].score))
    if not ranked:
        return ranked
    best = next(iter(ranked.values()))
    near = {cell: place for cell, place in ranked.items() if place.near(best)}
    first = max(near, key=lambda cell: near[cell].undiscounted)
    return {first: ranked[first], **ranked}


def _background(table: Plane, figure: Figure, covers: Mapping[Figure, Mask]) -> FloatMap:
    """Likelihood of pixels, (h, w), under the ground or another figure that is already placed."""
    ground = table.ground
    for other, there in covers.items():
        if other != figure:
            ground = np.where(there, np.maximum(ground, table.colours[other]), ground)
    return ground


def _window(outline: _Outline) -> tuple[int, int, int, int]:
    """Return the pixels that a figure in a cell can cover: left, top, right, bottom."""
    high, wide = outline.inside.shape
    left, top = outline.left - PARAMS.off_centre_px, outline.top - PARAMS.off_centre_px
    return left, top, outline.left + wide + PARAMS.off_centre_px, outline.top + high + PARAMS.off_centre_px


def _upper_bound(sums: Floats, outline: _Outline) -> float:
    """Return an upper bound of the evidence for any place in a cell."""
    left, top, right, bottom = _window(outline)
    total = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
    return float(total) / PARAMS.pixels_per_nat


def _best(gain: FloatMap, good: FloatMap, outline: _Outline) -> tuple[float, tuple[int, int]] | None:
    """Return the best place in a cell: its evidence, and pixels right and down from the middle.

    None if it has none.
    """
    left, top, right, bottom = _window(outline)
    box = slice(top, bottom), slice(left, right)
    within = cv2.matchTemplate(gain[box], outline.inside, cv2.TM_CCORR)
    around = cv2.matchTemplate(good[box], outline.around, cv2.TM_CCORR)
    scores = (within - PARAMS.ring_weight * around) / PARAMS.pixels_per_nat - _OFF_CENTRE_PENALTY
    y, x = np.unravel_index(int(scores.argmax()), scores.shape)
    if scores[y, x] <= 0:
        return None
    return float(scores[y, x]), (int(x) - PARAMS.off_centre_px, int(y) - PARAMS.off_centre_px)


def _off_centre_penalty() -> FloatMap:
    """Penalty, in nats, of places off the middle of a cell, (19, 19); infinite if too far."""
    steps = np.arange(-PARAMS.off_centre_px, PARAMS.off_centre_px + 1) * PARAMS.plane_mm_per_px
    far = np.hypot(*np.meshgrid(steps, steps))
    return np.asarray(
        np.where(far > _OFF_CENTRE_MM, np.inf, (far / PARAMS.off_centre_sigma_mm) ** 2 / 2), np.float32
    )


_OFF_CENTRE_PENALTY = _off_centre_penalty()


def shadow_outlines(view: View, feet_mm: Floats) -> Floats:
    """Project figures on feet, (n, 2) mm, onto the plane of the tiles: (n, 30, 2) mm, each convex."""
    x, y, z = view.centre_mm
    angles = np.arange(0, 2 * np.pi, np.pi / 5)
    ring = np.stack([np.cos(angles), np.sin(angles)], -1)
    points = []
    for radius, height in PARAMS.figure_profile_mm:
        at = feet_mm[:, None] + radius * ring
        points.append([x, y] + (at - [x, y]) * (-z / (-z - height)))
    return np.concatenate(points, 1)


def hull(view: View, foot_mm: tuple[float, float]) -> Floats:
    """Return the outline that a figure covers on the plane, (n, 2) mm, in order."""
    outline = shadow_outlines(view, np.array([foot_mm]))[0].astype(np.float32)
    return np.asarray(cv2.convexHull(outline).reshape(-1, 2), np.float64)


def inside(points: Floats, hull: Floats, enlarged: float = PARAMS.outline_scale) -> Mask:
    """Return which points (..., 2) lie in a convex outline (n, 2), enlarged by a factor."""
    middle = hull.mean(0)
    grown = middle + enlarged * (hull - middle)
    side = np.roll(grown, -1, 0) - grown
    off = points[..., None, :] - grown
    cross = side[:, 0] * off[..., 1] - side[:, 1] * off[..., 0]
    return np.asarray((cross >= 0).all(-1) | (cross <= 0).all(-1))


def _outline(points_px: Floats) -> _Outline:
    left, top = np.floor(points_px.min(0)).astype(int) - PARAMS.ring_px
    right, bottom = np.ceil(points_px.max(0)).astype(int) + PARAMS.ring_px + 1
    inside = np.zeros((bottom - top, right - left), np.uint8)
    outline = cv2.convexHull(np.rint((points_px - [left, top]) * 8).astype(np.int32))
    cv2.fillConvexPoly(inside, outline, 1, cv2.LINE_8, 3)
    around = cv2.dilate(inside, np.ones((2 * PARAMS.ring_px + 1,) * 2, np.uint8)) - inside
    return _Outline(int(left), int(top), inside.astype(np.float32), around.astype(np.float32))
