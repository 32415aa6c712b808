"""A small photo of one flat thing, a card say: where it lies in a picture, and how it looks from above."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture

WIDTH_PX = 640
SHARES = (0.004, 0.6)
"""Of the picture that a card covers."""
SIDES = (1.15, 1.9)
"""How many times as high as wide a card is, seen aslant."""
SEEN = 0.8
"""So much of its four sides must be seen as edges."""
MOST_PX, JPEG_QUALITY = 360, 80
"""Of a photo's longer side."""


def card_corners(picture: Picture) -> Floats | None:
    """The corners, (4, 2) px, of the largest card in a BGR picture, (h, w, 3), clockwise from its top
    left; its top is the short side that is higher up in the picture. None where there is none.
    """
    scale = WIDTH_PX / picture.shape[1]
    small = cv2.GaussianBlur(cv2.resize(picture, None, fx=scale, fy=scale), (0, 0), 1.2)
    best: tuple[float, Floats] | None = None
    for shown in cv2.split(cv2.cvtColor(small, cv2.COLOR_BGR2LAB)):
        edges = cv2.morphologyEx(cv2.Canny(shown, 30, 90), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        for outline in cv2.findContours(edges, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
            hull = cv2.convexHull(outline)
            corners = cv2.approxPolyDP(hull, 0.04 * cv2.arcLength(hull, True), True).reshape(-1, 2)
            share = cv2.contourArea(hull) / small[..., 0].size
            if len(corners) != 4 or not SHARES[0] < share < SHARES[1]:
                continue
            if (best and share <= best[0]) or _seen(edges, corners) < SEEN:
                continue
            upright = _upright(corners.astype(np.float64))
            wide, high = _sides(upright)
            if SIDES[0] < high / wide < SIDES[1]:
                best = share, (upright + 0.5) / scale - 0.5
    return best[1] if best else None


def from_above(picture: Picture, corners_px: Floats, most_px: int = MOST_PX) -> Picture:
    """What lies between four corners, (4, 2) px clockwise from its top left, straight from above."""
    wide, high = _sides(corners_px)
    scale = min(1.0, most_px / max(wide, high))
    size = (max(2, round(wide * scale)), max(2, round(high * scale)))
    there = np.array([[0, 0], [size[0], 0], size, [0, size[1]]], np.float32)
    homography = cv2.getPerspectiveTransform(corners_px.astype(np.float32), there)
    return np.asarray(cv2.warpPerspective(picture, homography, size, flags=cv2.INTER_AREA), np.uint8)


def coded(picture: Picture) -> bytes:
    """A BGR picture as a JPEG."""
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes())


def _seen(edges: NDArray[Any], corners: NDArray[Any]) -> float:
    """How much of the sides of an outline, (4, 2), are edges, (h, w)."""
    sides = np.zeros_like(edges)
    cv2.polylines(sides, [corners], isClosed=True, color=1)
    return float((cv2.dilate(edges, np.ones((5, 5), np.uint8)) > 0)[sides > 0].mean())


def _sides(corners: Floats) -> tuple[float, float]:
    """How wide and how high it is, both as the mean of two sides."""
    top, right, bottom, left = np.linalg.norm(np.roll(corners, -1, 0) - corners, axis=1)
    return float(top + bottom) / 2, float(right + left) / 2


def _upright(corners: Floats) -> Floats:
    """Four corners clockwise, from that at the left end of the higher one of the two short sides."""
    middle = corners.mean(0)
    turn = np.arctan2(*(corners - middle).T[::-1])
    corners = corners[np.argsort(turn)]
    wide, high = _sides(corners)
    if wide > high:
        corners = np.roll(corners, -1, 0)
    if corners[:2, 1].mean() > corners[2:, 1].mean():
        corners = np.roll(corners, -2, 0)
    return corners
