"""Find the covered cells of a lattice.

Takes a smoothed picture, its view and line segments; returns all cells in sight with the evidence, in nats,
that a tile covers each: its sides show as lines, and it does not look like the bare table around.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from companion.games.fairytile.board import STEPS, Cell
from vision.arrays import Floats, Mask, Picture
from vision.fairytile.lattice import SIDES, Cells, Segments, best_sides, cells_in_sight, sides_seen
from vision.fairytile.params import PARAMS
from vision.fairytile.patch_cache import CELL_GRID, cut_cells, tones
from vision.geometry.calibrate import View


class Covered(NamedTuple):
    """Cells in the picture, (n, 2), and the evidence in nats that a tile covers each, (n,)."""

    cells: Cells
    nats: Floats


def covered(picture: Picture, view: View, lines: Segments, known: Collection[Cell] = ()) -> Covered:
    """Return the evidence that cells are covered; `picture` is `smoothed`.

    If tiles are `known`, only cells around them are searched.
    """
    cells, px = cells_in_sight(view)
    if known:
        near = _around(cells, np.array(sorted(known)))
        cells, px = cells[near], px[near]
    seen = sides_seen(view, lines, cells)
    seen[_beside_known(cells, known)] = PARAMS.sides_even_share
    sides = best_sides(seen)
    bare = sides < PARAMS.bare_sides_share
    unlike = _unlike_table(cut_cells(picture, view, cells), px / view.size_px * 2 - 1, bare)
    beyond = np.minimum(unlike, PARAMS.unlike_max_spreads) - PARAMS.unlike_even_spreads
    nats = PARAMS.sides_nats * (sides - PARAMS.sides_even_share) + PARAMS.unlike_nats * beyond
    return Covered(cells, nats)


def _beside_known(cells: Cells, known: Collection[Cell]) -> Mask:
    """Return the sides, (n, 6), at which unknown cells touch known ones.

    A line shows there with or without another tile beside it, so it is no evidence.
    """
    steps = np.array([STEPS[clock] for clock in SIDES])
    there = {*known}
    return np.array(
        [
            [(q + a, r + b) in there and (q, r) not in there for a, b in steps.tolist()]
            for q, r in cells.tolist()
        ]
    ).reshape(-1, len(SIDES))


def _around(cells: Cells, known: Cells) -> Mask:
    """Return which cells, (n, 2), are within `search_cells` steps of known ones, (m, 2)."""
    off = cells[:, None] - known
    steps = np.maximum(np.abs(off).max(-1), np.abs(off.sum(-1)))
    return np.asarray(steps.min(1) <= PARAMS.search_cells)


def _unlike_table(cells: Picture, place: Floats, bare: Mask) -> Floats:
    """Return the Mahalanobis distance of cells from the bare table, (n,).

    The table's features are a quadratic function of `place`, (n, 2) in -1..1, fitted to the `bare` cells.
    """
    features = _cell_features(cells)
    x, y = place.T
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], 1)
    table = bare
    unlike = np.full(len(cells), PARAMS.unlike_even_spreads)
    for _ in range(PARAMS.bare_rounds):
        if table.sum() < PARAMS.samples_min:
            return unlike
        normal = terms[table].T @ terms[table] + np.diag(PARAMS.table_ridge)
        factors = np.linalg.solve(normal, terms[table].T @ features[table])
        off = features - terms @ factors
        spread = np.cov(off[table].T) + np.diag(np.array(PARAMS.table_spreads) ** 2)
        unlike = np.sqrt(np.einsum("ni,ij,nj->n", off, np.linalg.inv(spread), off))
        table = bare & (unlike < PARAMS.bare_max_spreads)
    return np.asarray(unlike)


def _cell_features(cells: Picture) -> Floats:
    """Lightness, two colours, roughness and colour mix of the cores of cells: (n, 5)."""
    middle = np.linalg.norm(CELL_GRID, axis=-1) < PARAMS.cell_core_mm
    shown = tones(cells)
    means = shown[:, middle].mean(1)
    light = shown[..., 0]
    steps = np.abs(np.diff(light, axis=2))[:, :-1] + np.abs(np.diff(light, axis=1))[:, :, :-1]
    rough = np.log(steps[:, middle[:-1, :-1]].mean(1) + 0.01)
    mixed = np.log(shown[:, middle, 1:].std(1).mean(1) + 0.01)
    return np.concatenate([means, rough[:, None], mixed[:, None]], 1).astype(np.float64)
