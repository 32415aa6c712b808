"""What covers the board in one picture after another, and what may have happened under it meanwhile."""

from __future__ import annotations

import cv2
import numpy as np

from companion.games.base import Space
from companion.table.observation import SOON_S
from vision import hand_detection
from vision.arrays import Mask, Picture
from vision.fae.scene import HIDES, Layout
from vision.light.change import as_before

PATIENCE_S = 6.0
"""What covers the board that long without moving is part of the table."""
AROUND = np.ones((15, 15), np.uint8)
"""Its edge and the shadow there."""
BESIDE_PX = 40
"""So much that changed beside a thing, on a space that it hides part of, is no shadow of it."""


class OcclusionTracker:
    """Spaces stay `open` to doubt from a picture in which they look otherwise than was agreed on, or in
    which a thing has grown over them, until the next table is agreed on."""

    def __init__(self) -> None:
        self._over: Mask | None = None
        self._still: tuple[float, Picture] | None = None
        self._open: frozenset[Space] = frozenset()
        self._clear_s = self._agreed_s = 0.0

    def patient(self, time_s: float) -> bool:
        """Whether the same doubtful picture has lain there so long that it shows no hand."""
        return self._still is not None and time_s - self._still[0] >= PATIENCE_S

    def look(self, work: Picture, time_s: float) -> bool:
        """One more picture, (h, w, 3), that is not as agreed; whether it is `patient` now."""
        if self._still is None or not as_before(work, self._still[1]):
            self._still = (time_s, work)
        return self.patient(time_s)

    def overtakes(
        self,
        layout: Layout,
        over: Mask,
        hidden: frozenset[Space],
        arms: Mask,
        changed: Mask,
        time_s: float,
    ) -> bool:
        """Whether what is `hidden` by the things `over` the board, (h, w), may have changed before what is in
        clear view; some of them are `arms`, (h, w), and `changed`, (h, w), is seen beside them, too."""
        if self._over is not None:
            grown = over & (cv2.dilate(self._over.astype(np.uint8), HIDES) == 0)
            self._open |= (
                layout.under(grown) if grown.sum() > hand_detection.PARAMS.min_strange_px else frozenset()
            )
        self._over = over if over.any() else None
        if over.any():
            beside = changed & (cv2.dilate(over.astype(np.uint8), AROUND) == 0)
            self._open |= hidden.intersection(layout.over(beside, BESIDE_PX))
        long = bool((over & arms).any()) and time_s - self._agreed_s > SOON_S
        return long or not self._open.isdisjoint(hidden)

    def read(self, hidden: frozenset[Space], unlike: frozenset[Space], time_s: float) -> None:
        """The last picture was read but for what is hidden, and looks unlike what was agreed on there."""
        self._open = (self._open & hidden) | unlike
        if not hidden:
            self._clear_s, self._still = time_s, None

    def agreed(self, time_s: float | None = None) -> None:
        """A table was agreed on: that of the last picture in clear view, or of one that shows the same."""
        self._open, self._agreed_s = frozenset(), self._clear_s if time_s is None else time_s
        if time_s is not None:
            self._over = None
