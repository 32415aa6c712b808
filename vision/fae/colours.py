"""Colours as densities over coarse Lab bins: what plastic and printed grounds look like here and now."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

Bins = npt.NDArray[np.int32]
LogDensity = npt.NDArray[np.float32]

L_BINS, AB_BINS = 16, 64
BIN_COUNT = L_BINS * AB_BINS * AB_BINS
BIN_VOLUME = 16 * 2 * 2
"""Units of 8-bit Lab that fall into one bin."""
L_BLUR, AB_BLUR, AB_REACH = 0.7, 2.0, 6
AB_TAPS = (2 * AB_REACH + 1, 2 * AB_REACH + 1)
UNIFORM_SHARE = 0.02
"""Share of pixels that look like anything: reflections, dirt, JPEG noise."""

RARE = UNIFORM_SHARE / BIN_COUNT
"""The density of a colour that was never seen."""
IMPOSSIBLE = np.float32(1e-30)
"""So little that it changes no density, and has a logarithm."""

HUES_DEG = {"red": (33, 12), "yellow": (88, 12), "blue": (-68, 10), "purple": (-45, 11)}
"""Usual Lab hue of a druid's plastic and its spread; in a colour cast only the order matters."""
LIGHTNESS = {"red": (30, 15), "yellow": (62, 18), "blue": (22, 14), "purple": (22, 12), "black": (8, 8)}
SATURATION = {"red": 0.8, "yellow": 0.6, "blue": 0.7, "purple": 0.6}


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
    """Bin counts spread over the bins nearby, shape (..., L_BINS, a, b)."""
    *_, high, wide = cubes.shape
    planes = cubes.reshape(-1, high, wide)
    used = np.flatnonzero(planes.any((1, 2)))
    if not len(used):
        return np.zeros_like(cubes)
    rows = np.zeros((len(used), high + AB_REACH, wide), np.float32)  # with room between the planes
    rows[:, :high] = planes[used]
    tall = cv2.GaussianBlur(rows.reshape(-1, wide), AB_TAPS, AB_BLUR, borderType=cv2.BORDER_CONSTANT)
    soft = np.zeros(planes.shape, np.float32)
    soft[used] = tall.reshape(rows.shape)[:, :high]
    mixed = np.matmul(_L_KERNEL, soft.reshape(-1, L_BINS, high * wide))
    return np.asarray(mixed.reshape(cubes.shape), dtype=np.float32)


def density(soft: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The density of smoothed counts, shape (..., L_BINS, a, b)."""
    total = np.maximum(soft.sum((-3, -2, -1), keepdims=True), np.float32(1e-9))
    return np.asarray(soft * ((1 - UNIFORM_SHARE) / total) + RARE, dtype=np.float32)


def span(bins: Bins) -> tuple[slice, slice]:
    """Outside of which a and b the smoothed counts of some bins are 0."""
    rows, columns = (np.flatnonzero(np.bincount(axis)) for axis in np.divmod(bins % AB_BINS**2, AB_BINS))
    return (
        slice(max(int(rows[0]) - AB_REACH, 0), int(rows[-1]) + AB_REACH + 1),
        slice(max(int(columns[0]) - AB_REACH, 0), int(columns[-1]) + AB_REACH + 1),
    )


def mix(first: LogDensity, second: LogDensity, share: float | LogDensity) -> LogDensity:
    """Log of `share` x first + (1 - share) x second; `share` is one number or one for each."""
    mixed = share * np.exp(first) + (1 - share) * np.exp(second)
    return np.asarray(np.log(mixed + IMPOSSIBLE), dtype=np.float32)


@cache
def plastic(kind: str) -> LogDensity:
    """A broad guess of a druid colour's density, before a picture has taught us better."""
    lightness, a, b = _bin_centres()
    chroma, hue_deg = np.hypot(a, b), np.degrees(np.arctan2(b, a))
    middle, spread = LIGHTNESS[kind]
    share = np.exp(-0.5 * ((lightness - middle) / spread) ** 2)
    if kind == "black":
        share = share * np.exp(-0.5 * (chroma / 5) ** 2)
    else:
        hue, hue_spread = HUES_DEG[kind]
        off = (hue_deg - hue + 180) % 360 - 180
        saturation = chroma / (lightness + 12)
        share = (
            share
            * np.exp(-0.5 * (off / hue_spread) ** 2)
            / (1 + np.exp((SATURATION[kind] - saturation) / 0.1))
        )
    share = (1 - UNIFORM_SHARE) * share / share.sum() + UNIFORM_SHARE / BIN_COUNT
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
_L_KERNEL = np.exp(-0.5 * ((_STEPS[:, None] - _STEPS[None]) / L_BLUR) ** 2).astype(np.float32)
_L_KERNEL /= _L_KERNEL.sum(0)
