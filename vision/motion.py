"""Detection of motion in the pictures of a live camera."""

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Picture

WIDTH_PX = 160
"""Width of the compared pictures; averaging blocks of about 8 x 8 pixels removes the noise."""
MIN_MOTION_LEVELS = 12.0
"""Minimum change of a pixel of the small picture that is motion, in grey levels 0..255."""


class Stillness:
    """Compares each picture with the one before and measures the time without motion."""

    def __init__(self, hold_s: float) -> None:
        self._hold_s = hold_s
        self._before: npt.NDArray[np.float32] | None = None
        self._moved_at_s = 0.0

    def still(self, picture: Picture, time_s: float) -> bool:
        """Return whether nothing has moved for `hold_s` seconds; `picture` is BGR, (h, w, 3)."""
        height = round(picture.shape[0] * WIDTH_PX / picture.shape[1])
        rows = cv2.cvtColor(picture[::2], cv2.COLOR_BGR2GRAY)  # half of them: enough against noise
        small = cv2.resize(rows, (WIDTH_PX, height), interpolation=cv2.INTER_AREA)
        grey = np.asarray(small, dtype=np.float32)
        grey -= float(np.median(small))  # a flickering lamp changes all pixels alike; that is no motion
        if self._before is None or np.abs(grey - self._before).max() > MIN_MOTION_LEVELS:
            self._moved_at_s = time_s
        self._before = grey
        return time_s - self._moved_at_s >= self._hold_s - 1e-6
