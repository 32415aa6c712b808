"""Colour histogram of a piece (Swain & Ballard, 1991): patches in, vectors of unit length out.

A histogram does not change if the piece is turned. The network knows the marks it was trained on; colours
distinguish prints that it was not trained on.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats
from vision.fate import patches
from vision.fate.params import PARAMS

BINS = PARAMS.colour_bins
RANGES = (0, 256, *PARAMS.chroma_range, *PARAMS.chroma_range)
"""Lower and upper end of L, a and b in OpenCV's 8-bit Lab."""
_BLUR = np.array([0.25, 0.5, 0.25])  # binomial: half of a count stays in its bin


def describe(cut: npt.NDArray[np.uint8], flatness: Floats) -> Floats:
    """Vectors of unit length (n, 486) of patches (n, 64, 56, 3) BGR; the product of two
    is their Bhattacharyya coefficient, 0..1."""
    counts = np.zeros((len(cut), *BINS), np.float32)
    if not len(cut):
        return np.zeros((0, int(np.prod(BINS))))
    lab = cv2.cvtColor(cut.reshape(-1, patches.WIDTH_PX, 3), cv2.COLOR_BGR2LAB).reshape(cut.shape)
    np.clip(lab[..., 1:], RANGES[2], RANGES[3] - 1, out=lab[..., 1:])
    for row, (patch, flat) in enumerate(zip(lab, flatness, strict=True)):
        counts[row] = cv2.calcHist([patch], [0, 1, 2], _body(round(float(flat), 2)), BINS, RANGES)
    flat_counts = counts.reshape(len(cut), -1) @ _spread()
    return np.asarray(np.sqrt(flat_counts / np.maximum(flat_counts.sum(1, keepdims=True), 1e-9)))


@cache
def _body(flatness: float) -> npt.NDArray[np.uint8]:
    mask = np.zeros((patches.HEIGHT_PX, patches.WIDTH_PX), np.uint8)
    middle = round(patches.FOOT_PX[0]), round(patches.FOOT_PX[1] - PARAMS.colour_rise_px)
    high = (
        round(PARAMS.colour_radius_px * max(flatness, PARAMS.colour_min_flatness)) + PARAMS.colour_margin_px
    )
    cv2.ellipse(mask, middle, (PARAMS.colour_radius_px, high), 0, 0, 360, 1, -1)
    return mask


@cache
def _spread() -> npt.NDArray[np.float32]:
    """Matrix that blurs histograms, so that a colour at the edge of a bin also counts for the next one."""
    lightness, green, blue = ([np.convolve(row, _BLUR, "same") for row in np.eye(count)] for count in BINS)
    return np.asarray(np.kron(np.kron(lightness, green), blue), dtype=np.float32)
