"""Several pictures of a moment in which nothing moves, as one: noise costs time, not truth.

Noise is what two pictures in a row differ by almost everywhere, whatever the light does between them; of a
first picture alone it is what its smoothest parts show. Pictures without much of it are taken as they are.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from vision.arrays import FloatMap, Picture

STEP_PX = 8
"""Noise is estimated from every eighth pixel, each way."""
APART_PX = 12
"""Pixels so far apart are in the same light, and their noise differs."""
DARKEST = 16.0
BLOCK_PX = 8
LITTLE_NOISE = 3.5
"""Standard deviation in grey levels, as of a camera in a good light: what every comparison reckons with."""
MOST_PICTURES = 8
MOVED_LEVELS, MOVED_SIGMAS = 1.5, 5.5
"""Something has moved where a block differs by so many levels more than so much of the usual difference …"""
MOST_USUAL = 0.75
"""… and the camera, or the light, where blocks usually do by so much of the noise: it leaves half as much."""
SMOOTHEST = 10
"""Percent of the blocks of a picture show little but its noise …"""
SMOOTHED = 3.5
"""… of which compression has left at least one in so many parts."""


class Fused(NamedTuple):
    """A BGR picture, (h, w, 3), and the noise that it has beyond the little that all pictures have: a
    standard deviation in grey levels."""

    picture: Picture
    noise: float


class Fusion:
    """The mean of the last pictures, as long as nothing moves."""

    def __init__(self) -> None:
        self._before: Picture | None = None
        self._mean: FloatMap | None = None
        self._count = 0
        self._noise = self._noise_before = 0.0

    def add(self, picture: Picture) -> Fused:
        """One more picture, (h, w, 3), with those before it that show the same."""
        before, self._before = self._before, picture
        same = before is not None and before.shape == picture.shape
        noise = _between(picture, before) if same and before is not None else _alone(picture)
        if same and noise > LITTLE_NOISE:
            noise = min(noise, SMOOTHED * _alone(picture))
        self._noise, self._noise_before = noise, self._noise
        if noise <= LITTLE_NOISE:
            self._mean, self._count = None, 0
            return Fused(picture, 0.0)
        if not same or self._mean is None or _moved(picture, self._mean, noise):
            self._mean, self._count = picture.astype(np.float32), 1
        else:
            self._count = min(self._count + 1, MOST_PICTURES)
            cv2.accumulateWeighted(picture, self._mean, 1 / self._count)
        return Fused(np.rint(self._mean).astype(np.uint8), _left(noise, self._count))

    def moved(self) -> float:
        """The noise of the last picture if the camera moved before it: that of the pictures before."""
        self._noise = self._noise_before
        return _left(self._noise, 1)


def _left(noise: float, pictures: int) -> float:
    return float(max(noise**2 / pictures - LITTLE_NOISE**2, 0.0) ** 0.5)


def _between(now: Picture, before: Picture) -> float:
    """What the steps between pixels nearby differ by, as far as other light does not explain it."""
    here, there = (slice(None, -APART_PX, STEP_PX), slice(APART_PX, None, STEP_PX))
    (now_here, now_there), (then_here, then_there) = (
        (each[::STEP_PX, here].astype(np.float32), each[::STEP_PX, there].astype(np.float32))
        for each in (now, before)
    )
    gain = (now_here + now_there + DARKEST) / (then_here + then_there + DARKEST)
    apart = (now_here - now_there - gain * (then_here - then_there)) / np.sqrt(2 * (1 + gain * gain))
    return float(1.4826 * np.median(np.abs(apart)))


def _alone(picture: Picture) -> float:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    steps = (grey[:, 1:] - grey[:, :-1])[1:] - (grey[:, 1:] - grey[:, :-1])[:-1]
    blocks = cv2.blur(steps * steps, (BLOCK_PX, BLOCK_PX))[::BLOCK_PX, ::BLOCK_PX]
    grey_share = (0.114**2 + 0.587**2 + 0.299**2) ** 0.5
    return float(np.percentile(blocks, SMOOTHEST) ** 0.5 / 2 / grey_share)


def _moved(picture: Picture, mean: FloatMap, noise: float) -> bool:
    """Whether some part as large as a piece differs by more than usual, beside the exposure, or all by more
    than noise, a standard deviation of pixels, makes it."""
    size = (picture.shape[1] // BLOCK_PX, picture.shape[0] // BLOCK_PX)
    now, then = (
        cv2.resize(each, size, interpolation=cv2.INTER_AREA).astype(np.float32) for each in (picture, mean)
    )
    apart = now - then - np.median(now - then, (0, 1))
    for blocks in (apart, cv2.blur(apart, (2, 2))):
        usual = 1.4826 * float(np.median(np.abs(blocks)))
        if usual > MOST_USUAL * noise or np.abs(blocks).max() > MOVED_LEVELS + MOVED_SIGMAS * usual:
            return True
    return False
