"""Patches: small upright pictures of hexes, equally large from every camera position.

In come a picture, the view and board points; out come patches and the flatness of each, as the network
takes them. The constants are fixed by the trained network.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Picture
from vision.geometry.calibrate import View

WIDTH_PX, HEIGHT_PX = 56, 64
FOOT_PX = (27.5, 43.5)
"""Pixel (x, y) of the middle of the hex; figures rise above it."""
PX_PER_MM = 1.25
RISE_MM = 20.0
"""Height of the point above the middle of the hex that fixes which way is up in the patch."""


def frames(view: View, points_mm: Floats) -> tuple[Floats, Floats]:
    """Affine maps for cutting patches at board points, (n, 3), and the flatness of each patch.

    The maps (n, 2, 3) lead from the picture to the patch; they turn the direction that rises from the board
    upwards and scale a mm across the view to `PX_PER_MM`. The flatness (n,) is 1 from straight above and
    near 0 from the side.
    """
    foot = view.project(points_mm)
    across = np.stack([view.project(points_mm + step) - foot for step in ([1, 0, 0], [0, 1, 0])], -1)
    rise = view.project(points_mm - [0, 0, RISE_MM]) - foot
    stretch = np.linalg.svd(across, compute_uv=False)
    up = rise / np.maximum(np.linalg.norm(rise, axis=1, keepdims=True), 1e-9)
    scale = PX_PER_MM / stretch[:, 0]
    turn = np.stack([np.stack([-up[:, 1], up[:, 0]], -1), -up], 1) * scale[:, None, None]
    shift = np.array(FOOT_PX) - np.einsum("nij,nj->ni", turn, foot)
    return np.concatenate([turn, shift[..., None]], -1), stretch[:, 1] / stretch[:, 0]


def cut(picture: Picture, maps: Floats) -> npt.NDArray[np.uint8]:
    """Cut patches, (n, 64, 56, 3), from a BGR picture."""
    size = (WIDTH_PX, HEIGHT_PX)
    patches = [
        cv2.warpAffine(picture, one, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
        for one in maps
    ]
    return np.array(patches, dtype=np.uint8).reshape(-1, HEIGHT_PX, WIDTH_PX, 3)


def blob(patches: npt.NDArray[np.uint8], flatness: Sequence[float] | Floats) -> npt.NDArray[np.float32]:
    """Input of the network, (n, 4, 64, 56): colours from -0.5 to 0.5 and the flatness as a fourth plane."""
    colours = patches.transpose(0, 3, 1, 2).astype(np.float32) / 255 - 0.5
    plane = np.broadcast_to(
        np.asarray(flatness, np.float32)[:, None, None, None] - 0.5, (len(patches), 1, HEIGHT_PX, WIDTH_PX)
    )
    return np.concatenate([colours, plane], 1)
