"""Whether the print of a place is still seen there: its pattern of light and dark, in any light.

A smooth piece of the ground's own colour hides the pattern, a shadow only dims it.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import FloatMap, Mask, Picture
from vision.light.change import Pixels

WINDOW = (5, 5)
LEVELS = 2.8
"""How far one place's lightness differs between two pictures: noise and compression, a standard deviation."""
SHARE = 0.03
"""So much of a pattern's variance is lost at least between two pictures: they are never in register."""
PLAIN = 25.0
"""Less variance of lightness is no pattern to go by."""
DIMMEST, BRIGHTEST = 0.3, 3.0
"""How much darker or brighter a shadow or a lamp makes a print that is still told."""
AROUND_PX = 40
"""So far around the pixels asked for it is looked how much of the print is lost anyway."""
LEAST_SHARE = 0.5
"""Of fewer pixels of a window nothing can be told."""
LEAST_NATS, MOST_NATS = -1.5, 1.0


def print_seen(
    now: Picture, then: Picture, calm: Mask, noise: float, pixels: Pixels, rough: FloatMap | None = None
) -> FloatMap:
    """Log likelihood ratio for the print of then being seen now against anything else, at some pixels (n,).

    `now` and `then` are lightness, (h, w), `pixels` flat indices. Only what is `calm` (h, w),
    where no other colour is seen, is compared; all around the pixels tells how blurred the picture is.
    `noise` is what both have more of than pictures in a good light, a standard deviation in levels. Anything
    else has as much variance of lightness as what was there, or more where it is `rough`, (h, w).
    """
    if not len(pixels):
        return np.zeros(0, np.float32)
    rows, columns = np.divmod(pixels, now.shape[1])
    top, left = max(0, rows.min() - AROUND_PX), max(0, columns.min() - AROUND_PX)
    part = np.s_[top : rows.max() + AROUND_PX, left : columns.max() + AROUND_PX]
    rougher = np.float32(0) if rough is None else rough[part]
    nats = _nats(now[part].astype(np.float32), then[part].astype(np.float32), calm[part], noise, rougher)
    return np.asarray(nats[rows - top, columns - left])


def roughness(lightness: Picture) -> FloatMap:
    """The variance of lightness, (h, w), around every pixel."""
    values = lightness.astype(np.float32)
    mean = cv2.blur(values, WINDOW)
    return np.asarray(cv2.blur(values * values, WINDOW) - mean * mean, dtype=np.float32)


def _nats(now: FloatMap, then: FloatMap, calm: Mask, noise: float, rough: FloatMap | np.float32) -> FloatMap:
    used = calm.astype(np.float32)
    share = cv2.blur(used, WINDOW)
    enough = share > LEAST_SHARE
    share = np.maximum(share, LEAST_SHARE)
    now, then = now * used, then * used

    def mean(of: FloatMap) -> FloatMap:
        return np.asarray(cv2.blur(of, WINDOW) / share, dtype=np.float32)

    mean_now, mean_then = mean(now), mean(then)
    dimmed = np.clip((mean_now + 4) / (mean_then + 4), DIMMEST, BRIGHTEST)
    pattern = (mean(then * then) - mean_then * mean_then) * dimmed * dimmed
    seen = mean(now * now) - mean_now * mean_now
    shared = mean(now * then) - mean_now * mean_then
    missed = seen - 2 * dimmed * shared + pattern  # the variance of what is not the pattern, dimmed
    telling = enough & (pattern > 4 * PLAIN)
    lost = float(np.median(missed[telling] / pattern[telling])) if telling.any() else 0.0
    levels = np.float32(LEVELS**2 + 2 * noise**2)
    rough = np.maximum(pattern, rough)
    same, other = levels + np.float32(max(SHARE, 2 * lost)) * pattern, levels + rough
    nats = 0.5 * (np.log(other / same) - missed * (1 / same - 1 / other))
    nats[~enough | (rough < PLAIN)] = 0.0
    nats = cv2.dilate(np.clip(nats, LEAST_NATS, MOST_NATS), np.ones((3, 3), np.uint8))
    return np.asarray(nats, dtype=np.float32)
