"""Where the three figures stand: what does not look like the tiles under it, by colour and by the shape of
something 40 mm high on a round foot.

All is judged on the plane of the tiles, seen from above: a figure covers what lies behind it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from companion.games.fairytile.board import FIGURES, Cell, Figure
from companion.games.fairytile.geometry import HEX_MM, centre_mm
from vision.arrays import FloatMap, Floats, Mask, Picture
from vision.calibrate import View
from vision.fairytile.fit_tile import GRID, WHOLE, Fit, Taught
from vision.fairytile.looks import cut_plane, rotation, tones

MM_A_PX = 1.5
MARGIN_MM = 70.0
FOOT_MM, BODY_MM, HEAD_MM = 10.0, 6.0, 3.5
MIDDLE_HIGH_MM, HIGH_MM = 20.0, 37.0
BESIDE_MM = (0.0, 6.5, 12.0)
"""How far from the middle of its cell a figure is looked for."""
RING_PX = 4
LOWEST, BIN, BINS = -1.2, 0.1, 32
BLURRED, COMMON_NATS = 6.0, -0.3
FIGURE_CELLS, COMMON, MOST_COMMON = 0.35, 6.0, 0.3
"""A figure covers so much of a cell; a colour of which a kingdom has six times that is as likely ground."""
RING_WEIGHT = 0.5
SHADED, UNKNOWN, OTHER = -1.0, -2.5, -4.0
"""Nats for a pixel to be tile in shadow, a tile not known, a known one that looks otherwise."""
SIGMAS = np.array([0.1, 0.06, 0.06], np.float32)
"""By how much tones of a tile differ from what was taught."""
FLOOR = -4.5
SPREAD = 0.16
VIVID, LEAST_KNOWN = 0.4, 0.5
"""What is painted in less vivid colours is known for sure only where so much of the ground is."""
PALEST = 0.5
"""How much of its colour a figure keeps in glare and in shadow."""
PIXELS_A_NAT = 12.0
"""Neighbouring pixels tell the same: so many count as one."""
COLOURS: Mapping[Figure, Sequence[tuple[float, float, float]]] = {
    "princess": ((0.70, 0.37, 0.6), (0.2, -0.8, 0.15), (0.17, -0.13, 0.1)),
    "knight": ((-0.03, 0.03, 0.55), (-0.35, 0.55, 0.3)),
    "dragon": ((1.3, 0.0, 0.8), (0.27, -0.64, 0.1)),
}
"""Red beside green and blue beside green, logarithms, and share of what figures usually are painted with."""


class Plane(NamedTuple):
    """The table from above at 1.5 mm a pixel from `corner_mm`: nats for each pixel to be what lies there
    anyway, whether it is known what does, and nats for it to have the colours of each figure, (h, w).
    """

    corner_mm: Floats
    ground: FloatMap
    known: Mask
    colours: Mapping[Figure, FloatMap]


class Standing(NamedTuple):
    """A figure: where its foot is in table mm, its cell, nats for it to stand there, and whether it can be
    told from the ground there: that is known, or has no such colours.
    """

    figure: Figure
    foot_mm: tuple[float, float]
    cell: Cell
    score: float
    told_apart: bool


def plane(picture: Picture, view: View, cells: Sequence[Cell], tiles: Sequence[tuple[Taught, Fit]]) -> Plane:
    """The kingdom of these cells from above; `tiles` are those whose look is known. `picture` is `soft`."""
    middles = np.array([centre_mm(cell) for cell in cells])
    low, high = middles.min(0) - MARGIN_MM, middles.max(0) + MARGIN_MM
    wide_px, high_px = np.ceil((high - low) / MM_A_PX).astype(int)
    points = np.stack(np.meshgrid(np.arange(wide_px), np.arange(high_px)), -1) * MM_A_PX + low
    seen = tones(cut_plane(picture, view, points))
    ground, known = _common(seen, points, middles), np.zeros(seen.shape[:2], bool)
    for look, found in tiles:
        _lay(ground, known, seen, points, low, look, found)
    return Plane(low, ground, known, {figure: colour_nats(seen, figure) for figure in FIGURES})


def _common(seen: FloatMap, points: Floats, middles: Floats) -> FloatMap:
    """Nats for pixels to be tiles of which nothing is known: colours that much of the kingdom has, (h, w)."""
    bins = np.clip(np.rint((seen[..., 1:] - LOWEST) / BIN), 0, BINS - 1).astype(np.intp)
    flat = bins[..., 0] * BINS + bins[..., 1]
    corner, step = points[0, 0], MM_A_PX
    own = np.zeros(seen.shape[:2], np.uint8)
    for x, y in np.rint((middles - corner) / step).astype(int).tolist():
        cv2.circle(own, (x, y), round(HEX_MM / 2 / step), 1, -1)
    counts = np.bincount(flat[own > 0], minlength=BINS * BINS).reshape(BINS, BINS).astype(np.float32)
    shares = cv2.GaussianBlur(counts / max(counts.sum(), 1), (0, 0), 1.0) * BLURRED
    nats = np.clip(
        np.log(shares + 1e-6) - np.log(min(COMMON * FIGURE_CELLS / len(middles), MOST_COMMON)),
        UNKNOWN,
        COMMON_NATS,
    )
    return np.asarray(nats.ravel()[flat], np.float32)


def _lay(
    ground: FloatMap,
    everywhere: Mask,
    seen: FloatMap,
    points: Floats,
    corner: Floats,
    look: Taught,
    found: Fit,
) -> None:
    """Nats where a tile lies, put into `ground`; and where that is known, into `everywhere`."""
    middle = np.array(found.pose[:2])
    start = np.maximum(np.floor((middle - 56 - corner) / MM_A_PX).astype(int), 0)
    end = np.ceil((middle + 56 - corner) / MM_A_PX).astype(int)
    box = slice(start[1], end[1]), slice(start[0], end[0])
    own = (points[box] - middle) @ rotation(found.pose.angle)
    step = GRID[0, 1, 0] - GRID[0, 0, 0]
    px = ((own - GRID[0, 0]) / step).astype(np.float32)
    maps = px[..., 0], px[..., 1]

    def there(values: FloatMap) -> FloatMap:
        return np.asarray(cv2.remap(values, *maps, cv2.INTER_LINEAR), np.float32)

    known = there((look.known & WHOLE).astype(np.float32)) > 0.9
    low, high = there(look.least + found.light), there(look.most + found.light)
    now = seen[box]
    off = np.maximum(np.maximum(now - high, low - now), 0) / SIGMAS
    colour = -(off[..., 1:] ** 2).sum(-1) / 2
    shaded = np.where(now[..., 0] < low[..., 0], SHADED, OTHER)
    nats = np.maximum(colour + np.maximum(-(off[..., 0] ** 2) / 2, shaded), OTHER)
    ground[box][known] = nats[known]
    everywhere[box] |= known


def colour_nats(seen: FloatMap, figure: Figure) -> FloatMap:
    """Nats for pixels' tones, (..., 3), to be the figure's, at most about 0."""
    best = np.full(seen.shape[:-1], FLOOR, np.float32)
    for red, blue, share in COLOURS[figure]:
        length = red**2 + blue**2
        pale = np.clip((seen[..., 1] * red + seen[..., 2] * blue) / max(length, 1e-6), PALEST, 1.1)
        off = ((seen[..., 1] - pale * red) ** 2 + (seen[..., 2] - pale * blue) ** 2) / SPREAD**2
        best = np.maximum(best, np.log(share + 0.4) - off / 2)
    return best


def shadow_outline(view: View, foot_mm: Floats) -> Floats:
    """What a figure on a foot there covers of the tiles' plane, (n, 2) mm, convex."""
    x, y, z = view.centre_mm
    angles = np.arange(0, 2 * np.pi, np.pi / 5)
    ring = np.stack([np.cos(angles), np.sin(angles)], -1)
    points = []
    for radius, height in ((FOOT_MM, 0.0), (BODY_MM, MIDDLE_HIGH_MM), (HEAD_MM, HIGH_MM)):
        at = np.asarray(foot_mm) + radius * ring
        points.append([x, y] + (at - [x, y]) * (-z / (-z - height)))
    return np.concatenate(points)


def hull(view: View, foot_mm: tuple[float, float]) -> Floats:
    """The outline of what a figure there covers, (n, 2) mm, in order."""
    outline = shadow_outline(view, np.array(foot_mm)).astype(np.float32)
    return np.asarray(cv2.convexHull(outline).reshape(-1, 2), np.float64)


def find(plane: Plane, view: View, cells: Sequence[Cell], figure: Figure) -> list[Standing]:
    """Where the figure may stand, the best place of each cell that is no nonsense, the best first."""
    others = [plane.colours[other] for other in FIGURES if other != figure]
    rest = np.maximum(plane.ground, np.maximum(*others) - 0.3)
    gain = np.clip(plane.colours[figure] - rest, -3, 3.5).astype(np.float32)
    hot = cv2.boxFilter(np.maximum(gain, 0), -1, (7, 7))
    found = []
    vivid = float(np.hypot(*COLOURS[figure][0][:2])) > VIVID
    for cell in cells:
        middle = np.array(centre_mm(cell))
        at = ((middle - plane.corner_mm) / MM_A_PX).astype(int)
        if hot[at[1] - 14 : at[1] + 15, at[0] - 14 : at[0] + 15].max(initial=0) < 0.8:
            continue
        places = [middle + out * np.array([np.cos(a), np.sin(a)]) for out, a in _AROUND]
        scores = [_score(plane, view, gain, place) for place in places]
        best = int(np.argmax(scores))
        if scores[best] > 0:
            foot = (float(places[best][0]), float(places[best][1]))
            told_apart = vivid or _known_under(plane, view, places[best]) > LEAST_KNOWN
            found.append(Standing(figure, foot, cell, scores[best], told_apart))
    found.sort(key=lambda standing: -standing.score)
    return found


_AROUND = [
    (out, angle)
    for out in BESIDE_MM
    for angle in (np.arange(0, 2 * np.pi, np.pi / 3 if out < 10 else np.pi / 4) if out else (0.0,))
]


def _known_under(plane: Plane, view: View, foot_mm: Floats) -> float:
    """How much of the ground around a foot and behind it is known."""
    outline = np.rint((shadow_outline(view, foot_mm) - plane.corner_mm) / MM_A_PX).astype(np.int32)
    covers = np.zeros(plane.known.shape, np.uint8)
    cv2.fillConvexPoly(covers, cv2.convexHull(outline), 1)
    return float(plane.known[covers > 0].mean()) if covers.any() else 0.0


def _score(plane: Plane, view: View, gain: FloatMap, foot_mm: Floats) -> float:
    outline = (shadow_outline(view, foot_mm) - plane.corner_mm) / MM_A_PX
    hull = cv2.convexHull(np.rint(outline * 8).astype(np.int32))
    left, top = np.maximum(np.floor(outline.min(0)).astype(int) - RING_PX, 0)
    right, bottom = np.ceil(outline.max(0)).astype(int) + RING_PX + 1
    part = gain[top:bottom, left:right]
    if not part.size:
        return 0.0
    inside = np.zeros(part.shape, np.uint8)
    cv2.fillConvexPoly(inside, hull - np.array([left, top], np.int32) * 8, 1, cv2.LINE_8, 3)
    within = inside > 0
    around = (cv2.dilate(inside, np.ones((2 * RING_PX + 1,) * 2, np.uint8)) > 0) & ~within
    return float((part[within].sum() - RING_WEIGHT * np.maximum(part[around], 0).sum()) / PIXELS_A_NAT)
