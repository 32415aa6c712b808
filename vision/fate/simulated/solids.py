"""Rendering of convex solids with flat faces: cardboard tiles, wooden houses, dice, crystals."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.fate.simulated.prints import SIDE_MM, TILE_PX_PER_MM
from vision.simulated.figures import Layer
from vision.simulated.scenery import Style
from vision.simulated.texture import Bgr
from vision.simulated.view import SimulatedView

_FINE = 3
"""Oversampling factor of solids, against jagged edges."""
DIE_MM = 11.0
_PIPS = {1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi"}


@dataclass(frozen=True, slots=True)
class SolidFace:
    """A flat face of a convex solid: its corners (n, 3), its colour and its picture."""

    corners: Floats
    colour: Bgr
    marks: Sequence[tuple[Floats, Bgr]] = field(default=())
    print: Picture | None = None


class _Sheet:
    """An oversampled part of the picture, on which a solid is painted face by face."""

    def __init__(self, view: SimulatedView, spin: Floats, origin_mm: Floats, corners: Floats) -> None:
        self.view, self.spin, self.origin_mm = view, spin, origin_mm
        seen = view.pixels(self.placed(corners))
        self.corner = np.floor(seen.min(0)).astype(int) - 1
        across, down = np.ceil(seen.max(0)).astype(int) + 2 - self.corner
        self.size = int(across), int(down)
        self.art = np.zeros((int(down) * _FINE, int(across) * _FINE, 3), np.uint8)
        self.mask = np.zeros(self.art.shape[:2], np.uint8)

    def placed(self, points: Floats) -> Floats:
        return np.asarray(points @ self.spin.T + self.origin_mm)

    def fill(self, onto: Picture, points: Floats, colour: Sequence[float]) -> None:
        spots = (self.view.pixels(self.placed(points)) - self.corner) * _FINE + (_FINE - 1) / 2
        cv2.fillPoly(onto, [np.round(spots * 16).astype(np.int32)], colour, cv2.LINE_8, 4)

    def press(self, picture: Picture, level_mm: float, corners: Floats) -> None:
        """Print a picture on a level face."""
        size = self.art.shape[1], self.art.shape[0]
        middle = self.placed(np.array([0, 0, level_mm]))
        plane = self.view.plane(middle, self.spin[:, 0], self.spin[:, 1])
        half = SIDE_MM / 2
        to_mm = np.array([[1 / TILE_PX_PER_MM, 0, -half], [0, 1 / TILE_PX_PER_MM, -half], [0, 0, 1]])
        x, y = self.corner
        fine = np.array([[_FINE, 0, -x * _FINE], [0, _FINE, -y * _FINE], [0, 0, 1.0]])
        printed = cv2.warpPerspective(picture, fine @ plane @ to_mm, size, flags=cv2.INTER_AREA)
        inside = np.zeros_like(self.mask)
        self.fill(inside, corners, (255,))
        cv2.copyTo(printed, inside, self.art)

    def layer(self) -> Layer:
        alpha = cv2.resize(self.mask, self.size, interpolation=cv2.INTER_AREA)
        colour = cv2.resize(self.art, self.size, interpolation=cv2.INTER_AREA)
        x, y = self.corner
        return Layer(
            int(x), int(y), (alpha[..., None] / 255).astype(np.float32), np.asarray(colour, np.float32)
        )


def draw(
    view: SimulatedView,
    style: Style,
    faces: Sequence[SolidFace],
    x_mm: float,
    y_mm: float,
    lift_mm: float,
    turn: float,
) -> Layer:
    """Draw a convex solid with its origin at x, y, `lift_mm` above the board, turned by radians.

    A `print` lies on a level face, its middle over the origin.
    """
    cos, sin = math.cos(turn), math.sin(turn)
    spin = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])
    everywhere = np.vstack([face.corners for face in faces])
    sheet = _Sheet(view, spin, np.array([x_mm, y_mm, lift_mm]), everywhere)
    middle = sheet.placed(everywhere).mean(0)
    for face in faces:
        corners = sheet.placed(face.corners)
        outward = np.cross(corners[1] - corners[0], corners[2] - corners[0])
        outward *= np.sign(outward @ (corners[0] - middle)) / np.linalg.norm(outward)
        if outward @ (view.eye_mm - corners[0]) <= 0:
            continue
        shade = 0.45 + 0.62 * max(0.0, float(outward @ style.light)) / float(style.light[2])
        light = min(shade, 1.15) * style.light_colour
        sheet.fill(sheet.mask, face.corners, (255,))
        if face.print is not None:
            lit = np.clip(face.print * light, 0, 255).astype(np.uint8)
            sheet.press(lit, float(face.corners[0, 2]), face.corners)
        else:
            sheet.fill(sheet.art, face.corners, np.clip(face.colour * light, 0, 255).tolist())
        for points, colour in face.marks:
            sheet.fill(sheet.art, points, np.clip(colour * light, 0, 255).tolist())
    return sheet.layer()


def prism(
    outline_mm: Floats, height_mm: float, colour: Bgr, print_: Picture | None = None
) -> list[SolidFace]:
    """Return a flat piece with upright sides and `print_` on its top."""
    low = np.column_stack([outline_mm, np.zeros(len(outline_mm))])
    high = low + np.array([0, 0, height_mm])
    sides = [
        SolidFace(np.array([low[k - 1], low[k], high[k], high[k - 1]]), colour)
        for k in range(len(outline_mm))
    ]
    return [*sides, SolidFace(high, colour, print=print_)]


def house(colour: Bgr) -> list[SolidFace]:
    """Return a wooden house, 15 mm long, 11 mm wide and 13 mm high."""
    a, b, wall, ridge = 7.5, 5.5, 7.0, 13.0
    roof = (0.7 * colour[0], 0.7 * colour[1], 0.75 * colour[2])
    faces = []
    for side in (-1, 1):
        faces.append(
            SolidFace(
                np.array([[-a, side * b, 0], [a, side * b, 0], [a, side * b, wall], [-a, side * b, wall]]),
                colour,
            )
        )
        faces.append(
            SolidFace(
                np.array([[-a, side * b, wall], [a, side * b, wall], [a, 0, ridge], [-a, 0, ridge]]), roof
            )
        )
        gable = [
            [side * a, -b, 0],
            [side * a, b, 0],
            [side * a, b, wall],
            [side * a, 0, ridge],
            [side * a, -b, wall],
        ]
        faces.append(SolidFace(np.array(gable), colour))
    return faces


def die(points: int, body: Bgr, pip: Bgr) -> list[SolidFace]:
    """Return a die with `points` on top; opposite sides sum to 7."""
    beside = [n for n in range(1, 7) if n not in (points, 7 - points)]
    half = DIE_MM / 2
    frames = [((1, 0, 0), (0, 1, 0), (0, 0, 1), points)]
    frames += [
        ((0, 1, 0), (0, 0, 1), (1, 0, 0), beside[0]),
        ((0, 1, 0), (0, 0, 1), (-1, 0, 0), 7 - beside[0]),
    ]
    frames += [
        ((1, 0, 0), (0, 0, 1), (0, 1, 0), beside[1]),
        ((1, 0, 0), (0, 0, 1), (0, -1, 0), 7 - beside[1]),
    ]
    middle = np.array([0, 0, half])
    faces = []
    for u, v, out, count in frames:
        across, down, front = (np.array(axis) * half for axis in (u, v, out))
        corners = np.array(
            [middle + front + a * across + b * down for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        )
        pips = [_disc(middle + front, across, down, spot) for spot in _PIPS[count]]
        faces.append(SolidFace(corners, body, [(disc, pip) for disc in pips]))
    return faces


def _disc(middle: Floats, across: Floats, down: Floats, spot: str) -> Floats:
    """Return a pip at one of nine places, "a" to "i" row by row."""
    row, column = divmod("abcdefghi".index(spot), 3)
    turns = np.arange(10) * math.pi / 5
    a = 0.55 * (column - 1) + 0.22 * np.cos(turns)
    b = 0.55 * (row - 1) + 0.22 * np.sin(turns)
    return np.asarray(middle + a[:, None] * across + b[:, None] * down)


def shadow(
    view: SimulatedView, style: Style, outline_mm: Iterable[Sequence[float]], height_mm: float
) -> Layer:
    """Return the soft shadow of a solid over an outline on the board (mm of the map) up to a height."""
    foot = np.array(list(outline_mm), float)
    fallen = foot - height_mm * style.light[:2] / style.light[2]
    hull = cv2.convexHull(view.flat(np.vstack([foot, fallen])).astype(np.float32))[:, 0]
    left, top = np.floor(hull.min(0)).astype(int) - 5
    right, bottom = np.ceil(hull.max(0)).astype(int) + 5
    dark = np.zeros((bottom - top, right - left), np.float32)
    cv2.fillConvexPoly(dark, np.round((hull - (left, top)) * 16).astype(np.int32), 0.5, cv2.LINE_8, 4)
    dark = cv2.GaussianBlur(dark, (0, 0), 1.3)
    return Layer(int(left), int(top), np.asarray(dark[..., None], np.float32))
