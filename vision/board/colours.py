"""Colour densities over coarse Lab bins, of pieces and of printed grounds.

Takes 8-bit Lab pictures; returns bin numbers and log densities per bin.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.board.params import PARAMS
from vision.board.piece_kinds import ExpectedColour

Bins = npt.NDArray[np.int32]
LogDensity = npt.NDArray[np.float32]

L_BINS, AB_BINS = 16, 64
BIN_COUNT = L_BINS * AB_BINS * AB_BINS
BIN_VOLUME = 16 * 2 * 2
"""Number of 8-bit Lab values in one bin."""
AB_REACH = round(3 * PARAMS.ab_blur_bins)
AB_TAPS = (2 * AB_REACH + 1, 2 * AB_REACH + 1)

RARE = PARAMS.uniform_share / BIN_COUNT
"""The density of a colour that was never seen."""
IMPOSSIBLE = np.float32(1e-30)
"""Offset below any density; it keeps logarithms finite."""


def to_bins(lab: npt.NDArray[np.uint8]) -> Bins:
    """Bin numbers 0..BIN_COUNT-1, shape (h, w), of an 8-bit Lab picture, (h, w, 3).

    Lightness has 16 bins; a and b have 64 bins of 2 units within -64..64, where printed colours lie.
    """
    return _BIN_OF_L[lab[..., 0]] + _BIN_OF_A[lab[..., 1]] + _BIN_OF_B[lab[..., 2]]


def log_density(counts: npt.NDArray[np.float32]) -> LogDensity:
    """Smoothed log density of bin counts, shape (..., BIN_COUNT)."""
    cubes = counts.reshape(*counts.shape[:-1], L_BINS, AB_BINS, AB_BINS)
    return np.asarray(np.log(density(smooth(cubes))).reshape(counts.shape), dtype=np.float32)


def smooth(cubes: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Spread bin counts over neighbouring bins, shape (..., L_BINS, a, b)."""
    *_, high, wide = cubes.shape
    planes = cubes.reshape(-1, high, wide)
    used = np.flatnonzero(planes.any((1, 2)))
    if not len(used):
        return np.zeros_like(cubes)
    rows = np.zeros((len(used), high + AB_REACH, wide), np.float32)  # gaps keep planes apart
    rows[:, :high] = planes[used]
    tall = cv2.GaussianBlur(
        rows.reshape(-1, wide), AB_TAPS, PARAMS.ab_blur_bins, borderType=cv2.BORDER_CONSTANT
    )
    soft = np.zeros(planes.shape, np.float32)
    soft[used] = tall.reshape(rows.shape)[:, :high]
    mixed = np.matmul(_L_KERNEL, soft.reshape(-1, L_BINS, high * wide))
    return np.asarray(mixed.reshape(cubes.shape), dtype=np.float32)


def density(soft: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The density of smoothed counts, shape (..., L_BINS, a, b)."""
    total = np.maximum(soft.sum((-3, -2, -1), keepdims=True), np.float32(1e-9))
    return np.asarray(soft * ((1 - PARAMS.uniform_share) / total) + RARE, dtype=np.float32)


def span(bins: Bins) -> tuple[slice, slice]:
    """Return the ranges of a and b in which the smoothed counts of some bins are not 0."""
    seen = np.bincount(bins % AB_BINS**2, minlength=AB_BINS**2).reshape(AB_BINS, AB_BINS)
    rows, columns = (np.flatnonzero(seen.any(axis)) for axis in (1, 0))
    return (
        slice(max(int(rows[0]) - AB_REACH, 0), int(rows[-1]) + AB_REACH + 1),
        slice(max(int(columns[0]) - AB_REACH, 0), int(columns[-1]) + AB_REACH + 1),
    )


def mix(first: LogDensity, second: LogDensity, share: float | LogDensity) -> LogDensity:
    """Log of `share` x first + (1 - share) x second; `share` is one number or one for each."""
    mixed = share * np.exp(first) + (1 - share) * np.exp(second)
    return np.asarray(np.log(mixed + IMPOSSIBLE), dtype=np.float32)


@cache
def expected(prior: ExpectedColour | None) -> LogDensity:
    """Return the log density of an expected colour, used until the set is learnt; None: any colour."""
    if prior is None:
        return np.full(BIN_COUNT, -np.log(BIN_COUNT), np.float32)
    lightness, a, b = _bin_centres()
    chroma, hue_deg = np.hypot(a, b), np.degrees(np.arctan2(b, a))
    share = np.exp(-0.5 * ((lightness - prior.lightness) / prior.lightness_sigma) ** 2)
    if prior.min_saturation is None:
        share = share * np.exp(-0.5 * (chroma / prior.chroma_sigma) ** 2)
    else:
        off = (hue_deg - prior.hue_deg + 180) % 360 - 180
        saturation = chroma / (lightness + PARAMS.saturation_offset)
        share = (
            share
            * np.exp(-0.5 * (off / prior.hue_sigma_deg) ** 2)
            / (1 + np.exp((prior.min_saturation - saturation) / PARAMS.saturation_width))
        )
    share = (1 - PARAMS.uniform_share) * share / share.sum() + PARAMS.uniform_share / BIN_COUNT
    return np.asarray(np.log(share), dtype=np.float32)


def _bin_centres() -> tuple[npt.NDArray[np.float64], ...]:
    lightness = (np.arange(L_BINS) * 16 + 8) / 2.55
    ab = np.arange(AB_BINS) * 2 + 1 - 64.0
    cube = np.meshgrid(lightness, ab, ab, indexing="ij")
    return tuple(axis.ravel() for axis in cube)


_LEVELS = np.arange(256)
_AB_LEVEL = np.clip((_LEVELS - 64) >> 1, 0, AB_BINS - 1)
_BIN_OF_L: Bins = ((_LEVELS >> 4) * AB_BINS * AB_BINS).astype(np.int32)
_BIN_OF_A: Bins = (_AB_LEVEL * AB_BINS).astype(np.int32)
_BIN_OF_B: Bins = _AB_LEVEL.astype(np.int32)
_STEPS = np.arange(L_BINS)
_L_KERNEL = np.exp(-0.5 * ((_STEPS[:, None] - _STEPS[None]) / PARAMS.l_blur_bins) ** 2).astype(np.float32)
_L_KERNEL /= _L_KERNEL.sum(0)
