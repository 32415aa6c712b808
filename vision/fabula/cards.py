"""A card and where it lies on the table, in mm."""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats

CARD_MM = (63.0, 88.0)
BACK = "back"
"""The name of a card that lies face down."""
SAME_MM = 8.0
_CORNERS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(CARD_MM) / 2


def corners_mm(poses: Floats, margin_mm: float = 0.0) -> Floats:
    """Top left, top right, bottom right and bottom left, (n, 4, 2), of cards that lie at `poses` (n, 3): the
    middle x, y in mm and the turn in radians, clockwise in the picture; those of cards larger by a margin.
    """
    cos, sin = np.cos(poses[:, 2]), np.sin(poses[:, 2])
    turn = np.stack([np.stack([cos, sin], 1), np.stack([-sin, cos], 1)], 1)
    corners = _CORNERS + np.sign(_CORNERS) * margin_mm
    return np.asarray(corners @ turn + poses[:, None, :2])


def on_table(points_mm: Floats) -> Floats:
    """Points (..., 2) with the height of the cards' surface, (..., 3)."""
    return np.concatenate([points_mm, np.zeros_like(points_mm[..., :1])], -1)


def pose_of(corners: Floats) -> Floats:
    """Where a card with these corners, (4, 2) in mm, lies, (3,)."""
    along = corners[1] - corners[0] + corners[2] - corners[3]
    return np.array([*corners.mean(0), np.arctan2(along[1], along[0])])


def same_place(one: Floats, other: Floats) -> bool:
    """Whether two poses, whichever way up, are those of one card."""
    near = np.hypot(*(one[:2] - other[:2])) < SAME_MM
    return bool(near and abs(np.sin(one[2] - other[2])) < 0.5)


def rigid(card: Floats, plane: Floats) -> Floats:
    """A shape (k, 2) laid onto points (n, k, 2) without bending or growing, (n, k, 2) (Kabsch, 1976)."""
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
