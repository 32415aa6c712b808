"""Whether a picture may be believed: sharp, light, near and whole enough, judged where the board is.

The first picture is judged by itself, later ones by how much of its fine print they still show: what both
pictures have in common, so that noise, hands and pieces that moved count for nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from companion.table.observation import Trouble
from vision.arrays import FloatMap, Floats, Mask, Picture
from vision.light import illumination, quality
from vision.light.params import PARAMS


def first_flaw(work: Picture, outline_px: Floats, outline_mm: Floats) -> Trouble | None:
    """What is wrong with a BGR picture at working size, (h, w, 3), of a board, (n, 2) px and (n, 3) mm."""
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
    """How much of a convex outline, (n, 2), lies within a picture (width, height)."""
    width, height = size_px
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    inside, _ = cv2.intersectConvexConvex(outline_px.astype(np.float32), frame)
    return float(inside / max(cv2.contourArea(outline_px.astype(np.float32)), 1.0))


class Details(NamedTuple):
    """The mean level of the strips, and along each axis steps between pixels: fine and coarse ones, (n,)."""

    level: float
    fine: tuple[FloatMap, FloatMap]
    coarse: tuple[FloatMap, FloatMap]


class Print:
    """How the board, whose outline is (n, 2), looked in a good BGR picture of the working size, (h, w, 3)."""

    def __init__(self, work: Picture, outline_px: Floats) -> None:
        self._work, self._board = work, np.zeros(work.shape[:2], np.uint8)
        cv2.fillConvexPoly(self._board, np.rint(outline_px).astype(np.int32), 255)
        self._lay(np.eye(3))

    def flaw(self, work: Picture, moved: Floats | None = None) -> Trouble | None:
        """What makes a later picture worse than that one; None also where the board is not found in it.

        `moved`: the camera has moved by that homography (3, 3) since the last picture without a flaw.
        """
        before = self._where
        if moved is not None:
            self.moved(moved)
        flaw = self._flaw(work)
        flaw = self._flaw(work) if flaw and self._follow(work) else None
        if flaw and moved is not None:
            self._lay(before)
        return flaw

    def _flaw(self, work: Picture) -> Trouble | None:
        now = self._details(work)
        if now.level < PARAMS.light_kept * self._then.level:
            return "dark"
        kept = [_share(*details) for details in zip(now.fine, self._then.fine, strict=True)]
        whole = [_share(*details) for details in zip(now.coarse, self._then.coarse, strict=True)]
        blurred = any(fine < PARAMS.focus_kept * coarse for fine, coarse in zip(kept, whole, strict=True))
        return "blurred" if blurred else None

    def moved(self, homography: Floats) -> None:
        """The camera has moved: by the homography (3, 3) from its last picture to the next."""
        self._lay(homography @ self._where)

    def _follow(self, work: Picture) -> bool:
        """Lay the good picture over one that the camera took from elsewhere; whether that can be done."""
        then, board = illumination.warped(self._work, self._where), self._there(self._where)
        grey = illumination.flat_grey(then)
        moved = illumination.shift(
            illumination.flat_grey(work), grey, illumination.features(grey, board.astype(np.uint8))
        )
        if moved is None or not self._there(moved @ self._where).any():
            return False
        self._lay(moved @ self._where)
        return True

    def _there(self, where: Floats) -> Mask:
        return illumination.warped(self._board, where) > 250

    def _lay(self, where: Floats) -> None:
        """Take note of the details of the good picture as it looks from elsewhere."""
        self._where = where
        board = self._there(where)
        rows = np.flatnonzero(board.any(1))
        top, bottom = rows[[0, -1]] if len(rows) else (0, len(board) - 1)
        starts = np.linspace(top, max(bottom - PARAMS.strip_px, top), PARAMS.strips).astype(int)
        self._rows = np.unique((starts[:, None] + np.arange(PARAMS.strip_px)).clip(0, len(board) - 1))
        self._inside = board[self._rows]
        seams = np.flatnonzero(np.diff(self._rows) > 1)
        for step in range(1 - PARAMS.strip_edge_px, 1 + PARAMS.strip_edge_px):
            self._inside[(seams + step).clip(0, len(self._rows) - 1)] = False
        self._then = self._details(illumination.warped(self._work, where))

    def _details(self, work: Picture) -> Details:
        grey = cv2.cvtColor(work[self._rows], cv2.COLOR_BGR2GRAY).astype(np.float32)
        fine, coarse = [], []
        for dx, dy in ((1, 0), (0, 1)):
            steps = cv2.Sobel(grey, cv2.CV_32F, dx, dy, ksize=1)
            smooth = cv2.blur(steps, (PARAMS.coarse_px, PARAMS.coarse_px))
            fine.append((steps - smooth)[self._inside])
            coarse.append(smooth[self._inside])
        return Details(
            float(grey[self._inside].mean()) if self._inside.any() else 0.0,
            (fine[0], fine[1]),
            (coarse[0], coarse[1]),
        )


def _share(now: FloatMap, then: FloatMap) -> float:
    """How much of `then` is in `now` (least squares); all of it if there was nothing."""
    return float(now @ then) / max(float(then @ then), 1e-6)
