"""Where the three figures stand: what does not look like the tiles under it, by colour and by the shape of
something 40 mm high on a round foot.

All is judged on the plane of the tiles, seen from above: a figure covers what lies behind it. There are three
of them and no more: what one explains another need not.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from companion.games.fairytile.board import FIGURES, Cell, Figure, Terrain
from companion.games.fairytile.geometry import centre_mm
from vision.arrays import FloatMap, Floats, Mask, Picture
from vision.fairytile.figure_colours import FigureLooks
from vision.fairytile.fit_tile import Fit, Taught
from vision.fairytile.ground import Plane, plane
from vision.fairytile.params import PARAMS
from vision.geometry.calibrate import View

_OFF_CENTRE_MM = PARAMS.off_centre_px * PARAMS.plane_mm_per_px


class Place(NamedTuple):
    """Where a figure may stand: nats for it, the same as if no ground were guessed, what only the picture
    says, and where its foot is in table mm.
    """

    score: float
    undoubted: float
    shown: float
    foot_mm: tuple[float, float]

    @property
    def whole(self) -> float:
        """What the picture says if no ground were guessed: little where only a part of a figure shows."""
        return self.undoubted - (self.score - self.shown)

    def above(self, other: Place) -> float:
        """By how many nats this place is likelier: places that are near explain the same pixels."""
        if self.near(other):
            return PARAMS.near_weight * (self.undoubted - other.undoubted)
        return self.score - other.score

    def near(self, other: Place) -> bool:
        """Whether a figure cannot stand at both."""
        return bool(np.hypot(*np.subtract(self.foot_mm, other.foot_mm)) < PARAMS.apart_mm)


class Found(NamedTuple):
    """Of each figure the best place in each cell that is no nonsense, the best cell first, and the plane on
    which they were looked for.
    """

    places: Mapping[Figure, Mapping[Cell, Place]]
    plane: Plane
    covers: Mapping[Figure, Mask]

    def seen(self, looks: FigureLooks, figure: Figure) -> FigureLooks:
        """What is known of the figures' paint and what the best place of one shows of it."""
        there = self.covers[figure]
        ground = _beside(self.plane, figure, self.covers)
        odds = PARAMS.figure_share * self.plane.colours[figure] / ground
        weights = (odds / (odds + 1 - PARAMS.figure_share))[there]
        return looks.and_also(figure, self.plane.bins[there], weights.astype(np.float64))


def another(best: Place, place: Place) -> bool:
    """Whether a second figure of the same kind stands at another place than the best."""
    return not place.near(best) and place.shown > max(PARAMS.mostly_share * best.shown, PARAMS.twice_nats)


class _Outline(NamedTuple):
    """What a figure in the middle of a cell covers of the plane, (h, w), what lies around that, and where."""

    left: int
    top: int
    inside: FloatMap
    around: FloatMap

    def box(self, right_px: int, down_px: int) -> tuple[slice, slice]:
        """Where the same lies so many pixels aside."""
        high, wide = self.inside.shape
        x, y = self.left + right_px, self.top + down_px
        return slice(y, y + high), slice(x, x + wide)


def find(
    picture: Picture,
    view: View,
    lands: Mapping[Cell, Terrain | None],
    tiles: Sequence[tuple[Taught, Fit]],
    looks: FigureLooks,
    more: Mapping[tuple[Figure, Cell], float],
    doubt: float = PARAMS.guessed_discount,
) -> Found:
    """Where the figures stand on these cells; `tiles` are those whose look is known, `more` is nats that
    speak for a cell, and so much less counts what shows where the ground is guessed. `picture` is `soft`.
    """
    cells = sorted(lands)
    outlines_mm = shadow_outlines(view, np.array([centre_mm(cell) for cell in cells]))
    edge = _OFF_CENTRE_MM + (PARAMS.ring_px + 2) * PARAMS.plane_mm_per_px
    box = outlines_mm.min((0, 1)) - edge, outlines_mm.max((0, 1)) + edge
    table = plane(picture, view, box, lands, tiles, looks)
    outlines = {
        cell: _outline((each - table.corner_mm) / PARAMS.plane_mm_per_px)
        for cell, each in zip(cells, outlines_mm, strict=True)
    }
    return _Search(table, outlines, more, doubt).found()


class _Search:
    """The three figures together: the one that is told best first, then each beside the others."""

    def __init__(
        self,
        table: Plane,
        outlines: Mapping[Cell, _Outline],
        more: Mapping[tuple[Figure, Cell], float],
        doubt: float,
    ) -> None:
        self._plane, self._outlines, self._more, self._doubt = table, outlines, more, doubt
        self._covers: dict[Figure, Mask] = {}
        self._places: dict[Figure, dict[Cell, Place]] = {}

    def found(self) -> Found:
        left = list(FIGURES)
        while left:
            for figure in left:
                self._look(figure, left)
            told = max(left, key=self._margin)
            left.remove(told)
            self._take(told)
        for figure in FIGURES:
            self._look(figure, ())
            self._take(figure)
        return Found(self._places, self._plane, self._covers)

    def _margin(self, figure: Figure) -> float:
        best, second, *_ = [*(place.score for place in self._places[figure].values()), 0.0, 0.0]
        return best - max(second, PARAMS.figure_min_nats)

    def _take(self, figure: Figure) -> None:
        self._covers.pop(figure, None)
        for cell, place in self._places[figure].items():
            aside = np.rint((np.array(place.foot_mm) - centre_mm(cell)) / PARAMS.plane_mm_per_px).astype(int)
            covers = np.zeros(self._plane.ground.shape, bool)
            covers[self._outlines[cell].box(*aside.tolist())] = self._outlines[cell].inside > 0
            self._covers[figure] = covers
            break

    def _look(self, figure: Figure, unplaced: Collection[Figure]) -> None:
        ground = _beside(self._plane, figure, self._covers)
        rival = float(np.exp(PARAMS.rival_nats))
        for other in unplaced:
            if other != figure:
                ground = np.maximum(ground, self._plane.colours[other] * rival)
        gain = np.log(PARAMS.figure_share / ground * self._plane.colours[figure] + (1 - PARAMS.figure_share))
        good = np.maximum(gain, 0)
        sums = cv2.integral(good)
        places: dict[Cell, Place] = {}
        most = {cell: _most(sums, outline) for cell, outline in self._outlines.items()}
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
            doubted = nats - min(max(guessed, 0.0) * self._doubt, PARAMS.guessed_max_nats)
            x, y = np.array(centre_mm(cell)) + np.array(aside) * PARAMS.plane_mm_per_px
            more = self._more.get((figure, cell), 0.0)
            places[cell] = Place(doubted + more, nats + more, doubted, (float(x), float(y)))
        self._places[figure] = _in_order(places)


def _in_order(places: Mapping[Cell, Place]) -> dict[Cell, Place]:
    """The likeliest first: of those near the best one that which explains most."""
    ranked = dict(sorted(places.items(), key=lambda item: -item[1].score))
    if not ranked:
        return ranked
    best = next(iter(ranked.values()))
    near = {cell: place for cell, place in ranked.items() if place.near(best)}
    first = max(near, key=lambda cell: near[cell].undoubted)
    return {first: ranked[first], **ranked}


def _beside(table: Plane, figure: Figure, covers: Mapping[Figure, Mask]) -> FloatMap:
    """How likely pixels are ground, or one of the other figures where those stand."""
    ground = table.ground
    for other, there in covers.items():
        if other != figure:
            ground = np.where(there, np.maximum(ground, table.colours[other]), ground)
    return ground


def _window(outline: _Outline) -> tuple[int, int, int, int]:
    """The pixels that a figure in a cell may cover: left, top, right and bottom."""
    high, wide = outline.inside.shape
    left, top = outline.left - PARAMS.off_centre_px, outline.top - PARAMS.off_centre_px
    return left, top, outline.left + wide + PARAMS.off_centre_px, outline.top + high + PARAMS.off_centre_px


def _most(sums: Floats, outline: _Outline) -> float:
    """No place in a cell has more nats than that."""
    left, top, right, bottom = _window(outline)
    total = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
    return float(total) / PARAMS.pixels_per_nat


def _best(gain: FloatMap, good: FloatMap, outline: _Outline) -> tuple[float, tuple[int, int]] | None:
    """The best place in a cell: nats, and pixels from its middle; None where there is none."""
    left, top, right, bottom = _window(outline)
    box = slice(top, bottom), slice(left, right)
    within = cv2.matchTemplate(gain[box], outline.inside, cv2.TM_CCORR)
    around = cv2.matchTemplate(good[box], outline.around, cv2.TM_CCORR)
    scores = (within - PARAMS.ring_weight * around) / PARAMS.pixels_per_nat - _FAR
    y, x = np.unravel_index(int(scores.argmax()), scores.shape)
    if scores[y, x] <= 0:
        return None
    return float(scores[y, x]), (int(x) - PARAMS.off_centre_px, int(y) - PARAMS.off_centre_px)


def _far() -> FloatMap:
    """Nats lost for standing aside of a cell's middle, (19, 19)."""
    steps = np.arange(-PARAMS.off_centre_px, PARAMS.off_centre_px + 1) * PARAMS.plane_mm_per_px
    far = np.hypot(*np.meshgrid(steps, steps))
    return np.asarray(
        np.where(far > _OFF_CENTRE_MM, np.inf, (far / PARAMS.off_centre_sigma_mm) ** 2 / 2), np.float32
    )


_FAR = _far()


def shadow_outlines(view: View, feet_mm: Floats) -> Floats:
    """What figures on feet there, (n, 2), cover of the tiles' plane, (n, 30, 2) mm, each convex."""
    x, y, z = view.centre_mm
    angles = np.arange(0, 2 * np.pi, np.pi / 5)
    ring = np.stack([np.cos(angles), np.sin(angles)], -1)
    points = []
    for radius, height in PARAMS.figure_profile_mm:
        at = feet_mm[:, None] + radius * ring
        points.append([x, y] + (at - [x, y]) * (-z / (-z - height)))
    return np.concatenate(points, 1)


def hull(view: View, foot_mm: tuple[float, float]) -> Floats:
    """The outline of what a figure there covers, (n, 2) mm, in order."""
    outline = shadow_outlines(view, np.array([foot_mm]))[0].astype(np.float32)
    return np.asarray(cv2.convexHull(outline).reshape(-1, 2), np.float64)


def inside(points: Floats, hull: Floats, enlarged: float = PARAMS.outline_scale) -> Mask:
    """Which points (..., 2) lie in a convex outline (n, 2) that is a little enlarged."""
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
