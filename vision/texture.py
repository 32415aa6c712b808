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
LEAST_NATS, MOST_NATS = -2.0, 1.0


def print_seen(lab: Picture, reference: Picture, among: Mask, noise: float = 0.0) -> FloatMap:
    """Log likelihood ratio of every pixel (h, w) for the reference's pattern against anything else.

    Both are Lab pictures, (h, w, 3); `noise` is what they have more of than pictures in a good light, a
    standard deviation in levels. How blurred the picture is tell the pixels `among` which most show the print.
    """
    now, then = (each[..., 0].astype(np.float32) for each in (lab, reference))
    mean_now, mean_then = _mean(now), _mean(then)
    pattern = _mean(then * then) - mean_then * mean_then
    dimmed = np.clip((mean_now + 4) / (mean_then + 4), DIMMEST, BRIGHTEST)
    odd = now - mean_now - dimmed * (then - mean_then)
    missed = _mean(odd * odd)
    pattern *= dimmed * dimmed
    levels = np.float32(LEVELS**2 + 2 * noise**2)
    telling = among & (pattern > 4 * PLAIN)
    lost = float(np.median(missed[telling] / pattern[telling])) if telling.any() else 0.0
    same = levels + np.float32(max(SHARE, 2 * lost)) * pattern
    other = levels + pattern
    nats = 0.5 * (np.log(other / same) - missed * (1 / same - 1 / other))
    nats[pattern < PLAIN] = 0.0
    return np.asarray(np.clip(nats, LEAST_NATS, MOST_NATS), dtype=np.float32)


def _mean(of: FloatMap) -> FloatMap:
    return np.asarray(cv2.blur(of, WINDOW), dtype=np.float32)
