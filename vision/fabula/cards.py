"""A card and where it lies on the table, in mm."""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats

CARD_MM = (63.0, 88.0)
_CORNERS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(CARD_MM) / 2


def corners_mm(poses: Floats) -> Floats:
    """Top left, top right, bottom right and bottom left, (n, 4, 2), of cards that lie at `poses` (n, 3): the
    middle x, y in mm and the turn in radians, clockwise in the picture.
    """
    cos, sin = np.cos(poses[:, 2]), np.sin(poses[:, 2])
    turn = np.stack([np.stack([cos, sin], 1), np.stack([-sin, cos], 1)], 1)
    return np.asarray(_CORNERS @ turn + poses[:, None, :2])


def on_table(points_mm: Floats) -> Floats:
    """Points (..., 2) with the height of the cards' surface, (..., 3)."""
    return np.concatenate([points_mm, np.zeros_like(points_mm[..., :1])], -1)
