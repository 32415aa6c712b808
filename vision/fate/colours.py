"""The colours of a piece, however it is turned: a histogram of its patch (Swain & Ballard, 1991).

The network knows the marks it was trained on; colours tell prints apart that nobody has shown it.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats
from vision.fate import patches

BINS = (6, 9, 9)
"""Of lightness, green to red and blue to yellow."""
RANGES = (0, 256, 68, 188, 68, 188)
"""OpenCV's 8 bit Lab; no print is more colourful."""
BODY_PX, RISE_PX, THICK_PX = 10, 3.5, 2
"""A tile's radius, and how much higher than the middle of the hex the middle of its piece appears."""
LEAST_FLATNESS = 0.4
_NEXT = np.array([0.25, 0.5, 0.25])


def describe(cut: npt.NDArray[np.uint8], flatness: Floats) -> Floats:
    """Vectors of unit length (n, 486) of patches (n, 64, 56, 3) BGR; their products are Bhattacharyya's."""
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
    middle = round(patches.FOOT_PX[0]), round(patches.FOOT_PX[1] - RISE_PX)
    high = round(BODY_PX * max(flatness, LEAST_FLATNESS)) + THICK_PX
    cv2.ellipse(mask, middle, (BODY_PX, high), 0, 0, 360, 1, -1)
    return mask


@cache
def _spread() -> npt.NDArray[np.float32]:
    """A colour near the edge of a bin counts for the next one too."""
    lightness, green, blue = ([np.convolve(row, _NEXT, "same") for row in np.eye(count)] for count in BINS)
    return np.asarray(np.kron(np.kron(lightness, green), blue), dtype=np.float32)
