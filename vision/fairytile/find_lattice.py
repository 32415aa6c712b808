"""Find the lattice of the tiles in a picture, on any table, without board or markers.

Takes a picture; returns the view of its lattice, or raises `no_tiles`. The sides of hexes run in three
directions, 60 degrees apart, on lines 22.5 mm apart. For every tilt of the table, the line segments are
scored against such a pattern; a camera is fitted to the best tilts and the one with most visible sides wins.
Planks and chequered cloth run in one or two directions: segments count by the number of directions around
them.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import cv2
import numpy as np

from companion.errors import ExitCode, VisionError
from companion.games.fairytile.geometry import RADIUS_MM
from vision.arrays import Floats, Picture
from vision.fairytile.lattice import (
    LINES_MM,
    NORMALS,
    Segments,
    fitted,
    moved,
    nearest_lines,
    on_sides,
    on_tiles,
)
from vision.fairytile.params import PARAMS
from vision.geometry.calibrate import STANDARD, View

_DIRECTION_SIGMA = np.radians(PARAMS.direction_sigma_deg)
_SPACINGS_PX = np.geomspace(*PARAMS.line_spacings_px)
SHIFTS_MM = np.array([[0.0, 0.0], [0.0, RADIUS_MM], [0.0, -RADIUS_MM]])
"""From the middle of a hex to all kinds of crossing of the lines; their sides are spokes of it."""


class _Tilt(NamedTuple):
    """Possible tilt of the table.

    Score, rotation of rays (3, 3) to a plane seen from above, direction of one line family in rad, lattice
    lines per unit of the plane at distance 1.
    """

    score: float
    turn: Floats
    direction: float
    frequency: float


def segments(picture: Picture) -> Segments:
    """Detect the line segments of a BGR picture, (h, w, 3), in its own pixels.

    LSD (von Gioi et al., 2010) at the working width.
    """
    scale = PARAMS.working_width_px / picture.shape[1]
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    found = cv2.createLineSegmentDetector(0).detect(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY))[0]
    if found is None:
        return Segments(np.zeros((0, 2, 2)), np.zeros(0))
    ends = np.asarray(found, np.float64).reshape(-1, 2, 2)
    lengths = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    long = np.argsort(-lengths)[: PARAMS.lines_max]
    long = np.sort(long[lengths[long] > PARAMS.line_length_px[0]])
    return Segments((ends[long] + 0.5) / scale - 0.5, np.minimum(lengths[long], PARAMS.line_length_px[1]))


def find_lattice(picture: Picture) -> View:
    """Return the view of the lattice in a BGR picture.

    The middle of a cell is 0, 0 mm, the tops of tiles are the plane z = 0, and clock direction 3 points about
    right. Raises VisionError `no_tiles`.
    """
    lines = segments(picture)
    size = (picture.shape[1], picture.shape[0])
    best: tuple[float, View] | None = None
    for tilt in _tilts(_weighted_by_directions(lines, PARAMS.working_width_px / size[0]), size)[
        : PARAMS.tilts_refined
    ]:
        view = fitted(_initial_view(tilt, lines, size), lines)
        for shift in SHIFTS_MM:
            support = visible_sides(moved(view, shift), lines)
            if best is None or support > best[0]:
                best = support, moved(view, shift)
    if best is None or best[0] < PARAMS.sides_min:
        error = VisionError(
            "no_tiles",
            "No land tiles found. Lay the tiles side by side, show them whole, and use even light.",
        )
        error.exit_code = ExitCode.WRONG_INPUT
        raise error
    view = fitted(best[1], lines, PARAMS.refit_reaches_mm, sides_only=True)
    return fitted(view, on_tiles(view, lines), PARAMS.fit_reaches_mm, sides_only=True)


def visible_sides(view: View, lines: Segments) -> float:
    """Return the number of sides that segments show, less half of those on lines between sides."""
    ends = view.to_board(lines.ends_px)
    if not np.isfinite(ends).all() or view.offset_mm[2] <= 0:
        return 0.0
    _, miss = nearest_lines(ends)
    long = np.minimum(np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1) / RADIUS_MM, 1.0)
    near = (np.abs(miss) < PARAMS.on_side_mm).all(1)
    sides_only = on_sides(ends)
    return float(long[sides_only].sum() - 0.5 * long[near & ~sides_only].sum())


@cache
def _turns() -> list[Floats]:
    found = []
    for tilt in np.radians(PARAMS.tilts_deg):
        count = max(1, int(np.ceil(2 * np.pi * np.sin(tilt) / np.radians(6))))
        for azimuth in np.arange(count) * 2 * np.pi / count:
            axis = tilt * np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
            found.append(np.asarray(cv2.Rodrigues(axis)[0], np.float64))
    return found


def _weighted_by_directions(lines: Segments, scale: float) -> Segments:
    """Weight segments by the number of directions among their neighbours.

    Moments of doubled and fourfold angles are large for one direction, or two at right angles; small for
    three.
    """
    middles, along = lines.ends_px.mean(1) * scale, lines.ends_px[:, 1] - lines.ends_px[:, 0]
    far_px = np.linalg.norm(middles[:, None] - middles, axis=2)
    near = np.exp(-((far_px / PARAMS.line_length_px[1]) ** 2) / 2) * lines.weights
    angle = np.arctan2(along[:, 1], along[:, 0])
    moments = [np.abs(near @ np.exp(1j * times * angle)) / near.sum(1) for times in (2, 4)]
    return lines._replace(weights=lines.weights * np.maximum(1 - np.maximum(*moments), PARAMS.mixed_min) ** 2)


def _tilts(lines: Segments, size_px: tuple[int, int]) -> list[_Tilt]:
    if len(lines.weights) < PARAMS.sides_min:
        return []
    focal_px = STANDARD.focal_share * size_px[0]
    middle = np.array(size_px) / 2 - 0.5
    rays = np.concatenate([(lines.ends_px - middle) / focal_px, np.ones((*lines.ends_px.shape[:2], 1))], -1)
    frequencies = STANDARD.focal_share * PARAMS.working_width_px / _SPACINGS_PX
    found = [_tilt(rays, lines.weights, turn, frequencies) for turn in _turns()]
    return sorted(found, key=lambda tilt: -tilt.score)


def _tilt(rays: Floats, weights: Floats, turn: Floats, frequencies: Floats) -> _Tilt:
    seen = rays @ turn.T
    flat = seen[..., :2] / seen[..., 2:]
    angle = np.arctan2(*np.moveaxis(flat[:, 1] - flat[:, 0], 1, 0)[::-1])
    direction = float(np.angle((weights * np.exp(6j * angle)).sum()) / 6)
    steps = (angle - direction) / (np.pi / 3)
    family = np.rint(steps).astype(int) % 3
    counted = weights * np.exp(-(((steps - np.rint(steps)) * np.pi / 3 / _DIRECTION_SIGMA) ** 2) / 2)
    middles = flat.mean(1)
    strength = np.ones(len(frequencies))
    for number in range(3):
        mine = family == number
        across = direction + number * np.pi / 3 + np.pi / 2
        place = middles[mine] @ np.array([np.cos(across), np.sin(across)])
        phases = np.multiply.outer(2 * np.pi * frequencies, place).astype(np.float32)
        strength = strength * np.hypot(np.cos(phases) @ counted[mine], np.sin(phases) @ counted[mine])
    best = int(strength.argmax())
    return _Tilt(float(np.cbrt(strength[best])), turn, direction, float(frequencies[best]))


def _initial_view(tilt: _Tilt, lines: Segments, size_px: tuple[int, int]) -> View:
    """Return the view for a tilt, with a crossing of lines at its origin."""
    focal_px = STANDARD.focal_share * size_px[0]
    far_mm = LINES_MM * tilt.frequency
    whole = np.rint((np.pi / 6 - tilt.direction) / (np.pi / 3))
    angle = tilt.direction + whole * np.pi / 3 - np.pi / 6
    around = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    rotation = cv2.Rodrigues(tilt.turn.T @ around)[0].ravel()
    view = View(size_px, focal_px, 0.0, rotation, tilt.turn.T @ np.array([0.0, 0.0, far_mm]))
    return moved(view, _crossing(view.to_board(lines.ends_px), lines.weights))


def _crossing(ends_mm: Floats, weights: Floats) -> Floats:
    """Return a point (2,) at which lines of all three families cross, from the phases of each family."""
    direction = ends_mm[:, 1] - ends_mm[:, 0]
    off = np.abs(direction @ NORMALS.T) / np.linalg.norm(direction, axis=1, keepdims=True)
    which, middles = off.argmin(1), ends_mm.mean(1)
    counted = weights * np.exp(-((off.min(1) / _DIRECTION_SIGMA) ** 2) / 2)
    phases = np.zeros(3)
    for number, normal in enumerate(NORMALS):
        mine = which == number
        wave = (counted[mine] * np.exp(2j * np.pi * (middles[mine] @ normal) / LINES_MM)).sum()
        phases[number] = np.angle(wave)
    phases[1] += 2 * np.pi * np.rint((phases[0] + phases[2] - phases[1]) / (2 * np.pi))
    return np.asarray(np.linalg.lstsq(NORMALS, phases * LINES_MM / (2 * np.pi), rcond=None)[0])
