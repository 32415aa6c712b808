"""Check whether a figure is still on its last cell.

Takes the tones of its place when it stood there and the next picture; returns evidence in nats.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from companion.games.fairytile.board import Cell
from vision.arrays import FloatMap, Floats, Mask, Picture
from vision.fairytile import figures
from vision.fairytile.fit_tile import FIT_STEP_MM, KERNEL, off_tolerance
from vision.fairytile.params import PARAMS
from vision.fairytile.patch_cache import cut, tones
from vision.geometry.calibrate import View


class FigureTrack(NamedTuple):
    """Last place of a figure.

    Cell, foot, points of the plane, (h, w, 2) mm, mask of those it hid, their tones.
    """

    cell: Cell
    foot_mm: tuple[float, float]
    points: Floats
    hidden: Mask
    tones: FloatMap

    def nats(self, picture: Picture, view: View) -> float:
        """Return the evidence that the figure is still there; `picture` is `smoothed`."""
        now = tones(cut(picture, view, self.points))
        light = np.median((now - self.tones)[~self.hidden], 0)
        low, high = cv2.erode(self.tones, KERNEL) + light, cv2.dilate(self.tones, KERNEL) + light
        same = float((off_tolerance(now, low, high) < 1)[self.hidden].mean())
        beyond = (same - PARAMS.same_even_share) / (1 - PARAMS.same_even_share)
        return max(PARAMS.same_place_nats * beyond, PARAMS.contradicted_nats)


def track_figure(picture: Picture, view: View, cell: Cell, foot_mm: tuple[float, float]) -> FigureTrack:
    """Store the place of a figure; `picture` is `smoothed`."""
    hull = figures.hull(view, foot_mm)
    low, high = hull.min(0) - 4 * FIT_STEP_MM, hull.max(0) + 4 * FIT_STEP_MM
    steps = (np.arange(a, b, FIT_STEP_MM) for a, b in zip(low, high, strict=True))
    points = np.stack(np.meshgrid(*steps), -1)
    canvas = np.zeros(points.shape[:2], np.uint8)
    cv2.fillConvexPoly(canvas, np.rint((hull - low) / FIT_STEP_MM).astype(np.int32), 1)
    return FigureTrack(cell, foot_mm, points, canvas > 0, tones(cut(picture, view, points)))
