"""Fit the pose of a known tile and measure how much of it matches.

Takes the smoothed picture, a tile's appearance and a first pose; returns the pose, the matching share of each
cell and the change of light.
"""

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


class Appearance(NamedTuple):
    """Appearance of an unturned tile.

    Tones, and their minimum and maximum half a pixel around, all (54, 54, 3); mask of known pixels, (54, 54);
    derivative of lightness by x, y (per mm) and angle (per rad), (54, 54, 3).
    """

    tones: FloatMap
    least: FloatMap
    most: FloatMap
    known: Mask
    slopes: FloatMap


class Fit(NamedTuple):
    """Result for one tile.

    Pose, matching share of each cell, (3,), tones that the light adds, (54, 54, 3).
    """

    pose: Pose
    shares: Floats
    light: FloatMap


def appearance_of(tile: Picture, known: Mask | None = None) -> Appearance:
    """Return the appearance of a patch, (108, 108, 3).

    `known` (54, 54) is the part that no figure hid.
    """
    shown = _small(tones(tile))
    across, down = np.gradient(shown[..., 0])[::-1]
    across, down = across / _MM, down / _MM
    turn = -across * GRID[..., 1] + down * GRID[..., 0]
    return Appearance(
        shown,
        np.asarray((shown + cv2.erode(shown, KERNEL)) / 2, np.float32),
        np.asarray((shown + cv2.dilate(shown, KERNEL)) / 2, np.float32),
        WHOLE if known is None else np.asarray(WHOLE & known),
        np.stack([across, down, turn], -1).astype(np.float32),
    )


def fit(
    picture: Picture, view: View, appearance: Appearance, start: Pose, rounds: int = PARAMS.fit_rounds
) -> Fit:
    """Fit the pose of a tile near `start` (Lucas-Kanade, inverse compositional; Tukey weights).

    Returns the result at `start` if the fit diverges.
    """
    pose = start
    slopes = appearance.slopes[appearance.known]
    for _ in range(rounds):
        seen = _tones_at(picture, view, pose)
        light = _light_of(seen, appearance)
        miss = (seen[..., 0] - appearance.tones[..., 0] - light[..., 0])[appearance.known]
        weight = np.clip(1 - (miss / PARAMS.fit_outlier_tone) ** 2, 0, 1) ** 2
        normal = (slopes * weight[:, None]).T @ slopes + np.diag([0.02, 0.02, 20.0])
        step = np.linalg.solve(normal, (slopes * weight[:, None]).T @ miss)
        shift = rotation(pose.angle) @ step[:2]
        pose = Pose(pose.x_mm - shift[0], pose.y_mm - shift[1], pose.angle - float(step[2]))
        if np.hypot(pose.x_mm - start.x_mm, pose.y_mm - start.y_mm) > PARAMS.fit_max_mm:
            return evaluate(picture, view, appearance, start)
        if abs(pose.angle - start.angle) > np.radians(PARAMS.fit_max_deg):
            return evaluate(picture, view, appearance, start)
        if np.hypot(*step[:2]) < 0.05:
            break
    return evaluate(picture, view, appearance, pose)


def evaluate(picture: Picture, view: View, appearance: Appearance, pose: Pose) -> Fit:
    """Compare a tile at a fixed pose."""
    seen = _tones_at(picture, view, pose)
    light = _light_of(seen, appearance)
    known = appearance.known
    unlike = off_tolerance((seen - light)[known], appearance.least[known], appearance.most[known]) > 1
    parts = PARTS[:, known]
    shares = [1 - float(unlike[part].mean()) if part.any() else 0.0 for part in parts]
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


def _tones_at(picture: Picture, view: View, pose: Pose) -> FloatMap:
    """Tones of a tile at every second pixel, (54, 54, 3)."""
    return tones(cut(picture, view, GRID @ rotation(pose.angle).T + [pose.x_mm, pose.y_mm]))


def _light_of(seen: FloatMap, appearance: Appearance) -> FloatMap:
    """Estimate the tones that the light adds, (54, 54, 3).

    A plane, robust against pixels that differ.
    """
    some = appearance.known & _SOME
    miss = (seen - appearance.tones)[some]
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
