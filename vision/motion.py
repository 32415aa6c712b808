"""Detection of motion in the pictures of a live camera.

Motion is what changes more than the camera's own noise does, over a connected area. A pixel of the small
picture is compared with the one before. Lamps that flicker, exposure that breathes and a lens that hunts for
focus are taken out first: they change a picture in ways that no arm does.
"""

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Picture
from vision.light.change import as_before

Map: TypeAlias = npt.NDArray[np.float32]


@dataclass(frozen=True)
class MotionParams:
    """Parameters of motion; levels are grey levels 0..255 of the small picture."""

    width_px: int = 160
    """Width of the compared pictures."""
    full_rows_below_px: int = 1000
    """Width of a picture from which half of the rows are enough against noise; they cost less."""
    areas_px: tuple[int, ...] = (3, 9)
    """Sides of the squares over which a change is averaged: a fingertip, and an arm in the dark."""
    least_levels: tuple[float, ...] = (6.0, 3.0)
    """Minimum mean change of such a square that is motion, behind a camera without noise."""
    times_noise: float = 8.0
    """Minimum mean change in standard deviations of that mean by noise; 5.5 come in 1 of 10 000 pictures."""
    shades: int = 8
    """Number of brightness classes, each with noise of its own."""
    most_noise_levels: float = 8.0
    """Maximum noise of a pixel's change; more is motion of the whole picture."""
    least_noise_levels: float = 0.4
    """Minimum noise: that of rounding."""
    noise_grows: float = 1.1
    """Maximum growth of the noise from one picture to the next: an arm does not become noise."""
    bright_levels: float = 200.0
    """Level from which parts of a pixel may be saturated: they follow no change of light."""
    unsure_gain: float = 0.25
    """Share of a change of light that is not the same for all pixels of a row."""
    wide_px: int = 41
    """Side of the square of soft shadows and light that moves: changes that are wider are no motion."""


PARAMS = MotionParams()
EQUAL_PICTURES = 3
"""Minimum number of equal pictures of a still table. Measured: tests/bench/recording.py."""
STATIC_AFTER_S = 6.0
"""Time without motion after which what is in the picture is a thing. Measured; longer than a hand rests."""


class Noise:
    """Noise of a camera from one picture to the next, by brightness and by area; follows it slowly."""

    def __init__(self) -> None:
        self._levels: Map | None = None
        self._areas: list[float] = []

    def exceeded(self, change: Map, unsure: Map, grey: Map) -> bool:
        """Return whether a change, (h, w), is motion somewhere, and not only what is `unsure`.

        `grey` is the picture before.
        """
        if _spread(change) > PARAMS.most_noise_levels:
            return True
        levels = self._by_shade(change, grey)
        relative = change / levels
        found = False
        for number, side_px in enumerate(PARAMS.areas_px):
            mean = np.asarray(cv2.boxFilter(relative, -1, (side_px, side_px)), np.float32)
            spread = self._of_area(number, max(_spread(mean), 1 / side_px))
            least = np.maximum(PARAMS.least_levels[number] / levels, PARAMS.times_noise * spread)
            least += cv2.boxFilter(unsure / levels, -1, (side_px, side_px))
            found |= bool((np.abs(mean) > least).any())
        return found

    def _by_shade(self, change: Map, grey: Map) -> Map:
        """Return the noise of every pixel by its brightness."""
        shade = np.clip(grey * (PARAMS.shades / 256), 0, PARAMS.shades - 1).astype(np.intp)
        whole = _spread(change)
        now = np.full(PARAMS.shades, whole, np.float32)
        for one, count in enumerate(np.bincount(shade.ravel(), minlength=PARAMS.shades)):
            if count * PARAMS.shades >= change.size / 4:
                now[one] = _spread(change[shade == one])
        now = np.clip(now, PARAMS.least_noise_levels, PARAMS.most_noise_levels)
        if self._levels is not None:
            now = np.minimum(now, self._levels * PARAMS.noise_grows)
        self._levels = now
        levels: Map = now[shade]
        return levels

    def _of_area(self, number: int, now: float) -> float:
        """Return the spread of means over an area: more than by chance where noise is in blocks."""
        if len(self._areas) <= number:
            self._areas.append(now)
        self._areas[number] = min(now, self._areas[number] * PARAMS.noise_grows)
        return self._areas[number]


class Stillness:
    """Compares each picture with the one before and measures the time without motion.

    A slow camera may take two pictures of a hand that rests for a moment: three must be equal.
    """

    def __init__(self, hold_s: float) -> None:
        self._hold_s = hold_s
        self._before: Map | None = None
        self._noise = Noise()
        self._moved_at_s, self._equal = 0.0, 0

    def still(self, picture: Picture, time_s: float) -> bool:
        """Return whether nothing has moved for `hold_s` seconds; `picture` is BGR, (h, w, 3).

        With a `hold_s` of 0 every picture is still.
        """
        if not self._hold_s:
            return True
        grey = _small(picture)
        before, self._before = self._before, grey
        if before is None or before.shape != grey.shape:
            self._noise, moved = Noise(), True
        else:
            moved = self._noise.exceeded(*_change(before, grey), before)
        if moved:
            self._moved_at_s, self._equal = time_s, 0
        self._equal += 1
        return time_s - self._moved_at_s >= self._hold_s - 1e-6 and self._equal >= EQUAL_PICTURES


def _small(picture: Picture) -> Map:
    """Return a picture in grey, PARAMS.width_px wide."""
    height = round(picture.shape[0] * PARAMS.width_px / picture.shape[1])
    step = 1 if picture.shape[1] < PARAMS.full_rows_below_px else 2
    rows = cv2.cvtColor(picture[::step], cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(cv2.resize(rows, (PARAMS.width_px, height), interpolation=cv2.INTER_AREA), np.float32)


def _change(before: Map, now: Map) -> tuple[Map, Map]:
    """Return what changed, without what light and lens change everywhere, and how unsure of that light is."""
    ratio = np.median((now + 1) / (before + 1), axis=1)  # of each row: a lamp flickers in bands
    gain = cv2.blur(ratio.astype(np.float32)[:, None], (1, 7))
    lit = before * gain
    change = now - lit
    unsure = np.abs(gain - 1) * np.where(before >= PARAMS.bright_levels, 255, PARAMS.unsure_gain * before)
    limit = 3 * max(_spread(change), PARAMS.least_noise_levels)
    change -= _by_lens((lit + now) / 2, np.clip(change, -limit, limit))
    change -= cv2.blur(change, (PARAMS.wide_px, PARAMS.wide_px))
    return np.asarray(change, np.float32), np.asarray(unsure, np.float32)


def _by_lens(picture: Map, change: Map) -> Map:
    """Return the part of a change that a lens makes everywhere: sharpness, size, and a shift by vibration.

    Each is linear in the slopes of the picture, as in optical flow (Lucas and Kanade 1981).
    """
    across = cv2.Sobel(picture, cv2.CV_32F, 1, 0, scale=1 / 8)
    down = cv2.Sobel(picture, cv2.CV_32F, 0, 1, scale=1 / 8)
    height, width = picture.shape
    x, y = np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32)
    ways = np.stack([cv2.Laplacian(picture, cv2.CV_32F), across, down, x * across + y[:, None] * down])
    flat = ways.reshape(len(ways), -1)
    shares = np.linalg.lstsq(flat @ flat.T, flat @ change.ravel(), rcond=1e-6)[0]
    return np.asarray(np.tensordot(shares, ways, 1), np.float32)


def _spread(values: Map) -> float:
    """Return the standard deviation of most of some values around 0: arms and hands count little."""
    return float(1.4826 * np.median(np.abs(values)))


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
