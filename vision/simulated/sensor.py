"""Model of a cheap camera: flickering exposure, slowly changing daylight, noise."""

import math

import cv2
import numpy as np

from vision.arrays import Picture
from vision.simulated.view import HEIGHT_PX, WIDTH_PX

_SPARE_PX = 128
"""Excess of the noise image over the picture; each picture uses another part of it."""


class Sensor:
    """Adds exposure changes and noise to pictures; `drifting` lets the daylight change slowly."""

    def __init__(self, noise: float, drifting: bool, rng: np.random.Generator) -> None:
        """Draw the noise once; `noise` is its standard deviation in grey levels."""
        grain = noise * rng.standard_normal((HEIGHT_PX + _SPARE_PX, WIDTH_PX + _SPARE_PX, 3), np.float32)
        grain = cv2.GaussianBlur(grain, (3, 3), 0.5) * 1.4
        self._brighter, self._darker = (
            np.clip(np.round(g), 0, 255).astype(np.uint8) for g in (grain, -grain)
        )
        self._drifting, self._drift = drifting, np.zeros(2)

    def wake(self, rng: np.random.Generator) -> None:
        """Start a new run of pictures with another phase of the daylight."""
        self._drift = rng.uniform(0, 2 * math.pi, 2)

    def exposed(self, picture: Picture, time_s: float, rng: np.random.Generator) -> Picture:
        """Return the exposed picture, (960, 1280, 3); changes it in place if possible."""
        gain = 1 + 0.006 * rng.standard_normal()
        if self._drifting:
            bright = gain * (1 + 0.10 * math.sin(time_s / 40 + self._drift[0]))
            warm = 0.04 * math.sin(time_s / 60 + self._drift[1])
            gains = bright * np.array([1 - warm, 1.0, 1 + warm])
            curve = np.clip(np.arange(256)[None, :, None] * gains, 0, 255).astype(np.uint8)
            picture = np.asarray(cv2.LUT(picture, curve), dtype=np.uint8)
        else:
            cv2.convertScaleAbs(picture, dst=picture, alpha=gain)
        x, y = rng.integers(0, _SPARE_PX, 2)
        window = np.s_[y : y + HEIGHT_PX, x : x + WIDTH_PX]
        cv2.add(picture, self._brighter[window], dst=picture)
        cv2.subtract(picture, self._darker[window], dst=picture)
        return picture
