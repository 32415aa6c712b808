"""Whether the print of a place is still seen there: its pattern of light and dark, in any light.

A smooth piece of the ground's own colour hides the pattern, a shadow only dims it.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import FloatMap, Mask, Picture

WINDOW = (5, 5)
LEVELS = 2.8
"""How far one place's lightness differs between two pictures: noise and compression, a standard deviation."""
SHARE = 0.03
"""So much of a pattern's variance is lost at least between two pictures: they are never in register."""
PLAIN = 25.0
"""Less variance of lightness is no pattern to go by."""
DIMMEST, BRIGHTEST = 0.3, 3.0
LEAST_SHARE = 0.5
"""Of fewer pixels of a window nothing can be told."""
LEAST_NATS, MOST_NATS = -1.5, 1.0


def print_seen(lab: Picture, reference: Picture, known: Mask, calm: Mask, noise: float = 0.0) -> FloatMap:
    """Log likelihood ratio of every pixel (h, w) for the reference's pattern against anything else.

    Both are Lab pictures, (h, w, 3); the reference is `known` where it is no guess. Only what is `calm`,
    where no other colour is seen, is compared. `noise` is what both have more of than pictures in a good
    light, a standard deviation in levels.
    """
    now, then = (each[..., 0].astype(np.float32) for each in (lab, reference))
    used = (known & calm).astype(np.float32)
    share = _mean(used)
    enough = share > LEAST_SHARE
    share = np.maximum(share, LEAST_SHARE)

    def mean(of: FloatMap) -> FloatMap:
        return np.asarray(_mean(of * used) / share, dtype=np.float32)

    mean_now, mean_then = mean(now), mean(then)
    dimmed = np.clip((mean_now + 4) / (mean_then + 4), DIMMEST, BRIGHTEST)
    pattern = (mean(then * then) - mean_then * mean_then) * dimmed * dimmed
    seen = mean(now * now) - mean_now * mean_now
    shared = mean(now * then) - mean_now * mean_then
    missed = seen - 2 * dimmed * shared + pattern  # the variance of what is not the pattern, dimmed
    levels = np.float32(LEVELS**2 + 2 * noise**2)
    telling = enough & (pattern > 4 * PLAIN)
    lost = float(np.median(missed[telling] / pattern[telling])) if telling.any() else 0.0
    same = levels + np.float32(max(SHARE, 2 * lost)) * pattern
    other = levels + pattern
    nats = 0.5 * (np.log(other / same) - missed * (1 / same - 1 / other))
    nats[~enough | (pattern < PLAIN)] = 0.0
    nats = cv2.dilate(np.clip(nats, LEAST_NATS, MOST_NATS), np.ones((3, 3), np.uint8))
    return np.asarray(nats, dtype=np.float32)


def _mean(of: FloatMap) -> FloatMap:
    return np.asarray(cv2.blur(of, WINDOW), dtype=np.float32)
