"""Which taught tiles lie where: every face in every turn beside what the cells show."""

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
    """A face as it lies: its cell A and turn, where exactly, how alike it looks and by how much more than
    any other face or turn, and whether that is beyond doubt.
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
        """Where its A, B and C are."""
        return tile_cells(self.at, self.turn)


class _Hypothesis(NamedTuple):
    alike: float
    face: int
    at: Cell
    turn: int


def match(
    picture: Picture, view: View, cells: Collection[Cell], gallery: TileSamples, gone: Collection[str] = ()
) -> list[PlacedFace]:
    """The tiles on these cells, no two on one; those named in `gone` lie elsewhere. `picture` is `soft`."""
    if not gallery or len(cells) < len(TILE):
        return []
    order = sorted(cells)
    alike = _likeness(picture, view, order, gallery)
    found = _hypotheses(alike, order, gallery)
    taken: set[Cell] = set()
    names = set(gone)
    lying: list[PlacedFace] = []
    for each in found:
        mine = tile_cells(each.at, each.turn)
        name = gallery[each.face].tile
        if each.alike < PARAMS.likeness_min:
            break
        if name in names or not taken.isdisjoint(mine):
            continue
        rows = [order.index(cell) for cell in mine]
        parts = [float(alike[row, each.turn, each.face, part]) for part, row in enumerate(rows)]
        rivals = _rivals(found, each, names, gallery)
        lying.append(_closer(picture, view, each, rivals, parts, gallery))
        taken |= set(mine)
        names.add(name)
    return lying


def _likeness(picture: Picture, view: View, cells: Sequence[Cell], gallery: TileSamples) -> FloatMap:
    """How alike each cell in each turn is to each part of each face, (cells, 6, faces, 3)."""
    known = gallery.described.reshape(-1, gallery.described.shape[-1])
    at = np.array(cells)
    turns = [describe(cut_cells(picture, view, at, turn)) @ known.T for turn in range(6)]
    return np.asarray(np.stack(turns, 1).reshape(len(cells), 6, len(gallery), 3))


def _hypotheses(alike: FloatMap, cells: Sequence[Cell], gallery: TileSamples) -> list[_Hypothesis]:
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
    gallery: TileSamples,
) -> PlacedFace:
    """Beside the best other readings of the same three cells: by likeness, and where a figure hides much, by
    how much of the tile looks as taught.
    """
    face = gallery[best.face]
    looks = fit(picture, view, face.look, Pose.laid(best.at, best.turn))
    margin = best.alike - (rivals[0].alike if rivals else 0.0)
    seen = float(np.median(parts)) > PARAMS.likeness_cell
    share = float(looks.shares.mean())
    sure = seen and margin > PARAMS.likeness_margin and float(np.median(looks.shares)) > 0.5
    if not sure and share > PARAMS.sure_share:
        others = [
            fit(picture, view, gallery[r.face].look, Pose.laid(r.at, r.turn))
            for r in rivals[: PARAMS.candidates]
        ]
        sure = all(share - float(other.shares.mean()) > PARAMS.share_margin for other in others)
    return PlacedFace(face, best.at, best.turn, looks, best.alike, margin, sure)


def _rivals(
    found: Sequence[_Hypothesis], best: _Hypothesis, names: Collection[str], gallery: TileSamples
) -> list[_Hypothesis]:
    """Other readings of the same three cells, by tiles that do not lie elsewhere, the best first."""
    mine = set(tile_cells(best.at, best.turn))
    own = gallery[best.face].tile, gallery[best.face].face, best.at, best.turn
    return [
        each
        for each in found
        if not mine.isdisjoint([each.at])
        and mine == set(tile_cells(each.at, each.turn))
        and gallery[each.face].tile not in names
        and (gallery[each.face].tile, gallery[each.face].face, each.at, each.turn) != own
    ][: PARAMS.candidates]
