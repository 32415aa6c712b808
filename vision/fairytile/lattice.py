"""Geometry of the lattice in a camera's view.

Cells, sides, and the fit of the view to line segments.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.fairytile.board import Cell, Clock, neighbours
from companion.games.fairytile.geometry import HEX_MM, RADIUS_MM
from vision.arrays import Floats, Mask
from vision.fairytile.params import PARAMS
from vision.geometry.calibrate import View, refine

Cells = npt.NDArray[np.intp]
"""Axial cells, (..., 2)."""

LINES_MM = HEX_MM / 2
NORMALS = np.array([[np.cos(a), np.sin(a)] for a in np.radians([0, 60, 120])])
"""Across the sides of hexes, in table mm; the second is the sum of the other two."""
SAMPLES = round(RADIUS_MM)
"""Points at which a side is sampled, one per mm."""
SIDES: tuple[Clock, ...] = (3, 5, 7, 9, 11, 1)
"""The sides of a cell, from the right on by 60 degrees."""


class Segments(NamedTuple):
    """Line segments in pixels, (n, 2, 2), and their weights, (n,)."""

    ends_px: Floats
    weights: Floats


def moved(view: View, shift_mm: Floats) -> View:
    """Return the view with the point `shift_mm`, (2,), as origin."""
    offset = view.offset_mm + view.turn @ np.array([*shift_mm, 0.0])
    return replace(view, offset_mm=offset)


def turned(view: View, turns: int) -> View:
    """Return the view rotated by `turns` steps of 60 degrees.

    Clock direction 3 becomes 3 + 2 `turns`.
    """
    angle = np.radians(-60.0 * turns)
    back = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    rotation = cv2.Rodrigues(view.turn @ back)[0].ravel()
    return replace(view, rotation=rotation)


def fitted(
    view: View,
    lines: Segments,
    reaches_mm: tuple[float, ...] = PARAMS.fit_reaches_mm,
    sides_only: bool = False,
) -> View:
    """Fit the view to segments near lines of the lattice; with `sides_only`, to sides of hexes.

    Returns the last good view if too few segments remain or the fit diverges.
    """
    ends_px, direction_px = lines.ends_px, lines.ends_px[:, 1] - lines.ends_px[:, 0]
    length = np.linalg.norm(direction_px, axis=1, keepdims=True)
    across_px = np.stack([-direction_px[:, 1], direction_px[:, 0]], 1) / length
    for reach in reaches_mm:
        ends = view.to_board(ends_px)
        which, miss = nearest_lines(ends)
        near = (np.abs(miss) < reach).all(1) & (np.abs(miss[:, 1] - miss[:, 0]) < reach)
        if sides_only:
            near &= on_sides(ends)
        if near.sum() < PARAMS.samples_min:
            return view
        onto = ends[near] - miss[near][:, :, None] * NORMALS[which[near]][:, None]
        points = np.concatenate([onto, np.zeros((*onto.shape[:2], 1))], -1).reshape(-1, 3)
        normals = np.repeat(across_px[near], 2, axis=0)
        try:
            better = refine(view, points, ends_px[near].reshape(-1, 2), normals, 3, PARAMS.fit_sigma_px)
        except np.linalg.LinAlgError:
            return view
        if not np.isfinite(better.vector).all() or better.offset_mm[2] <= 0:
            return view
        view = better
    return view


def on_tiles(view: View, lines: Segments, cells: Collection[Cell] = ()) -> Segments:
    """Return the segments on these cells, or else on the largest group of cells whose sides show.

    The pattern of a table may draw others along the lattice.
    """
    cells = cells or _largest_group(view, lines)
    if not cells:
        return lines
    middles = cell_middles(np.array(sorted(cells)))
    off = view.to_board(lines.ends_px).mean(1)[:, None] - middles
    near = np.linalg.norm(off, axis=2).min(1) < RADIUS_MM + PARAMS.on_side_mm
    return Segments(lines.ends_px[near], lines.weights[near])


def _largest_group(view: View, lines: Segments) -> set[Cell]:
    cells, _ = cells_in_sight(view)
    show = best_sides(sides_seen(view, lines, cells)) > 0.5
    return max(groups([(int(q), int(r)) for q, r in cells[show]]), key=len, default=set())


def groups(cells: Collection[Cell]) -> list[set[Cell]]:
    """Split cells into connected groups."""
    left, found = set(cells), []
    while left:
        group, edge = set[Cell](), [left.pop()]
        while edge:
            cell = edge.pop()
            group.add(cell)
            near = left.intersection(neighbours(cell))
            left -= near
            edge += near
        found.append(group)
    return found


def nearest_lines(ends_mm: Floats) -> tuple[npt.NDArray[np.intp], Floats]:
    """Return for segments (n, 2, 2) mm the nearest family of lattice lines, (n,), and the distances of their
    ends from the nearest line, (n, 2) mm.
    """
    direction = ends_mm[:, 1] - ends_mm[:, 0]
    which = np.abs(direction @ NORMALS.T).argmin(1)
    along = np.einsum("nek,nk->ne", ends_mm, NORMALS[which])
    nearest = np.rint(along.mean(1) / LINES_MM)[:, None] * LINES_MM
    return which, np.asarray(along - nearest)


def on_sides(ends_mm: Floats) -> Mask:
    """Return which segments (n, 2, 2) mm lie on a side of a hex."""
    middle = ends_mm.mean(1)
    off = middle - cell_middles(cells_at(middle))
    which, miss = nearest_lines(ends_mm)
    out = np.abs(np.einsum("nk,nk->n", off, NORMALS[which]))
    return np.asarray((np.abs(miss) < PARAMS.on_side_mm).all(1) & (out > LINES_MM / 2))


def cell_middles(cells: Cells) -> Floats:
    """Return the middles, (..., 2) mm, of axial cells (..., 2)."""
    q, r = cells[..., 0], cells[..., 1]
    return np.stack([HEX_MM * (q + r / 2), HEX_MM * 3**0.5 / 2 * r], -1)


def cells_at(points_mm: Floats) -> Cells:
    """Return the axial cells, (..., 2), of points (..., 2) mm."""
    r = points_mm[..., 1] / (HEX_MM * 3**0.5 / 2)
    q = points_mm[..., 0] / HEX_MM - r / 2
    cube = np.stack([q, -q - r, r], -1)
    whole = np.rint(cube)
    off = np.abs(whole - cube)
    worst = off.argmax(-1)[..., None]
    rest = -(whole.sum(-1, keepdims=True) - np.take_along_axis(whole, worst, -1))
    np.put_along_axis(whole, worst, rest, -1)
    return np.asarray(whole[..., [0, 2]], dtype=np.intp)


def cells_in_sight(view: View) -> tuple[Cells, Floats]:
    """Return the cells, (n, 2), with their middles in the picture, and those in pixels, (n, 2)."""
    wide, high = view.size_px
    border = cells_at(view.to_board(np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float64)))
    reach = min(int(np.abs(border).max()) + 1, PARAMS.cells_reach)
    steps = np.arange(-reach, reach + 1)
    cells = np.stack(np.meshgrid(steps, steps), -1).reshape(-1, 2)
    middles = cell_middles(cells)
    px = view.project(np.concatenate([middles, np.zeros((len(middles), 1))], 1))
    inside = ((px > 0) & (px < np.array(view.size_px) - 1)).all(1)
    return cells[inside], px[inside]


def best_sides(seen: Floats) -> Floats:
    """Return the mean visible share of the best sides of cells, (n,), from all of them, (n, 6)."""
    return np.asarray(np.sort(seen, 1)[:, -PARAMS.best_sides :].mean(1))


def sides_seen(view: View, lines: Segments, cells: Cells) -> Floats:
    """Return the visible share of each side of each cell, (n, 6), in the order of SIDES."""
    ends = view.to_board(lines.ends_px)
    which, miss = nearest_lines(ends)
    near = (np.abs(miss) < PARAMS.side_line_mm).all(1)
    ends, which = ends[near], which[near]
    middles, places = cell_middles(cells), np.linspace(-RADIUS_MM / 2 + 0.5, RADIUS_MM / 2 - 0.5, SAMPLES)
    found = np.zeros((len(cells), 6))
    for side in range(6):
        angle = side * np.pi / 3
        out, along = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
        off = ends[which == side % 3][None] - middles[:, None, None]
        on_it = (np.abs(off @ out - LINES_MM) < PARAMS.side_line_mm).all(2)
        reach = np.sort(off @ along, axis=2)
        on_it &= (reach[..., 1] > places[0]) & (reach[..., 0] < places[-1])
        row, segment = np.nonzero(on_it)
        low, high = reach[row, segment].T
        seen = (places >= low[:, None] - 1) & (places <= high[:, None] + 1)
        covered_here = np.zeros((len(cells), SAMPLES), bool)
        np.logical_or.at(covered_here, row, seen)
        found[:, side] = covered_here.mean(1)
    return found
