"""Tracking of one board through pictures of a camera that may be moved, covered or blurred."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

import cv2
import numpy as np

from companion.errors import VisionError
from companion.table.observation import Trouble
from vision.arrays import FloatMap, Floats, Picture
from vision.geometry import find_board, learnt_board
from vision.geometry.calibrate import View, refine, view_elsewhere
from vision.geometry.find_board import Cornered, Locate
from vision.geometry.params import PARAMS
from vision.light import illumination
from vision.light.change import as_before, to_lab
from vision.light.picture_check import ReferencePrint, first_flaw, softened
from vision.light.quality import WORKING_WIDTH_PX


class Followed(NamedTuple):
    """Result of tracking: the trouble of an unreadable picture, or the camera's movement.

    `moved` is the homography (3, 3) from the last picture to this one, both at working size; None without
    movement. `soft_px`: blur of a "blurred" picture along x and y that may be read with equal blur over the
    earlier ones, standard deviations in working pixels; None if it cannot be read.
    """

    trouble: Trouble | None = None
    moved: Floats | None = None
    soft_px: tuple[float, float] | None = None


class Tracker:
    """Tracks a board: `view` is in pixels of the camera, `small_view` in working pixels."""

    def __init__(self, board: Cornered, locate: Locate) -> None:
        self._board, self._locate = board, locate
        self.view: View
        self._scale: float
        self._reference: ReferencePrint
        self._lost: Picture | None = None
        self._last: tuple[Picture, Picture, FloatMap] | None = None
        to_lab(
            np.zeros((1, 1, 3), np.uint8)
        )  # OpenCV builds its tables at first use; here it delays no picture

    @property
    def small_view(self) -> View:
        """View in working pixels."""
        return self.view.scaled(self._scale)

    def working(self, picture: Picture) -> Picture:
        """Return the picture at working size."""
        size = (WORKING_WIDTH_PX, round(picture.shape[0] * WORKING_WIDTH_PX / picture.shape[1]))
        return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)

    def begin(self, picture: Picture) -> Trouble | None:
        """Find the board in a first picture; return the trouble if it is unreadable. Raises VisionError."""
        self.view, self._scale = self._locate(picture), WORKING_WIDTH_PX / picture.shape[1]
        work, outline_px = self.working(picture), self.small_view.project(self._board.corners_mm)
        flaw = first_flaw(work, outline_px, self._board.corners_mm)
        if flaw is None:
            self._reference = ReferencePrint(work, outline_px)
        return flaw

    def follow(self, picture: Picture, work: Picture, last: Picture) -> Followed:
        """Find the board in a picture, `work` at working size; `last` is the last one that was read."""
        moved = illumination.shift(illumination.flat_grey(work), *self.expect(last))
        if moved is None:
            return self._find_again(picture, work, last)
        still = np.array_equal(moved, np.eye(3))
        if flaw := self._reference.flaw(work, None if still else moved):
            return Followed(flaw, soft_px=self._softness_px(work, last) if flaw == "blurred" else None)
        if still:
            return Followed()
        points = self._board.lines[0][:: PARAMS.point_step]
        now = cv2.perspectiveTransform(self.small_view.project(points)[None], moved)[0]
        rough = refine(self.view, points, now / self._scale, rounds=4)
        if (
            np.median(np.linalg.norm(rough.project(points) * self._scale - now, axis=1))
            > PARAMS.well_fitted_px
        ):
            rough = view_elsewhere(self.view, points, now / self._scale)
        soft = find_board.soft_lab(picture)
        view = find_board.align(self._board, soft, rough, PARAMS.follow_reach_px)
        return Followed(moved=self._move_to(view))

    def expect(self, last: Picture) -> tuple[Picture, FloatMap]:
        """Return grey picture and features of the `last` picture that was read, at working size; cached."""
        if self._last is None or self._last[0] is not last:
            self._last = last, *self._features(last)
        return self._last[1:]

    def _features(self, work: Picture) -> tuple[Picture, FloatMap]:
        mask, outline_px = np.zeros(work.shape[:2], np.uint8), self.small_view.project(self._board.corners_mm)
        cv2.fillConvexPoly(mask, np.rint(outline_px).astype(np.int32), 1)
        grey = illumination.flat_grey(work)
        return grey, illumination.features(grey, mask)

    def _softness_px(self, work: Picture, last: Picture) -> tuple[float, float] | None:
        """Return the blur of a blurred picture along x and y; None if it is too much or the camera moved."""
        soft_px = self._reference.softness_px(work)
        if soft_px is None:
            return None
        moved = illumination.shift(illumination.flat_grey(work), *self._features(softened(last, soft_px)))
        return None if moved is None or not np.array_equal(moved, np.eye(3)) else soft_px

    def _move_to(self, view: View) -> Floats:
        """Set the view after a movement; return the homography (3, 3) from the last picture."""
        points, then = self._board.lines[0][:: PARAMS.point_step], self.small_view
        self.view = view
        found, _ = cv2.findHomography(then.project(points), self.small_view.project(points))
        return np.asarray(found, dtype=np.float64)

    def _find_again(self, picture: Picture, work: Picture, last: Picture) -> Followed:
        """Search the whole picture for the board, by its last appearance or as at the start.

        An unchanged picture is not searched again.
        """
        if self._lost is not None and as_before(work, self._lost):
            return Followed("board_lost")
        self._lost = work
        appearance = learnt_board.flatten(self._board, last, self.small_view)
        ways: Sequence[Locate] = (
            partial(learnt_board.find, self._board, learnt=appearance, last=self.view),
            self._locate,
        )
        for search in ways:
            with suppress(VisionError):
                view = search(picture)
                if _is_same_board(learnt_board.flatten(self._board, picture, view), appearance):
                    self._lost = None
                    moved = self._move_to(view)
                    self._reference.moved(moved)
                    return Followed(moved=moved)
        return Followed("board_lost")


def _is_same_board(one: Picture, other: Picture) -> bool:
    """Return whether two pictures from above show the same board."""
    grey_pictures = [illumination.flat_grey(picture).astype(np.float64) for picture in (one, other)]
    first, second = (grey - grey.mean() for grey in grey_pictures)
    return float((first * second).sum()) > PARAMS.same_board_correlation * float(
        np.sqrt((first**2).sum() * (second**2).sum())
    )
