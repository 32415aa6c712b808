"""The plane of the tiles seen from above, and how far what shows there is explained by what lies there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from companion.games.fairytile.board import FIGURES, Cell, Figure, Terrain
from vision.arrays import FloatMap, Floats, Mask, Picture
from vision.fairytile.figure_colours import Bins, FigureLooks, counted, softened, tone_bins
from vision.fairytile.fit_tile import GRID, WHOLE, Fit, Taught
from vision.fairytile.lattice import cells_at
from vision.fairytile.params import PARAMS
from vision.fairytile.patch_cache import TILE_MM, cut_plane, rotation, tones
from vision.geometry.calibrate import View

_TONE_SIGMAS = np.array(PARAMS.tone_tolerance, np.float32) / 2
"""Standard deviations of the tones of a tile."""


class Plane(NamedTuple):
    """The table from above at 1.5 mm a pixel from `corner_mm`: how likely each pixel is what lies there
    anyway, at most about 1, whether that was seen or guessed, its tone, and how likely it is each figure's,
    (h, w).
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
    tiles: Sequence[tuple[Taught, Fit]],
    looks: FigureLooks,
) -> Plane:
    """What lies between two corners, (2,) each; `tiles` are those whose look is known, `lands` all covered
    cells. `picture` is `soft`.
    """
    low, high = box_mm
    wide_px, high_px = np.ceil((high - low) / PARAMS.plane_mm_per_px).astype(int)
    points = np.stack(np.meshgrid(np.arange(wide_px), np.arange(high_px)), -1) * PARAMS.plane_mm_per_px + low
    seen = tones(cut_plane(picture, view, points))
    light = np.median([found.light.mean((0, 1)) for _, found in tiles], 0) if tiles else np.zeros(3)
    bins = tone_bins(seen - light.astype(np.float32))
    ground, known = np.zeros(seen.shape[:2], np.float32), np.zeros(seen.shape[:2], bool)
    for look, found in tiles:
        _lay(ground, known, seen, points, low, look, found)
    ground = np.exp(ground)
    _guess(ground, known, bins, points, lands)
    return Plane(low, ground, known, bins, {figure: looks.likely(bins, figure) for figure in FIGURES})


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
    start = np.maximum(np.floor((middle - TILE_MM / 2 - corner) / PARAMS.plane_mm_per_px).astype(int), 0)
    end = np.ceil((middle + TILE_MM / 2 - corner) / PARAMS.plane_mm_per_px).astype(int)
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
    off = np.maximum(np.maximum(now - high, low - now), 0) / _TONE_SIGMAS
    colour = -(off[..., 1:] ** 2).sum(-1) / 2
    shaded = np.where(now[..., 0] < low[..., 0], PARAMS.shaded_nats, PARAMS.contradicted_nats)
    nats = np.maximum(colour + np.maximum(-(off[..., 0] ** 2) / 2, shaded), PARAMS.contradicted_nats)
    ground[box][known] = nats[known]
    everywhere[box] |= known


def _guess(
    ground: FloatMap, known: Mask, bins: Bins, points: Floats, lands: Mapping[Cell, Terrain | None]
) -> None:
    """How likely pixels that are not `known` are what other cells of the same land show, the table beside
    the cells what the rest of it shows.
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
                kin, rest = together - counts[number], whole - counts[number]
                _fill(ground, unknown, bins, _mixed(kin, rest, terrain))


def _mixed(kin: FloatMap, rest: FloatMap, terrain: Terrain | None) -> FloatMap:
    share = PARAMS.same_terrain_share if terrain and kin.any() else 0.0
    return _shares(kin) * share + _shares(rest) * (1 - share)


def _owners(points: Floats, cells: Sequence[Cell]) -> Bins:
    """The number of the cell in which each point lies, -1 beside them."""
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
