"""Whether the fine print of a card is that of its face: near twins differ in words, numbers and a detail.

Where a face shows something as small as letters and the card lies open and equally bright there, it must
show the same (normalised cross-correlation; Lewis, Fast template matching, 1995). A share of places where
something else of the same strength stands on the same paper tells a card that nobody taught.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import FloatMap, Floats, Mask, Picture
from vision.fabula.faces import ACROSS, DOWN, FACE_PX

WINDOW_PX, EVERY_PX = 9, 5
"""Places are squares of 4.5 mm, 2.5 mm apart."""
SOFT_PX, BLURS_PX = 0.6, (0.0, 0.7, 1.2)
FINE_VARIANCE, FLAT_VARIANCE = 36.0, 4.0
"""Of grey levels squared: there is print where a face has more, and none where it has less."""
ALIKE, OTHER = 0.8, 0.7
"""A place that correlates so shows the face; one with less than a share of what the best ones do does not."""
WEAKEST, STRONGEST = 0.5, 3.0
"""Print of another strength than this, as a share of what is expected, is blurred or a thing on the card."""
SAME_GREY, OTHER_GREY, SPREADS = 14.0, 30.0, 2.5
"""A place of the same paper is off by no more grey levels than the first, or so many times the median up to
the second.
"""
LEAST_PLACES = 20
ROUNDS = 4
_X, _Y = (np.arange(EVERY_PX + 3, side - EVERY_PX, EVERY_PX) for side in FACE_PX)
_BLOCK = (_Y * DOWN // FACE_PX[1])[:, None] * ACROSS + (_X * ACROSS // FACE_PX[0])[None]
_SHIFTS = [(x, y) for x in (0, -1, 1, -2, 2) for y in (0, -1, 1, -2, 2)]


def otherwise(card: Picture, face: Picture, seen: Mask) -> float:
    """The share of places, 0..1, where a card, BGR (176, 126, 3), says something else than a face of that
    size; only blocks that are `seen`, (99,), count.
    """
    print_alike, expected, found = _print(_grey(card), _grey(face))
    same_paper = _same_paper(card, face)
    shown = seen[_BLOCK] & (expected > FINE_VARIANCE)
    if shown.sum() < LEAST_PLACES:
        return 0.0
    flat = expected < FLAT_VARIANCE
    noise = float(np.median(found[flat])) if flat.any() else 0.0
    agreeing = shown & (print_alike > ALIKE)
    gain = float(np.median(found[agreeing] / expected[agreeing])) if agreeing.any() else 1.0
    strength = (found - noise) / (gain * expected + 1e-6)
    unlike = print_alike < OTHER * np.percentile(print_alike[shown], 90)
    other = shown & same_paper & unlike & (strength > WEAKEST) & (strength < STRONGEST)
    told = (shown & (same_paper | agreeing)).sum()
    return float(other.sum() / max(told, LEAST_PLACES))


def _grey(picture: Picture) -> FloatMap:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.float32)


def _print(card: FloatMap, face: FloatMap) -> tuple[FloatMap, FloatMap, FloatMap]:
    """How far small things on a card and its face, (h, w), correlate place by place, and how strong they are
    on the face, as blurred as the card, and on the card.
    """
    fine = _fine(card, SOFT_PX)
    found = _mean(fine * fine)
    best, likeness = (fine, found), -1.0
    for blur in BLURS_PX:
        drawn = _fine(face, float(np.hypot(SOFT_PX, blur)))
        strength = _mean(drawn * drawn)
        alike = float((fine * drawn).sum() / np.sqrt((fine * fine).sum() * (drawn * drawn).sum() + 1.0))
        if alike > likeness:
            best, likeness = (drawn, strength), alike
    drawn, expected = best
    most = np.full((len(_Y), len(_X)), -1, np.float32)
    for x, y in _SHIFTS:
        moved = np.roll(drawn, (y, x), (0, 1))
        strength = np.roll(expected, (y, x), (0, 1))
        product = _mean(fine * moved)[np.ix_(_Y, _X)]
        most = np.maximum(most, product / np.sqrt(found * strength + FLAT_VARIANCE)[np.ix_(_Y, _X)])
    return most, expected[np.ix_(_Y, _X)], found[np.ix_(_Y, _X)]


def _fine(grey: FloatMap, blur_px: float) -> FloatMap:
    soft = np.asarray(cv2.GaussianBlur(grey, (0, 0), blur_px), np.float32)
    return np.asarray(soft - _mean(soft), np.float32)


def _mean(grey: FloatMap) -> FloatMap:
    return np.asarray(cv2.blur(grey, (WINDOW_PX, WINDOW_PX)), np.float32)


def _same_paper(card: Picture, face: Picture) -> Mask:
    """Where a card is as bright and of the same colour as its face in an even light, place by place."""
    seen, drawn = (
        cv2.blur(each, (WINDOW_PX, WINDOW_PX))[np.ix_(_Y, _X)].astype(np.float64).reshape(-1, 3)
        for each in (card, face)
    )
    x, y = (each.ravel() for each in np.meshgrid(_X / FACE_PX[0] - 0.5, _Y / FACE_PX[1] - 0.5))
    weight = np.ones(len(seen))
    away = np.zeros(len(seen))
    for _ in range(ROUNDS):
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
    limit = np.clip(SPREADS * np.median(away), SAME_GREY, OTHER_GREY)
    return np.asarray((away < limit).reshape(len(_Y), len(_X)))
