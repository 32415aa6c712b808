"""Pictures of one piece and of a hand, as the camera sees them from where it stands."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.simulated.scenery import Style
from vision.simulated.view import HEIGHT_PX, WIDTH_PX, View

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]

HEIGHT_MM = 24.0
# A hooded figure turned on a lathe: radius (mm) over height (mm), and how far its head leans forward.
_OUTLINE_MM = np.array(
    [
        [0, 6.5],
        [1.6, 6.5],
        [2.2, 5.6],
        [8, 4.3],
        [13, 4.9],
        [15.5, 4.4],
        [17, 3.1],
        [19.5, 3.9],
        [22, 2.9],
        [24, 0.7],
    ]
)
_LEVELS_MM = np.arange(HEIGHT_MM, -0.1, -0.5, dtype=np.float32)
_RADII_MM = np.convolve(
    np.pad(np.interp(_LEVELS_MM, *_OUTLINE_MM.T), 2, "edge"), np.ones(5) / 5, "valid"
).astype(np.float32)
_LEAN_MM = np.interp(_LEVELS_MM, [0, 12, 20, 24], [0, 0, 1.3, 0.2]).astype(np.float32)
_STAFF_MM = (5.2, 0.9)


@dataclass(frozen=True, slots=True)
class Layer:
    """Something to be laid over the picture at x, y: picture * (1 - alpha) + colour (BGR 0..255)."""

    x: int
    y: int
    alpha: Floats
    colour: Floats | None = None

    def draw(self, picture: Picture) -> None:
        """Blend into (960, 1280, 3) in place; without a colour it only darkens."""
        height, width = self.alpha.shape[:2]
        top, left = max(self.y, 0), max(self.x, 0)
        bottom, right = min(self.y + height, HEIGHT_PX), min(self.x + width, WIDTH_PX)
        if top >= bottom or left >= right:
            return
        own = np.s_[top - self.y : bottom - self.y, left - self.x : right - self.x]
        patch = picture[top:bottom, left:right]
        mixed = patch * (1 - self.alpha[own])
        if self.colour is not None:
            mixed += self.colour[own]
        patch[:] = mixed


def piece(
    view: View, style: Style, colour: str, x_mm: float, y_mm: float, lift_mm: float, turn: float
) -> Layer:
    """Draw one druid whose base stands at x, y, `lift_mm` above the board, facing `turn` (radians)."""
    reach = _STAFF_MM[0] + 2
    ends = np.array(
        [
            [x_mm + a, y_mm + b, lift_mm + h]
            for a in (-reach, reach)
            for b in (-reach, reach)
            for h in (0, 26.0)
        ]
    )
    seen = view.pixels(ends)
    left, top = np.floor(seen.min(0)).astype(int)
    right, bottom = np.ceil(seen.max(0)).astype(int) + 1
    ground = _on_board(view, left, top, right, bottom)
    facing = np.array([math.cos(turn), math.sin(turn)], np.float32)
    eye = view.eye_mm.astype(np.float32)
    px_per_mm = float(np.linalg.norm(seen[0] - seen[4])) / (2 * reach)

    rise = ((_LEVELS_MM + lift_mm) / eye[2])[:, None, None, None]
    axis = np.array([x_mm, y_mm], np.float32) + (_LEAN_MM[:, None] * facing)[:, None, None, :]
    off = ground + (eye[:2] - ground) * rise - axis
    cover = (_RADII_MM[:, None, None] - np.hypot(off[..., 0], off[..., 1])) * px_per_mm + 0.5
    staff = off - _STAFF_MM[0] * np.array([-facing[1], facing[0]])
    cover = np.maximum(cover, (_STAFF_MM[1] - np.hypot(staff[..., 0], staff[..., 1])) * px_per_mm + 0.5)
    solid = cover >= 0.5
    first = np.where(solid.any(0), solid.argmax(0), cover.argmax(0))[None]
    alpha = np.clip(cover.max(0), 0, 1)

    slope = -np.gradient(_RADII_MM, _LEVELS_MM)[first[0]]
    out = np.take_along_axis(off, first[..., None], 0)[0] / _RADII_MM[first[0]][..., None]
    normal = np.dstack([out, slope])
    normal /= np.linalg.norm(normal, axis=2, keepdims=True) + 1e-6
    middle = np.array([x_mm, y_mm, 12.0 + lift_mm])
    to_eye = (view.eye_mm - middle) / np.linalg.norm(view.eye_mm - middle)
    half = (style.light + to_eye) / np.linalg.norm(style.light + to_eye)
    diffuse = 0.42 + 0.68 * np.clip(normal @ style.light, 0, 1)
    diffuse *= 0.72 + 0.28 * np.clip(_LEVELS_MM[first[0]] / 9, 0, 1)
    gloss = 95 * np.clip(normal @ half, 0, 1) ** 26
    paint = np.clip(
        diffuse[..., None] * style.plastic[colour] * style.light_colour + gloss[..., None], 0, 255
    )
    return Layer(int(left), int(top), alpha[..., None], (paint * alpha[..., None]).astype(np.float32))


def piece_shadow(view: View, style: Style, x_mm: float, y_mm: float) -> Layer:
    """The soft shadow a standing piece throws on the board."""
    length = -HEIGHT_MM * style.light[:2] / style.light[2]
    foot = np.array([x_mm, y_mm])
    ends = np.array(
        [[p[0] + a, p[1] + b, 0] for p in (foot, foot + length) for a in (-13, 13) for b in (-13, 13)]
    )
    seen = view.pixels(ends)
    left, top = np.floor(seen.min(0)).astype(int)
    right, bottom = np.ceil(seen.max(0)).astype(int)
    off = _on_board(view, left, top, right, bottom) - foot.astype(np.float32)
    along = np.clip(off @ length / (length @ length), 0, 1)
    gap = np.linalg.norm(off - along[..., None] * length, axis=2)
    cast = np.clip((6.2 - 2.6 * along + 2 * along - gap) / (1.8 + 3.0 * along) + 0.5, 0, 1) * (
        0.55 - 0.25 * along
    )
    contact = 0.5 * np.clip(1 - (np.hypot(off[..., 0], off[..., 1]) - 6.0) / 3.5, 0, 1)
    return Layer(int(left), int(top), np.maximum(cast, contact)[..., None].astype(np.float32))


def _on_board(view: View, left: int, top: int, right: int, bottom: int) -> Floats:
    """Where on the board (mm) each pixel of a box looks, (h, w, 2)."""
    across, down = np.meshgrid(np.arange(left, right), np.arange(top, bottom))
    back = np.linalg.inv(view.level(0.0))
    spot = np.stack([across, down, np.ones_like(across)], 2) @ back.T
    return (spot[..., :2] / spot[..., 2:]).astype(np.float32)


_HAND_PX_PER_MM = 2.0
_HAND_BOX_MM = (-18.0, -80.0, 1000.0, 80.0)
# Right hand seen from above, fingertips pinching at 0, 0 and the arm along +x: capsules of
# (x, y, radius) at both ends in mm, and the height of their axis.
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


class Hand:
    """An arm painted once, then held before the camera wherever it reaches."""

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
        # The arm turns as it reaches about, so it is lit from straight above.
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
        self, picture: Picture, view: View, tip_mm: NDArray[np.float64], shoulder_mm: NDArray[np.float64]
    ) -> bool:
        """Draw arm and shadow with the fingertips at `tip_mm` (x, y, height); False if out of the picture."""
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
        height, width = self._arm.shape[:2]
        rim = np.array([[[0, 0]], [[width, 0]], [[width, height]], [[0, height]]], np.float32)
        corners = cv2.perspectiveTransform(rim, where)[:, 0]
        left, top = np.clip(np.floor(corners.min(0)), 0, [WIDTH_PX, HEIGHT_PX]).astype(int)
        right, bottom = np.clip(np.ceil(corners.max(0)), 0, [WIDTH_PX, HEIGHT_PX]).astype(int)
        if left >= right or top >= bottom:
            return False
        shift = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]])
        arm = cv2.warpPerspective(
            self._arm, shift @ where, (int(right - left), int(bottom - top)), flags=cv2.INTER_LINEAR
        )
        alpha = arm[..., 3]
        if not alpha.any():
            return False
        patch = picture[top:bottom, left:right]
        keep = cv2.bitwise_not(cv2.merge([alpha, alpha, alpha]))
        cv2.multiply(patch, keep, dst=patch, scale=1 / 255)
        cv2.add(patch, arm[..., :3], dst=patch)
        return True


def _place(px_per_mm: float) -> NDArray[np.float64]:
    """From pixels of the painted arm to its millimetres."""
    return np.array([[1 / px_per_mm, 0, _HAND_BOX_MM[0]], [0, 1 / px_per_mm, _HAND_BOX_MM[1]], [0, 0, 1]])


def _relief_mm(
    across: Floats, down: Floats, parts: tuple[tuple[tuple[float, ...], tuple[float, ...], float], ...]
) -> Floats:
    """Height of the upper side of capsules over their plane; -99 where there is none."""
    top = np.full(across.shape, -99, np.float32)
    for (x0, y0, r0), (x1, y1, r1), height in parts:
        dx, dy = x1 - x0, y1 - y0
        t = np.clip(((across - x0) * dx + (down - y0) * dy) / (dx * dx + dy * dy), 0, 1)
        radius = r0 + t * (r1 - r0)
        bulge = radius**2 - (across - x0 - t * dx) ** 2 - (down - y0 - t * dy) ** 2
        top = np.maximum(top, np.where(bulge > 0, height + 0.8 * np.sqrt(np.maximum(bulge, 0)), -99))
    return top
