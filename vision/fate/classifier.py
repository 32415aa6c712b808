"""What stands on a hex, told from its patch by a small convolutional network.

The network was trained on labelled pictures of the marks of both editions (`vision.fate.train`); it also
gives a short description of every patch, in which pieces of one kind lie close together. A set of
pieces that looks different is learnt by keeping the descriptions of pieces whose kind is known.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats
from vision.fate import kinds, patches
from vision.fate.kinds import FIRST_OUTPUT, KINDS, MONSTERS, Edition

OUTPUTS = len(KINDS) + 1
OUTPUT_KINDS = np.array(kinds.OUTPUT_KINDS)
OTHER_EDITION = 6.0
"""Nats against a monster of the other edition than the one on the table."""
BATCH = 64
NEARBY = 1 / 30
"""How much less than 1 the cosine of descriptions of the same kind usually is."""


class PatchScores(NamedTuple):
    """For n patches: log probabilities (n, 20), nothing first, then `KINDS`; descriptions (n, d)."""

    log_chance: Floats
    description: Floats


class OwnPieces(NamedTuple):
    """Pieces of one's own set: descriptions (m, d), of unit length, and their kinds, (m,), 0 is nothing.

    The weights say how much the network's log probabilities count, and likeness to these, in nats.
    """

    descriptions: Floats
    kinds: npt.NDArray[np.intp]
    net_weight: float
    own_weight: float


@cache
def _network() -> cv2.dnn.Net:
    weights = resources.files("vision.fate").joinpath("data/pieces.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(weights, np.uint8))


def tell(
    picture: npt.NDArray[np.uint8], maps: Floats, flatness: Floats, edition: Edition | None = None
) -> PatchScores:
    """What the patches of a BGR picture show; `maps` and `flatness` as from `patches.frames`.

    `edition` says that the monsters are tiles or miniatures; None leaves it open.
    """
    return tell_patches(patches.cut(picture, maps), flatness, edition)


def tell_patches(cut: npt.NDArray[np.uint8], flatness: Floats, edition: Edition | None = None) -> PatchScores:
    """What patches show that were cut before, (n, 64, 56, 3) BGR."""
    chances, descriptions = [], []
    for start in range(0, len(cut), BATCH):
        part = slice(start, start + BATCH)
        chance, description = _forward(patches.blob(cut[part], flatness[part]), edition)
        chances.append(chance)
        descriptions.append(description)
    if not chances:
        return PatchScores(np.zeros((0, OUTPUTS)), np.zeros((0, 1)))
    return PatchScores(np.concatenate(chances), np.concatenate(descriptions))


def _forward(blob: npt.NDArray[np.float32], edition: Edition | None) -> tuple[Floats, Floats]:
    network = _network()
    network.setInput(blob)
    raw, description = network.forward(["scores", "description"])
    scores: Floats = np.array(raw, dtype=np.float64)
    if edition:
        other = FIRST_OUTPUT["minis" if edition == "tiles" else "tiles"]
        scores[:, other : other + len(MONSTERS)] -= OTHER_EDITION
    kinds_scores = [
        np.logaddexp.reduce(scores[:, kind == OUTPUT_KINDS], axis=1) for kind in range(len(KINDS) + 1)
    ]
    log_chance = np.stack(kinds_scores, 1)
    log_chance -= np.logaddexp.reduce(log_chance, axis=1, keepdims=True)
    return log_chance, np.array(description, dtype=np.float64)


def with_learnt(told: PatchScores, learnt: OwnPieces | None) -> Floats:
    """Log probabilities, (n, 20), where likeness to one's own set counts as well (Tip-Adapter, 2022)."""
    if learnt is None:
        return told.log_chance
    alike = likeness(told.description, learnt.descriptions, learnt.kinds)
    return weigh(told.log_chance, alike, learnt.net_weight, learnt.own_weight)


def weigh(log_chance: Floats, alike: Floats, net_weight: float, own_weight: float) -> Floats:
    """Log probabilities, (n, 20), from those of the network and from likeness to what is known."""
    scores = net_weight * log_chance + own_weight * alike
    return np.asarray(scores - np.logaddexp.reduce(scores, axis=1, keepdims=True))


def likeness(
    descriptions: Floats,
    known: Floats,
    kinds: npt.NDArray[np.intp],
    leave_out: npt.NDArray[np.bool_] | None = None,
) -> Floats:
    """How much patches look like the most similar one known of each kind, (n, 20), from 0 to 1: the same.

    `known` are descriptions of unit length, (m, d), of `kinds`, (m,); `leave_out`, (n, m), are those of
    which a patch may not know.
    """
    cosine = unit_length(descriptions) @ known.T
    if leave_out is not None:
        cosine[leave_out] = -1
    alike = np.zeros((len(descriptions), OUTPUTS))
    for kind in np.unique(kinds):
        alike[:, kind] = np.exp((cosine[:, kinds == kind].max(1) - 1) / NEARBY)
    return alike


def unit_length(descriptions: Floats) -> Floats:
    """Descriptions, (n, d), scaled to length 1."""
    return np.asarray(descriptions / np.maximum(np.linalg.norm(descriptions, axis=1, keepdims=True), 1e-9))
