"""Comparison of a card's fine print with that of its face: near twins differ in words, numbers or a detail.

Takes aligned pictures of a card and a face; returns the share of squares with other print. If a face shows
something as small as letters, and the card is open and equally bright there, the card must show the same
(normalised cross-correlation; Lewis, Fast template matching, 1995). Other print of the same strength on the
same paper means that the card was never taught.
"""

from __future__ import annotations

from itertools import product

import cv2
import numpy as np

from vision.arrays import FloatMap, Floats, Mask, Picture
from vision.fabula.faces import ACROSS, DOWN, FACE_PX
from vision.fabula.params import PARAMS

_X, _Y = (
    np.arange(PARAMS.print_step_px + 3, side - PARAMS.print_step_px, PARAMS.print_step_px) for side in FACE_PX
)
"""Middles of the squares, px of a face; the edge is free for shifts."""
_BLOCK = (_Y * DOWN // FACE_PX[1])[:, None] * ACROSS + (_X * ACROSS // FACE_PX[0])[None]
"""Number of the block of each square."""
_SHIFTS = [*product(range(-PARAMS.print_shift_px, PARAMS.print_shift_px + 1), repeat=2)]


def print_difference(card: Picture, face: Picture, seen: Mask) -> float:
    """Return the share 0..1 of squares of a card, BGR (176, 126, 3), whose print differs from the face's.

    Only blocks that are `seen` (99,) count. The result is 0 if too few squares hold print.
    """
    correlations, expected, found = _print(_grey(card), _grey(face))
    same_paper = _same_paper(card, face)
    shown = seen[_BLOCK] & (expected > PARAMS.print_variance)
    if shown.sum() < PARAMS.min_print_places:
        return 0.0
    flat = expected < PARAMS.flat_variance
    noise = float(np.median(found[flat])) if flat.any() else 0.0
    agreeing = shown & (correlations > PARAMS.same_print_correlation)
    gain = float(np.median(found[agreeing] / expected[agreeing])) if agreeing.any() else 1.0
    weakest, strongest = PARAMS.print_strength
    strength = (found - noise) / (gain * expected + 1e-6)
    unlike = correlations < PARAMS.other_print_share * np.percentile(correlations[shown], 90)
    other = shown & same_paper & unlike & (strength > weakest) & (strength < strongest)
    comparable = (shown & (same_paper | agreeing)).sum()
    return float(other.sum() / max(comparable, PARAMS.min_print_places))


def _grey(picture: Picture) -> FloatMap:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.float32)


def _print(card: FloatMap, face: FloatMap) -> tuple[FloatMap, FloatMap, FloatMap]:
    """Return the correlation of small details of a card and its face (h, w), and their variances, per square.

    The first variance is the face's, as blurred as the card; the second is the card's.
    """
    fine = _fine(card, PARAMS.print_blur_px)
    found = _mean(fine * fine)
    best, similarity = (fine, found), -1.0
    for blur in PARAMS.camera_blurs_px:
        drawn = _fine(face, float(np.hypot(PARAMS.print_blur_px, blur)))
        strength = _mean(drawn * drawn)
        correlation = float((fine * drawn).sum() / np.sqrt((fine * fine).sum() * (drawn * drawn).sum() + 1.0))
        if correlation > similarity:
            best, similarity = (drawn, strength), correlation
    drawn, expected = best
    most = np.full((len(_Y), len(_X)), -1, np.float32)
    for x, y in _SHIFTS:
        moved = np.roll(drawn, (y, x), (0, 1))
        strength = np.roll(expected, (y, x), (0, 1))
        together = _mean(fine * moved)[np.ix_(_Y, _X)]
        most = np.maximum(most, together / np.sqrt(found * strength + PARAMS.flat_variance)[np.ix_(_Y, _X)])
    return most, expected[np.ix_(_Y, _X)], found[np.ix_(_Y, _X)]


def _fine(grey: FloatMap, blur_px: float) -> FloatMap:
    soft = np.asarray(cv2.GaussianBlur(grey, (0, 0), blur_px), np.float32)
    return np.asarray(soft - _mean(soft), np.float32)


def _mean(grey: FloatMap) -> FloatMap:
    return np.asarray(cv2.blur(grey, (PARAMS.print_window_px, PARAMS.print_window_px)), np.float32)


def _same_paper(card: Picture, face: Picture) -> Mask:
    """Return the squares of a card that have its face's colour and brightness in an even light."""
    seen, drawn = (
        cv2.blur(each, (PARAMS.print_window_px, PARAMS.print_window_px))[np.ix_(_Y, _X)]
        .astype(np.float64)
        .reshape(-1, 3)
        for each in (card, face)
    )
    x, y = (each.ravel() for each in np.meshgrid(_X / FACE_PX[0] - 0.5, _Y / FACE_PX[1] - 0.5))
    weight = np.ones(len(seen))
    away = np.zeros(len(seen))
    for _ in range(PARAMS.fit_rounds):
        miss = np.empty_like(seen)
        for channel in range(3):
            level = drawn[:, channel]
            terms = np.stack([level, level * x, level * y, np.ones_like(level)], 1)
            weighted: Floats = terms * weight[:, None]
            normal = weighted.T @ terms + np.eye(4) * 1e-3
            fit = np.linalg.solve(normal, weighted.T @ seen[:, channel])
            miss[:, channel] = seen[:, channel] - terms @ fit
        away = np.linalg.norm(miss, axis=1)
        weight = 1 / (1 + (away / (2 * (np.median(away) + 2))) ** 2) ** 2
    limit = np.clip(PARAMS.paper_spreads * np.median(away), *PARAMS.paper_grey)
    return np.asarray((away < limit).reshape(len(_Y), len(_X)))
