"""Check of a picture's quality on the board: sharpness, light, scale and completeness.

The first picture is checked alone. A later one is compared with it: the check measures the share of the fine
print that is still there. Noise, hands and moved pieces do not correlate with it, so they do not count.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np

from companion.table.observation import Trouble
from vision.arrays import FloatMap, Floats, Mask, Picture
from vision.light import illumination, quality
from vision.light.params import PARAMS


def first_flaw(work: Picture, outline_px: Floats, outline_mm: Floats) -> Trouble | None:
    """Return the flaw of a first BGR picture at working size, (h, w, 3); None without one.

    `outline_px` (n, 2) and `outline_mm` (n, 3) are the outline of the board.
    """
    if share_in_view(outline_px, (work.shape[1], work.shape[0])) < PARAMS.in_view:
        return "cut_off"
    if quality.px_per_mm(outline_px, outline_mm) < PARAMS.min_px_per_mm:
        return "far"
    board = np.zeros(work.shape[:2], np.uint8)
    cv2.fillPoly(board, [np.rint(outline_px).astype(np.int32)], 1)
    grey = np.asarray(cv2.cvtColor(work, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    if quality.lightest(grey, board) < PARAMS.first_light_level:
        return "dark"
    return "blurred" if quality.blur(grey, board) > PARAMS.max_blur else None


def share_in_view(outline_px: Floats, size_px: tuple[int, int]) -> float:
    """Return the share, 0..1, of a convex outline, (n, 2), inside a picture (width, height)."""
    width, height = size_px
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    inside, _ = cv2.intersectConvexConvex(outline_px.astype(np.float32), frame)
    return float(inside / max(cv2.contourArea(outline_px.astype(np.float32)), 1.0))


_LEAST_SHARE, _LEAST_FINE, _MOST_UNLIKE = 0.6, 0.01, 1.0
"""Smallest share of coarse print, in equal light, and of fine print, and how unlike both may be, as a sum of
logarithms."""


class PrintDetails(NamedTuple):
    """Print in the strips: mean level, and fine and coarse gradients along x and along y, (n,) each."""

    level: float
    fine: tuple[FloatMap, FloatMap]
    coarse: tuple[FloatMap, FloatMap]


class ReferencePrint:
    """Print of the board, outline (n, 2), in a good BGR picture of working size, (h, w, 3)."""

    def __init__(self, work: Picture, outline_px: Floats) -> None:
        self._work, self._board = work, np.zeros(work.shape[:2], np.uint8)
        cv2.fillConvexPoly(self._board, np.rint(outline_px).astype(np.int32), 255)
        self._align(np.eye(3))

    def flaw(self, work: Picture, moved: Floats | None = None) -> Trouble | None:
        """Return the flaw of a later picture; None without one or if the board is not found in it.

        `moved` is the homography (3, 3) of the camera's movement since the last picture without a flaw.
        """
        before = self._pose
        if moved is not None:
            self.moved(moved)
        flaw = self._flaw(work)
        flaw = self._flaw(work) if flaw and self._realign(work) else None
        if flaw and moved is not None:
            self._align(before)
        return flaw

    def _flaw(self, work: Picture) -> Trouble | None:
        now = self._details(work)
        if now.level < PARAMS.light_kept * self._reference.level:
            return "dark"
        kept, whole = _shares(now.fine, self._reference.fine), _shares(now.coarse, self._reference.coarse)
        blurred = any(fine < PARAMS.focus_kept * coarse for fine, coarse in zip(kept, whole, strict=True))
        return "blurred" if blurred else None

    def softness_px(self, work: Picture) -> tuple[float, float] | None:
        """Return the blur of a later picture compared with this one; None if it is too much to be read.

        Standard deviations along x and y, in working pixels: those with which the reference keeps the same
        share of its fine print as of its coarse print.
        """
        now = self._details(work)
        grey = cv2.cvtColor(illumination.warped(self._work, self._pose), cv2.COLOR_BGR2GRAY)
        reference = np.asarray(grey, np.uint8)

        @cache
        def unlike(soft_px: tuple[float, float]) -> float:
            soft = self._details(softened(reference, soft_px))
            kept, whole = _shares(now.fine, soft.fine), _shares(now.coarse, soft.coarse)
            if min(whole) < _LEAST_SHARE * now.level / max(self._reference.level, 1.0):
                return np.inf
            return float(np.abs(np.log(np.maximum(kept, _LEAST_FINE) / whole)).sum())

        best = min(((each, each) for each in PARAMS.soft_px), key=unlike)
        best = min(((each, best[1]) for each in PARAMS.soft_px), key=unlike)
        best = min(((best[0], each) for each in PARAMS.soft_px), key=unlike)
        return best if unlike(best) < _MOST_UNLIKE else None

    def moved(self, homography: Floats) -> None:
        """Apply a movement of the camera: the homography (3, 3) from its last picture to the next."""
        self._align(homography @ self._pose)

    def _realign(self, work: Picture) -> bool:
        """Align the reference with a picture taken from another place; return whether that succeeded."""
        then, board = illumination.warped(self._work, self._pose), self._board_in(self._pose)
        grey = illumination.flat_grey(then)
        moved = illumination.shift(
            illumination.flat_grey(work), grey, illumination.features(grey, board.astype(np.uint8))
        )
        if moved is None or not self._board_in(moved @ self._pose).any():
            return False
        self._align(moved @ self._pose)
        return True

    def _board_in(self, pose: Floats) -> Mask:
        return illumination.warped(self._board, pose) > 250

    def _align(self, pose: Floats) -> None:
        """Compute the details of the reference, transformed by the homography `pose` (3, 3)."""
        self._pose = pose
        board = self._board_in(pose)
        rows = np.flatnonzero(board.any(1))
        top, bottom = rows[[0, -1]] if len(rows) else (0, len(board) - 1)
        starts = np.linspace(top, max(bottom - PARAMS.strip_px, top), PARAMS.strips).astype(int)
        self._rows = np.unique((starts[:, None] + np.arange(PARAMS.strip_px)).clip(0, len(board) - 1))
        self._inside = board[self._rows]
        seams = np.flatnonzero(np.diff(self._rows) > 1)
        for step in range(1 - PARAMS.strip_edge_px, 1 + PARAMS.strip_edge_px):
            self._inside[(seams + step).clip(0, len(self._rows) - 1)] = False
        self._reference = self._details(illumination.warped(self._work, pose))

    def _details(self, work: Picture) -> PrintDetails:
        rows = work[self._rows]
        grey = (cv2.cvtColor(rows, cv2.COLOR_BGR2GRAY) if rows.ndim == 3 else rows).astype(np.float32)
        fine, coarse = [], []
        for dx, dy in ((1, 0), (0, 1)):
            steps = cv2.Sobel(grey, cv2.CV_32F, dx, dy, ksize=1)
            smooth = cv2.blur(steps, (PARAMS.coarse_px, PARAMS.coarse_px))
            fine.append((steps - smooth)[self._inside])
            coarse.append(smooth[self._inside])
        return PrintDetails(
            float(grey[self._inside].mean()) if self._inside.any() else 0.0,
            (fine[0], fine[1]),
            (coarse[0], coarse[1]),
        )


def softened(picture: Picture, soft_px: tuple[float, float]) -> Picture:
    """Return a picture, (h, w) or (h, w, 3), blurred by standard deviations along x and y; 0 for none."""
    if not any(soft_px):
        return picture
    least = 0.01  # OpenCV takes 0 for "as in the other direction"
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), max(soft_px[0], least), None, max(soft_px[1], least)))


def _shares(now: Sequence[FloatMap], then: Sequence[FloatMap]) -> list[float]:
    """Return the shares of some details contained in those of another picture (least squares, 0 without)."""
    return [float(a @ b) / max(float(b @ b), 1e-6) for a, b in zip(now, then, strict=True)]
