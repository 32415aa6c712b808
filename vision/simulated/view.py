"""Pinhole model of the simulated camera: projects millimetres to pixels."""

import math
from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import Floats

WIDTH_PX, HEIGHT_PX = 1280, 960
"""Size of the pictures."""
TABLE_MM = -3.0
"""Height of the table top; the board's printed surface is at 0, up is positive."""


@dataclass(frozen=True, slots=True)
class Size:
    """Size of a board in mm: map rectangle (width, height), the origin of x and y, and its frame."""

    map_mm: tuple[float, float]
    frame_mm: float

    @property
    def middle_mm(self) -> Floats:
        """Middle of the map (x, y, 0)."""
        return np.array([self.map_mm[0] / 2, self.map_mm[1] / 2, 0.0])

    def corners_mm(self, beyond_mm: float = 0.0) -> Floats:
        """Return the board's outer corners (4, 2), `beyond_mm` further out, clockwise from its top left."""
        width, height = self.map_mm
        m = self.frame_mm + beyond_mm
        return np.array([[-m, -m], [width + m, -m], [width + m, height + m], [-m, height + m]])


@dataclass(frozen=True, slots=True)
class SimulatedView:
    """A pinhole camera: `matrix` (3, 4) maps (x, y, height, 1) in mm to homogeneous pixels."""

    matrix: Floats
    eye_mm: Floats

    def pixels(self, points_mm: Floats) -> Floats:
        """Project (n, 3) points x, y, height in mm to (n, 2) pixels."""
        seen = np.column_stack([points_mm, np.ones(len(points_mm))]) @ self.matrix.T
        return np.asarray(seen[:, :2] / seen[:, 2:])

    def plane(self, origin_mm: Floats, right_mm: Floats, down_mm: Floats) -> Floats:
        """Return the homography (3, 3) from (a, b) to the pixel of `origin + a * right + b * down`."""
        columns = np.column_stack([np.append(right_mm, 0), np.append(down_mm, 0), np.append(origin_mm, 1)])
        return np.asarray(self.matrix @ columns)

    def level(self, height_mm: float) -> Floats:
        """Return the homography (3, 3) from x, y in mm at one height to pixels."""
        return self.plane(np.array([0, 0, height_mm]), np.array([1.0, 0, 0]), np.array([0, 1.0, 0]))

    def flat(self, spots_mm: Floats) -> Floats:
        """Project (n, 2) points x, y on the board's surface to (n, 2) pixels."""
        return self.pixels(np.column_stack([spots_mm, np.zeros(len(spots_mm))]))

    def nudged(self, rng: np.random.Generator) -> "SimulatedView":
        """Return the view after a bump: shifted by some pixels and slightly turned."""
        turn = math.radians(rng.uniform(-1.0, 1.0))
        shift = rng.uniform(-14, 14, 2)
        middle = np.array([[1, 0, WIDTH_PX / 2], [0, 1, HEIGHT_PX / 2], [0, 0, 1]])
        spin = np.array(
            [
                [math.cos(turn), -math.sin(turn), shift[0]],
                [math.sin(turn), math.cos(turn), shift[1]],
                [0, 0, 1],
            ]
        )
        return replace(self, matrix=middle @ spin @ np.linalg.inv(middle) @ self.matrix)


def look(
    size: Size, around_mm: float, tilt_deg: float, azimuth_deg: float, roll_deg: float,
    focal_px: float, fill: float,
) -> SimulatedView:  # fmt: skip
    """Return a view of the board from the distance at which all of it is in the picture.

    Tilt 0 looks straight down; azimuth 0 is at the board's bottom edge, 90 at its right. `fill` is the share
    of the picture, 0..1, that the board and `around_mm` of table take.
    """
    tilt, azimuth = math.radians(tilt_deg), math.radians(azimuth_deg)
    away = np.array([math.sin(tilt) * math.sin(azimuth), math.sin(tilt) * math.cos(azimuth), math.cos(tilt)])
    outline = np.column_stack([size.corners_mm(around_mm), np.zeros(4)])
    target = size.middle_mm
    half = np.array([WIDTH_PX, HEIGHT_PX]) / 2
    for _ in range(4):
        near, far = 200.0, 4000.0
        for _ in range(30):
            distance = (near + far) / 2
            view = _aimed(target + distance * away, target, azimuth, math.radians(roll_deg), focal_px)
            seen = view.pixels(outline)
            if (np.ptp(seen, axis=0) / 2 > fill * half).any():
                near = distance
            else:
                far = distance
        middle = (seen.min(0) + seen.max(0)) / 2
        ground = np.linalg.inv(view.level(0)) @ np.append(middle, 1)
        target = np.append(ground[:2] / ground[2], 0)
    return view


def _aimed(eye: Floats, target: Floats, azimuth: float, roll: float, focal_px: float) -> SimulatedView:
    forward = (target - eye) / np.linalg.norm(target - eye)
    back = np.array([math.sin(azimuth), math.cos(azimuth), 0.0])
    # Heights point up, so the frame x, y, height is left-handed and "down" is the other cross product.
    right = np.cross(forward, back)
    right /= np.linalg.norm(right)
    down = np.cross(right, forward)
    spin = np.array([[math.cos(roll), -math.sin(roll), 0], [math.sin(roll), math.cos(roll), 0], [0, 0, 1]])
    rotation = spin @ np.array([right, down, forward])
    lens = np.array([[focal_px, 0, WIDTH_PX / 2 - 0.5], [0, focal_px, HEIGHT_PX / 2 - 0.5], [0, 0, 1]])
    return SimulatedView(lens @ np.column_stack([rotation, -rotation @ eye]), eye)
