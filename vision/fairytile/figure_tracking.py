"""How a place looked when a figure stood there: whether it still looks so tells whether the figure left."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from companion.games.fairytile.board import Cell
from vision.arrays import FloatMap, Floats, Mask, Picture
from vision.fairytile import figures
from vision.fairytile.fit_tile import TOLERANCE
from vision.fairytile.patch_cache import cut, tones
from vision.geometry.calibrate import View

STEP_MM = 2.0
STAYS_NATS = 6.0
"""For a figure to stand where it is said to: nine times out of ten it does, and there are tens of cells."""
SAME_NATS, LEFT_NATS, EVEN_SHARE = 16.0, -4.0, 0.88
"""For a place that looks just as it did, and at least for one that does not; one of which less is the same is
left rather than not.
"""
KERNEL = np.ones((3, 3), np.uint8)


class Stood(NamedTuple):
    """A figure's cell and foot; points of the plane, (h, w, 2) mm, which of them it hid, and their tones."""

    cell: Cell
    foot_mm: tuple[float, float]
    points: Floats
    hidden: Mask
    tones: FloatMap

    def nats(self, picture: Picture, view: View) -> float:
        """For it to stand there still; `picture` is `soft`."""
        now = tones(cut(picture, view, self.points))
        light = np.median((now - self.tones)[~self.hidden], 0)
        low, high = cv2.erode(self.tones, KERNEL) + light, cv2.dilate(self.tones, KERNEL) + light
        off = np.maximum(np.maximum(now - high, low - now), 0) / np.array(TOLERANCE, np.float32)
        same = float((off.max(-1) < 1)[self.hidden].mean())
        return max(SAME_NATS * (same - EVEN_SHARE) / (1 - EVEN_SHARE), LEFT_NATS)


def stood(picture: Picture, view: View, cell: Cell, foot_mm: tuple[float, float]) -> Stood:
    """How a place looks with a figure on it; `picture` is `soft`."""
    hull = figures.hull(view, foot_mm)
    low, high = hull.min(0) - 4 * STEP_MM, hull.max(0) + 4 * STEP_MM
    points = np.stack(np.meshgrid(*(np.arange(a, b, STEP_MM) for a, b in zip(low, high, strict=True))), -1)
    canvas = np.zeros(points.shape[:2], np.uint8)
    cv2.fillConvexPoly(canvas, np.rint((hull - low) / STEP_MM).astype(np.int32), 1)
    return Stood(cell, foot_mm, points, canvas > 0, tones(cut(picture, view, points)))
