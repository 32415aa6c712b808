"""Follows one board through the pictures of a camera that may be bumped, knocked away, covered or blurred."""

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
from vision.light.picture_check import Print, first_flaw
from vision.light.quality import WORKING_WIDTH_PX


class Followed(NamedTuple):
    """Why a picture must not be read, if so; else how the camera moved: the homography (3, 3) from the last
    picture to this one, both at working size, None while it stands still.
    """

    trouble: Trouble | None = None
    moved: Floats | None = None


class Tracker:
    """Where the board lies: `view` in the camera's pixels, `small_view` in those of working pictures."""

    def __init__(self, board: Cornered, locate: Locate) -> None:
        self._board, self._locate = board, locate
        self.view: View
        self._scale: float
        self._print: Print
        self._lost: Picture | None = None
        self._last: tuple[Picture, Picture, FloatMap] | None = None
        to_lab(np.zeros((1, 1, 3), np.uint8))  # its tables are made at first use: not with the first picture

    @property
    def small_view(self) -> View:
        """The view in working pixels."""
        return self.view.scaled(self._scale)

    def working(self, picture: Picture) -> Picture:
        """The picture at working size."""
        size = (WORKING_WIDTH_PX, round(picture.shape[0] * WORKING_WIDTH_PX / picture.shape[1]))
        return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)

    def begin(self, picture: Picture) -> Trouble | None:
        """Find the board in a first picture, and say why that must not be read. Raises VisionError."""
        self.view, self._scale = self._locate(picture), WORKING_WIDTH_PX / picture.shape[1]
        work, outline_px = self.working(picture), self.small_view.project(self._board.corners_mm)
        flaw = first_flaw(work, outline_px, self._board.corners_mm)
        if flaw is None:
            self._print = Print(work, outline_px)
        return flaw

    def follow(self, picture: Picture, work: Picture, last: Picture) -> Followed:
        """Find the board in a picture, which is `work` at working size; `last` is the last one understood."""
        moved = illumination.shift(illumination.flat_grey(work), *self.expect(last))
        if moved is None:
            return self._find_again(picture, work, last)
        still = np.array_equal(moved, np.eye(3))
        if flaw := self._print.flaw(work, None if still else moved):
            return Followed(flaw)
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
        return Followed(moved=self._to(view))

    def expect(self, last: Picture) -> tuple[Picture, FloatMap]:
        """What the next picture will be followed by, from the `last` one understood, at working size; worked
        out once."""
        if self._last is None or self._last[0] is not last:
            mask, outline_px = (
                np.zeros(last.shape[:2], np.uint8),
                self.small_view.project(self._board.corners_mm),
            )
            cv2.fillConvexPoly(mask, np.rint(outline_px).astype(np.int32), 1)
            grey = illumination.flat_grey(last)
            self._last = last, grey, illumination.features(grey, mask)
        return self._last[1:]

    def _to(self, view: View) -> Floats:
        """The camera has moved to this view: the homography (3, 3) from the last picture."""
        points, then = self._board.lines[0][:: PARAMS.point_step], self.small_view
        self.view = view
        found, _ = cv2.findHomography(then.project(points), self.small_view.project(points))
        return np.asarray(found, dtype=np.float64)

    def _find_again(self, picture: Picture, work: Picture, last: Picture) -> Followed:
        """Search a whole picture, the same one only once: for the board as it looked last, or as at first."""
        if self._lost is not None and as_before(work, self._lost):
            return Followed("board_lost")
        self._lost = work
        look = learnt_board.flatten(self._board, last, self.small_view)
        ways: Sequence[Locate] = (
            partial(learnt_board.find, self._board, learnt=look, last=self.view),
            self._locate,
        )
        for search in ways:
            with suppress(VisionError):
                view = search(picture)
                if _alike(learnt_board.flatten(self._board, picture, view), look):
                    self._lost = None
                    moved = self._to(view)
                    self._print.moved(moved)
                    return Followed(moved=moved)
        return Followed("board_lost")


def _alike(one: Picture, other: Picture) -> bool:
    """Whether two pictures from above show the same board."""
    apart = [illumination.flat_grey(picture).astype(np.float64) for picture in (one, other)]
    first, second = (grey - grey.mean() for grey in apart)
    return float((first * second).sum()) > PARAMS.same_board_correlation * float(
        np.sqrt((first**2).sum() * (second**2).sum())
    )
