"""Rendering of one upright piece and its shadow from the place of the camera."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import FloatMap, Picture
from vision.simulated.scenery import Style
from vision.simulated.view import HEIGHT_PX, WIDTH_PX, SimulatedView

_RINGS, _GROOVE = (0.52, 0.78), 0.045
"""Grooves turned into a disc: distances from its middle and half their width, as shares of its radius."""
_INK, _PAINT, _DARK = 30.0, 225.0, 110.0
"""Grey levels of a dark and of a light print, and the level below which a piece carries the light one."""


@dataclass(frozen=True, slots=True)
class Layer:
    """Image to blend over the picture at x, y: picture * (1 - alpha) + colour (BGR 0..255)."""

    x: int
    y: int
    alpha: FloatMap
    colour: FloatMap | None = None

    def draw(self, picture: Picture) -> None:
        """Blend into a picture, (960, 1280, 3), in place; without a colour it only darkens."""
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


class LatheFigure:
    """Solid of revolution with an upright rod (a staff, a sword) beside it; all sizes in mm.

    `outline` holds radii by height, `lean` the offset of the axis to the front by height, `rod` the distance,
    radius, lower and upper height of the rod.
    """

    def __init__(
        self, outline: Sequence[tuple[float, float]], lean: Sequence[tuple[float, float]],
        rod: tuple[float, float, float, float],
    ) -> None:  # fmt: skip
        """Interpolate the profiles at levels 0.5 mm apart."""
        self.height_mm = outline[-1][0]
        self.levels = np.arange(self.height_mm, -0.1, -0.5, dtype=np.float32)
        rough = np.interp(self.levels, *np.array(outline).T)
        self.radii = np.convolve(np.pad(rough, 2, "edge"), np.ones(5) / 5, "valid").astype(np.float32)
        self.lean = np.interp(self.levels, *np.array(lean).T).astype(np.float32)
        self.rod_off, radius, low, high = rod
        held = (self.levels >= low) & (self.levels <= high)
        self.rod = np.where(held, radius, -99).astype(np.float32)
        self.reach = max(self.rod_off + 2, float(self.radii.max()) + 0.7)


def piece(
    view: SimulatedView, style: Style, figure: LatheFigure, colour: str, x_mm: float, y_mm: float,
    lift_mm: float, turn: float,
) -> Layer:  # fmt: skip
    """Draw a figure whose base stands at x, y, `lift_mm` above the board, facing `turn` (radians)."""
    reach, levels, radii = figure.reach, figure.levels, figure.radii
    ends = np.array(
        [
            [x_mm + a, y_mm + b, lift_mm + h]
            for a in (-reach, reach)
            for b in (-reach, reach)
            for h in (0, figure.height_mm + 2)
        ]
    )
    seen = view.pixels(ends)
    left, top = np.floor(seen.min(0)).astype(int)
    right, bottom = np.ceil(seen.max(0)).astype(int) + 1
    ground = on_board(view, left, top, right, bottom)
    facing = np.array([math.cos(turn), math.sin(turn)], np.float32)
    eye = view.eye_mm.astype(np.float32)
    px_per_mm = float(np.linalg.norm(seen[0] - seen[4])) / (2 * reach)

    rise = ((levels + lift_mm) / eye[2])[:, None, None, None]
    axis = np.array([x_mm, y_mm], np.float32) + (figure.lean[:, None] * facing)[:, None, None, :]
    off = ground + (eye[:2] - ground) * rise - axis
    cover = (radii[:, None, None] - np.hypot(off[..., 0], off[..., 1])) * px_per_mm + 0.5
    rod = off - figure.rod_off * np.array([-facing[1], facing[0]])
    held = (figure.rod[:, None, None] - np.hypot(rod[..., 0], rod[..., 1])) * px_per_mm + 0.5
    cover = np.maximum(cover, held)
    solid = cover >= 0.5
    first = np.where(solid.any(0), solid.argmax(0), cover.argmax(0))[None]
    alpha = np.clip(cover.max(0), 0, 1)

    slope = -np.gradient(radii, levels)[first[0]]
    out = np.take_along_axis(off, first[..., None], 0)[0] / radii[first[0]][..., None]
    normal = np.dstack([out, slope])
    normal /= np.linalg.norm(normal, axis=2, keepdims=True) + 1e-6
    middle = np.array([x_mm, y_mm, figure.height_mm / 2 + lift_mm])
    to_eye = (view.eye_mm - middle) / np.linalg.norm(view.eye_mm - middle)
    half = (style.light + to_eye) / np.linalg.norm(style.light + to_eye)
    diffuse = 0.42 + 0.68 * np.clip(normal @ style.light, 0, 1)
    diffuse *= 0.72 + 0.28 * np.clip(levels[first[0]] / 9, 0, 1)
    gloss = 95 * np.clip(normal @ half, 0, 1) ** 26
    paint = np.clip(
        diffuse[..., None] * style.plastic[colour] * style.light_colour + gloss[..., None], 0, 255
    )
    return Layer(int(left), int(top), alpha[..., None], (paint * alpha[..., None]).astype(np.float32))


def disc(
    view: SimulatedView, style: Style, colour: str, foot_mm: float, height_mm: float, x_mm: float,
    y_mm: float, lift_mm: float, face: FloatMap | None = None, turn: float = 0.0,
) -> Layer:  # fmt: skip
    """Draw a turned disc at x, y, `lift_mm` above the board: its edge, and rings in its flat top.

    With a `face`, (n, n) with the share of ink 0..1, the top is printed instead, turned by `turn` radians.
    """
    radius, top_mm = foot_mm / 2, lift_mm + height_mm
    turns = np.radians(np.arange(0, 360, 15))
    rim = np.column_stack([x_mm + radius * np.cos(turns), y_mm + radius * np.sin(turns)])
    ends = [np.column_stack([rim, np.full(len(rim), high)]) for high in (lift_mm, top_mm)]
    seen = view.pixels(np.vstack(ends))
    left, top = np.floor(seen.min(0) - 1).astype(int)
    right, bottom = np.ceil(seen.max(0) + 2).astype(int)
    px_per_mm = float(np.linalg.norm(seen[0] - seen[len(rim) // 2])) / foot_mm
    ground, eye = on_board(view, left, top, right, bottom), view.eye_mm.astype(np.float32)
    middle = np.array([x_mm, y_mm], np.float32)
    low, high = (ground + (eye[:2] - ground) * (level / eye[2]) - middle for level in (lift_mm, top_mm))
    # Each pixel sees the line from `high` to `low`; it meets the disc where that passes near its axis.
    way = low - high
    share = np.clip(-(high * way).sum(2) / np.maximum((way * way).sum(2), 1e-9), 0, 1)
    gap_mm, far_mm = (np.hypot(at[..., 0], at[..., 1]) for at in (high + share[..., None] * way, high))
    alpha = np.clip((radius - gap_mm) * px_per_mm + 0.5, 0, 1)
    on_top = np.clip((radius - far_mm) * px_per_mm + 0.5, 0, 1)
    facing = high @ style.light[:2] / np.maximum(far_mm, 1e-3)
    side = 0.36 + 0.5 * np.clip(facing, 0, 1)
    off = [(far_mm / radius - ring) / _GROOVE for ring in _RINGS]
    slope = sum(each * np.exp(-(each**2)) for each in off) if face is None else np.zeros_like(far_mm)
    flat = 0.42 + 0.68 * np.clip((style.light[2] - slope * facing) / np.sqrt(1 + slope**2), 0, 1)
    bright = side + on_top * (flat - side)
    plastic = np.broadcast_to(np.array(style.plastic[colour], np.float64), (*bright.shape, 3))
    if face is not None:
        inked = (on_top * _printed(face, high / radius, turn))[..., None]
        plastic = plastic * (1 - inked) + inked * (_INK if plastic.mean() > _DARK else _PAINT)
    paint = np.clip(bright[..., None] * plastic * style.light_colour, 0, 255)
    return Layer(int(left), int(top), alpha[..., None], (paint * alpha[..., None]).astype(np.float32))


def _printed(face: FloatMap, spots: FloatMap, turn: float) -> FloatMap:
    """Return the ink of a face at spots on a disc, (h, w, 2) in radii from its middle; (h, w)."""
    cos, sin = math.cos(turn), math.sin(turn)
    across, down = (spots @ np.array(way, np.float32) for way in ((cos, sin), (-sin, cos)))
    x, y = ((each + 1) * (len(face) - 1) / 2 for each in (across, down))
    return np.asarray(cv2.remap(face, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR))


def piece_shadow(
    view: SimulatedView, style: Style, height_mm: float, x_mm: float, y_mm: float, foot_mm: float = 13.0
) -> Layer:
    """Return the soft shadow on the board of an upright piece or a disc of that height and foot."""
    radius, reach = foot_mm / 2, foot_mm / 2 + 6.5
    spread = min(3.5, height_mm / 3)
    length = -height_mm * style.light[:2] / style.light[2]
    foot = np.array([x_mm, y_mm])
    ends = np.array(
        [
            [p[0] + a, p[1] + b, 0]
            for p in (foot, foot + length)
            for a in (-reach, reach)
            for b in (-reach, reach)
        ]
    )
    seen = view.pixels(ends)
    left, top = np.floor(seen.min(0)).astype(int)
    right, bottom = np.ceil(seen.max(0)).astype(int)
    off = on_board(view, left, top, right, bottom) - foot.astype(np.float32)
    along = np.clip(off @ length / (length @ length), 0, 1)
    gap = np.linalg.norm(off - along[..., None] * length, axis=2)
    cast = np.clip((radius - 0.3 - 0.6 * along - gap) / (1.8 + 3.0 * along) + 0.5, 0, 1) * (
        0.55 - 0.25 * along
    )
    contact = 0.5 * np.clip(1 - (np.hypot(off[..., 0], off[..., 1]) - radius + 0.5) / spread, 0, 1)
    return Layer(int(left), int(top), np.maximum(cast, contact)[..., None].astype(np.float32))


def on_board(view: SimulatedView, left: int, top: int, right: int, bottom: int) -> FloatMap:
    """Return the board coordinates in mm of each pixel of a box, (h, w, 2)."""
    across, down = np.meshgrid(np.arange(left, right), np.arange(top, bottom))
    back = np.linalg.inv(view.level(0.0))
    spot = np.stack([across, down, np.ones_like(across)], 2) @ back.T
    return (spot[..., :2] / spot[..., 2:]).astype(np.float32)
