"""Where the lattice of a kingdom lies in a picture: tiles on any table, no board, no marker.

The sides of hexes run in three directions, 60 degrees apart, on lines 22.5 mm apart. Of every way the table
may lean, the one counts from which the straight lines of a picture look most like that; then the camera is
fitted to all of them at once. Boards of a table and squares of a cloth run in one direction, or in two: lines
count by how many directions others around them have.
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
from vision.geometry.calibrate import FOCAL_SHARE, View

_DIRECTION_SIGMA = np.radians(PARAMS.direction_sigma_deg)
_SPACINGS_PX = np.geomspace(*PARAMS.line_spacings_px)
SHIFTS_MM = np.array([[0.0, 0.0], [0.0, RADIUS_MM], [0.0, -RADIUS_MM]])
"""From the middle of a hex to all kinds of crossing of the lines; their sides are spokes of it."""


class _Leaning(NamedTuple):
    """The table as it would lie: how well that fits, the turn (3, 3) of rays so that its normal is the third
    axis, the direction of one of the line families, and lines a unit of the plane 1 away.
    """

    score: float
    turn: Floats
    direction: float
    frequency: float


def segments(picture: Picture) -> Segments:
    """The straight lines of a BGR picture, (h, w, 3), in its own pixels (LSD: von Gioi et al., 2010)."""
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
    """The camera over the lattice of the tiles in a BGR picture; the middle of a cell is 0, 0 mm, the tops of
    tiles are the plane z = 0, and clock direction 3 points about right. Raises VisionError `no_tiles`.
    """
    lines = segments(picture)
    size = (picture.shape[1], picture.shape[0])
    best: tuple[float, View] | None = None
    for leaning in _leanings(_mixed(lines, PARAMS.working_width_px / size[0]), size)[: PARAMS.tilts_refined]:
        view = fitted(_begun(leaning, lines, size), lines)
        for shift in SHIFTS_MM:
            support = seen_sides(moved(view, shift), lines)
            if best is None or support > best[0]:
                best = support, moved(view, shift)
    if best is None or best[0] < PARAMS.sides_min:
        error = VisionError(
            "no_tiles",
            "Expected land tiles lying side by side, found none: lay out the tiles, show them whole and in"
            " an even light.",
        )
        error.exit_code = ExitCode.WRONG_INPUT
        raise error
    view = fitted(best[1], lines, PARAMS.refit_reaches_mm, own=True)
    return fitted(view, on_tiles(view, lines), PARAMS.fit_reaches_mm, own=True)


def seen_sides(view: View, lines: Segments) -> float:
    """How many sides of hexes the lines show, less those that run where a hex has no side."""
    ends = view.to_board(lines.ends_px)
    if not np.isfinite(ends).all() or view.offset_mm[2] <= 0:
        return 0.0
    _, miss = nearest_lines(ends)
    long = np.minimum(np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1) / RADIUS_MM, 1.0)
    near = (np.abs(miss) < PARAMS.on_side_mm).all(1)
    own = on_sides(ends)
    return float(long[own].sum() - 0.5 * long[near & ~own].sum())


@cache
def _turns() -> list[Floats]:
    found = []
    for tilt in np.radians(PARAMS.tilts_deg):
        count = max(1, int(np.ceil(2 * np.pi * np.sin(tilt) / np.radians(6))))
        for azimuth in np.arange(count) * 2 * np.pi / count:
            axis = tilt * np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
            found.append(np.asarray(cv2.Rodrigues(axis)[0], np.float64))
    return found


def _mixed(lines: Segments, scale: float) -> Segments:
    """The same lines, by their weight those that have others of three directions around: moments of doubled
    and of fourfold angles are large where there is one direction, or two across each other.
    """
    middles, along = lines.ends_px.mean(1) * scale, lines.ends_px[:, 1] - lines.ends_px[:, 0]
    far_px = np.linalg.norm(middles[:, None] - middles, axis=2)
    near = np.exp(-((far_px / PARAMS.mixed_radius_px) ** 2) / 2) * lines.weights
    angle = np.arctan2(along[:, 1], along[:, 0])
    moments = [np.abs(near @ np.exp(1j * times * angle)) / near.sum(1) for times in (2, 4)]
    return lines._replace(weights=lines.weights * np.maximum(1 - np.maximum(*moments), PARAMS.mixed_min) ** 2)


def _leanings(lines: Segments, size_px: tuple[int, int]) -> list[_Leaning]:
    if len(lines.weights) < PARAMS.sides_min:
        return []
    focal_px = FOCAL_SHARE * size_px[0]
    middle = np.array(size_px) / 2 - 0.5
    rays = np.concatenate([(lines.ends_px - middle) / focal_px, np.ones((*lines.ends_px.shape[:2], 1))], -1)
    frequencies = FOCAL_SHARE * PARAMS.working_width_px / _SPACINGS_PX
    found = [_leaning(rays, lines.weights, turn, frequencies) for turn in _turns()]
    return sorted(found, key=lambda leaning: -leaning.score)


def _leaning(rays: Floats, weights: Floats, turn: Floats, frequencies: Floats) -> _Leaning:
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
    return _Leaning(float(np.cbrt(strength[best])), turn, direction, float(frequencies[best]))


def _begun(leaning: _Leaning, lines: Segments, size_px: tuple[int, int]) -> View:
    """The view of a leaning table with a crossing of lines at its origin."""
    focal_px = FOCAL_SHARE * size_px[0]
    far_mm = LINES_MM * leaning.frequency
    whole = np.rint((np.pi / 6 - leaning.direction) / (np.pi / 3))
    angle = leaning.direction + whole * np.pi / 3 - np.pi / 6
    around = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    rotation = cv2.Rodrigues(leaning.turn.T @ around)[0].ravel()
    view = View(size_px, focal_px, 0.0, rotation, leaning.turn.T @ np.array([0.0, 0.0, far_mm]))
    return moved(view, _crossing(view.to_board(lines.ends_px), lines.weights))


def _crossing(ends_mm: Floats, weights: Floats) -> Floats:
    """A point (2,) where lines of all three families cross, by the phases of what was seen of each."""
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
