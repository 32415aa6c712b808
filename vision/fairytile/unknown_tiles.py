"""Cells of tiles without a sample.

Remember their appearance, classify them, combine with the accepted position.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from companion.games.fairytile.board import Cell, Hex
from companion.games.fairytile.geometry import centre_mm
from vision.arrays import Floats, Picture
from vision.fairytile import figures
from vision.fairytile.fit_tile import GRID, Appearance, Fit, appearance_of, evaluate
from vision.fairytile.fit_tile import PARTS as PART_MASKS
from vision.fairytile.kingdom_reading import SeenCell
from vision.fairytile.params import PARAMS
from vision.fairytile.patch_cache import Pose, cut_cells, cut_tile, rotation
from vision.fairytile.terrain_classifier import Guess, TerrainClassifier
from vision.geometry.calibrate import View


@dataclass(frozen=True, eq=False)
class CellAppearance:
    """Appearance of a cell at its least hidden, the share of it that was visible, and its classification."""

    appearance: Appearance
    known_share: float
    guess: Guess | None


def unchanged(picture: Picture, view: View, unknown: Mapping[Cell, CellAppearance]) -> dict[Cell, Fit]:
    """Return the fits of the cells that still look the same, in the light that is common to all of them."""
    now = {
        cell: evaluate(picture, view, each.appearance, Pose.laid(cell, 0)) for cell, each in unknown.items()
    }
    lit = {cell: fit.light.mean((0, 1)) for cell, fit in now.items()}
    light = np.median([*lit.values()], 0) if lit else 0
    return {
        cell: fit
        for cell, fit in now.items()
        if fit.shares[0] > PARAMS.changed_share
        and np.abs(lit[cell] - light)[1:].max() < PARAMS.other_colour_tone
    }


def update_appearances(
    picture: Picture,
    view: View,
    cells: Collection[Cell],
    unknown: Mapping[Cell, CellAppearance],
    fits: Mapping[Cell, Fit],
    hidden: Mapping[Cell, list[Floats]],
    classifier: TerrainClassifier | None,
    light: Floats,
) -> dict[Cell, CellAppearance]:
    """Return the appearance of each cell, from the picture in which least of it was hidden.

    `fits` are those of the `unknown` cells in this picture.
    """
    found = dict(unknown)
    for cell in cells:
        pose, before = Pose.laid(cell, 0), found.get(cell)
        whole = before is not None and before.known_share >= 1
        if whole and fits[cell].shares[0] > PARAMS.still_there_share:
            continue
        points = GRID @ rotation(pose.angle).T + [pose.x_mm, pose.y_mm]
        known = PART_MASKS[0].copy()
        for hull in hidden.get(cell, ()):
            known &= ~figures.inside(points, hull)
        share = 1.0 if cell not in hidden else float(known.sum() / PART_MASKS[0].sum())
        if cell in found and share < found[cell].known_share:
            continue
        guess = None
        if classifier is not None and cell not in hidden:
            guess = classifier.guess(cut_cells(picture, view, np.array([cell])), light)[0]
        found[cell] = CellAppearance(appearance_of(cut_tile(picture, view, pose), known), share, guess)
    return found


def seen_cells(
    view: View, cells: Collection[Cell], unknown: Mapping[Cell, CellAppearance], lands: Mapping[Cell, Hex]
) -> dict[Cell, SeenCell]:
    """Return the classified land of each cell, or else the accepted one if it is not contradicted."""
    found = {}
    for cell in cells:
        x, y = view.project(np.array([*centre_mm(cell), 0.0]))
        guess, accepted = unknown[cell].guess, lands.get(cell)
        known = guess is not None and not guess.strange
        hex_, chance = (guess.hex, guess.chance) if guess is not None and known else (None, 0.0)
        contradicted = (
            guess is not None and accepted is not None and guess.fit(accepted) < PARAMS.contradicted_nats
        )
        if chance < PARAMS.guess_sure_chance:
            doubt = hex_ or accepted, min(chance, PARAMS.doubted_chance)
            hex_, chance = (accepted, PARAMS.accepted_chance) if accepted and not contradicted else doubt
        found[cell] = SeenCell((float(x), float(y)), hex_, chance, guess=guess)
    return found
