"""Cells that no taught tile explains: how each looked when nothing hid it, and what that tells."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from companion.games.fairytile.board import Cell, Hex
from companion.games.fairytile.geometry import centre_mm
from vision.arrays import Floats, Picture
from vision.fairytile import figures
from vision.fairytile.fit_tile import GRID, Taught, judged, taught
from vision.fairytile.fit_tile import PARTS as PART_MASKS
from vision.fairytile.params import PARAMS
from vision.fairytile.patch_cache import Pose, cut_cells, cut_tile, rotation
from vision.fairytile.reading import SeenCell
from vision.fairytile.terrain_classifier import Guess, TerrainClassifier
from vision.geometry.calibrate import View


@dataclass(frozen=True, eq=False)
class OwnLook:
    """How a cell that no taught tile explains looked when nothing hid it."""

    look: Taught
    known_share: float
    guess: Guess | None


def alike(picture: Picture, view: View, own: Mapping[Cell, OwnLook]) -> dict[Cell, OwnLook]:
    """Those that still look as they did, as far as figures do not hide them, in the light that all are in."""
    now = {cell: judged(picture, view, each.look, Pose.laid(cell, 0)) for cell, each in own.items()}
    lit = {cell: fit.light.mean((0, 1)) for cell, fit in now.items()}
    light = np.median([*lit.values()], 0) if lit else 0
    return {
        cell: each
        for cell, each in own.items()
        if now[cell].shares[0] > PARAMS.changed_share
        and np.abs(lit[cell] - light)[1:].max() < PARAMS.other_colour_tone
    }


def looked_at(
    picture: Picture,
    view: View,
    cells: Collection[Cell],
    own: Mapping[Cell, OwnLook],
    hidden: Mapping[Cell, list[Floats]],
    kin: TerrainClassifier | None,
    light: Floats,
) -> dict[Cell, OwnLook]:
    """How the cells that no taught tile explains look, from the picture that hides least of each."""
    found = dict(own)
    for cell in cells:
        pose, before = Pose.laid(cell, 0), found.get(cell)
        whole = before is not None and before.known_share >= 1
        if whole and before and judged(picture, view, before.look, pose).shares[0] > PARAMS.still_there_share:
            continue
        points = GRID @ rotation(pose.angle).T + [pose.x_mm, pose.y_mm]
        known = PART_MASKS[0].copy()
        for hull in hidden.get(cell, ()):
            known &= ~figures.inside(points, hull)
        share = 1.0 if cell not in hidden else float(known.sum() / PART_MASKS[0].sum())
        if cell in found and share < found[cell].known_share:
            continue
        guess = None
        if kin is not None and cell not in hidden:
            guess = kin.guess(cut_cells(picture, view, np.array([cell])), light)[0]
        found[cell] = OwnLook(taught(cut_tile(picture, view, pose), known), share, guess)
    return found


def told(
    view: View, cells: Collection[Cell], own: Mapping[Cell, OwnLook], lands: Mapping[Cell, Hex]
) -> dict[Cell, SeenCell]:
    """What kin say, and where they do not what is said to lie there."""
    found = {}
    for cell in cells:
        x, y = view.project(np.array([*centre_mm(cell), 0.0]))
        guess, said = own[cell].guess, lands.get(cell)
        known = guess is not None and not guess.strange
        hex_, chance = (guess.hex, guess.chance) if guess is not None and known else (None, 0.0)
        against = guess is not None and said is not None and guess.fit(said) < PARAMS.contradicted_nats
        if chance < PARAMS.guess_sure_chance:
            doubt = hex_ or said, min(chance, PARAMS.doubted_chance)
            hex_, chance = (said, PARAMS.accepted_chance) if said and not against else doubt
        found[cell] = SeenCell((float(x), float(y)), hex_, chance, guess=guess)
    return found
