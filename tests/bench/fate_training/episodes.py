"""Training batches: augmented pieces of some invented sets and of the standard set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
import torch

from tests.bench.fate_training import pictures
from tests.bench.fate_training.designs import Rng
from tests.bench.fate_training.drawn import DrawnSet
from tests.bench.fate_training.network import Episode
from vision.arrays import Floats, Picture
from vision.fate import patches
from vision.fate.kinds import EMPTY

SETS, VIEWS, BARE, PICTURES = 4, 3, 6, 3
"""Per step: number of sets, of pieces of each kind, of hexes without one, and of standard pictures."""
OTHER_CHANNELS = 0.3
"""Probability that the colour channels of a set are permuted."""


def batches(
    sets: Sequence[DrawnSet], standard: Sequence[pictures.Labelled], rng: Rng
) -> Iterator[list[Episode]]:
    """Yield batches of episodes without end."""
    while True:
        chosen = [sets[number] for number in rng.integers(len(sets), size=SETS)]
        yield [*(_invented(drawn, rng) for drawn in chosen), _standard(standard, rng)]


def _invented(drawn: DrawnSet, rng: Rng) -> Episode:
    rows = [
        rng.permutation(np.flatnonzero(drawn.kinds == kind))[: VIEWS if kind else BARE]
        for kind in np.unique(drawn.kinds)
    ]
    here = np.concatenate(rows)
    cut, kinds = drawn.patches[here], drawn.kinds[here]
    if rng.random() < OTHER_CHANNELS:
        cut = cut[..., rng.permutation(3)]
    if rng.random() < 0.5:
        cut = cut[:, :, ::-1]
    cut = np.array([_moved(patch, rng) for patch in cut])
    blob = patches.blob(pictures.covered(pictures.recoloured(cut, rng), rng), drawn.flatness[here])
    outputs = np.where(kinds == EMPTY, 0, -1)
    flat = np.array([int(kind) not in drawn.figures for kind in kinds])
    return Episode(*map(torch.from_numpy, (blob, kinds, outputs, flat)))


def _moved(patch: Picture, rng: Rng) -> Picture:
    """Return the patch moved, turned and scaled a little, like an error of the view."""
    turn, scale = rng.normal(0, 4), np.exp(rng.normal(0, 0.06))
    matrix: Floats = np.array(cv2.getRotationMatrix2D(patches.FOOT_PX, turn, scale), np.float64)
    matrix[:, 2] += rng.normal(0, 1.2, 2)
    size = patches.WIDTH_PX, patches.HEIGHT_PX
    moved = cv2.warpAffine(np.ascontiguousarray(patch), matrix, size, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8)


def _standard(standard: Sequence[pictures.Labelled], rng: Rng) -> Episode:
    chosen = [standard[number] for number in rng.integers(len(standard), size=PICTURES)]
    blob, outputs = pictures.batch(chosen, rng)
    flat = np.ones(len(outputs), bool)
    return Episode(*map(torch.from_numpy, (blob, outputs, outputs.copy(), flat)))
