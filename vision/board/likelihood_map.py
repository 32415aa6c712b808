"""Likelihood of a piece against the ground at every pixel.

Takes a relit picture and learnt colours; returns the support for pieces of each kind at any place, without
the pixels that the pieces found so far explain.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.base import Kind, Space
from vision.arrays import FloatMap, Floats, Picture
from vision.base import PlacedPiece
from vision.board.colours import RARE, mix, to_bins
from vision.board.densities import DensityComparison
from vision.board.figures import flat_index
from vision.board.params import PARAMS
from vision.board.room_light import RoomLight
from vision.board.scene import GroundDensities, Layout, clear_of, support
from vision.light.change import Pixels
from vision.light.params import PARAMS as LIGHT

Index = npt.NDArray[np.int32]


@dataclass(eq=False)
class RelitPicture:
    """One working picture in the light of the learnt colours, with its comparisons.

    `lab` are its colours, (h, w, 3); `ground` compares with the bare ground and `before` with the previous
    picture. If the ground was never seen (not `known`, flat) a guess from its surroundings is used. `printed`
    returns nats for the ground's print being visible at some pixels, whatever their colour; `kept` the same
    for the contents of the previous picture.
    """

    lab: Picture
    ground: DensityComparison
    before: DensityComparison
    known: npt.NDArray[np.bool_]
    printed: Callable[[Pixels], FloatMap]
    kept: Callable[[Pixels], FloatMap]


@dataclass(eq=False)
class LearntColours:
    """Colours learnt from this set, as log densities, and the shape of its pieces.

    `palette` is (kinds, BIN_COUNT), `grounds` those of the grounds. `shape` (kinds, n) is the chance that a
    body point shows a piece of the kind, `usual` the median support of a whole piece, `rough` (labels,) the
    variance of the grounds' lightness, `room_light` the source of cast shadows, None if there are none.
    Support of a kind is multiplied by its `scale` (kinds,), so that a whole piece of each gives the same.
    """

    palette: FloatMap
    grounds: GroundDensities
    shape: FloatMap
    usual: float
    rough: FloatMap
    room_light: RoomLight | None
    scale: FloatMap


class LikelihoodMap:
    """Gains of pieces against ground for every pixel near the requested spaces.

    `arrival_gain` and `persistence_gain` (kinds, h * w) are likelihood ratios less one, for a new piece and
    for one of the previous picture. Explained pixels have no gain; dark ground in a
    predicted shadow has less.
    """

    def __init__(self, layout: Layout, learnt: LearntColours, relit: RelitPicture) -> None:
        self.layout, self.learnt, self._relit = layout, learnt, relit
        self.explained, self._shaded = (np.zeros(relit.known.size, bool) for _ in range(2))
        self._solid = learnt.shape > PARAMS.solid_share
        self._scores: dict[Space, FloatMap] = {}
        self._shadow_casters: tuple[PlacedPiece, ...] = ()
        self._shadow_cache: dict[PlacedPiece, Index] = {}
        self._computed = np.zeros(relit.known.size, bool)
        self._kept = np.zeros(relit.known.size, np.float32)
        self._dimmed = np.ones_like(self._kept)
        self.arrival_gain = np.zeros((len(learnt.palette), relit.known.size), np.float32)
        self.persistence_gain = np.zeros_like(self.arrival_gain)

    def for_spaces(self, touched: Collection[Space]) -> LikelihoodMap:
        """Return the map for pieces of these spaces, with nothing explained."""
        self._compute_gains(touched)
        other = self.fork()
        other.explained, other._shaded = (np.zeros_like(self.explained) for _ in range(2))
        other._scores, other._shadow_casters = {}, ()
        return other

    def fork(self) -> LikelihoodMap:
        """Return a copy with its own set of explained pixels."""
        other = copy.copy(self)
        other.explained, other._scores = self.explained.copy(), dict(self._scores)
        return other

    def explain_away(self, *pieces: PlacedPiece) -> None:
        """Explain the pixels that visible pieces cover."""
        if seen := [piece for piece in pieces if piece.seen]:
            self._mark_explained(self._covered(seen))

    def explain_away_kept(self, pieces: Sequence[PlacedPiece]) -> None:
        """Explain the pixels of kept pieces that do not contradict them: a thing may cover the rest."""
        for piece in (piece for piece in pieces if piece.seen):
            number, covered = self.layout.kinds.numbers[piece.kind], self._covered([piece])
            self._mark_explained(covered[self.persistence_gain[number].take(covered) > PARAMS.against_gain])

    def _covered(self, pieces: Sequence[PlacedPiece]) -> Index:
        points = [self.layout.body(piece.base_mm)[self._solid_of(piece.kind)] for piece in pieces]
        return self.layout.around(np.concatenate(points), PARAMS.explained_edge_px)

    def _solid_of(self, kind: Kind) -> npt.NDArray[np.bool_]:
        return np.asarray(self._solid[self.layout.kinds.numbers[kind]])

    def _mark_explained(self, points: Index) -> None:
        self.explained[points] = True
        if self._scores:
            pixels = np.zeros_like(self.explained)
            pixels[points] = True
            self._drop_scores(pixels)

    def cast_shadows(self, *pieces: PlacedPiece) -> None:
        """Set the new pieces as the only ones that cast shadows."""
        if self.learnt.room_light is None or pieces == self._shadow_casters:
            return
        self._shadow_casters = pieces
        shade = np.zeros(self.explained.size, bool)
        for piece in pieces:
            shade[self._shadow_pixels(piece)] = True
        self._drop_scores(shade ^ self._shaded)
        self._shaded = shade

    def _shadow_pixels(self, piece: PlacedPiece) -> Index:
        assert self.learnt.room_light is not None
        if piece not in self._shadow_cache:
            points = self.learnt.room_light.shadow_area_mm(piece.base_mm)
            flat = np.column_stack([points, np.zeros(len(points))])
            self._shadow_cache[piece] = flat_index(self.layout.view.project(flat), self.layout.view.size_px)
        return self._shadow_cache[piece]

    def _drop_scores(self, pixels: npt.NDArray[np.bool_]) -> None:
        """Drop cached scores of spaces whose pieces may cover some of these pixels, (h * w,)."""
        for space in list(self._scores):
            if pixels.take(self.layout.index(space)).any():
                del self._scores[space]

    def index_of(self, piece: PlacedPiece) -> Index:
        """Return the flat pixels of a piece's points, (n,)."""
        return self.layout.body(piece.base_mm)

    def support(self, index: Index, number: int, persists: bool = False) -> FloatMap:
        """Return the log likelihood ratio of a piece of kind `number` at places (..., n) -> (...).

        With `persists` the piece was there in the previous picture.
        """
        found = support(self._gains(index, number, persists), self._shape(index, number, persists))
        return np.asarray(found * self.learnt.scale[number], dtype=np.float32)

    def scores(self, space: Space) -> FloatMap:
        """Return the support for a new piece at every place of a space, (kinds, places)."""
        if space not in self._scores:
            index, kinds = self.layout.index(space), range(len(self.arrival_gain))
            self._scores[space] = np.stack([self.support(index, number) for number in kinds])
        return self._scores[space]

    def free(self, space: Space, standing: Sequence[PlacedPiece]) -> npt.NDArray[np.bool_]:
        """Return a mask of the places with room beside the standing pieces; all if none has."""
        free = clear_of(self.layout.bases_mm(space), standing, self.layout.kinds.min_apart_mm)
        return free if free.any() else ~free

    def visible(self, index: Index, number: int) -> float:
        """Return the share 0..1 of the points (n,) of a piece of kind `number` that no other explains."""
        return float(1 - self.explained[index[self._solid[number]]].mean())

    def changed_share(self, index: Index, number: int) -> float:
        """Return the share 0..1 of a piece's points (n,) that changed since the previous picture."""
        return float(
            (
                self._relit.before.distance(index[self._solid[number]].astype(np.intp))
                > LIGHT.changed_distance_sigma
            ).mean()
        )

    def kept_share(self, index: Index, number: int) -> float:
        """Return the share 0..1 of a piece's visible points (n,) that may show the earlier print.

        Returns 1 if no point is visible.
        """
        points = index[self._solid[number]]
        kept = self._kept[points[~self.explained[points]]]
        return float((kept > PARAMS.hidden_print_nats).mean()) if len(kept) else 1.0

    def has_support(
        self, index: Index, number: int, visible_share: float, least_share: float, persists: bool
    ) -> bool:
        """Return true if the support reaches both shares.

        `visible_share` is of what the visible part can give, `least_share` of a whole piece.
        """
        points = self._gains(index, number, persists)
        reachable = self.learnt.usual * float((points[self._solid[number]] != 0).mean())
        least = max(visible_share * reachable, least_share * self.learnt.usual)
        found = float(support(points, self._shape(index, number, persists)))
        return found * float(self.learnt.scale[number]) > least

    def near(self, bases_mm: Floats, number: int) -> FloatMap:
        """Return the support for a new piece at any places (m, 2), shape (m,)."""
        return self.support(self.layout.body_index(bases_mm), number)

    def _shape(self, index: Index, number: int, persists: bool) -> FloatMap:
        """Return the chance that each point (n,) shows the piece.

        For a kept piece the previous picture tells which points showed it.
        """
        shape = np.asarray(self.learnt.shape[number], dtype=np.float32)
        if not persists:
            return shape
        bins = to_bins(self._relit.before.reference[index])
        log_densities = self.learnt.palette[:, bins]
        others = np.delete(log_densities, number, 0).max(0)
        other = np.maximum(self.learnt.grounds.of(self.layout.labels[index], bins), others)
        ratio = np.exp(np.clip(log_densities[number] - other, -PARAMS.max_point_nats, PARAMS.max_point_nats))
        return np.asarray(shape * ratio / (shape * ratio + 1 - shape), dtype=np.float32)

    def _gains(self, index: Index, number: int, persists: bool) -> FloatMap:
        points = (self.persistence_gain if persists else self.arrival_gain)[number].take(index)
        if self._shadow_casters:
            points = np.where(self._shaded.take(index), (points + 1) * self._dimmed.take(index) - 1, points)
        points[self.explained.take(index)] = 0.0
        return np.asarray(points, dtype=np.float32)

    def _compute_gains(self, touched: Collection[Space]) -> None:
        """Compute the gains of pixels that pieces of the touched spaces may cover, each pixel once."""
        relit = self._relit
        area = np.zeros(relit.known.size, np.uint8)
        for space in touched:
            area[self.layout.index(space).ravel()] = 1
        kernel = np.ones((PARAMS.area_margin_px, PARAMS.area_margin_px), np.uint8)
        near = cv2.dilate(area.reshape(self.layout.shape), kernel).ravel() > 0
        if not len(pixels := np.flatnonzero(near & ~self._computed)):
            return
        self._computed[pixels] = True
        bins, known = to_bins(relit.lab.reshape(-1, 3).take(pixels, 0)), relit.known[pixels]
        share = np.where(known, np.float32(PARAMS.plate_share), np.float32(PARAMS.unknown_ground_weight))
        usual = np.exp(self.learnt.grounds.of(self.layout.labels[pixels], bins))
        printed = relit.printed(pixels)
        usual *= np.exp(~known * np.minimum(printed, 0))
        lit = relit.ground.ground_density(pixels, printed)
        ground = share * np.exp(lit) + (1 - share) * usual
        kept = relit.kept(pixels)
        self._kept[pixels] = kept
        same = PARAMS.same_share * np.exp(relit.before.same_density(pixels) + np.minimum(kept, 0))
        least, most = np.exp([-PARAMS.max_point_nats, PARAMS.max_point_nats], dtype=np.float32)
        densities = np.exp(self.learnt.palette[:, bins])
        # A pixel unlike any ground may be any piece, but supports only kinds of its colour;
        # a pixel unlike any piece supports none.
        ground = np.maximum(np.maximum(ground, densities.max(0) / most), RARE)
        if (light := self.learnt.room_light) is not None:
            depth = light.depths[self.layout.labels[pixels]]
            cast = mix(relit.ground.cast_density(pixels, depth, light.depth_sigma), lit, PARAMS.shaded_share)
            dull = np.minimum(share, PARAMS.dull_share)
            shaded = np.maximum(dull * np.exp(cast) + (1 - dull) * usual, ground)
            self._dimmed[pixels] = ground / shaded
        for number, piece in enumerate(densities):
            arrival_gain = np.clip(piece / ground, least, most)
            arrival_gain[~known] **= PARAMS.unknown_ground_weight
            self.arrival_gain[number, pixels] = arrival_gain - 1
            self.persistence_gain[number, pixels] = (
                np.clip((same + (1 - PARAMS.same_share) * piece) / ground, least, most) - 1
            )
