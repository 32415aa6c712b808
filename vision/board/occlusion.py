"""Occlusion of the board by hands and things, and changes that it may hide.

Takes the things over the board in each picture; returns true while hidden spaces may have changed first.
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.games.base import Space
from companion.table.observation import SOON_S
from vision import hand_detection
from vision.arrays import Mask
from vision.board.params import PARAMS
from vision.board.scene import OCCLUDER_KERNEL, Layout
from vision.motion import Static

SHADOW_KERNEL = np.ones((PARAMS.occluder_shadow_px, PARAMS.occluder_shadow_px), np.uint8)
"""Kernel for the edge of a thing and its shadow."""


class OcclusionTracker:
    """Tracks spaces that may have changed under an occluding thing.

    A space is doubtful from a picture in which it differs from the accepted table, or in which a thing has
    grown over it, until the next table is accepted. `static` watches pictures that differ from
    the accepted one.
    """

    def __init__(self) -> None:
        self._occluders: Mask | None = None
        self.static = Static()
        self._doubtful: frozenset[Space] = frozenset()
        self._clear_s = self._agreed_s = 0.0

    def may_hide_changes(
        self,
        layout: Layout,
        over: Mask,
        hidden: frozenset[Space],
        arms: Mask,
        changed: Mask,
        time_s: float,
    ) -> bool:
        """Return true if `hidden` spaces may have changed before those in clear view.

        `over` (h, w) are things over the board, `arms` (h, w) those that reach in from the picture's edge,
        `changed` (h, w) all changed pixels. Updates the doubtful spaces.
        """
        if self._occluders is not None:
            grown = over & (cv2.dilate(self._occluders.astype(np.uint8), OCCLUDER_KERNEL) == 0)
            self._doubtful |= (
                layout.hidden_by(grown)
                if grown.sum() > hand_detection.PARAMS.min_unexplained_px
                else frozenset()
            )
        self._occluders = over if over.any() else None
        if over.any():
            beside = changed & (cv2.dilate(over.astype(np.uint8), SHADOW_KERNEL) == 0)
            self._doubtful |= hidden.intersection(layout.over(beside, PARAMS.beside_px))
        covered_px = int((over & arms & layout.board).sum())  # fingertips at its edge hide no move
        long = covered_px > hand_detection.PARAMS.min_on_board_px and time_s - self._agreed_s > SOON_S
        return long or not self._doubtful.isdisjoint(hidden)

    def read(self, hidden: frozenset[Space], unlike: frozenset[Space], time_s: float) -> None:
        """Record a picture that was read except for `hidden` and differs on the spaces `unlike`."""
        self._doubtful = (self._doubtful & hidden) | unlike
        if not hidden:
            self._clear_s = time_s
            self.static.forget()

    def agreed(self, time_s: float | None = None) -> None:
        """Record an accepted table: of the last clear picture, or of an equal one at `time_s`."""
        self._doubtful, self._agreed_s = frozenset(), self._clear_s if time_s is None else time_s
        if time_s is not None:
            self._occluders = None
