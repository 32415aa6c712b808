"""Differences of a picture from the last accepted one, without light and shadows.

Takes the working picture and the memory; returns changed pixels, examined spaces and foreign things.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial

import cv2
import numpy as np

from companion.games.base import Space
from vision import hand_detection
from vision.arrays import FloatMap, Mask, Picture
from vision.board import colours
from vision.board.densities import DensityComparison
from vision.board.likelihood_map import LearntColours, RelitPicture
from vision.board.memory import BoardMemory
from vision.board.params import PARAMS
from vision.board.scene import Layout
from vision.board.texture import print_seen
from vision.light import illumination
from vision.light.change import Pixels, to_lab
from vision.light.params import PARAMS as LIGHT


def relit_picture(lab: Picture, plate: Picture, known: Mask) -> RelitPicture:
    """Return a Lab picture, (h, w, 3), compared with its bare ground in the same light only."""
    ground = DensityComparison(lab, plate, 0.0)
    calm = ~ground.changed().reshape(known.shape)
    printed = partial(print_seen, lab[..., 0], plate[..., 0], calm, 0.0)
    return RelitPicture(lab, ground, ground, known.ravel(), printed, printed)


class Differences:
    """Comparison of a BGR working picture, (h, w, 3), with the memory of an earlier one.

    `relit` is the picture in the light of that one, `lab` the same in Lab, `lighting` the estimated change of
    light, `shaded` is true if shadows came or went. `changed` (h, w) are pixels that show something else,
    `foreign` (h, w) those of them on the board that look like no piece and no ground and hide the print,
    `touched` the spaces with enough changed pixels close together. `noise` is the noise of both pictures
    beyond that of good light, a standard deviation in grey levels; pieces of the memory cover the pixels
    `covered`, (h, w).
    """

    def __init__(
        self,
        layout: Layout,
        learnt: LearntColours,
        memory: BoardMemory,
        work: Picture,
        noise: float,
        covered: Mask,
    ) -> None:
        self._layout, self._learnt, self._memory = layout, learnt, memory
        relit, self.lighting = illumination.relight(work, memory.bgr, memory.known)
        self.relit, shaded = illumination.unshaded(relit, memory.bgr, layout.board & memory.seen)
        self.shaded = shaded is not None
        self.lab = to_lab(self.relit)
        self.noise = float(np.hypot(noise, memory.noise))
        self._same = DensityComparison(self.lab, memory.lab, self.noise)
        self._ground = DensityComparison(self.lab, memory.plate, self.noise)
        self.changed = self._same.changed().reshape(layout.shape) & memory.seen
        self.touched = self._touched()  # shadows included: a new black piece looks like a deep one
        if self.lighting.other:
            self.changed = self._same.without_shadows(self.changed, ~covered)
        elif shaded is not None:
            self.changed = self._same.without_shadows(self.changed, shaded & ~covered)
        if printed := {piece.space for piece in memory.pieces if layout.kinds.told_by_face(piece.kind)}:
            looked_at = {*self.touched, *printed.intersection(self.slightly_touched())}  # thin lines of print
            self.touched = [space for space in layout.plan.spaces if space in looked_at]
        self.foreign = self._foreign()
        if self.noise:
            looked_at = {*self.touched, *self.faint()}
            self.touched = [space for space in layout.plan.spaces if space in looked_at]

    @cached_property
    def relit_picture(self) -> RelitPicture:
        """The picture and its comparisons, as the likelihood map takes them."""
        known = self._memory.known
        rough = self._learnt.rough[self._layout.labels].reshape(known.shape)
        now, then = self.lab[..., 0], self._memory.lab[..., 0]
        kept = partial(print_seen, now, then, self._memory.seen, self.noise, rough=rough)
        return RelitPicture(self.lab, self._ground, self._same, known.ravel(), self._printed(), kept)

    def print_hidden(self, part: Mask) -> Mask:
        """Return the pixels of a part, (h, w), whose earlier print is hidden in any light."""
        window, now, then = self._details(part)
        hidden = np.zeros_like(part)
        hidden[window] = part[window] & (illumination.agreement(now, then) < LIGHT.print_correlation)
        return hidden

    def only_lit(self, part: Mask) -> bool:
        """Return true if a part, (h, w), shows what was there before, only dimmed or brightened.

        Either its colours say so, or enough of it had details, as wood and cloth have, and they go on.
        """
        if self._same.only_lit(part):
            return True
        window, now, then = self._details(part)
        before, kept = (
            illumination.contrast(then),
            illumination.agreement(now, then) >= LIGHT.print_correlation,
        )
        detailed = part[window] & (before > LIGHT.min_print_contrast)
        if detailed.sum() < PARAMS.detailed_share * part.sum():
            return False
        kept &= illumination.contrast(now) > PARAMS.kept_contrast * before  # a plain thing has none
        return bool(kept[detailed].mean() > PARAMS.detail_kept_share)

    def _details(self, part: Mask) -> tuple[tuple[slice, slice], FloatMap, FloatMap]:
        """Return the window around a part, (h, w), and the logarithms of both pictures' lightness in it."""
        left, top, width, height = cv2.boundingRect(part.astype(np.uint8))
        window = np.s_[top : top + height, left : left + width]
        now, then = (
            np.log(picture[window][..., 0] + np.float32(PARAMS.print_offset_levels))
            for picture in (self.lab, self._memory.lab)
        )
        return window, now, then

    def opaque(self, things: Mask) -> Mask:
        """Return those of some things, (h, w), that hide the print; gloss of a light does not."""
        pixels = np.flatnonzero(things)
        if len(pixels) <= hand_detection.PARAMS.min_unexplained_px:
            return things
        _, labels = cv2.connectedComponents(things.astype(np.uint8))
        now, then, seen = self.lab[..., 0], self._memory.lab[..., 0], self._memory.seen
        nats, which = print_seen(now, then, seen, self.noise, pixels), labels.ravel()[pixels]
        whole = np.bincount(which, nats) < PARAMS.gloss_nats * np.bincount(which)
        return np.asarray(things & whole[labels])

    def faint(self) -> set[Space]:
        """Return spaces with a piece so like its ground that it might leave unnoticed in this noise."""
        memory, pieces = self._memory, self._memory.pieces
        bare = DensityComparison(memory.lab, memory.plate, self.noise).changed()
        shown = [
            int(
                bare[
                    self._layout.body(piece.base_mm)[
                        self._learnt.shape[self._layout.kinds.numbers[piece.kind]] > 0.5
                    ]
                ].sum()
            )
            for piece in pieces
        ]
        return {piece.space for piece, n in zip(pieces, shown, strict=True) if n <= PARAMS.faint_px}

    def slightly_touched(self) -> list[Space]:
        """Return spaces with enough changed pixels, even if scattered."""
        return self._layout.over(self.changed, PARAMS.touched_px)

    def _touched(self) -> list[Space]:
        changed = self.changed.astype(np.uint8)
        together = cv2.morphologyEx(changed, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)) > 0
        return self._layout.over(np.asarray(together), PARAMS.touched_px)

    def _foreign(self) -> Mask:
        pixels = np.flatnonzero(self.changed & self._layout.board)
        bins = colours.to_bins(self.lab.reshape(-1, 3).take(pixels, 0))
        nearest = np.minimum(self._ground.distance(pixels), self._ground.shadow_distance(pixels))
        odd = nearest > PARAMS.bare_sigmas
        odd &= self._learnt.grounds.of(self._layout.labels[pixels], bins) <= PARAMS.usual_log_density
        odd &= (self._learnt.palette.max(0) <= PARAMS.usual_log_density)[bins]
        foreign = np.zeros(self.changed.shape, bool)
        foreign.ravel()[pixels[odd]] = True
        return self.opaque(foreign)

    def _printed(self) -> Callable[[Pixels], FloatMap]:
        """Return a function: nats for the print being visible at some pixels.

        If the ground is not known, the print of the previous picture is compared.
        """
        memory, changed = self._memory, self.changed
        was = np.where(memory.known, memory.plate[..., 0], memory.lab[..., 0])
        other = np.where(memory.known, self._ground.changed().reshape(changed.shape), changed)
        return partial(print_seen, self.lab[..., 0], was, memory.seen & ~other, self.noise)
