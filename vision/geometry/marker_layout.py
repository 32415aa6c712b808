"""Layout of the corner markers: corrects turned cards and sizes, reports a wrong order."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from companion.errors import VisionError
from vision.arrays import Floats
from vision.geometry.markers import BOARD_DEPTH_MM, marker_squares
from vision.geometry.params import PARAMS

CARD_SCALES = np.geomspace(0.25, 4.0, 57)
"""Sizes that are tried, as factors of the true size; steps of 5 %."""


def point_pairs(found_px: Mapping[int, Floats], corners_mm: Floats) -> tuple[Floats, Floats]:
    """Return corners of the cards around a board, (n, 3) board mm, and their pixels, (n, 2).

    `found_px` is the result of `find_markers`. Raises VisionError `markers_swapped` if the cards lie in
    another order around the board than on the sheet.
    """
    _check_order(found_px)
    numbers = list(found_px)
    seen_px = _upright(found_px, marker_squares(corners_mm))
    size = min(CARD_SCALES, key=lambda size: _error_px(_cards(corners_mm, size, numbers), seen_px))
    if 1 / PARAMS.card_size_tolerance < size < PARAMS.card_size_tolerance:
        size = 1.0
    points = _cards(corners_mm, size, numbers)
    return np.column_stack([points, np.full(len(points), BOARD_DEPTH_MM)]), seen_px


def _check_order(found_px: Mapping[int, Floats]) -> None:
    middles = {number: square.mean(0) for number, square in found_px.items()}
    x, y = np.mean(list(middles.values()), axis=0)
    around = sorted(middles, key=lambda number: np.arctan2(middles[number][1] - y, middles[number][0] - x))
    first = around.index(min(around))
    clockwise = [*around[first:], *around[:first]]
    if clockwise != sorted(clockwise):
        expected, found = (", ".join(map(str, numbers)) for numbers in (sorted(clockwise), clockwise))
        problem = f"its corner markers lie in the order {found} clockwise, expected {expected}"
        raise VisionError(
            "markers_swapped",
            f"{problem}; lay them around the board as the sheet shows",
            why=problem, expected=expected, found=found,
        )  # fmt: skip


def _upright(found_px: Mapping[int, Floats], squares_mm: Mapping[int, Floats]) -> Floats:
    """Return the corners of every square, (4 n, 2), from its top left as seen on the board."""
    middles_mm = np.array([squares_mm[number].mean(0)[:2] for number in found_px], np.float32)
    middles_px = np.array([square.mean(0) for square in found_px.values()], np.float32)
    if len(found_px) == 3:
        homography = np.vstack([cv2.getAffineTransform(middles_mm, middles_px), [0, 0, 1]])
    else:
        homography = np.asarray(cv2.getPerspectiveTransform(middles_mm, middles_px))
    turned = []
    for number, square in found_px.items():
        expected = cv2.perspectiveTransform(squares_mm[number][None, :, :2], homography)[0]
        turns = [np.roll(square, turn, 0) for turn in range(4)]
        turned.append(min(turns, key=lambda corners: float(np.abs(corners - expected).sum())))
    return np.concatenate(turned)


def _cards(corners_mm: Floats, size: float, numbers: list[int]) -> Floats:
    """Return the corners of the black squares, (4 n, 2) mm, of cards of `size` times the true size."""
    squares, corners = marker_squares(corners_mm), corners_mm[:, :2]
    return np.concatenate([corners[n] + size * (squares[n][:, :2] - corners[n]) for n in numbers])


def _error_px(points_mm: Floats, seen_px: Floats) -> float:
    homography, _ = cv2.findHomography(points_mm, seen_px)
    if homography is None:
        return np.inf
    return float(np.abs(cv2.perspectiveTransform(points_mm[None], homography)[0] - seen_px).sum())
