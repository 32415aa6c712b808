"""Sample a player's own tiles from a picture with a sheet of tiles and cells.

Takes a picture, its view and the sheet; returns samples of faces, and the paint of figures that stand on
them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from companion.errors import ExitCode, VisionError
from companion.games.fairytile.board import (
    PARTS,
    Cell,
    Hex,
    PlacedTile,
    Shown,
    Terrain,
    cell_text,
    tile_cells,
    turned_clock,
)
from companion.games.fairytile.geometry import centre_mm
from vision.arrays import Floats, Mask, Picture
from vision.fairytile import figures
from vision.fairytile.figure_colours import FigurePaint
from vision.fairytile.fit_tile import GRID, WHOLE
from vision.fairytile.lattice import cell_middles, cells_at
from vision.fairytile.orient import Alignment
from vision.fairytile.params import PARAMS
from vision.fairytile.patch_cache import Pose, cut_tile, rotation, smoothed
from vision.fairytile.samples import Face, TileSamples
from vision.geometry.calibrate import View, view_from_points


def unturned(shown: Hex, turn: int) -> Hex:
    """Return a cell's land as the catalogue has it, by the turn of its tile."""
    return Hex(shown.terrain, tuple(sorted(turned_clock(clock, -turn) for clock in shown.river)))


def turn_of(cells: Mapping[str, Cell]) -> int | None:
    """Return the turn of a tile with parts A, B and C on these cells; None if no tile covers them."""
    there = tuple(cells[part] for part in PARTS)
    return next((turn for turn in range(6) if tile_cells(there[0], turn) == there), None)


def take(
    picture: Picture, found: View, tiles: Sequence[Shown], cells_px: Mapping[Cell, tuple[float, float]]
) -> TileSamples:
    """Sample the tiles in a BGR picture, (h, w, 3), and the paint of figures on them.

    `found` is a view of their lattice, `cells_px` are the middles of their cells. Pixels that figures hide
    are unknown. Raises VisionError `other_tiles` if the middles belong to no lattice in this picture.
    """
    view = _view(found, cells_px)
    smooth = smoothed(picture, view)
    lands: dict[Cell, Terrain | None] = {
        cell: hex_.terrain
        for each in tiles
        for cell, hex_ in zip(tile_cells(each.placed.at, each.placed.turn), each.hexes, strict=True)
    }
    standing = figures.find(smooth, view, lands, (), FigurePaint(), {}, discount=0.0)
    paint, hulls = FigurePaint(), []
    for figure, places in standing.places.items():
        best = max((place.score for place in places.values()), default=0.0)
        close = [
            place
            for place in places.values()
            if place.score > max(best - PARAMS.close_place_nats, PARAMS.figure_min_nats)
        ]
        hulls += [figures.hull(view, place.foot_mm) for place in close]
        if len(close) == 1 and best > PARAMS.learn_paint_nats:
            paint = standing.learnt_paint(paint, figure)
    faces = []
    for each in tiles:
        pose = _pose(view, each.placed, cells_px)
        points = GRID @ rotation(pose.angle).T + [pose.x_mm, pose.y_mm]
        known: Mask = WHOLE.copy()
        for hull in hulls:
            known &= ~figures.inside(points, hull, PARAMS.outline_wide_scale)
        patch = cut_tile(smooth, view, pose)
        faces.append(
            Face(each.placed.tile, each.face, each.hexes, patch, known, each.placed.at, each.placed.turn)
        )
    return TileSamples(faces, paint)


def extended(before: TileSamples, more: TileSamples) -> TileSamples:
    """Add new samples; of each face the newest few pictures are kept."""
    number = max((face.picture for face in before), default=-1) + 1
    every = [*before, *(_numbered(face, number) for face in more)]
    kept: list[Face] = []
    for face in reversed(every):
        same = [each for each in kept if (each.tile, each.face) == (face.tile, face.face)]
        if len(same) < PARAMS.pictures_per_face:
            kept.append(face)
    return TileSamples(reversed(kept), before.figures.joined(more.figures))


def _numbered(face: Face, picture: int) -> Face:
    return Face(face.tile, face.face, face.hexes, face.patch, face.known, face.at, face.turn, picture)


def _view(found: View, cells_px: Mapping[Cell, tuple[float, float]]) -> View:
    """Return the view of the lattice with the cells named as in `cells_px`."""
    cells, px = np.array(list(cells_px), np.intp), np.array(list(cells_px.values()))
    there = found.to_board(px)
    here = cells_at(there)
    if np.linalg.norm(there - cell_middles(here), axis=1).max() < PARAMS.near_mm:
        for turn in range(6):
            alignment = Alignment(turn)
            off = cells - np.array([alignment.cell((int(q), int(r))) for q, r in here])
            if (off == off[0]).all():
                return Alignment(turn, (int(off[0][0]), int(off[0][1]))).view(found)
    if len(cells) >= 6:
        points = np.concatenate([cell_middles(cells), np.zeros((len(cells), 1))], 1)
        view = view_from_points(points, px, found.size_px)
        if np.linalg.norm(view.to_board(px) - cell_middles(cells), axis=1).max() < PARAMS.near_mm:
            return view
    error = VisionError(
        "other_tiles",
        "Expected the middles of the cells of tiles in this picture (cells_px), found points that are none:"
        f" {', '.join(cell_text((int(q), int(r))) for q, r in cells[:4])} …; check that they belong to it.",
    )
    error.exit_code = ExitCode.WRONG_INPUT
    raise error


def _pose(view: View, laid: PlacedTile, cells_px: Mapping[Cell, tuple[float, float]]) -> Pose:
    """Return the pose of a tile by the middles of its cells if those are exact, or else by the lattice."""
    ideal = Pose.laid(laid.at, laid.turn)
    cells = tile_cells(laid.at, laid.turn)
    there = view.to_board(np.array([cells_px[cell] for cell in cells]))
    want = np.array([centre_mm(cell) for cell in cells])
    off, own = there - there.mean(0), want - want.mean(0)
    angle = float(np.arctan2((own[:, 0] * off[:, 1] - own[:, 1] * off[:, 0]).sum(), (own * off).sum()))
    miss: Floats = off - own @ rotation(angle).T
    if np.abs(miss).max() > PARAMS.exact_mm:
        return ideal
    x, y = np.array(ideal[:2]) + (there - want).mean(0)
    return Pose(float(x), float(y), ideal.angle + angle)
