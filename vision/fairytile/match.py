"""Match sampled tiles to covered cells: every face in every turn.

Takes the smoothed picture, free cells and the samples; returns placements, each with its lead over the next
best.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np

from companion.games.fairytile.board import TILE, Cell, tile_cells
from vision.arrays import FloatMap, Picture
from vision.fairytile.fit_tile import Fit, fit
from vision.fairytile.params import PARAMS
from vision.fairytile.patch_cache import Pose, cut_cells, describe
from vision.fairytile.samples import Face, TileSamples
from vision.geometry.calibrate import View


class PlacedFace(NamedTuple):
    """Placement of a face.

    Its cell A and turn, fitted pose, likeness (3 is equal), lead over any other face or turn, and whether it
    is sure.
    """

    face: Face
    at: Cell
    turn: int
    fit: Fit
    alike: float
    margin: float
    sure: bool

    @property
    def cells(self) -> tuple[Cell, Cell, Cell]:
        """Cells of its parts A, B and C."""
        return tile_cells(self.at, self.turn)


class _Hypothesis(NamedTuple):
    alike: float
    face: int
    at: Cell
    turn: int


def match(
    picture: Picture, view: View, cells: Collection[Cell], samples: TileSamples, gone: Collection[str] = ()
) -> list[PlacedFace]:
    """Return the tiles on these cells, at most one per cell; `picture` is `smoothed`.

    Tiles named in `gone` are elsewhere.
    """
    if not samples or len(cells) < len(TILE):
        return []
    order = sorted(cells)
    alike = _likeness(picture, view, order, samples)
    found = _hypotheses(alike, order, samples)
    taken: set[Cell] = set()
    names = set(gone)
    placements: list[PlacedFace] = []
    for each in found:
        mine = tile_cells(each.at, each.turn)
        name = samples[each.face].tile
        if each.alike < PARAMS.likeness_min:
            break
        if name in names or not taken.isdisjoint(mine):
            continue
        rows = [order.index(cell) for cell in mine]
        parts = [float(alike[row, each.turn, each.face, part]) for part, row in enumerate(rows)]
        rivals = _rivals(found, each, names, samples)
        placements.append(_closer(picture, view, each, rivals, parts, samples))
        taken |= set(mine)
        names.add(name)
    return placements


def _likeness(picture: Picture, view: View, cells: Sequence[Cell], samples: TileSamples) -> FloatMap:
    """Correlation of each cell in each turn with each part of each face, (cells, 6, faces, 3)."""
    known = samples.described.reshape(-1, samples.described.shape[-1])
    at = np.array(cells)
    turns = [describe(cut_cells(picture, view, at, turn)) @ known.T for turn in range(6)]
    return np.asarray(np.stack(turns, 1).reshape(len(cells), 6, len(samples), 3))


def _hypotheses(alike: FloatMap, cells: Sequence[Cell], samples: TileSamples) -> list[_Hypothesis]:
    row = {cell: number for number, cell in enumerate(cells)}
    found = []
    for at in cells:
        for turn in range(6):
            rows = [row.get(cell) for cell in tile_cells(at, turn)]
            if None in rows:
                continue
            total = np.sum([alike[part_row, turn, :, part] for part, part_row in enumerate(rows)], axis=0)
            found += [_Hypothesis(float(each), face, at, turn) for face, each in enumerate(total)]
    return sorted(found, reverse=True)


def _closer(
    picture: Picture,
    view: View,
    best: _Hypothesis,
    rivals: Sequence[_Hypothesis],
    parts: Sequence[float],
    samples: TileSamples,
) -> PlacedFace:
    """Compare the best hypothesis with its rivals on the same three cells.

    By likeness, or by the matching share of the tile if a figure hides much of it.
    """
    face = samples[best.face]
    placed = fit(picture, view, face.appearance, Pose.laid(best.at, best.turn))
    margin = best.alike - (rivals[0].alike if rivals else 0.0)
    seen = float(np.median(parts)) > PARAMS.likeness_cell
    share = float(placed.shares.mean())
    sure = seen and margin > PARAMS.likeness_margin and float(np.median(placed.shares)) > 0.5
    if not sure and share > PARAMS.sure_share:
        others = [
            fit(picture, view, samples[r.face].appearance, Pose.laid(r.at, r.turn))
            for r in rivals[: PARAMS.candidates]
        ]
        sure = all(share - float(other.shares.mean()) > PARAMS.share_margin for other in others)
    return PlacedFace(face, best.at, best.turn, placed, best.alike, margin, sure)


def _rivals(
    found: Sequence[_Hypothesis], best: _Hypothesis, names: Collection[str], samples: TileSamples
) -> list[_Hypothesis]:
    """Return other hypotheses on the same three cells, by tiles that are not elsewhere, the best first."""
    mine = set(tile_cells(best.at, best.turn))
    own = samples[best.face].tile, samples[best.face].face, best.at, best.turn
    return [
        each
        for each in found
        if not mine.isdisjoint([each.at])
        and mine == set(tile_cells(each.at, each.turn))
        and samples[each.face].tile not in names
        and (samples[each.face].tile, samples[each.face].face, each.at, each.turn) != own
    ][: PARAMS.candidates]
