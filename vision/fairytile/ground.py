"""Model the plane of the tiles, seen from above, without figures.

Takes the smoothed picture and the known grounds; returns the likelihood of each pixel as ground and as each
figure's paint. Ground that was never seen bare is predicted by other cells of its terrain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from companion.games.fairytile.board import FIGURES, Cell, Figure, Terrain
from vision.arrays import FloatMap, Floats, Mask, Picture
from vision.fairytile.figure_colours import Bins, FigurePaint, counted, softened, tone_bins
from vision.fairytile.fit_tile import GRID, WHOLE, Appearance, Fit
from vision.fairytile.lattice import cells_at
from vision.fairytile.params import PARAMS
from vision.fairytile.patch_cache import TILE_MM, cut_plane, rotation, tones
from vision.geometry.calibrate import View

_TONE_SIGMAS = np.array(PARAMS.tone_tolerance, np.float32) / 2
"""Standard deviations of the tones of a tile."""


class Plane(NamedTuple):
    """Plane from `corner_mm` at 1.5 mm per pixel, arrays (h, w).

    `ground`: likelihood as ground, about 1 at most; `known`: seen bare before, not predicted; `bins`: tone
    bins; `colours`: likelihood under each figure's paint.
    """

    corner_mm: Floats
    ground: FloatMap
    known: Mask
    bins: Bins
    colours: Mapping[Figure, FloatMap]


def plane(
    picture: Picture,
    view: View,
    box_mm: tuple[Floats, Floats],
    lands: Mapping[Cell, Terrain | None],
    tiles: Sequence[tuple[Appearance, Fit]],
    paint: FigurePaint,
) -> Plane:
    """Model the rectangle between two corners, (2,) mm each; `picture` is `smoothed`.

    `tiles` are the known grounds, `lands` all covered cells.
    """
    low, high = box_mm
    wide_px, high_px = np.ceil((high - low) / PARAMS.plane_mm_per_px).astype(int)
    points = np.stack(np.meshgrid(np.arange(wide_px), np.arange(high_px)), -1) * PARAMS.plane_mm_per_px + low
    seen = tones(cut_plane(picture, view, points))
    light = np.median([found.light.mean((0, 1)) for _, found in tiles], 0) if tiles else np.zeros(3)
    bins = tone_bins(seen - light.astype(np.float32))
    ground, known = np.zeros(seen.shape[:2], np.float32), np.zeros(seen.shape[:2], bool)
    for appearance, found in tiles:
        _lay(ground, known, seen, points, low, appearance, found)
    ground = np.exp(ground)
    _guess(ground, known, bins, points, lands)
    return Plane(low, ground, known, bins, {figure: paint.likely(bins, figure) for figure in FIGURES})


def _lay(
    ground: FloatMap,
    everywhere: Mask,
    seen: FloatMap,
    points: Floats,
    corner: Floats,
    appearance: Appearance,
    found: Fit,
) -> None:
    """Write the log-likelihood of a known tile into `ground`, and its pixels into `everywhere`."""
    middle = np.array(found.pose[:2])
    start = np.maximum(np.floor((middle - TILE_MM / 2 - corner) / PARAMS.plane_mm_per_px).astype(int), 0)
    end = np.ceil((middle + TILE_MM / 2 - corner) / PARAMS.plane_mm_per_px).astype(int)
    box = slice(start[1], end[1]), slice(start[0], end[0])
    own = (points[box] - middle) @ rotation(found.pose.angle)
    step = GRID[0, 1, 0] - GRID[0, 0, 0]
    px = ((own - GRID[0, 0]) / step).astype(np.float32)
    maps = px[..., 0], px[..., 1]

    def there(values: FloatMap) -> FloatMap:
        return np.asarray(cv2.remap(values, *maps, cv2.INTER_LINEAR), np.float32)

    known = there((appearance.known & WHOLE).astype(np.float32)) > 0.9
    low, high = (there(edge + found.light)[known] for edge in (appearance.least, appearance.most))
    now = seen[box][known]
    off = np.maximum(np.maximum(now - high, low - now), 0) / _TONE_SIGMAS
    colour = -(off[..., 1:] ** 2).sum(-1) / 2
    shaded = np.where(now[..., 0] < low[..., 0], PARAMS.alternative_nats, PARAMS.contradicted_nats)
    nats = np.maximum(colour + np.maximum(-(off[..., 0] ** 2) / 2, shaded), PARAMS.contradicted_nats)
    ground[box][known] = nats
    everywhere[box] |= known


def _guess(
    ground: FloatMap, known: Mask, bins: Bins, points: Floats, lands: Mapping[Cell, Terrain | None]
) -> None:
    """Predict the likelihood of pixels that are not `known`.

    In cells by other cells of the same terrain, beside them by the rest of the table.
    """
    cells = sorted(lands)
    owner, lost = _owners(points, cells), ~known
    counts = [counted(bins[owner == number]) for number in range(len(cells))]
    whole = np.sum(counts, 0)
    _fill(ground, lost & (owner < 0), bins, counted(bins[owner < 0]))
    for terrain in dict.fromkeys(lands.values()):
        same = [number for number, cell in enumerate(cells) if lands[cell] == terrain]
        together = np.sum([counts[number] for number in same], 0)
        _fill(ground, lost & np.isin(owner, same), bins, _mixed(together, whole, terrain))
        for number in same:
            unknown = lost & (owner == number)
            if unknown.sum() > PARAMS.unknown_cell_share * counts[number].sum():
                classifier, rest = together - counts[number], whole - counts[number]
                _fill(ground, unknown, bins, _mixed(classifier, rest, terrain))


def _mixed(classifier: FloatMap, rest: FloatMap, terrain: Terrain | None) -> FloatMap:
    share = PARAMS.same_terrain_share if terrain and classifier.any() else 0.0
    return _shares(classifier) * share + _shares(rest) * (1 - share)


def _owners(points: Floats, cells: Sequence[Cell]) -> Bins:
    """Return the index of the cell of each point; -1 beside all cells."""
    at = cells_at(points)
    low = np.minimum(at.min((0, 1)), np.min(cells, 0))
    numbers = np.full(np.maximum(at.max((0, 1)), np.max(cells, 0)) - low + 1, -1, np.intp)
    for number, cell in enumerate(cells):
        numbers[cell[0] - low[0], cell[1] - low[1]] = number
    return np.asarray(numbers[at[..., 0] - low[0], at[..., 1] - low[1]])


def _shares(counts: FloatMap) -> FloatMap:
    return counts / max(float(counts.sum()), 1.0)


def _fill(ground: FloatMap, there: Mask, bins: Bins, counts: FloatMap) -> None:
    nats = np.log(_shares(softened(counts)).ravel() + 1e-9) + PARAMS.usual_tone_nats
    ground[there] = np.exp(np.clip(nats, PARAMS.guessed_nats[0], PARAMS.guessed_nats[1]))[bins[there]]
