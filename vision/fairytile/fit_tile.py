"""Where exactly a tile lies, and how much of it looks as it should."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from vision.arrays import FloatMap, Floats, Mask, Picture
from vision.fairytile.params import PARAMS
from vision.fairytile.patch_cache import PART_MASKS, TILE_GRID, TILE_MM, TILE_PX, Pose, cut, rotation, tones
from vision.geometry.calibrate import View

STEP = 2
"""Every second pixel of a tile's patch is compared."""
FIT_STEP_MM = STEP * TILE_MM / TILE_PX
GRID = TILE_GRID[::STEP, ::STEP]
PARTS = PART_MASKS[:, ::STEP, ::STEP]
WHOLE: Mask = np.asarray(PARTS.any(0))
KERNEL = np.ones((3, 3), np.uint8)


class Taught(NamedTuple):
    """A tile's look, unturned: tones, the least and the most of each half a pixel aside, all (54, 54, 3);
    what is known of it at all (54, 54); how lightness changes with each part of the pose, (54, 54, 3).
    """

    tones: FloatMap
    least: FloatMap
    most: FloatMap
    known: Mask
    slopes: FloatMap


class Fit(NamedTuple):
    """A tile beside its taught look: where it lies, how much of each cell looks as it should, (3,), and what
    the light adds to its tones, (54, 54, 3).
    """

    pose: Pose
    shares: Floats
    light: FloatMap


def taught(tile: Picture, known: Mask | None = None) -> Taught:
    """The look of a tile's patch, (108, 108, 3); `known` (54, 54) is what no figure hid."""
    shown = _small(tones(tile))
    across, down = np.gradient(shown[..., 0])[::-1]
    across, down = across / _MM, down / _MM
    turn = -across * GRID[..., 1] + down * GRID[..., 0]
    return Taught(
        shown,
        np.asarray((shown + cv2.erode(shown, KERNEL)) / 2, np.float32),
        np.asarray((shown + cv2.dilate(shown, KERNEL)) / 2, np.float32),
        WHOLE if known is None else np.asarray(WHOLE & known),
        np.stack([across, down, turn], -1).astype(np.float32),
    )


def fit(picture: Picture, view: View, look: Taught, begun: Pose, rounds: int = PARAMS.fit_rounds) -> Fit:
    """A tile that lies about where it is said to (Lucas-Kanade, inverse compositional; Tukey weights)."""
    pose = begun
    slopes = look.slopes[look.known]
    for _ in range(rounds):
        seen = _seen(picture, view, pose)
        light = _lit(seen, look)
        miss = (seen[..., 0] - look.tones[..., 0] - light[..., 0])[look.known]
        weight = np.clip(1 - (miss / PARAMS.fit_outlier_tone) ** 2, 0, 1) ** 2
        normal = (slopes * weight[:, None]).T @ slopes + np.diag([0.02, 0.02, 20.0])
        step = np.linalg.solve(normal, (slopes * weight[:, None]).T @ miss)
        shift = rotation(pose.angle) @ step[:2]
        pose = Pose(pose.x_mm - shift[0], pose.y_mm - shift[1], pose.angle - float(step[2]))
        if np.hypot(pose.x_mm - begun.x_mm, pose.y_mm - begun.y_mm) > PARAMS.fit_max_mm:
            return judged(picture, view, look, begun)
        if abs(pose.angle - begun.angle) > np.radians(PARAMS.fit_max_deg):
            return judged(picture, view, look, begun)
        if np.hypot(*step[:2]) < 0.05:
            break
    return judged(picture, view, look, pose)


def judged(picture: Picture, view: View, look: Taught, pose: Pose) -> Fit:
    """How a tile looks that lies there."""
    seen = _seen(picture, view, pose)
    light = _lit(seen, look)
    lit = seen - light
    unlike = (off_tolerance(lit, look.least, look.most) > 1) & look.known
    shares = [
        1 - float(unlike[part & look.known].mean()) if (part & look.known).any() else 0.0 for part in PARTS
    ]
    return Fit(pose, np.array(shares), light)


def off_tolerance(shown: FloatMap, least: FloatMap, most: FloatMap) -> FloatMap:
    """Distance of tones, (..., 3), from a range, in tolerances: the largest of the three, (...)."""
    off = np.maximum(np.maximum(shown - most, least - shown), 0) / np.array(PARAMS.tone_tolerance, np.float32)
    return np.asarray(off.max(-1), np.float32)


_MM = float(GRID[0, 1, 0] - GRID[0, 0, 0])
_SOME = np.add.outer(np.arange(len(GRID)), np.arange(len(GRID))) % 3 == 0
_TERMS = np.stack([np.ones(GRID.shape[:2]), GRID[..., 0] / 50, GRID[..., 1] / 50], -1)


def _small(values: FloatMap) -> FloatMap:
    size = (values.shape[1] // STEP, values.shape[0] // STEP)
    return np.asarray(cv2.resize(values, size, interpolation=cv2.INTER_AREA), np.float32)


def _seen(picture: Picture, view: View, pose: Pose) -> FloatMap:
    """The tile's patch in the picture at every second pixel, (54, 54, 3)."""
    return tones(cut(picture, view, GRID @ rotation(pose.angle).T + [pose.x_mm, pose.y_mm]))


def _lit(seen: FloatMap, look: Taught) -> FloatMap:
    """What the light adds to the tones, (54, 54, 3): a plane, by the pixels that agree."""
    some = look.known & _SOME
    miss = (seen - look.tones)[some]
    terms = _TERMS[some]
    if not len(miss):
        return np.zeros_like(seen)
    factors = np.zeros((3, 3))
    factors[0] = np.median(miss, 0)
    for _ in range(3):
        off = miss - terms @ factors
        spread = np.maximum(3 * np.median(np.abs(off), 0), 0.1)
        weight = (np.clip(1 - (off / spread) ** 2, 0, 1) ** 2).min(1)
        weighted = terms * weight[:, None]
        factors = np.linalg.solve(
            weighted.T @ terms + np.diag([1.0, 5.0, 5.0]), weighted.T @ miss + np.diag([1.0, 0, 0]) @ factors
        )
    return np.asarray(_TERMS @ factors, np.float32)
