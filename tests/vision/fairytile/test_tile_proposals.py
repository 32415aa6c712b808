"""Proposed sheets of tiles without samples."""

import numpy as np

from companion.games.fairytile.board import tile_cells
from tests.vision.fairytile.pictures import picture, rows, sampled
from vision.fairytile.find_lattice import find_lattice
from vision.fairytile.reader import classifier_of
from vision.fairytile.samples import TileSamples
from vision.fairytile.tile_proposals import parted, propose


def test_tiles_are_parted_from_neighbours_and_lands_classified_by_others_of_the_set() -> None:
    row, shown = rows("day")[0], picture("day", 0)
    classifier = classifier_of(sampled("day"))
    assert classifier
    sheet = propose(shown, find_lattice(shown), TileSamples(), classifier)
    truth = row["state"]["cells"]
    middles = np.array([row["cells_px"][cell] for cell in truth])
    lands = list(truth.values())
    right = []
    for each in sheet.tiles:
        there = [
            lands[np.linalg.norm(middles - sheet.cells_px[cell], axis=1).argmin()]
            for cell in tile_cells(each.placed.at, each.placed.turn)
        ]
        assert len({land["tile"] for land in there}) == 1, "cells of several tiles"
        right += [hex_.terrain == land["terrain"] for hex_, land in zip(each.hexes, there, strict=True)]
    assert len(sheet.tiles) == len({land["tile"] for land in lands})
    assert sum(right) >= len(right) - 1


def test_known_tiles_keep_their_names() -> None:
    shown = picture("day", 0)
    classifier = classifier_of(sampled("day"))
    assert classifier
    sheet = propose(shown, find_lattice(shown), sampled("day"), classifier)
    assert {each.placed.tile for each in sheet.tiles} == {face.tile for face in sampled("day")}


def test_a_cell_over_belongs_to_no_tile() -> None:
    seams = {cell: dict.fromkeys((1, 3, 5, 7, 9, 11), 1.0) for cell in [(0, 0), (1, 0), (0, 1), (5, 5)]}
    assert parted(seams) == [((0, 0), 0)]
