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
from vision.geometry.params import PARAMS, Lens

STANDARD = PARAMS.lenses[0]
VECTOR, AXIS, SECOND = [0, 1, 2, 3, 4, 5, 6, 10], [8, 9], [11]
"""Columns of `View.slopes`: the parameters of `View.vector`, the optical axis, and k2."""
STRAIGHT_ROUNDS, BENT_ROUNDS = 6, 40
"""Rounds of the inverse of the distortion; the error shrinks by 2 k1 r² a round, which is up to 0.6."""
FOCAL_TRIALS = (0.68 / 0.80, 1.0, 0.94 / 0.80)
"""Focal lengths to begin with, as factors of a lens's own."""


@dataclass(frozen=True, eq=False)
class View:
    """A camera with radial distortion (OpenCV's k1, and k2 in `second`) and its pose over the board.

    `rotation` is a Rodrigues vector, `offset_mm` the translation of x_cam = R x + t, both of shape (3,).
    `focal_px` is the focal length. `axis_px` is the offset of the principal point from the picture's middle.
    `lens` is the prior that holds the focal length and the distortion.
    """

    size_px: tuple[int, int]
    focal_px: float
    distortion: float
    rotation: Floats
    offset_mm: Floats
    axis_px: tuple[float, float] = (0.0, 0.0)
    second: float = 0.0
    lens: Lens = STANDARD

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

    @cached_property
    def extent(self) -> tuple[float, float]:
        """Width and height of what the lens shows at distance 1, straight ahead."""
        (width, height), ahead = self.size_px, replace(self, rotation=np.zeros(3), offset_mm=np.eye(3)[2])
        x, y = self.matrix[:2, 2]
        left, right, top, bottom = ahead.to_board([[-0.5, y], [width - 0.5, y], [x, -0.5], [x, height - 0.5]])
        return float(right[0] - left[0]), float(bottom[1] - top[1])

    def project(self, points_mm: npt.ArrayLike) -> Floats:
        """Project board points, shape (..., 3), to pixels, shape (..., 2)."""
        points = np.asarray(points_mm, dtype=np.float64)
        camera = points.reshape(-1, 3) @ self.turn.T + self.offset_mm
        return np.stack(self.pixels(camera.T), -1).reshape(*points.shape[:-1], 2)

    def slopes(self, points_mm: Floats) -> tuple[Floats, Floats]:
        """Project board points, (n, 3), to pixels, (n, 2); return the Jacobian, (n, 2, 12), as well.

        The parameters are those of OpenCV's projectPoints, except that column 6 is the logarithm of the one
        focal length.
        """
        lens = np.array([self.distortion, self.second, 0.0, 0.0])
        points = np.ascontiguousarray(points_mm, dtype=np.float64)
        pixels, found = cv2.projectPoints(points, self.rotation, self.offset_mm, self.matrix, lens)
        slopes = np.array(found[:, :12], dtype=np.float64).reshape(-1, 2, 12)
        slopes[..., 6] = self.focal_px * (slopes[..., 6] + slopes[..., 7])
        return np.asarray(pixels[:, 0], dtype=np.float64), slopes

    def pixels(self, camera_mm: Floats) -> tuple[Floats, Floats]:
        """Project points in camera coordinates, (3, ...), to columns and rows, (...) each."""
        x, y, depth = camera_mm
        x, y = x / depth, y / depth
        far = x * x + y * y
        scale_px = self.focal_px * (1 + far * (self.distortion + self.second * far))
        return x * scale_px + self.matrix[0, 2], y * scale_px + self.matrix[1, 2]

    def to_board(self, points_px: npt.ArrayLike, height_mm: float = 0.0) -> Floats:
        """Map pixels, (..., 2), to board mm, (..., 2), on the plane `height_mm` above the board."""
        distorted = (np.asarray(points_px, dtype=np.float64) - self.matrix[:2, 2]) / self.focal_px
        plane = distorted.copy()
        for _ in range(BENT_ROUNDS if self.second else STRAIGHT_ROUNDS):
            far = (plane**2).sum(-1, keepdims=True)
            plane = distorted / (1 + far * (self.distortion + self.second * far))
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
        """Free parameters, (8,): rotation, offset, log focal length, k1; (9,) with k2 if it is free."""
        second = [self.second] if self.lens.distortion_sigmas[1] else []
        lens = [np.log(self.focal_px), self.distortion, *second]
        return np.concatenate([self.rotation, self.offset_mm, lens])

    @property
    def columns(self) -> list[int]:
        """Columns of `slopes` for the parameters of `vector`."""
        return VECTOR + SECOND if self.lens.distortion_sigmas[1] else VECTOR

    @property
    def plausible(self) -> bool:
        """Return True if focal length and distortion lie within `max_lens_sigmas` of the lens's prior."""
        prior = np.log(self.lens.focal_share * self.size_px[0]), *self.lens.distortion
        sigmas = self.lens.focal_log_sigma, *self.lens.distortion_sigmas
        found = self.vector[6:]
        off = np.abs(found - prior[: len(found)]) / sigmas[: len(found)]
        return bool((off < PARAMS.max_lens_sigmas).all())

    def with_vector(self, vector: Floats) -> View:
        """Return the view with these free parameters."""
        return replace(
            self,
            rotation=vector[:3],
            offset_mm=vector[3:6],
            focal_px=float(np.exp(vector[6])),
            distortion=float(vector[7]),
            second=float(vector[8]) if len(vector) > len(VECTOR) else self.second,
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
    lens, vector, columns = view.lens, view.vector, view.columns
    count = len(vector)
    prior = np.array([np.log(lens.focal_share * view.size_px[0]), *lens.distortion])[: count - 6]
    prior_sigma = np.array([lens.focal_log_sigma, *lens.distortion_sigmas])[: count - 6]

    for _ in range(rounds):
        found_px, slopes = view.with_vector(vector).slopes(points_mm)
        if normals_px is None:
            miss, slope = (found_px - points_px).ravel(), slopes[..., columns].reshape(-1, count)
        else:
            miss = ((found_px - points_px) * normals_px).sum(1)
            slope = (slopes[..., columns] * normals_px[..., None]).sum(1)
        cut = max(3.0 * 1.4826 * float(np.median(np.abs(miss))), 2.0 * scale_px)
        weight = np.clip(1 - (miss / cut) ** 2, 0, 1) ** 2 / scale_px**2
        if normals_px is not None:
            weight = weight / 4  # neighbouring samples of a line share pixels, so they are not independent
        normal = (slope * weight[:, None]).T @ slope
        right = -(slope * weight[:, None]).T @ miss
        hold = np.zeros(count)
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
        _, rotation, offset = cv2.solvePnP(*pairs, view.matrix, bend_of(view), flags=cv2.SOLVEPNP_ITERATIVE)
    except cv2.error:  # the picture shows no board: its points are far away, on one line, or missing
        return view
    start = np.concatenate([rotation.ravel(), offset.ravel(), view.vector[6:], view.axis_px])
    width = view.size_px[0]
    held = len(view.vector) - 6
    sigmas = np.array([PARAMS.same_camera_log_sigma] * held + [PARAMS.axis_share_sigma * width] * 2)
    hold = np.concatenate([np.full(6, 1e-9), 1 / sigmas**2])
    prior = np.concatenate([np.zeros(6), view.vector[6:], np.zeros(2)])

    def at(vector: Floats) -> View:
        return replace(view.with_vector(vector[:-2]), axis_px=(float(vector[-2]), float(vector[-1])))

    vector = start
    for _ in range(PARAMS.moved_rounds):
        found_px, slopes = at(vector).slopes(points_mm)
        miss, slope = (found_px - points_px).ravel(), slopes[..., view.columns + AXIS].reshape(-1, len(start))
        cut = max(3.0 * 1.4826 * float(np.median(np.abs(miss))), 2.0 * PARAMS.pixel_sigma_px)
        weight = np.clip(1 - (miss / cut) ** 2, 0, 1) ** 2 / PARAMS.pixel_sigma_px**2
        normal = (slope * weight[:, None]).T @ slope + np.diag(hold)
        vector = vector + np.linalg.solve(
            normal, -(slope * weight[:, None]).T @ miss - hold * (vector - prior)
        )
    return at(vector)


def bend_of(view: View) -> Floats | None:
    """Return the distortion for OpenCV; None for a lens that is hardly bent, as poses are then stable."""
    return np.array([view.distortion, view.second, 0.0, 0.0]) if view.lens.distortion_sigmas[1] else None


def view_from_points(
    points_mm: Floats, points_px: Floats, size_px: tuple[int, int], lens: Lens = STANDARD
) -> View:
    """Calibrate a view from four or more board points, (n, 3), and their pixels, (n, 2).

    Tries several focal lengths and keeps the best fit. Raises ValueError if no pose fits.
    """
    best: tuple[float, View] | None = None
    k1, k2 = lens.distortion
    for factor in FOCAL_TRIALS:
        focal_px = factor * lens.focal_share * size_px[0]
        start = View(size_px, focal_px, k1, np.zeros(3), np.zeros(3), second=k2, lens=lens)
        ok, rotation, offset = cv2.solvePnP(
            points_mm, points_px, start.matrix, bend_of(start), flags=cv2.SOLVEPNP_ITERATIVE
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
