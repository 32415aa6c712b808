"""Search of a board by a learnt picture of it from above.

Local features (SIFT, Lowe 2004) that match in both pictures and agree on one perspective give the rough view.
Pieces, shadows and reflections hide only some of them.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Picture
from vision.geometry import find_board
from vision.geometry.calibrate import View, view_elsewhere
from vision.geometry.find_board import Cornered
from vision.geometry.params import PARAMS


def flatten(board: Cornered, picture: Picture, view: View) -> Picture:
    """Rectify the board in a picture: seen from above, 1 px a mm, (height, width, 3) BGR."""
    (left, top), (right, bottom) = board.corners_mm[0, :2], board.corners_mm[2, :2]
    step = 1 / PARAMS.learnt_px_per_mm
    columns, rows = np.arange(left + step / 2, right, step), np.arange(top + step / 2, bottom, step)
    grid = np.stack([*np.meshgrid(columns, rows), np.zeros((len(rows), len(columns)))], -1)
    at = view.project(grid).astype(np.float32)
    flat = cv2.remap(picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, dtype=np.uint8)


def find(board: Cornered, picture: Picture, learnt: Picture, last: View | None = None) -> View:
    """Return the view of the board whose picture from above is `learnt`.

    `last` is an earlier view of the same camera, if known. Raises VisionError `no_board`.
    """
    points_px, found_px = _agreeing(learnt, picture)
    if len(points_px) < PARAMS.min_agreeing:
        raise find_board.no_board(
            f"{len(points_px)} features of the board learnt are in view, "
            f"at least {PARAMS.min_agreeing} expected"
        )
    points = np.zeros((len(points_px), 3))
    points[:, :2] = (points_px + 0.5) / PARAMS.learnt_px_per_mm + board.corners_mm[0, :2]
    where = "where the board learnt seems to lie"
    if last is None:
        return find_board.best_lens(board, picture, (points, found_px), PARAMS.follow_reach_px, where)
    soft = find_board.soft_lab(picture)
    view = find_board.align(board, soft, view_elsewhere(last, points, found_px), PARAMS.follow_reach_px)
    return find_board.accept(board, soft, view, where)


def _agreeing(learnt: Picture, picture: Picture) -> tuple[Floats, Floats]:
    """Return pixels of matching features in both pictures, (n, 2) each, that fit one perspective."""
    scale = min(1.0, PARAMS.search_width_px / picture.shape[1])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    known_px, known = _features(learnt)
    seen_px, seen = _features(np.asarray(small, dtype=np.uint8))
    if len(known_px) < 2 or len(seen_px) < 2:
        return np.zeros((0, 2)), np.zeros((0, 2))
    pairs = [
        (best.queryIdx, best.trainIdx)
        for best, next_best in cv2.BFMatcher().knnMatch(known, seen, k=2)
        if best.distance < PARAMS.sift_ratio * next_best.distance
    ]
    if len(pairs) < PARAMS.min_agreeing:
        return np.zeros((0, 2)), np.zeros((0, 2))
    ours, theirs = np.array(pairs).T
    points, found = known_px[ours], seen_px[theirs]
    _, agreeing = cv2.findHomography(
        points, found, cv2.RANSAC, PARAMS.ransac_px, maxIters=5000, confidence=0.999
    )
    kept = agreeing.ravel() > 0
    return points[kept], (found[kept] + 0.5) / scale - 0.5


def _features(picture: Picture) -> tuple[Floats, npt.NDArray[np.float32]]:
    """Return the features of a picture: pixels, (n, 2), and SIFT descriptors, (n, 128)."""
    sift = cv2.SIFT.create(PARAMS.sift_features, contrastThreshold=PARAMS.sift_contrast)
    points, descriptions = sift.detectAndCompute(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), None)
    if descriptions is None:
        return np.zeros((0, 2)), np.zeros((0, 128), np.float32)
    return np.array([point.pt for point in points]), np.asarray(descriptions, dtype=np.float32)
