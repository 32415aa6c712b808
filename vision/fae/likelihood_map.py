"""What every pixel says for or against a piece, less what the pieces found so far explain."""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.base import Space
from vision.arrays import FloatMap, Floats, Picture
from vision.base import PlacedPiece
from vision.fae.colours import RARE, mix, to_bins
from vision.fae.densities import DensityComparison
from vision.fae.figures import flat_index
from vision.fae.learn import CLIP
from vision.fae.room_light import RoomLight
from vision.fae.scene import Layout, clear_of, support
from vision.light.change import Pixels
from vision.light.params import PARAMS as LIGHT

Index = npt.NDArray[np.int32]

PLATE_SHARE = 0.97
"""Where the bare ground was seen before, so many of its pixels look like then, or like then in a shadow."""
GUESS_SHARE = 0.5
UNKNOWN_WEIGHT = 0.5
"""Where it was not, the ground's usual colours are a weaker witness: they are wrong for whole patches."""
SAME_SHARE = 0.6
SOLID_SHARE = 0.4
DULL_SHARE = 0.5
"""In a lamp's shadow the gloss is gone, too: so many of the ground's pixels look like then, only darker, the
others as is usual for it."""
SHADED_SHARE = 0.7
"""Where the lamp casts a piece's shadow so many of the ground's pixels lie in it."""
LOST_NATS = -0.75
"""Where so much speaks against it, what was there in the picture before is no longer seen."""
UNLIKE_GAIN = -0.5
"""Pixels with less speak against a piece."""
MARGIN_PX = 2
AREA_MARGIN_PX = 15


@dataclass(eq=False)
class RelitPicture:
    """One picture in working size, brought to the light of the learnt colours.

    `lab` are its colours, (h, w, 3); `ground` compares with the bare ground and `before` with
    the picture before. Where the ground was never seen (not `known`, flat) its surroundings stand in.
    `printed` are nats for its print being seen at some pixels, whatever their colour, `kept` for what was
    there in the picture before.
    """

    lab: Picture
    ground: DensityComparison
    before: DensityComparison
    known: npt.NDArray[np.bool_]
    printed: Callable[[Pixels], FloatMap]
    kept: Callable[[Pixels], FloatMap]


@dataclass(eq=False)
class Colours:
    """What was learnt: `palette` (kinds, BIN_COUNT), `grounds` (labels, BIN_COUNT), `shape` (n,).

    `usual` is the median support of a whole piece, `rough` (labels,) how much the grounds' lightness varies,
    `lamp` what casts shadows, if any is told.
    """

    palette: FloatMap
    grounds: FloatMap
    shape: FloatMap
    usual: float
    rough: FloatMap
    lamp: RoomLight | None


class LikelihoodMap:
    """What speaks for pieces rather than ground around the spaces it was asked `around`; nothing does where a
    piece claims a pixel, and a dark ground does less where it casts its shadow."""

    def __init__(self, layout: Layout, learnt: Colours, sight: RelitPicture) -> None:
        self.layout, self.learnt, self._sight = layout, learnt, sight
        self.claimed, self._shaded = (np.zeros(sight.known.size, bool) for _ in range(2))
        self._solid = learnt.shape > SOLID_SHARE
        self._scores: dict[Space, FloatMap] = {}
        self._casting: tuple[PlacedPiece, ...] = ()
        self._shades: dict[PlacedPiece, Index] = {}
        self._weighed = np.zeros(sight.known.size, bool)
        self._kept = np.zeros(sight.known.size, np.float32)
        self._dimmed = np.ones_like(self._kept)
        self.comes = np.zeros((len(learnt.palette), sight.known.size), np.float32)
        self.stays = np.zeros_like(self.comes)

    def around(self, touched: Collection[Space]) -> LikelihoodMap:
        """The same picture where nothing is claimed, for pieces of these spaces."""
        self._weigh(touched)
        other = self.fork()
        other.claimed, other._shaded = (np.zeros_like(self.claimed) for _ in range(2))
        other._scores, other._casting = {}, ()
        return other

    def fork(self) -> LikelihoodMap:
        """The same field, whose further claims are its own."""
        other = copy.copy(self)
        other.claimed, other._scores = self.claimed.copy(), dict(self._scores)
        return other

    def claim(self, *pieces: PlacedPiece) -> None:
        """Explain the pixels that pieces cover, as far as it is known where they stand."""
        if seen := [piece for piece in pieces if piece.seen]:
            self._explain(self._covered(seen))

    def claim_kept(self, pieces: Sequence[PlacedPiece]) -> None:
        """Explain the pixels that pieces which stay cover, but for those that speak against them: something
        may stand before them now."""
        for piece in (piece for piece in pieces if piece.seen):
            number, covered = self.layout.plan.kinds.index(piece.kind), self._covered([piece])
            self._explain(covered[self.stays[number].take(covered) > UNLIKE_GAIN])

    def _covered(self, pieces: Sequence[PlacedPiece]) -> Index:
        index = np.stack([self.layout.body(piece.base_mm) for piece in pieces])
        return self.layout.around(index[:, self._solid], MARGIN_PX)

    def _explain(self, points: Index) -> None:
        self.claimed[points] = True
        if self._scores:
            pixels = np.zeros_like(self.claimed)
            pixels[points] = True
            self._forget(pixels)

    def cast(self, *pieces: PlacedPiece) -> None:
        """Pieces that came cast their shadows, and no others do."""
        if self.learnt.lamp is None or pieces == self._casting:
            return
        self._casting = pieces
        shade = np.zeros(self.claimed.size, bool)
        for piece in pieces:
            shade[self._shade(piece)] = True
        self._forget(shade ^ self._shaded)
        self._shaded = shade

    def _shade(self, piece: PlacedPiece) -> Index:
        assert self.learnt.lamp is not None
        if piece not in self._shades:
            points = self.learnt.lamp.shade_mm(piece.base_mm)
            flat = np.column_stack([points, np.zeros(len(points))])
            self._shades[piece] = flat_index(self.layout.view.project(flat), self.layout.view.size_px)
        return self._shades[piece]

    def _forget(self, pixels: npt.NDArray[np.bool_]) -> None:
        """The scores of spaces whose pieces may cover some of these pixels, (h * w,)."""
        for space in list(self._scores):
            if pixels.take(self.layout.index(space)).any():
                del self._scores[space]

    def index_of(self, piece: PlacedPiece) -> Index:
        """The pixels of a piece's points, shape (n,)."""
        return self.layout.body(piece.base_mm)

    def support(self, index: Index, number: int, stays: bool = False) -> FloatMap:
        """Log likelihood ratio of a piece of kind `number` at places (..., n) -> (...).

        With `stays` it stood there in the picture before.
        """
        return support(self._gains(index, number, stays), self._shape(index, number, stays))

    def scores(self, space: Space) -> FloatMap:
        """Support for a new piece of every kind at every place of a space, shape (kinds, places)."""
        if space not in self._scores:
            index, kinds = self.layout.index(space), range(len(self.comes))
            self._scores[space] = np.stack([self.support(index, number) for number in kinds])
        return self._scores[space]

    def free(self, space: Space, standing: Sequence[PlacedPiece]) -> npt.NDArray[np.bool_]:
        """Places of a space where one more piece fits beside those that stand there; all if none does."""
        free = clear_of(self.layout.bases_mm(space), standing)
        return free if free.any() else ~free

    def visible(self, index: Index) -> float:
        """Share 0..1 of a piece's points (n,) that no other piece claims."""
        return float(1 - self.claimed[index[self._solid]].mean())

    def changed_share(self, index: Index) -> float:
        """Share 0..1 of a piece's points (n,) that look otherwise than in the picture before."""
        return float(
            (
                self._sight.before.distance(index[self._solid].astype(np.intp)) > LIGHT.changed_distance_sigma
            ).mean()
        )

    def kept_share(self, index: Index) -> float:
        """Share 0..1 of what is visible of a piece's points (n,) where the print of the picture before may
        still be seen; 1 where none is visible."""
        points = index[self._solid]
        kept = self._kept[points[~self.claimed[points]]]
        return float((kept > LOST_NATS).mean()) if len(kept) else 1.0

    def enough(
        self, index: Index, number: int, visible_share: float, least_share: float, stays: bool
    ) -> bool:
        """Whether a piece has the support its visible part can give, and a least one."""
        points = self._gains(index, number, stays)
        reachable = self.learnt.usual * float((points[self._solid] != 0).mean())
        least = max(visible_share * reachable, least_share * self.learnt.usual)
        return float(support(points, self._shape(index, number, stays))) > least

    def near(self, bases_mm: Floats, number: int) -> FloatMap:
        """Support for a new piece at any places (m, 2), shape (m,)."""
        return self.support(self.layout.body_index(bases_mm), number)

    def _shape(self, index: Index, number: int, stays: bool) -> FloatMap:
        """Chance that the piece is at its points (n,): which showed it before is known of one that stays."""
        shape = self.learnt.shape
        if not stays:
            return shape
        bins = to_bins(self._sight.before.reference[index])
        looks = self.learnt.palette[:, bins]
        others = np.delete(looks, number, 0).max(0)
        other = np.maximum(self.learnt.grounds[self.layout.labels[index], bins], others)
        ratio = np.exp(np.clip(looks[number] - other, -CLIP, CLIP))
        return np.asarray(shape * ratio / (shape * ratio + 1 - shape), dtype=np.float32)

    def _gains(self, index: Index, number: int, stays: bool) -> FloatMap:
        points = (self.stays if stays else self.comes)[number].take(index)
        if self.learnt.lamp is not None:
            points = np.where(self._shaded.take(index), (points + 1) * self._dimmed.take(index) - 1, points)
        points[self.claimed.take(index)] = 0.0
        return np.asarray(points, dtype=np.float32)

    def _weigh(self, touched: Collection[Space]) -> None:
        """Work out the gains of all pixels that pieces of the touched spaces may cover, each once."""
        sight = self._sight
        area = np.zeros(sight.known.size, np.uint8)
        for space in touched:
            area[self.layout.index(space).ravel()] = 1
        kernel = np.ones((AREA_MARGIN_PX, AREA_MARGIN_PX), np.uint8)
        near = cv2.dilate(area.reshape(self.layout.shape), kernel).ravel() > 0
        if not len(pixels := np.flatnonzero(near & ~self._weighed)):
            return
        self._weighed[pixels] = True
        bins, known = to_bins(sight.lab.reshape(-1, 3).take(pixels, 0)), sight.known[pixels]
        share = np.where(known, np.float32(PLATE_SHARE), np.float32(GUESS_SHARE))
        usual = np.exp(self.learnt.grounds[self.layout.labels[pixels], bins])
        printed = sight.printed(pixels)
        usual *= np.exp(~known * np.minimum(printed, 0))
        lit = sight.ground.ground_density(pixels, printed)
        ground = share * np.exp(lit) + (1 - share) * usual
        kept = sight.kept(pixels)
        self._kept[pixels] = kept
        same = SAME_SHARE * np.exp(sight.before.same_density(pixels) + np.minimum(kept, 0))
        least, most = np.exp([-CLIP, CLIP], dtype=np.float32)
        densities = np.exp(self.learnt.palette[:, bins])
        # What is no ground at all may be any piece, but speaks for those whose colour it has.
        # What looks like no piece either speaks for none.
        ground = np.maximum(np.maximum(ground, densities.max(0) / most), RARE)
        if (lamp := self.learnt.lamp) is not None:
            depth = lamp.depths[self.layout.labels[pixels]]
            cast = mix(sight.ground.cast_density(pixels, depth, lamp.depth_sigma), lit, SHADED_SHARE)
            dull = np.minimum(share, DULL_SHARE)
            shaded = np.maximum(dull * np.exp(cast) + (1 - dull) * usual, ground)
            self._dimmed[pixels] = ground / shaded
        for number, piece in enumerate(densities):
            comes = np.clip(piece / ground, least, most)
            comes[~known] **= UNKNOWN_WEIGHT
            self.comes[number, pixels] = comes - 1
            self.stays[number, pixels] = np.clip((same + (1 - SAME_SHARE) * piece) / ground, least, most) - 1
