"""Placement of pieces by simulated players: together, inside the space, no overlap."""

import math

import cv2
import numpy as np

from vision.arrays import Floats

_GAP_MM = 0.3
_MARGINS_MM = (6.0, 3.0, 0.5)


def place(
    polygon: Floats, centre: Floats, standing: Floats, others: Floats, foot_mm: float,
    rng: np.random.Generator,
) -> Floats:  # fmt: skip
    """Find a place for one more piece, `foot_mm` wide, in a space.

    `standing` are the pieces already there, `others` those of all other spaces. Returns (n + 1, 2):
    the pieces standing there, moved only when the newcomer finds no room otherwise, then the newcomer.
    Raises ValueError if they find no room together.
    """
    everyone = np.vstack([standing, others])
    apart_mm = foot_mm + _GAP_MM
    tries = [rng.normal(centre, 6.0, (60, 2))]
    if len(standing):
        turn = rng.uniform(0, 2 * math.pi, 150)
        beside = standing[rng.integers(len(standing), size=150)]
        step = rng.uniform(apart_mm, 1.5 * foot_mm, 150)[:, None]
        tries.insert(0, beside + step * np.column_stack([np.cos(turn), np.sin(turn)]))
    tries.append(rng.uniform(polygon.min(0), polygon.max(0), (200, 2)))
    spots = _clear_of(np.vstack(tries), everyone, apart_mm)
    depth = _depth(polygon, spots)
    for margin in _MARGINS_MM:
        inside = spots[depth > margin]
        if len(inside):
            return np.vstack([standing, inside[:1]])
    return _packed(polygon, centre, len(standing) + 1, others, apart_mm, rng)


def _packed(
    polygon: Floats, centre: Floats, count: int, others: Floats, apart_mm: float, rng: np.random.Generator
) -> Floats:
    """Push `count` pieces together; in a very full space some bases cross the border."""
    reach = np.arange(-14, 15) * apart_mm
    across, down = np.meshgrid(reach, reach * math.sqrt(0.75))
    across = across + np.where(np.arange(29)[:, None] % 2, apart_mm / 2, 0.0)
    grid = np.column_stack([across.ravel(), down.ravel()])
    for spill in (0.5, -4.0, -9.0, -15.0, -25.0):
        for _ in range(40):
            turn = rng.uniform(0, math.pi / 3)
            turned = grid @ np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
            spots = turned + centre + rng.uniform(-8, 8, 2)
            spots = spots[((spots > polygon.min(0) + spill) & (spots < polygon.max(0) - spill)).all(1)]
            spots = _clear_of(spots, others, apart_mm)
            spots = spots[_depth(polygon, spots) > spill]
            if len(spots) >= count:
                nearest = np.argsort(np.hypot(*(spots - centre).T))[:count]
                return np.asarray(spots[nearest])
    raise ValueError(f"{count} pieces do not fit into one space")


def _clear_of(spots: Floats, pieces: Floats, apart_mm: float) -> Floats:
    if not len(pieces) or not len(spots):
        return spots
    gap = np.linalg.norm(spots[:, None] - pieces[None], axis=2).min(1)
    return np.asarray(spots[gap >= apart_mm])


def _depth(polygon: Floats, spots: Floats) -> Floats:
    """Return the depth in mm of each spot inside the polygon; negative outside."""
    outline = polygon.astype(np.float32)
    return np.array([cv2.pointPolygonTest(outline, (float(x), float(y)), True) for x, y in spots])
