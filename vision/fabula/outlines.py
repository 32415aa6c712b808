"""Outlines of single cards in a picture, before anything is known of the camera, and the view they tell."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.fabula.cards import CARD_MM, corners_mm, on_table, rigid
from vision.geometry.calibrate import View, refine
from vision.geometry.params import PARAMS as GEOMETRY

LEAST_AREA, LARGEST_AREA = 0.002, 0.12
"""Of the picture."""
STRAIGHT = 0.02
LEAST_ROUND_PX = 100
SAME_PX = 3.0
TILTS_DEG = range(0, 56, 5)
LEAST_CARDS = 3
ROUNDS = 8
MISS_MM = 4.0


def quads(picture: Picture, largest: float = LARGEST_AREA) -> Floats:
    """Four-sided outlines (n, 4, 2) in a BGR picture (h, w, 3), clockwise; the corners are where the sides
    meet, however round they are. None is larger than that share of the picture.
    """
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    soft = cv2.GaussianBlur(grey, (3, 3), 0)
    span = max(picture.shape[1] // 24, 1) * 2 + 1
    around = [
        cv2.adaptiveThreshold(soft, 255, cv2.ADAPTIVE_THRESH_MEAN_C, kind, span, 6)
        for kind in (cv2.THRESH_BINARY, cv2.THRESH_BINARY_INV)
    ]
    edges = cv2.dilate(cv2.Canny(soft, 30, 80), np.ones((3, 3), np.uint8))
    found: list[Floats] = []
    size = grey.shape[0] * grey.shape[1]
    for mask in (*around, edges, cv2.bitwise_not(edges)):
        for contour in cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]:
            if (
                len(contour) < LEAST_ROUND_PX
                or not LEAST_AREA * size < cv2.contourArea(contour) < largest * size
            ):
                continue
            hull = cv2.convexHull(contour)
            if cv2.contourArea(contour) < 0.9 * cv2.contourArea(hull):
                continue
            rough = cv2.approxPolyDP(hull, STRAIGHT * cv2.arcLength(hull, True), True)
            quad = (
                _sides_meet(np.asarray(contour, np.float64), np.asarray(rough, np.float64))
                if len(rough) == 4
                else None
            )
            if quad is not None and not any(np.abs(quad - other).max() < SAME_PX for other in found):
                found.append(quad)
    return np.array(found).reshape(-1, 4, 2)


def _sides_meet(contour: Floats, rough: Floats) -> Floats | None:
    """Where lines through the middle of the four sides of a contour (n, 2) meet, (4, 2)."""
    points, rough = contour.reshape(-1, 2), rough.reshape(-1, 2)
    if cv2.contourArea(rough.astype(np.float32), oriented=True) < 0:
        rough = rough[::-1]
    lines = []
    for start, end in pairwise([*rough, rough[0]]):
        along = end - start
        length = float(np.hypot(*along))
        along = along / length
        away = points - start
        at, off = away @ along, away @ np.array([-along[1], along[0]])
        near = (at > 0.15 * length) & (at < 0.85 * length) & (np.abs(off) < 0.06 * length + 2)
        if near.sum() < 0.5 * length:
            return None
        x, y, px, py = cv2.fitLine(points[near].astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        lines.append(np.cross([px, py, 1.0], [px + x, py + y, 1.0]))
    corners = [np.cross(before, after) for before, after in pairwise([lines[-1], *lines])]
    if any(abs(corner[2]) < 1e-9 for corner in corners):
        return None
    return np.array([corner[:2] / corner[2] for corner in corners])


def view_of(found: Floats, size_px: tuple[int, int], least: int = LEAST_CARDS) -> tuple[View, Floats] | None:
    """The view of the plane on which quads (n, 4, 2) are cards, and those that are, (m, 4, 2); None when
    not even the `least` number of them tells.

    x is the camera's right, y towards it; where 0, 0 lies is the middle of the picture.
    """
    if len(found) < least:
        return None
    best: tuple[float, View] | None = None
    for tilt in TILTS_DEG:
        view = _tilted(np.radians(tilt), size_px)
        plane = view.to_board(found)
        sides = np.linalg.norm(np.roll(plane, -1, 1) - plane, axis=2)
        long = np.maximum(sides[:, 0] + sides[:, 2], sides[:, 1] + sides[:, 3]) / 2
        for size in np.unique(np.round(long, 0)):
            scaled = _scaled(view, CARD_MM[1] / float(size))
            fits = float((1 - _misses(scaled, found)[0] / MISS_MM).clip(0).sum())
            if best is None or fits > best[0]:
                best = fits, scaled
    if best is None:
        return None
    view = best[1]
    for number in range(ROUNDS):
        miss, placed = _misses(view, found)
        near = miss < (MISS_MM if number < ROUNDS // 2 else MISS_MM / 2)
        if near.sum() < least:
            return None
        view = refine(view, on_table(placed[near]).reshape(-1, 3), found[near].reshape(-1, 2), rounds=3)
    cards = found[_misses(view, found)[0] < MISS_MM / 2]
    if len(cards) < least:
        return None
    return _straight(view, cards), cards


def _straight(view: View, cards: Floats) -> View:
    """The same view of a table whose axes are those of most of its cards (n, 4, 2), in the picture."""
    plane = view.to_board(cards)
    x, y = (plane[:, 1] - plane[:, 0]).T
    turn = np.angle(np.exp(4j * np.arctan2(y, x)).sum()) / 4
    cos, sin = np.cos(turn), np.sin(turn)
    about = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    return replace(view, rotation=cv2.Rodrigues(view.turn @ about)[0].ravel())


def _tilted(tilt: float, size_px: tuple[int, int]) -> View:
    """A camera 600 mm away that leans so far towards its own side."""
    return View(
        size_px,
        GEOMETRY.focal_share * size_px[0],
        0.0,
        np.array([-tilt, 0.0, 0.0]),
        np.array([0.0, 0.0, 600.0]),
    )


def _scaled(view: View, factor: float) -> View:
    """The same picture where all is so many times as large."""
    return view.with_vector(np.concatenate([view.rotation, view.offset_mm * factor, view.vector[6:]]))


def _misses(view: View, found: Floats) -> tuple[Floats, Floats]:
    """How far quads (n, 4, 2) are from cards, mm (n,), and the cards there, (n, 4, 2)."""
    plane = view.to_board(found)
    best = np.full(len(found), np.inf)
    placed = np.zeros_like(plane)
    for turn in range(2):
        card = np.roll(corners_mm(np.zeros((1, 3)))[0], turn, 0)
        fitted = rigid(card, plane)
        miss = np.linalg.norm(fitted - plane, axis=2).max(1)
        better = miss < best
        best[better], placed[better] = miss[better], fitted[better]
    return best, placed
