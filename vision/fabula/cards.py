"""Geometry of one card on the table: corners, poses and rigid fits, in mm."""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats
from vision.fabula.params import PARAMS

CARD_MM = (63.0, 88.0)
_CORNERS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(CARD_MM) / 2


def corners_mm(poses: Floats, margin_mm: float = 0.0) -> Floats:
    """Return the corners (n, 4, 2) of cards, clockwise from top left, enlarged by a margin at each side.

    `poses` (n, 3) are the middle x, y in mm and the turn in radians, clockwise in the picture.
    """
    cos, sin = np.cos(poses[:, 2]), np.sin(poses[:, 2])
    turn = np.stack([np.stack([cos, sin], 1), np.stack([-sin, cos], 1)], 1)
    corners = _CORNERS + np.sign(_CORNERS) * margin_mm
    return np.asarray(corners @ turn + poses[:, None, :2])


def on_table(points_mm: Floats) -> Floats:
    """Return points (..., 2) of the table as points in space (..., 3); the height is 0."""
    return np.concatenate([points_mm, np.zeros_like(points_mm[..., :1])], -1)


def pose_of(corners: Floats) -> Floats:
    """Return the pose (3,) of a card with these corners (4, 2) in mm."""
    along = corners[1] - corners[0] + corners[2] - corners[3]
    return np.array([*corners.mean(0), np.arctan2(along[1], along[0])])


def same_place(one: Floats, other: Floats) -> bool:
    """Return true if two poses, upright or upside down, are those of one card."""
    near = np.hypot(*(one[:2] - other[:2])) < PARAMS.same_card_mm
    return bool(near and abs(np.sin(one[2] - other[2])) < PARAMS.same_turn_sin)


def rigid(card: Floats, plane: Floats) -> Floats:
    """Fit a shape (k, 2) to points (n, k, 2) by rotation and shift; returns (n, k, 2) (Kabsch, 1976)."""
    centre = plane.mean(1, keepdims=True)
    away = plane - centre
    shape = card - card.mean(0)
    cos = (away * shape).sum((1, 2))
    sin = (shape[:, 0] * away[:, :, 1] - shape[:, 1] * away[:, :, 0]).sum(1)
    length = np.hypot(cos, sin) + 1e-12
    cos, sin = cos / length, sin / length
    turned = np.stack(
        [
            cos[:, None] * shape[:, 0] - sin[:, None] * shape[:, 1],
            sin[:, None] * shape[:, 0] + cos[:, None] * shape[:, 1],
        ],
        2,
    )
    return np.asarray(centre + turned)
