"""Visibility of the printed pattern of a place, in any light.

Takes lightness of two pictures; returns nats for the same print being visible. A smooth piece of the
ground's own colour hides the pattern; a shadow only dims it.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import FloatMap, Mask, Picture
from vision.board.params import PARAMS
from vision.light.change import Pixels

WINDOW = (PARAMS.print_window_px, PARAMS.print_window_px)


def print_seen(
    now: Picture, then: Picture, calm: Mask, noise: float, pixels: Pixels, rough: FloatMap | None = None
) -> FloatMap:
    """Return the log likelihood ratio for the earlier print being visible, at pixels (n,).

    `now` and `then` are lightness, (h, w), `pixels` flat indices. Only `calm` pixels, (h, w), that show no
    other colour are compared; those around give the blur of the picture. `noise` is the excess noise of both
    pictures, a standard deviation in levels. The alternative has the variance of lightness of what was there,
    or more if it is `rough`, (h, w).
    """
    if not len(pixels):
        return np.zeros(0, np.float32)
    rows, columns = np.divmod(pixels, now.shape[1])
    top, left = max(0, rows.min() - PARAMS.print_context_px), max(0, columns.min() - PARAMS.print_context_px)
    part = np.s_[top : rows.max() + PARAMS.print_context_px, left : columns.max() + PARAMS.print_context_px]
    rougher = np.float32(0) if rough is None else rough[part]
    nats = _nats(now[part].astype(np.float32), then[part].astype(np.float32), calm[part], noise, rougher)
    return np.asarray(nats[rows - top, columns - left])


def roughness(lightness: Picture) -> FloatMap:
    """Return the variance of lightness, (h, w), around every pixel."""
    values = lightness.astype(np.float32)
    mean = cv2.blur(values, WINDOW)
    return np.asarray(cv2.blur(values * values, WINDOW) - mean * mean, dtype=np.float32)


def _nats(now: FloatMap, then: FloatMap, calm: Mask, noise: float, rough: FloatMap | np.float32) -> FloatMap:
    used = calm.astype(np.float32)
    share = cv2.blur(used, WINDOW)
    enough = share > 0.5
    share = np.maximum(share, 0.5)
    now, then = now * used, then * used

    def mean(of: FloatMap) -> FloatMap:
        return np.asarray(cv2.blur(of, WINDOW) / share, dtype=np.float32)

    mean_now, mean_then = mean(now), mean(then)
    offset = PARAMS.print_offset_levels
    dimmed = np.clip((mean_now + offset) / (mean_then + offset), *PARAMS.print_dimming)
    pattern = (mean(then * then) - mean_then * mean_then) * dimmed * dimmed
    seen = mean(now * now) - mean_now * mean_now
    shared = mean(now * then) - mean_now * mean_then
    missed = seen - 2 * dimmed * shared + pattern  # variance not explained by the dimmed pattern
    telling = enough & (pattern > 4 * PARAMS.min_pattern_variance)
    lost = float(np.median(missed[telling] / pattern[telling])) if telling.any() else 0.0
    levels = np.float32(PARAMS.print_noise_levels**2 + 2 * noise**2)
    rough = np.maximum(pattern, rough)
    same, other = levels + np.float32(max(PARAMS.misfit_share, 2 * lost)) * pattern, levels + rough
    nats = 0.5 * (np.log(other / same) - missed * (1 / same - 1 / other))
    nats[~enough | (rough < PARAMS.min_pattern_variance)] = 0.0
    nats = cv2.dilate(np.clip(nats, *PARAMS.print_nats), np.ones((3, 3), np.uint8))
    return np.asarray(nats, dtype=np.float32)
