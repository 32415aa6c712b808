"""Camera model: maps points of the board to pixels and back, and its calibration.

Board coordinates in mm: origin at the top left corner of the map rectangle, x right, y down, z into the
board, so a point h mm above the surface has z = -h. Pixel centres have integer coordinates.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats
from vision.geometry.params import PARAMS

VECTOR, AXIS = [0, 1, 2, 3, 4, 5, 6, 10], [8, 9]
"""Columns of `View.slopes`: the parameters of `View.vector`, and the optical axis."""


@dataclass(frozen=True, eq=False)
class View:
    """A pinhole camera with one radial coefficient (OpenCV's k1) and its pose over the board.

    `rotation` is a Rodrigues vector, `offset_mm` the translation of x_cam = R x + t, both of shape (3,).
    `focal_px` is the focal length. `axis_px` is the offset of the principal point from the picture's middle.
    """

    size_px: tuple[int, int]
    focal_px: float
    distortion: float
    rotation: Floats
    offset_mm: Floats
    axis_px: tuple[float, float] = (0.0, 0.0)

    @cached_property
    def matrix(self) -> Floats:
        """Camera matrix, shape (3, 3)."""
        (width, height), (x, y) = self.size_px, self.axis_px
        return np.array(
            [[self.focal_px, 0, width / 2 - 0.5 + x], [0, self.focal_px, height / 2 - 0.5 + y], [0, 0, 1]]
        )

    @cached_property
    def turn(self) -> Floats:
        """Rotation matrix board -> camera, shape (3, 3)."""
        return np.asarray(cv2.Rodrigues(self.rotation)[0], dtype=np.float64)

    @cached_property
    def centre_mm(self) -> Floats:
        """Position of the camera in board mm, shape (3,); z is negative."""
        return np.asarray(-self.turn.T @ self.offset_mm)

    def project(self, points_mm: npt.ArrayLike) -> Floats:
        """Project board points, shape (..., 3), to pixels, shape (..., 2)."""
        points = np.asarray(points_mm, dtype=np.float64)
        camera = points.reshape(-1, 3) @ self.turn.T + self.offset_mm
        return np.stack(self.pixels(camera.T), -1).reshape(*points.shape[:-1], 2)

    def slopes(self, points_mm: Floats) -> tuple[Floats, Floats]:
        """Project board points, (n, 3), to pixels, (n, 2); return the Jacobian, (n, 2, 11), as well.

        The parameters are those of OpenCV's projectPoints, except that column 6 is the logarithm of the one
        focal length.
        """
        lens = np.array([self.distortion, 0.0, 0.0, 0.0])
        points = np.ascontiguousarray(points_mm, dtype=np.float64)
        pixels, found = cv2.projectPoints(points, self.rotation, self.offset_mm, self.matrix, lens)
        slopes = np.array(found[:, :11], dtype=np.float64).reshape(-1, 2, 11)
        slopes[..., 6] = self.focal_px * (slopes[..., 6] + slopes[..., 7])
        return np.asarray(pixels[:, 0], dtype=np.float64), slopes

    def pixels(self, camera_mm: Floats) -> tuple[Floats, Floats]:
        """Project points in camera coordinates, (3, ...), to columns and rows, (...) each."""
        x, y, depth = camera_mm
        x, y = x / depth, y / depth
        scale_px = self.focal_px * (1 + self.distortion * (x * x + y * y))
        return x * scale_px + self.matrix[0, 2], y * scale_px + self.matrix[1, 2]

    def to_board(self, points_px: npt.ArrayLike, height_mm: float = 0.0) -> Floats:
        """Map pixels, (..., 2), to board mm, (..., 2), on the plane `height_mm` above the board."""
        distorted = (np.asarray(points_px, dtype=np.float64) - self.matrix[:2, 2]) / self.focal_px
        plane = distorted.copy()
        for _ in range(6):
            plane = distorted / (1 + self.distortion * (plane**2).sum(-1, keepdims=True))
        rays = np.concatenate([plane, np.ones_like(plane[..., :1])], -1) @ self.turn
        centre = self.centre_mm
        reach = (-height_mm - centre[2]) / rays[..., 2:]
        return np.asarray((centre + reach * rays)[..., :2])

    def scaled(self, factor: float) -> View:
        """Return the view for the picture resized by `factor`."""
        width, height = self.size_px
        return replace(
            self,
            size_px=(round(width * factor), round(height * factor)),
            focal_px=self.focal_px * factor,
            axis_px=(self.axis_px[0] * factor, self.axis_px[1] * factor),
        )

    @property
    def vector(self) -> Floats:
        """Free parameters, shape (8,): rotation, offset, log focal length, k1."""
        return np.concatenate([self.rotation, self.offset_mm, [np.log(self.focal_px), self.distortion]])

    def with_vector(self, vector: Floats) -> View:
        """Return the view with these free parameters."""
        return replace(
            self,
            rotation=vector[:3],
            offset_mm=vector[3:6],
            focal_px=float(np.exp(vector[6])),
            distortion=float(vector[7]),
        )


def refine(
    view: View,
    points_mm: Floats,
    points_px: Floats,
    normals_px: Floats | None = None,
    rounds: int = 8,
    scale_px: float = PARAMS.pixel_sigma_px,
) -> View:
    """Fit the view to board points (n, 3) seen at pixels (n, 2); Gauss-Newton with Tukey weights.

    With `normals_px` (n, 2) only the distance along the normal counts, for points on lines. `scale_px` is the
    standard deviation of a pixel. Weak priors keep focal length and distortion plausible if the points
    determine them poorly.
    """
    prior = np.array([np.log(PARAMS.focal_share * view.size_px[0]), 0.0])
    prior_sigma = np.array([PARAMS.focal_log_sigma, PARAMS.distortion_sigma])

    vector = view.vector
    for _ in range(rounds):
        found_px, slopes = view.with_vector(vector).slopes(points_mm)
        if normals_px is None:
            miss, slope = (found_px - points_px).ravel(), slopes[..., VECTOR].reshape(-1, len(VECTOR))
        else:
            miss = ((found_px - points_px) * normals_px).sum(1)
            slope = (slopes[..., VECTOR] * normals_px[..., None]).sum(1)
        cut = max(3.0 * 1.4826 * float(np.median(np.abs(miss))), 2.0 * scale_px)
        weight = np.clip(1 - (miss / cut) ** 2, 0, 1) ** 2 / scale_px**2
        if normals_px is not None:
            weight = weight / 4  # neighbouring samples of a line share pixels, so they are not independent
        normal = (slope * weight[:, None]).T @ slope
        right = -(slope * weight[:, None]).T @ miss
        hold = np.zeros(8)
        hold[6:] = 1 / prior_sigma**2
        normal += np.diag(hold + 1e-9)
        right[6:] -= hold[6:] * (vector[6:] - prior)
        vector = vector + np.linalg.solve(normal, right)
    return view.with_vector(vector)


def view_elsewhere(view: View, points_mm: Floats, points_px: Floats) -> View:
    """Fit the view of the same camera from another place to board points (n, 3) at pixels (n, 2).

    Focal length and distortion hardly change. The optical axis is fitted too, as the picture may be cropped
    differently. Gauss-Newton with Tukey weights. Returns `view` itself if the points determine no pose.
    """
    pairs = np.ascontiguousarray(points_mm), np.ascontiguousarray(points_px)
    try:
        _, rotation, offset = cv2.solvePnP(*pairs, view.matrix, None, flags=cv2.SOLVEPNP_ITERATIVE)
    except cv2.error:  # the picture shows no board: its points are far away, on one line, or missing
        return view
    start = np.concatenate([rotation.ravel(), offset.ravel(), view.vector[6:], view.axis_px])
    width = view.size_px[0]
    sigmas = np.array(
        [PARAMS.same_camera_log_sigma, PARAMS.same_camera_log_sigma, *[PARAMS.axis_share_sigma * width] * 2]
    )
    hold = np.concatenate([np.full(6, 1e-9), 1 / sigmas**2])
    prior = np.concatenate([np.zeros(6), view.vector[6:], np.zeros(2)])

    def at(vector: Floats) -> View:
        return replace(view.with_vector(vector[:8]), axis_px=(float(vector[8]), float(vector[9])))

    vector = start
    for _ in range(PARAMS.moved_rounds):
        found_px, slopes = at(vector).slopes(points_mm)
        miss, slope = (found_px - points_px).ravel(), slopes[..., VECTOR + AXIS].reshape(-1, len(start))
        cut = max(3.0 * 1.4826 * float(np.median(np.abs(miss))), 2.0 * PARAMS.pixel_sigma_px)
        weight = np.clip(1 - (miss / cut) ** 2, 0, 1) ** 2 / PARAMS.pixel_sigma_px**2
        normal = (slope * weight[:, None]).T @ slope + np.diag(hold)
        vector = vector + np.linalg.solve(
            normal, -(slope * weight[:, None]).T @ miss - hold * (vector - prior)
        )
    return at(vector)


def view_from_points(points_mm: Floats, points_px: Floats, size_px: tuple[int, int]) -> View:
    """Calibrate a view from four or more board points, (n, 3), and their pixels, (n, 2).

    Tries several focal lengths and keeps the best fit. Raises ValueError if no pose fits.
    """
    best: tuple[float, View] | None = None
    for share in (0.68, 0.80, 0.94):
        start = View(size_px, share * size_px[0], 0.0, np.zeros(3), np.zeros(3))
        ok, rotation, offset = cv2.solvePnP(
            points_mm, points_px, start.matrix, None, flags=cv2.SOLVEPNP_ITERATIVE
        )
        if not ok:
            continue
        pose = np.concatenate([rotation.ravel(), offset.ravel()]).astype(np.float64)
        view = replace(start, rotation=pose[:3], offset_mm=pose[3:])
        view = refine(view, points_mm, points_px, rounds=12, scale_px=3.0)
        error = float(np.abs(view.project(points_mm) - points_px).max())
        if best is None or error < best[0]:
            best = (error, view)
    if best is None:
        raise ValueError("no pose fits these points")
    return best[1]
