"""Which cells of a lattice hold something: their sides show, and they do not look like the table around."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from companion.games.fairytile.board import Cell
from vision.arrays import Floats, Mask, Picture
from vision.calibrate import View
from vision.fairytile.find_lattice import (
    LINES_MM,
    SIDE_MM,
    Cells,
    Segments,
    cell_middles,
    cells_at,
    nearest_lines,
)
from vision.fairytile.looks import CELL_GRID, cut_cells, tones

SIDES_SEEN = 4
"""A cell's sides that are seen best; a figure may hide the others."""
OFF_MM = 3.2
SAMPLES = 26
BARE = 0.3
FAR_OFF = 4.0
ROUNDS = 3
MOST_CELLS, STEPS_AROUND = 25, 3
MIDDLE_MM = 18.0
HELD = np.diag([1e-3, 0.3, 0.3, 1.0, 1.0, 1.0])
SPREADS = np.array([0.02, 0.01, 0.01, 0.1, 0.1])
"""The least spread of a table's lightness, its two colours, its roughness and how mixed its colours are."""
SIDES_WEIGHT, SIDES_EVEN = 12.0, 0.55
UNLIKE_WEIGHT, UNLIKE_EVEN = 1.2, 3.6
"""How much shows that a cell is covered: nats for each side seen, and each spread from the table's look."""


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
    sides = np.sort(sides_seen(view, lines, cells), 1)[:, -SIDES_SEEN:].mean(1)
    unlike = _unlike_table(cut_cells(picture, view, cells), px / view.size_px * 2 - 1, sides < BARE)
    nats = SIDES_WEIGHT * (sides - SIDES_EVEN) + UNLIKE_WEIGHT * (np.minimum(unlike, 8) - UNLIKE_EVEN)
    return Covered(cells, nats)


def _around(cells: Cells, known: Cells) -> Mask:
    """Which cells (n, 2) are a few steps from known ones, (m, 2)."""
    off = cells[:, None] - known
    steps = np.maximum(np.abs(off).max(-1), np.abs(off.sum(-1)))
    return np.asarray(steps.min(1) <= STEPS_AROUND)


def cells_in_sight(view: View) -> tuple[Cells, Floats]:
    """The cells, (n, 2), whose middles are in the picture, and their pixels, (n, 2)."""
    wide, high = view.size_px
    border = cells_at(view.to_board(np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float64)))
    reach = min(int(np.abs(border).max()) + 1, MOST_CELLS)
    steps = np.arange(-reach, reach + 1)
    cells = np.stack(np.meshgrid(steps, steps), -1).reshape(-1, 2)
    middles = cell_middles(cells)
    px = view.project(np.concatenate([middles, np.zeros((len(middles), 1))], 1))
    inside = ((px > 0) & (px < np.array(view.size_px) - 1)).all(1)
    return cells[inside], px[inside]


def sides_seen(view: View, lines: Segments, cells: Cells) -> Floats:
    """How much of each side of each cell is seen as a line, (n, 6)."""
    ends = view.to_board(lines.ends_px)
    which, miss = nearest_lines(ends)
    near = (np.abs(miss) < OFF_MM).all(1)
    ends, which = ends[near], which[near]
    middles, places = cell_middles(cells), np.linspace(-SIDE_MM / 2 + 0.5, SIDE_MM / 2 - 0.5, SAMPLES)
    found = np.zeros((len(cells), 6))
    for side in range(6):
        angle = side * np.pi / 3
        out, along = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
        off = ends[which == side % 3][None] - middles[:, None, None]
        on_it = (np.abs(off @ out - LINES_MM) < OFF_MM).all(2)
        reach = np.sort(off @ along, axis=2)
        on_it &= (reach[..., 1] > places[0]) & (reach[..., 0] < places[-1])
        row, segment = np.nonzero(on_it)
        low, high = reach[row, segment].T
        seen = (places >= low[:, None] - 1) & (places <= high[:, None] + 1)
        covered_here = np.zeros((len(cells), SAMPLES), bool)
        np.logical_or.at(covered_here, row, seen)
        found[:, side] = covered_here.mean(1)
    return found


def _unlike_table(cells: Picture, place: Floats, bare: Mask) -> Floats:
    """How many spreads cells differ from the look of the bare table where they lie, (n,)."""
    looks = _features(cells)
    x, y = place.T
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], 1)
    table = bare
    unlike = np.full(len(cells), UNLIKE_EVEN)
    for _ in range(ROUNDS):
        if table.sum() < 8:
            return unlike
        factors = np.linalg.solve(terms[table].T @ terms[table] + HELD, terms[table].T @ looks[table])
        off = looks - terms @ factors
        spread = np.cov(off[table].T) + np.diag(SPREADS**2)
        unlike = np.sqrt(np.einsum("ni,ij,nj->n", off, np.linalg.inv(spread), off))
        table = bare & (unlike < FAR_OFF)
    return np.asarray(unlike)


def _features(cells: Picture) -> Floats:
    """Lightness, two colours, roughness, and how mixed the colours are, of cells' middles: (n, 5)."""
    middle = np.linalg.norm(CELL_GRID, axis=-1) < MIDDLE_MM
    shown = tones(cells)
    means = shown[:, middle].mean(1)
    light = shown[..., 0]
    steps = np.abs(np.diff(light, axis=2))[:, :-1] + np.abs(np.diff(light, axis=1))[:, :, :-1]
    rough = np.log(steps[:, middle[:-1, :-1]].mean(1) + 0.01)
    mixed = np.log(shown[:, middle, 1:].std(1).mean(1) + 0.01)
    return np.concatenate([means, rough[:, None], mixed[:, None]], 1).astype(np.float64)
