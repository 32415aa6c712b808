"""Classification of patches by a small convolutional network: patches in, `PatchScores` out.

The network was trained on labelled pictures of the marks of both editions (`tests/bench/fate_training`). It
also computes a description (embedding) of every patch, in which pieces of one kind are close together. With
the colours (`vision.fate.colours`) the description identifies pieces of sets that the network was not trained
on (`vision.fate.samples`).
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from companion.kept import kept
from vision.arrays import Floats
from vision.fate import colours, kinds, patches
from vision.fate.kinds import EMPTY, FIRST_OUTPUT, KINDS, MONSTERS, Edition
from vision.fate.params import PARAMS

OUTPUTS = len(KINDS) + 1
OUTPUT_KINDS = np.array(kinds.OUTPUT_KINDS)
BATCH = 64
"""Number of patches that the network processes at once; it bounds memory and changes no result."""
DESCRIPTION = 64 + int(np.prod(colours.BINS))
"""Length of a description: 64 numbers of the network, then the colour histogram."""


class PatchScores(NamedTuple):
    """Scores of n patches.

    `log_chance` (n, 20): log probabilities, first of nothing, then of `KINDS`. `description` (n, d): vectors
    of unit length; the product of two is their likeness (cosine), 1 is the same. `known` (n,): probability
    0..1 of a piece as the network was trained on, `bare` (n,): probability of no piece, both from the
    cautious scores.
    """

    log_chance: Floats
    description: Floats
    known: Floats
    bare: Floats

    @classmethod
    def none(cls) -> PatchScores:
        """Scores of no patch."""
        return cls.blank(0)

    @classmethod
    def blank(cls, count: int) -> PatchScores:
        """Scores of patches that were not classified yet."""
        no = np.zeros(count)
        return cls(np.zeros((count, OUTPUTS)), np.zeros((count, DESCRIPTION)), no, no.copy())

    def and_also(self, more: PatchScores) -> PatchScores:
        """Scores of these patches, then of more."""
        return PatchScores(*(np.concatenate(pair) for pair in zip(self, more, strict=True)))

    def only(self, rows: npt.NDArray[np.intp]) -> PatchScores:
        """Scores of some of the patches, by row."""
        return PatchScores(*(each[rows] for each in self))


@kept
@cache
def _network() -> cv2.dnn.Net:
    weights = resources.files("vision.fate").joinpath("data/pieces.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8))


def classify_patches(
    cut: npt.NDArray[np.uint8], flatness: Floats, edition: Edition | None = None
) -> PatchScores:
    """Scores of patches as from `patches.cut`, (n, 64, 56, 3) BGR, and their flatness.

    `edition`: the monsters are tiles or miniatures; None if both are possible.
    """
    if not len(cut):
        return PatchScores.none()
    parts = [slice(start, start + BATCH) for start in range(0, len(cut), BATCH)]
    found = [_forward(patches.blob(cut[part], flatness[part]), edition) for part in parts]
    log_chance, cautious, marks = (np.concatenate(each) for each in zip(*found, strict=True))
    look = [
        unit_length(marks) * np.sqrt(1 - PARAMS.colour_weight),
        colours.describe(cut, flatness) * np.sqrt(PARAMS.colour_weight),
    ]
    return PatchScores(log_chance, np.concatenate(look, 1), cautious[:, 1:].max(1), cautious[:, EMPTY])


def _forward(blob: npt.NDArray[np.float32], edition: Edition | None) -> tuple[Floats, Floats, Floats]:
    network = _network()
    network.setInput(blob)
    raw, cautious, description = network.forward(["scores", "cautious", "description"])
    scores: Floats = np.array(raw, dtype=np.float64)
    if edition:
        other = FIRST_OUTPUT["minis" if edition == "tiles" else "tiles"]
        scores[:, other : other + len(MONSTERS)] -= PARAMS.other_edition_nats
    chances = np.exp(_of_kinds(np.array(cautious, dtype=np.float64)))
    return _of_kinds(scores), chances, np.array(description, dtype=np.float64)


def _of_kinds(scores: Floats) -> Floats:
    """Log probabilities (n, 20) of the kinds from the scores (n, 29) of the outputs."""
    by_kind = [np.logaddexp.reduce(scores[:, kind == OUTPUT_KINDS], axis=1) for kind in range(OUTPUTS)]
    log_chance = np.stack(by_kind, 1)
    return np.asarray(log_chance - np.logaddexp.reduce(log_chance, axis=1, keepdims=True))


def edition_of(cut: npt.NDArray[np.uint8], flatness: Floats, kinds_: npt.NDArray[np.intp]) -> Edition | None:
    """The edition that the monsters among patches, of kinds (n,), look like.

    None if there are no monsters, or if the evidence is below `PARAMS.edition_margin_nats`.
    """
    rows = np.flatnonzero((kinds_ > 0) & (kinds_ <= len(MONSTERS)))
    if not len(rows):
        return None
    network = _network()
    network.setInput(patches.blob(cut[rows], flatness[rows]))
    raw = np.array(network.forward("cautious"), dtype=np.float64)
    for_tiles, for_minis = (
        np.logaddexp.reduce(raw[:, first : first + len(MONSTERS)], axis=1) for first in FIRST_OUTPUT.values()
    )
    odds = float((for_tiles - for_minis).mean())
    return (
        "tiles"
        if odds > PARAMS.edition_margin_nats
        else "minis"
        if odds < -PARAMS.edition_margin_nats
        else None
    )


def unit_length(descriptions: Floats) -> Floats:
    """Descriptions, (n, d), scaled to length 1."""
    return np.asarray(descriptions / np.maximum(np.linalg.norm(descriptions, axis=1, keepdims=True), 1e-9))
