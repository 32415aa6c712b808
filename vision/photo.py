"""Photo of one flat object such as a card: its corners in a picture and its rectified image."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture

WIDTH_PX = 640
"""Width of the picture in which cards are searched."""
AREA_SHARES = (0.004, 0.6)
"""Smallest and largest share of the picture that a card covers, 0..1."""
ASPECT_RATIOS = (1.15, 1.9)
"""Smallest and largest ratio of a card's height to its width, also seen at an angle."""
MIN_EDGE_SHARE = 0.8
"""Minimum share of a card's outline that must be edges, 0..1."""
MAX_SIDE_PX = 360
"""Maximum length of a photo's longer side."""
JPEG_QUALITY = 80
"""JPEG quality of a photo, 0..100."""


def card_corners(picture: Picture) -> Floats | None:
    """Return the corners, (4, 2) px, of the largest card in a BGR picture; None without one.

    They run clockwise from the card's top left; its top is the short side that is higher in the picture.
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
            if len(corners) != 4 or not AREA_SHARES[0] < share < AREA_SHARES[1]:
                continue
            if (best and share <= best[0]) or _edge_share(edges, corners) < MIN_EDGE_SHARE:
                continue
            upright = _upright(corners.astype(np.float64))
            wide, high = _sides(upright)
            if ASPECT_RATIOS[0] < high / wide < ASPECT_RATIOS[1]:
                best = share, (upright + 0.5) / scale - 0.5
    return best[1] if best else None


def from_above(picture: Picture, corners_px: Floats, max_side_px: int = MAX_SIDE_PX) -> Picture:
    """Return the rectified image between four corners, (4, 2) px, clockwise from its top left."""
    wide, high = _sides(corners_px)
    scale = min(1.0, max_side_px / max(wide, high))
    size = (max(2, round(wide * scale)), max(2, round(high * scale)))
    there = np.array([[0, 0], [size[0], 0], size, [0, size[1]]], np.float32)
    homography = cv2.getPerspectiveTransform(corners_px.astype(np.float32), there)
    return np.asarray(cv2.warpPerspective(picture, homography, size, flags=cv2.INTER_AREA), np.uint8)


def coded(picture: Picture) -> bytes:
    """Encode a BGR picture as JPEG."""
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes())


def _edge_share(edges: NDArray[Any], corners: NDArray[Any]) -> float:
    """Return the share of the outline through `corners`, (4, 2), that lies on `edges`, (h, w)."""
    sides = np.zeros_like(edges)
    cv2.polylines(sides, [corners], isClosed=True, color=1)
    return float((cv2.dilate(edges, np.ones((5, 5), np.uint8)) > 0)[sides > 0].mean())


def _sides(corners: Floats) -> tuple[float, float]:
    """Return width and height in px, each the mean of two opposite sides."""
    top, right, bottom, left = np.linalg.norm(np.roll(corners, -1, 0) - corners, axis=1)
    return float(top + bottom) / 2, float(right + left) / 2


def _upright(corners: Floats) -> Floats:
    """Sort four corners clockwise from the left end of the higher one of the two short sides."""
    middle = corners.mean(0)
    turn = np.arctan2(*(corners - middle).T[::-1])
    corners = corners[np.argsort(turn)]
    wide, high = _sides(corners)
    if wide > high:
        corners = np.roll(corners, -1, 0)
    if corners[:2, 1].mean() > corners[2:, 1].mean():
        corners = np.roll(corners, -2, 0)
    return corners
