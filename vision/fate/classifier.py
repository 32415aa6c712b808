"""What stands on a hex, told from its patch by a small convolutional network.

The network was trained on labelled pictures of the marks of both editions (`vision.fate.training`); it also
gives a short description of every patch, in which pieces of one kind lie close together. With the
colours it is what pieces of a set that looks different are known by (`vision.fate.samples`).
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.arrays import Floats
from vision.fate import colours, kinds, patches
from vision.fate.kinds import EMPTY, FIRST_OUTPUT, KINDS, MONSTERS, Edition

OUTPUTS = len(KINDS) + 1
OUTPUT_KINDS = np.array(kinds.OUTPUT_KINDS)
OTHER_EDITION = 6.0
"""Nats against a monster of the other edition than the one on the table."""
CLEARLY_NATS = 2.0
"""Pieces are of an edition when they look so much more like it than like the other, on average."""
BATCH = 64
DESCRIPTION = 64 + int(np.prod(colours.BINS))
"""Numbers of a description: those of the network and the colours."""
COLOURS = 0.4
"""What the colours have to say in a likeness; the network has the rest."""


class PatchScores(NamedTuple):
    """For n patches: log probabilities (n, 20), nothing first, then `KINDS`; what they look like, (n, d); how
    surely a piece lies there that the network was shown, (n,), and how surely none at all, (n,), from 0 to 1.

    Descriptions have unit length: the product of two is their likeness, 1 is the same.
    """

    log_chance: Floats
    description: Floats
    known: Floats
    bare: Floats

    @classmethod
    def none(cls) -> PatchScores:
        """Of no patch."""
        return cls.blank(0)

    @classmethod
    def blank(cls, count: int) -> PatchScores:
        """Of patches that nobody has looked at."""
        no = np.zeros(count)
        return cls(np.zeros((count, OUTPUTS)), np.zeros((count, DESCRIPTION)), no, no.copy())

    def and_also(self, more: PatchScores) -> PatchScores:
        """Of these patches and more."""
        return PatchScores(*(np.concatenate(pair) for pair in zip(self, more, strict=True)))

    def only(self, rows: npt.NDArray[np.intp]) -> PatchScores:
        """Of some of the patches."""
        return PatchScores(*(each[rows] for each in self))


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
    if not len(cut):
        return PatchScores.none()
    parts = [slice(start, start + BATCH) for start in range(0, len(cut), BATCH)]
    found = [_forward(patches.blob(cut[part], flatness[part]), edition) for part in parts]
    log_chance, cautious, marks = (np.concatenate(each) for each in zip(*found, strict=True))
    look = [unit_length(marks) * np.sqrt(1 - COLOURS), colours.describe(cut, flatness) * np.sqrt(COLOURS)]
    return PatchScores(log_chance, np.concatenate(look, 1), cautious[:, 1:].max(1), cautious[:, EMPTY])


def _forward(blob: npt.NDArray[np.float32], edition: Edition | None) -> tuple[Floats, Floats, Floats]:
    network = _network()
    network.setInput(blob)
    raw, cautious, description = network.forward(["scores", "cautious", "description"])
    scores: Floats = np.array(raw, dtype=np.float64)
    if edition:
        other = FIRST_OUTPUT["minis" if edition == "tiles" else "tiles"]
        scores[:, other : other + len(MONSTERS)] -= OTHER_EDITION
    chances = np.exp(_of_kinds(np.array(cautious, dtype=np.float64)))
    return _of_kinds(scores), chances, np.array(description, dtype=np.float64)


def _of_kinds(scores: Floats) -> Floats:
    """Log probabilities (n, 20) by the scores (n, 29) of the outputs."""
    by_kind = [np.logaddexp.reduce(scores[:, kind == OUTPUT_KINDS], axis=1) for kind in range(OUTPUTS)]
    log_chance = np.stack(by_kind, 1)
    return np.asarray(log_chance - np.logaddexp.reduce(log_chance, axis=1, keepdims=True))


def edition_of(cut: npt.NDArray[np.uint8], flatness: Floats, kinds_: npt.NDArray[np.intp]) -> Edition | None:
    """Whether the monsters among patches, of kinds (n,), look like tiles or miniatures, whichever they are.

    None when there are none, or when it is not clear.
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
    return "tiles" if odds > CLEARLY_NATS else "minis" if odds < -CLEARLY_NATS else None


def unit_length(descriptions: Floats) -> Floats:
    """Descriptions, (n, d), scaled to length 1."""
    return np.asarray(descriptions / np.maximum(np.linalg.norm(descriptions, axis=1, keepdims=True), 1e-9))
