"""Standing pieces: where the points of an upright figure appear in the picture."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.arrays import Floats
from vision.geometry.calibrate import View

RADIUS_MM = 6.8
HEIGHTS_MM = np.arange(1.5, 28.0, 4.0)
RINGS = ((0.0, 1), (0.65, 5), (1.15, 9))


def _body() -> Floats:
    ring_points = [
        (share * RADIUS_MM * np.cos(angle), share * RADIUS_MM * np.sin(angle))
        for share, count in RINGS
        for angle in 2 * np.pi * np.arange(count) / count
    ]
    return np.array([(*point, height) for height in HEIGHTS_MM for point in ring_points])


BODY_MM = _body()
"""Sample points of a cylinder, (n, 3): sideways, away from the camera, up; a piece fills part of it."""


def body_pixels(view: View, bases_mm: Floats) -> Floats:
    """Where the body's points of pieces at (m, 2) board mm appear, shape (m, n, 2) pixels."""
    away = bases_mm - view.centre_mm[:2]
    away = away / (np.linalg.norm(away, axis=1, keepdims=True) + 1e-9)
    side = np.stack([-away[:, 1], away[:, 0]], -1)
    axes = np.zeros((len(bases_mm), 3, 3))
    axes[:, 0, :2], axes[:, 1, :2], axes[:, 2, 2] = side, away, -1
    feet = np.column_stack([bases_mm, np.zeros(len(bases_mm))]) @ view.turn.T + view.offset_mm
    camera_mm = feet.T[..., None] + (axes @ view.turn.T).transpose(2, 0, 1) @ BODY_MM.T
    return np.moveaxis(np.stack(view.pixels(camera_mm)), 0, -1)


def flat_index(pixels: Floats, size_px: tuple[int, int]) -> npt.NDArray[np.int32]:
    """Index into a flattened picture of (width, height) of pixels (..., 2), clipped to its edges."""
    width, height = size_px
    x = np.clip(np.rint(pixels[..., 0]), 0, width - 1).astype(np.int32)
    y = np.clip(np.rint(pixels[..., 1]), 0, height - 1).astype(np.int32)
    return np.asarray(y * width + x, dtype=np.int32)
