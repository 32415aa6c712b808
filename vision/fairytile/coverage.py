"""Which cells of a lattice hold something: their sides show, and they do not look like the table around."""

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
    """All cells in the picture, (n, 2), and nats for each to be covered by a tile, (n,)."""

    cells: Cells
    nats: Floats


def covered(picture: Picture, view: View, lines: Segments, known: Collection[Cell] = ()) -> Covered:
    """Which cells hold something; `picture` is `soft`. Where tiles are `known`, only cells around them."""
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
    """At which sides of cells that are not known, (n, 6), known tiles end: a line is seen there whether
    another tile lies beside it or not.
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
    """Which cells (n, 2) are a few steps from known ones, (m, 2)."""
    off = cells[:, None] - known
    steps = np.maximum(np.abs(off).max(-1), np.abs(off.sum(-1)))
    return np.asarray(steps.min(1) <= PARAMS.search_cells)


def _unlike_table(cells: Picture, place: Floats, bare: Mask) -> Floats:
    """How many spreads cells differ from the look of the bare table where they lie, (n,)."""
    looks = _features(cells)
    x, y = place.T
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], 1)
    table = bare
    unlike = np.full(len(cells), PARAMS.unlike_even_spreads)
    for _ in range(PARAMS.bare_rounds):
        if table.sum() < PARAMS.samples_min:
            return unlike
        normal = terms[table].T @ terms[table] + np.diag(PARAMS.table_ridge)
        factors = np.linalg.solve(normal, terms[table].T @ looks[table])
        off = looks - terms @ factors
        spread = np.cov(off[table].T) + np.diag(np.array(PARAMS.table_spreads) ** 2)
        unlike = np.sqrt(np.einsum("ni,ij,nj->n", off, np.linalg.inv(spread), off))
        table = bare & (unlike < PARAMS.bare_max_spreads)
    return np.asarray(unlike)


def _features(cells: Picture) -> Floats:
    """Lightness, two colours, roughness, and how mixed the colours are, of cells' middles: (n, 5)."""
    middle = np.linalg.norm(CELL_GRID, axis=-1) < PARAMS.cell_core_mm
    shown = tones(cells)
    means = shown[:, middle].mean(1)
    light = shown[..., 0]
    steps = np.abs(np.diff(light, axis=2))[:, :-1] + np.abs(np.diff(light, axis=1))[:, :, :-1]
    rough = np.log(steps[:, middle[:-1, :-1]].mean(1) + 0.01)
    mixed = np.log(shown[:, middle, 1:].std(1).mean(1) + 0.01)
    return np.concatenate([means, rough[:, None], mixed[:, None]], 1).astype(np.float64)
