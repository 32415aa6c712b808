"""Difference of two pictures of one place: unchanged, the same thing in shadow, or another thing."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import FloatMap, Mask, Picture
from vision.light.params import PARAMS

Pixels = npt.NDArray[np.intp]

KERNEL = np.ones((3, 3), np.uint8)


class Comparison:
    """A Lab picture (h, w, 3) compared with a reference of the same place, pixel by pixel.

    `pixels` are indices into the flattened picture; only those are computed. `noise` is the standard
    deviation in levels that both pictures have beyond the noise in good light.
    """

    def __init__(self, lab: Picture, reference: Picture, noise: float = 0.0) -> None:
        self._noise = np.float32(noise)
        over = cv2.subtract(lab, cv2.dilate(reference, KERNEL))
        under = cv2.subtract(cv2.erode(reference, KERNEL), lab)
        excess = cv2.max(over, under)
        self._excess = excess.reshape(-1, 3)
        first, second, third = cv2.split(excess)
        self._most = cv2.max(cv2.max(first, second), third).ravel()
        self._reference = reference.reshape(-1, 3)
        self._now = cv2.blur(lab, (3, 3)).reshape(-1, 3)
        self._then = cv2.blur(reference, (3, 3)).reshape(-1, 3)

    @property
    def reference(self) -> Picture:
        """The reference, (h * w, 3)."""
        return self._reference

    def distance(self, pixels: Pixels) -> FloatMap:
        """Return standard deviations to the nearest of the reference's 3 x 3 neighbours, (n,)."""
        excess = self._excess[pixels].astype(np.float32)
        sigma_l, sigma_ab = self.sigmas(pixels)
        miss = (excess[:, 0] / sigma_l) ** 2 + (excess[:, 1] ** 2 + excess[:, 2] ** 2) / sigma_ab**2
        return np.asarray(np.sqrt(miss), dtype=np.float32)

    def shadow_distance(self, pixels: Pixels) -> FloatMap:
        """Return standard deviations to the reference with all channels dimmed or brightened alike, (n,)."""
        dimmed, miss = self.dimmed(pixels)
        return np.asarray(np.sqrt(miss + (dimmed / PARAMS.shadow_depth) ** 2), dtype=np.float32)

    def dimmed(self, pixels: Pixels) -> tuple[FloatMap, FloatMap]:
        """Return log gain of lightness over the reference, (n,), and squared colour distance, (n,).

        The distance is in standard deviations, from the colours of the reference with that gain.
        """
        now, then = self._now[pixels].astype(np.float32), self._then[pixels].astype(np.float32)
        dimmed = np.clip((now[:, 0] + 4) / (then[:, 0] + 4), 0.05, 3.0)
        miss = ((now[:, 1:] - 128 - (then[:, 1:] - 128) * dimmed[:, None]) / PARAMS.chroma_sigma) ** 2
        return np.log(dimmed), np.asarray(miss.sum(-1), dtype=np.float32)

    def changed(self, deviations: float = PARAMS.changed_distance_sigma) -> Mask:
        """Return the pixels that differ by more than `deviations` standard deviations, flattened."""
        changed = np.zeros(len(self._excess), bool)
        min_excess = (
            deviations * PARAMS.chroma_sigma * 0.4 / np.sqrt(3)
        )  # the smallest sigma, shared by three channels
        possible = np.flatnonzero(self._most >= min_excess)
        changed[possible] = self.distance(possible) > deviations
        return changed

    def without_shadows(self, changed: Mask, where: Mask | None = None) -> Mask:
        """Return the `changed` pixels that are not only dimmed or brightened; (h, w) each.

        Shadows are considered only within `where`.
        """
        pixels = np.flatnonzero(changed if where is None else changed & where)
        other = changed.copy()
        other.ravel()[pixels[self.shadow_distance(pixels) <= PARAMS.changed_distance_sigma]] = False
        return other

    def only_lit(self, part: Mask) -> bool:
        """Return whether a part, (h, w), shows what was there before, only dimmed or brightened."""
        return bool(self.without_shadows(part).sum() < PARAMS.lit_share * part.sum())

    def sigmas(self, pixels: Pixels) -> tuple[FloatMap, FloatMap]:
        """Return the standard deviations of L and of a and b, (n,) levels; they grow with brightness."""
        lightness = self._reference[pixels, 0].astype(np.float32)
        sigma_l, sigma_ab = (
            PARAMS.lightness_sigma * (0.25 + lightness / 170),
            PARAMS.chroma_sigma * (0.4 + lightness / 200),
        )
        if not self._noise:
            return sigma_l, sigma_ab
        return np.hypot(sigma_l, self._noise), np.hypot(sigma_ab, self._noise)


def as_before(work: Picture, before: Picture) -> bool:
    """Return whether two BGR pictures differ in nothing but the exposure of the whole picture."""
    gain = np.clip(np.array(cv2.mean(work)[:3]) / np.maximum(cv2.mean(before)[:3], 1.0), 0.8, 1.25)
    if np.abs(gain - 1).max() > PARAMS.same_exposure:
        levels = np.arange(256)[:, None] * gain
        before = np.asarray(
            cv2.LUT(before, np.clip(np.rint(levels), 0, 255).astype(np.uint8)[:, None, :]), np.uint8
        )
    return bool(cv2.boxFilter(cv2.absdiff(work, before), -1, (5, 5)).max() < PARAMS.idle_levels)


def to_lab(picture: Picture) -> Picture:
    """Convert a BGR picture, (h, w, 3), to 8-bit Lab."""
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2LAB), dtype=np.uint8)
