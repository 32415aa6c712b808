"""Detection of motion in the pictures of a live camera."""

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Picture
from vision.light.change import as_before

WIDTH_PX = 160
"""Width of the compared pictures; averaging blocks of about 8 x 8 pixels removes the noise."""
MIN_MOTION_LEVELS = 12.0
"""Minimum change of a pixel of the small picture that is motion, in grey levels 0..255."""


EQUAL_PICTURES = 3
"""Minimum number of equal pictures of a still table. Measured: tests/bench/recording.py."""
STATIC_AFTER_S = 6.0
"""Time without motion after which what is in the picture is a thing. Measured; longer than a hand rests."""


class Stillness:
    """Compares each picture with the one before and measures the time without motion.

    A slow camera may take two pictures of a hand that rests for a moment: three must be equal.
    """

    def __init__(self, hold_s: float) -> None:
        self._hold_s = hold_s
        self._before: npt.NDArray[np.float32] | None = None
        self._moved_at_s, self._equal = 0.0, 0

    def still(self, picture: Picture, time_s: float) -> bool:
        """Return whether nothing has moved for `hold_s` seconds; `picture` is BGR, (h, w, 3).

        With a `hold_s` of 0 every picture is still.
        """
        height = round(picture.shape[0] * WIDTH_PX / picture.shape[1])
        rows = cv2.cvtColor(picture[::2], cv2.COLOR_BGR2GRAY)  # half of them: enough against noise
        small = cv2.resize(rows, (WIDTH_PX, height), interpolation=cv2.INTER_AREA)
        grey = np.asarray(small, dtype=np.float32)
        grey -= float(np.median(small))  # a flickering lamp changes all pixels alike; that is no motion
        if self._before is None or np.abs(grey - self._before).max() > MIN_MOTION_LEVELS:
            self._moved_at_s, self._equal = time_s, 0
        self._before, self._equal = grey, self._equal + 1
        held = time_s - self._moved_at_s >= self._hold_s - 1e-6
        return not self._hold_s or (held and self._equal >= EQUAL_PICTURES)


class Static:
    """Measures how long the same picture has been seen: a thing that is put down stays, a hand does not."""

    def __init__(self) -> None:
        self._since: tuple[float, Picture] | None = None

    def look(self, work: Picture, time_s: float) -> bool:
        """Add a picture, (h, w, 3); return `at` this time."""
        if self._since is None or not as_before(work, self._since[1]):
            self._since = time_s, work
        return self.at(time_s)

    def at(self, time_s: float) -> bool:
        """Return whether the same picture has lasted so long that it shows no hand."""
        return self._since is not None and time_s - self._since[0] >= STATIC_AFTER_S

    def forget(self) -> None:
        """Begin with the next picture."""
        self._since = None
