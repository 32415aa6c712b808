"""Where the board lies in a picture: from roughly tapped corners, from corner markers, or followed.

The drawn borders of the board are what fixes the view: samples along every border look for the
nearest strong edge, and the camera is fitted to all of them at once (Harris & Stennett, RAPID, 1990).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from companion.errors import ExitCode, VisionError
from vision.calibrate import Floats, View, refine, view_from_points

Picture = npt.NDArray[np.uint8]
Locate: TypeAlias = Callable[[Picture], View]
"""Finds one board in a BGR picture, (h, w, 3). Raises VisionError."""


class Plan(Protocol):
    """What finding a board needs of it."""

    @property
    def corners_mm(self) -> Floats:
        """The outer corners clockwise from the top left, (4, 3), in board mm."""

    @property
    def lines(self) -> tuple[Floats, Floats]:
        """Points on what is drawn on every print, (n, 3), and their unit normals, (n, 3)."""

    @property
    def taps_mm(self) -> Floats:
        """The four or more points that a person taps, (n, 3), clockwise."""


MARKER_IDS = (0, 1, 2, 3)
MARKER_MM = 30.0
QUIET_MM = 6.0
MARKER_DEPTH_MM = 2.75
"""The cards lie on the table, a board's thickness below its surface."""
TAP_REACH_PX = (10, 7, 5, 3, 3)
FOLLOW_REACH_PX = (5, 3, 2, 2)
MIN_LINE_CONTRAST = 1.5
"""On a board the borders are edges: mean edge strength on them over that beside them."""


def check_corners(corners_px: Floats, size_px: tuple[int, int]) -> None:
    """Raise VisionError `bad_corners` unless the corners, (n, 2), are a clockwise convex polygon."""
    text = " ".join(f"{x:g},{y:g}" for x, y in corners_px)
    sides = np.roll(corners_px, -1, 0) - corners_px
    nexts = np.roll(sides, -1, 0)
    turns = sides[:, 0] * nexts[:, 1] - sides[:, 1] * nexts[:, 0]
    if (turns < 0).all():
        problem = "they run counter-clockwise"
    elif not (turns > 0).all():
        problem = "they are no convex outline"
    elif cv2.contourArea(corners_px.astype(np.float32)) < 0.02 * size_px[0] * size_px[1]:
        problem = "they enclose less than 2 % of the picture"
    else:
        return
    error = VisionError(
        "bad_corners",
        f"corners {text}: expected the board's corners clockwise from its own top left, but {problem}; "
        "tap them again in that order",
        corners=text,
    )
    error.exit_code = ExitCode.WRONG_INPUT
    raise error


def from_taps(plan: Plan, picture: Picture, taps_px: Floats) -> View:
    """The view when the plan's `taps_mm` are known to about 6 px, (n, 2). Raises VisionError."""
    size_px = (picture.shape[1], picture.shape[0])
    check_corners(taps_px, size_px)
    view = view_from_points(plan.taps_mm, taps_px, size_px)
    return accept(plan, picture, align(plan, picture, view, TAP_REACH_PX), "inside the corners given")


def from_markers(plan: Plan, picture: Picture) -> View:
    """The view from the corner markers, three of which must be seen. Raises VisionError."""
    found, squares = find_markers(picture), marker_squares(plan)
    if len(found) < 3:
        raise no_board(f"{len(found)} of its four corner markers are in view, at least 3 expected")
    size_px = (picture.shape[1], picture.shape[0])
    points = np.concatenate([squares[number] for number in found])
    view = view_from_points(points, np.concatenate(list(found.values())), size_px)
    return accept(plan, picture, align(plan, picture, view, TAP_REACH_PX[1:]), "between the markers")


def find_markers(picture: Picture) -> dict[int, Floats]:
    """Corners of the black square of each corner marker in view, clockwise from its top left, (4, 2)."""
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    squares, ids, _ = detector.detectMarkers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    numbers = [] if ids is None else [int(number) for number in ids.ravel()]
    found: dict[int, Floats] = {}
    for square, number in zip(squares, numbers, strict=True):
        if number in MARKER_IDS and number not in found:
            found[number] = square.reshape(4, 2).astype(np.float64)
    return found


def marker_squares(plan: Plan) -> dict[int, Floats]:
    """Corners of each marker's black square in board mm, clockwise from its top left, (4, 3)."""
    card = MARKER_MM + 2 * QUIET_MM
    squares = {}
    for number, corner in zip(MARKER_IDS, plan.corners_mm, strict=True):
        left = corner[0] - card if corner[0] < 0 else corner[0]
        top = corner[1] - card if corner[1] < 0 else corner[1]
        x, y, z = left + QUIET_MM, top + QUIET_MM, MARKER_DEPTH_MM
        side = MARKER_MM
        squares[number] = np.array([[x, y, z], [x + side, y, z], [x + side, y + side, z], [x, y + side, z]])
    return squares


def align(plan: Plan, picture: Picture, view: View, reach_px: tuple[int, ...]) -> View:
    """The view moved until the plan's borders lie on edges of the picture, searched ever nearer."""
    soft = _soft_lab(picture)
    points, normals = plan.lines
    for reach in reach_px:
        at, along = _line_pixels(view, points, normals)
        strength = _edge_strength(soft, at, along, reach)
        offsets = np.arange(-reach, reach + 1)
        nearby = strength * np.exp(-0.5 * (offsets / (0.8 * reach)) ** 2)
        peak = nearby.argmax(1)
        clear = nearby.max(1) > np.percentile(nearby.max(1), 25)
        found = at + (peak - reach)[:, None] * along
        view = refine(view, points[clear], found[clear], along[clear], rounds=5, scale_px=1.5)
    return view


def line_contrast(plan: Plan, picture: Picture, view: View) -> float:
    """Mean edge strength on the plan's borders over that 5 to 8 px beside them."""
    at, along = _line_pixels(view, *plan.lines)
    strength = _edge_strength(_soft_lab(picture), at, along, 8).mean(0)
    return float(strength[7:10].mean() / max(strength[[0, 1, 2, 3, 13, 14, 15, 16]].mean(), 1e-6))


def accept(plan: Plan, picture: Picture, view: View, where: str) -> View:
    """The view, unless the plan's borders are no edges there: then VisionError `no_board`."""
    contrast = line_contrast(plan, picture, view)
    if contrast < MIN_LINE_CONTRAST:
        raise no_board(
            f"its printed borders {where} stand out {contrast:.2f}-fold, {MIN_LINE_CONTRAST} expected"
        )
    return view


def no_board(why: str) -> VisionError:
    """The error of a picture in which the board is not found."""
    return VisionError(
        "no_board",
        f"no board in the picture: {why}; check the light, the corners and that the whole board is in view",
        why=why,
    )


def _soft_lab(picture: Picture) -> npt.NDArray[np.float32]:
    lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(lab, (0, 0), 1.2), dtype=np.float32)


def _line_pixels(view: View, points_mm: Floats, normals_mm: Floats) -> tuple[Floats, Floats]:
    at = view.project(points_mm)
    along = view.project(points_mm + normals_mm) - at
    return at, along / np.linalg.norm(along, axis=1, keepdims=True)


def _edge_strength(soft: npt.NDArray[np.float32], at: Floats, along: Floats, reach: int) -> Floats:
    """Lab difference across each offset -reach..reach along the normals, shape (n, 2 reach + 1)."""
    offsets = np.arange(-reach - 1, reach + 2)
    xy = (at[:, None] + offsets[None, :, None] * along[:, None]).astype(np.float32)
    profile = cv2.remap(soft, xy[..., 0], xy[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(np.abs(profile[:, 2:] - profile[:, :-2]).sum(-1), dtype=np.float64)
