"""Rendering of a hand with its arm and their shadow."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import FloatMap, Picture
from vision.simulated.scenery import Style
from vision.simulated.view import HEIGHT_PX, WIDTH_PX, SimulatedView

_HAND_PX_PER_MM = 2.0
_HAND_BOX_MM = (-18.0, -80.0, 1000.0, 80.0)
_NEAREST_MM = 40.0
"""Depth from which on the camera sees an arm: of a player beside it, the shoulder is behind it."""
# Right hand from above, fingertips at 0, 0 and the arm along +x: capsules given by (x, y, radius) in mm at
# both ends and the height of their axis.
_SKIN_PARTS = (
    ((60, 24, 13), (118, 4, 20), 14), ((80, -8, 22), (122, 0, 21), 16),
    ((78, 6, 20), (118, 2, 22), 16), ((115, 0, 21), (300, 0, 27), 16),
    ((44, -44, 7), (60, -46, 8), 12), ((60, -46, 8), (92, -28, 12), 14),
    ((30, -36, 7.5), (54, -40, 8.5), 16), ((54, -40, 8.5), (88, -24, 12), 20),
    ((14, -20, 7.5), (44, -32, 9), 20), ((44, -32, 9), (84, -16, 12), 24),
    ((1, -6, 6.5), (34, -21, 8.5), 20), ((34, -21, 8.5), (80, -6, 13), 27),
    ((2, 7, 7.5), (34, 23, 9), 18), ((34, 23, 9), (78, 16, 15), 20),
)  # fmt: skip
_SLEEVE_PARTS = (((178, 0, 35), (260, 2, 40), 18), ((260, 2, 40), (1100, 0, 62), 18))


class SimulatedHand:
    """An arm that is painted once and then projected to any position."""

    def __init__(self, style: Style, rng: np.random.Generator) -> None:
        """Paint skin, sleeve and shadow."""
        left, top, right, bottom = _HAND_BOX_MM
        across, down = np.meshgrid(
            np.arange(left, right, 1 / _HAND_PX_PER_MM, dtype=np.float32),
            np.arange(top, bottom, 1 / _HAND_PX_PER_MM, dtype=np.float32),
        )
        skin, sleeve = (_relief_mm(across, down, parts) for parts in (_SKIN_PARTS, _SLEEVE_PARTS))
        shape = sleeve.shape
        wrinkles = cv2.resize(
            rng.standard_normal((9, 60)).astype(np.float32), shape[::-1], interpolation=cv2.INTER_CUBIC
        )
        weave = rng.standard_normal(shape).astype(np.float32)
        dressed = sleeve > -50
        relief = np.where(dressed, sleeve + 2.5 * wrinkles, skin)
        solid = relief > -50
        smooth = cv2.GaussianBlur(np.where(solid, relief, 0), (0, 0), 1.6)
        slope_x = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=_HAND_PX_PER_MM / 8)
        slope_y = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=_HAND_PX_PER_MM / 8)
        normal = np.dstack([-slope_x, -slope_y, np.ones(shape, np.float32)])
        normal /= np.linalg.norm(normal, axis=2, keepdims=True)
        # The arm is painted once for all directions, so its light comes from straight above.
        bright = (0.40 + 0.52 * normal[..., 2]) * np.where(dressed, 1 + 0.04 * weave, 1 + 0.015 * weave)
        flesh = style.skin * (1 + 0.025 * wrinkles[..., None] * [-1.0, -0.4, 1.0])
        paint = np.where(dressed[..., None], style.sleeve, flesh) * bright[..., None] * style.light_colour
        alpha = cv2.GaussianBlur(solid.astype(np.float32), (0, 0), 0.8)
        self._arm = np.clip(np.dstack([paint * alpha[..., None], 255 * alpha]), 0, 255).astype(np.uint8)
        self._shade = cv2.GaussianBlur(
            cv2.resize(solid.astype(np.float32), None, fx=0.25, fy=0.25), (0, 0), 5.0
        )
        self._light = style.light

    def draw(
        self,
        picture: Picture,
        view: SimulatedView,
        tip_mm: NDArray[np.float64],
        shoulder_mm: NDArray[np.float64],
    ) -> bool:
        """Draw arm and shadow with the fingertips at `tip_mm` (x, y, height); False outside the picture."""
        along = shoulder_mm - tip_mm
        along = along / np.linalg.norm(along)
        beside = np.array([-along[1], along[0], 0]) / math.hypot(along[0], along[1])
        fallen = np.array(
            [[1, 0, -self._light[0] / self._light[2]], [0, 1, -self._light[1] / self._light[2]], [0, 0, 0]]
        )
        self._shadow(picture, view.plane(fallen @ tip_mm, fallen @ along, fallen @ beside))
        return self._arm_over(picture, view.plane(tip_mm, along, beside))

    def _shadow(self, picture: Picture, plane: NDArray[np.float64]) -> None:
        where = np.diag([0.25, 0.25, 1.0]) @ plane @ _place(_HAND_PX_PER_MM / 4)
        shade = cv2.warpPerspective(
            self._shade, where, (WIDTH_PX // 4, HEIGHT_PX // 4), flags=cv2.INTER_LINEAR
        )
        x, y, width, height = cv2.boundingRect((shade > 0.01).astype(np.uint8))
        if width and height:
            keep = np.round(255 - 105 * shade[y : y + height, x : x + width]).astype(np.uint8)
            wide = cv2.merge([cv2.resize(keep, (4 * width, 4 * height), interpolation=cv2.INTER_LINEAR)] * 3)
            patch = picture[4 * y : 4 * (y + height), 4 * x : 4 * (x + width)]
            cv2.multiply(patch, wide, dst=patch, scale=1 / 255)

    def _arm_over(self, picture: Picture, plane: NDArray[np.float64]) -> bool:
        where = plane @ _place(_HAND_PX_PER_MM)
        height, width = self._arm.shape[0], _seen_width(where, self._arm.shape[:2])
        if not width:
            return False
        rim = np.array([[[0, 0]], [[width, 0]], [[width, height]], [[0, height]]], np.float32)
        corners = cv2.perspectiveTransform(rim, where)[:, 0]
        left, top = np.clip(np.floor(corners.min(0)), 0, [WIDTH_PX, HEIGHT_PX]).astype(int)
        right, bottom = np.clip(np.ceil(corners.max(0)), 0, [WIDTH_PX, HEIGHT_PX]).astype(int)
        if left >= right or top >= bottom:
            return False
        shift = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]])
        arm = cv2.warpPerspective(
            self._arm[:, :width],
            shift @ where,
            (int(right - left), int(bottom - top)),
            flags=cv2.INTER_LINEAR,
        )
        alpha = arm[..., 3]
        if not alpha.any():
            return False
        patch = picture[top:bottom, left:right]
        keep = cv2.bitwise_not(cv2.merge([alpha, alpha, alpha]))
        cv2.multiply(patch, keep, dst=patch, scale=1 / 255)
        cv2.add(patch, arm[..., :3], dst=patch)
        return True


def _seen_width(where: NDArray[np.float64], size_px: tuple[int, int]) -> int:
    """Return how many columns of the painted arm, counted from the fingertips, lie before the camera.

    `where` is the homography (3, 3) to the picture, whose third row gives the depth in mm.
    """
    height, width = size_px
    columns = np.arange(width + 1)
    depth_mm = [
        where[2] @ np.stack([columns, np.full(width + 1, row), np.ones(width + 1)]) for row in (0, height)
    ]
    return int(np.argmin([*(np.minimum(*depth_mm) > _NEAREST_MM), False]).clip(0, width))


def _place(px_per_mm: float) -> NDArray[np.float64]:
    """Return the matrix (3, 3) from pixels of the painted arm to its millimetres."""
    return np.array([[1 / px_per_mm, 0, _HAND_BOX_MM[0]], [0, 1 / px_per_mm, _HAND_BOX_MM[1]], [0, 0, 1]])


def _relief_mm(
    across: FloatMap, down: FloatMap, parts: tuple[tuple[tuple[float, ...], tuple[float, ...], float], ...]
) -> FloatMap:
    """Return the height of the upper side of capsules above their plane; -99 outside."""
    top = np.full(across.shape, -99, np.float32)
    for (x0, y0, r0), (x1, y1, r1), height in parts:
        dx, dy = x1 - x0, y1 - y0
        t = np.clip(((across - x0) * dx + (down - y0) * dy) / (dx * dx + dy * dy), 0, 1)
        radius = r0 + t * (r1 - r0)
        bulge = radius**2 - (across - x0 - t * dx) ** 2 - (down - y0 - t * dy) ** 2
        top = np.maximum(top, np.where(bulge > 0, height + 0.8 * np.sqrt(np.maximum(bulge, 0)), -99))
    return top
