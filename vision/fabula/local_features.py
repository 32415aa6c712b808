"""Places of cards in a picture, found by local features that known faces share with it.

Takes a grey picture and the features of faces; returns corners of cards. Neither an outline nor the view of
the table is needed, so cards in sleeves, in hard shadows or on printed mats are found, too. Each match of
features (SIFT; Lowe, Distinctive image features, 2004) votes for a pose of a card; a homography must explain
the votes that agree. The features say where a card lies, not which: many faces share frames and symbols.
"""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import FloatMap, Floats, Mask, Picture
from vision.fabula.cards import CARD_MM
from vision.fabula.params import PARAMS


class LocalFeatures(NamedTuple):
    """Features of a picture: places (n, 2), sizes (n,), turns (n,) in radians, and descriptors (n, 128)."""

    at: Floats
    sizes: Floats
    turns: Floats
    descriptors: FloatMap

    def only(self, which: Mask | npt.NDArray[np.intp]) -> LocalFeatures:
        """Return the features with these numbers, or those of a mask (n,)."""
        return LocalFeatures(self.at[which], self.sizes[which], self.turns[which], self.descriptors[which])


def detect(grey: Picture, most: int = 0) -> LocalFeatures:
    """Return the features of a grey picture (h, w), at most the `most` strongest; 0 returns all."""
    points, described = cv2.SIFT.create(nfeatures=most).detectAndCompute(grey, None)
    found = np.array([(*point.pt, point.size, point.angle) for point in points], np.float64).reshape(-1, 4)
    descriptors = np.zeros((0, 128), np.float32) if described is None else np.asarray(described, np.float32)
    # RootSIFT: roots compare better (Arandjelovic & Zisserman, Three things everyone should know, 2012)
    rooted = np.sqrt(descriptors / np.maximum(descriptors.sum(1, keepdims=True), 1e-6))
    return LocalFeatures(found[:, :2], found[:, 2], np.radians(found[:, 3]), np.asarray(rooted, np.float32))


def of_faces(faces: list[Picture]) -> LocalFeatures:
    """Return the features of faces, grey (h, w) each; places and sizes are mm from the middle of the card."""
    each = [detect(face, PARAMS.max_face_features) for face in faces]
    scales = [face.shape[1] / CARD_MM[0] for face in faces]
    at = [(found.at + 0.5) / scale - np.array(CARD_MM) / 2 for found, scale in zip(each, scales, strict=True)]
    sizes = [found.sizes / scale for found, scale in zip(each, scales, strict=True)]
    return LocalFeatures(
        np.concatenate([np.zeros((0, 2)), *at]),
        np.concatenate([np.zeros(0), *sizes]),
        np.concatenate([np.zeros(0), *(found.turns for found in each)]),
        np.concatenate([np.zeros((0, 128), np.float32), *(found.descriptors for found in each)]),
    )


def find_cards(seen: LocalFeatures, faces: LocalFeatures) -> Floats:
    """Return the corners (n, 4, 2) of cards, from their own top left, with features `seen` in a picture."""
    seen, known = _matched(seen, faces)
    scale, turn = seen.sizes / known.sizes, seen.turns - known.turns
    middles = seen.at - scale[:, None] * _turned(known.at, turn)
    poses = np.column_stack([middles, np.log(scale), turn])
    found: list[Floats] = []
    agree, left = _agree(poses), np.ones(len(poses), bool)
    while left.any():
        votes = (agree & left).sum(1) * left
        members = agree[int(votes.argmax())] & left
        if members.sum() < PARAMS.min_feature_votes:
            break
        outline = _outline(seen.at[members], known.at[members])
        if outline is None:
            left &= ~members
            continue
        found.append(outline)
        inside = _inside(outline, seen.at)
        left &= ~(members | inside)
    return np.array(found).reshape(-1, 4, 2)


def _matched(seen: LocalFeatures, faces: LocalFeatures) -> tuple[LocalFeatures, LocalFeatures]:
    """Return the features with a clear counterpart on a face, and those counterparts.

    A counterpart is clear if features elsewhere on a card are less similar; equal places of several faces,
    such as those of a common frame, do not compete.
    """
    if not len(seen.at) or len(faces.at) < PARAMS.compared_features:
        return seen.only(np.zeros(len(seen.at), bool)), faces.only(np.zeros(len(faces.at), bool))
    best, clear = [], []
    for start in range(0, len(seen.at), PARAMS.feature_chunk):
        products = seen.descriptors[start : start + PARAMS.feature_chunk] @ faces.descriptors.T
        top = np.argpartition(-products, PARAMS.compared_features - 1, axis=1)[:, : PARAMS.compared_features]
        away = np.sqrt(np.maximum(2 - 2 * np.take_along_axis(products, top, 1), 0))
        order = np.argsort(away, 1)
        top, away = np.take_along_axis(top, order, 1), np.take_along_axis(away, order, 1)
        apart = np.linalg.norm(faces.at[top] - faces.at[top[:, :1]], axis=2) > PARAMS.same_feature_mm
        second = np.where(apart, away, away[:, -1:]).min(1)
        best.append(top[:, 0])
        clear.append(away[:, 0] < PARAMS.max_feature_ratio * second)
    is_clear = np.concatenate(clear)
    return seen.only(is_clear), faces.only(np.concatenate(best)[is_clear])


def _agree(poses: Floats) -> Mask:
    """Return which pairs (n, n) of poses, middle, logarithm of the scale and turn, belong to one card."""
    size_px = CARD_MM[0] * np.exp(poses[:, 2])
    near = np.linalg.norm(poses[:, None, :2] - poses[None, :, :2], axis=2) < (
        PARAMS.same_vote_share * size_px[:, None]
    )
    alike = np.abs(poses[:, None, 2] - poses[None, :, 2]) < PARAMS.same_vote_log_scale
    parallel = np.cos(poses[:, None, 3] - poses[None, :, 3]) > PARAMS.same_vote_cos
    return np.asarray(near & alike & parallel)


def _outline(seen: Floats, known: Floats) -> Floats | None:
    """Return the corners (4, 2) of a card with points `known` (n, 2), mm, `seen` (n, 2) in a picture."""
    spread = float(np.sqrt(np.trace(np.cov(seen.T)) / max(np.trace(np.cov(known.T)), 1e-6)))
    homography, used = cv2.findHomography(known, seen, cv2.USAC_MAGSAC, PARAMS.feature_miss_mm * spread)
    if homography is None or int(used.sum()) < PARAMS.min_feature_votes:
        return None
    half = np.array(CARD_MM) / 2
    corners_mm = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    outline = cv2.perspectiveTransform(corners_mm[None], homography)[0]
    sides = np.linalg.norm(np.roll(outline, -1, 0) - outline, axis=1)
    opposite = np.maximum(sides[:2], sides[2:]) / np.maximum(np.minimum(sides[:2], sides[2:]), 1e-6)
    aspect = (sides[0] + sides[2]) / (sides[1] + sides[3])
    convex = cv2.isContourConvex(outline.astype(np.float32))
    clockwise = cv2.contourArea(outline.astype(np.float32), oriented=True) > 0
    low, high = PARAMS.feature_aspect
    if not (convex and clockwise and low < aspect < high and opposite.max() < PARAMS.max_opposite_ratio):
        return None
    return np.asarray(outline, np.float64)


def _inside(outline: Floats, points: Floats) -> Mask:
    """Return a mask (n,) of the points (n, 2) inside a convex clockwise outline (4, 2)."""
    sides = np.roll(outline, -1, 0) - outline
    away = points[:, None] - outline[None]
    return np.asarray((sides[:, 0] * away[..., 1] - sides[:, 1] * away[..., 0] > 0).all(1))


def _turned(points: Floats, turns: Floats) -> Floats:
    cos, sin = np.cos(turns), np.sin(turns)
    x, y = points.T
    return np.stack([cos * x - sin * y, sin * x + cos * y], 1)
