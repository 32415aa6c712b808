"""Projection of upright pieces: pixels of the sample points of a figure.

Takes positions in board mm and a view; returns pixels.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.arrays import Floats
from vision.geometry.calibrate import View


def body_pixels(view: View, bases_mm: Floats, body_mm: Floats) -> Floats:
    """Project the points of a body, (n, 3), of pieces at (m, 2) board mm; returns pixels, (m, n, 2)."""
    away = bases_mm - view.centre_mm[:2]
    away = away / (np.linalg.norm(away, axis=1, keepdims=True) + 1e-9)
    side = np.stack([-away[:, 1], away[:, 0]], -1)
    axes = np.zeros((len(bases_mm), 3, 3))
    axes[:, 0, :2], axes[:, 1, :2], axes[:, 2, 2] = side, away, -1
    feet = np.column_stack([bases_mm, np.zeros(len(bases_mm))]) @ view.turn.T + view.offset_mm
    camera_mm = feet.T[..., None] + (axes @ view.turn.T).transpose(2, 0, 1) @ body_mm.T
    return np.moveaxis(np.stack(view.pixels(camera_mm)), 0, -1)


def flat_index(pixels: Floats, size_px: tuple[int, int]) -> npt.NDArray[np.int32]:
    """Return flat indices of pixels (..., 2), clipped to a picture of (width, height)."""
    width, height = size_px
    x = np.clip(np.rint(pixels[..., 0]), 0, width - 1).astype(np.int32)
    y = np.clip(np.rint(pixels[..., 1]), 0, height - 1).astype(np.int32)
    return np.asarray(y * width + x, dtype=np.int32)
