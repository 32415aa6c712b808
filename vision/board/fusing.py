"""Averaging of pictures while nothing moves, and their noise.

Takes working pictures one by one; returns their mean and the noise left. Between two pictures, noise is
the usual difference, corrected for light; for a first picture it is what its smoothest parts show.
Pictures with little noise are returned unchanged.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from vision.arrays import FloatMap, Picture
from vision.board.params import PARAMS


class Fused(NamedTuple):
    """BGR picture, (h, w, 3), and its noise beyond that of good light.

    `noise` is a standard deviation in grey levels.
    """

    picture: Picture
    noise: float


class Fusion:
    """Mean of the last pictures, as long as nothing moves."""

    def __init__(self) -> None:
        self._before: Picture | None = None
        self._mean: FloatMap | None = None
        self._count = 0
        self._noise = self._noise_before = 0.0

    def add(self, picture: Picture) -> Fused:
        """Add a picture, (h, w, 3); returns its mean with those before it that show the same."""
        before, self._before = self._before, picture
        same = before is not None and before.shape == picture.shape
        noise = _noise_between(picture, before) if same and before is not None else _noise_of(picture)
        if same and noise > PARAMS.min_noise_levels:
            noise = min(noise, PARAMS.compression_factor * _noise_of(picture))
        self._noise, self._noise_before = noise, self._noise
        if noise <= PARAMS.min_noise_levels:
            self._mean, self._count = None, 0
            return Fused(picture, 0.0)
        if not same or self._mean is None or _anything_moved(picture, self._mean, noise):
            self._mean, self._count = picture.astype(np.float32), 1
        else:
            self._count = min(self._count + 1, PARAMS.max_fused_pictures)
            cv2.accumulateWeighted(picture, self._mean, 1 / self._count)
        return Fused(np.rint(self._mean).astype(np.uint8), _remaining_noise(noise, self._count))

    def moved(self) -> float:
        """Return the noise after a move of the camera, estimated from the picture before it."""
        self._noise = self._noise_before
        return _remaining_noise(self._noise, 1)


def _remaining_noise(noise: float, pictures: int) -> float:
    return float(max(noise**2 / pictures - PARAMS.min_noise_levels**2, 0.0) ** 0.5)


def _noise_between(now: Picture, before: Picture) -> float:
    """Return the noise in the steps between nearby pixels, corrected for the gain of light."""
    step, apart_px, floor = PARAMS.noise_block_px, PARAMS.noise_apart_px, 2 * PARAMS.ratio_floor_levels
    here, there = slice(None, -apart_px, step), slice(apart_px, None, step)
    (now_here, now_there), (then_here, then_there) = (
        (each[::step, here].astype(np.float32), each[::step, there].astype(np.float32))
        for each in (now, before)
    )
    gain = (now_here + now_there + floor) / (then_here + then_there + floor)
    apart = (now_here - now_there - gain * (then_here - then_there)) / np.sqrt(2 * (1 + gain * gain))
    return float(1.4826 * np.median(np.abs(apart)))


def _noise_of(picture: Picture) -> float:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    steps = (grey[:, 1:] - grey[:, :-1])[1:] - (grey[:, 1:] - grey[:, :-1])[:-1]
    size = PARAMS.noise_block_px
    blocks = cv2.blur(steps * steps, (size, size))[::size, ::size]
    grey_share = (0.114**2 + 0.587**2 + 0.299**2) ** 0.5
    return float(np.percentile(blocks, PARAMS.smooth_percentile) ** 0.5 / 2 / grey_share)


def _anything_moved(picture: Picture, mean: FloatMap, noise: float) -> bool:
    """Return true if part of the picture moved, or camera or light changed.

    Part: a block differs by more than the others, exposure removed. All: blocks differ by more than
    `noise`, a standard deviation of pixels, allows for.
    """
    size = (picture.shape[1] // PARAMS.noise_block_px, picture.shape[0] // PARAMS.noise_block_px)
    now, then = (
        cv2.resize(each, size, interpolation=cv2.INTER_AREA).astype(np.float32) for each in (picture, mean)
    )
    apart = now - then - np.median(now - then, (0, 1))
    for blocks in (apart, cv2.blur(apart, (2, 2))):
        usual = 1.4826 * float(np.median(np.abs(blocks)))
        most = PARAMS.moved_levels + PARAMS.moved_sigmas * usual
        if usual > PARAMS.max_usual_share * noise or np.abs(blocks).max() > most:
            return True
    return False
