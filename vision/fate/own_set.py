"""Pieces of one's own set, learnt from pictures of which it is known what stands where.

The patches themselves are kept, not their descriptions: those belong to one network and are told anew
when a set is read.
"""

from __future__ import annotations

import io
import zipfile
from itertools import product
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.base import Kind, Table
from companion.games.fate import geometry
from vision.arrays import Floats, Picture
from vision.calibrate import View
from vision.fate import classifier, patches
from vision.fate.classifier import OwnPieces
from vision.fate.kinds import EMPTY, KINDS, Edition
from vision.fate.plan import fate_plan
from vision.fate.reader import SHIFTS_PX

EMPTY_HEXES = 90
"""So many hexes without a piece are learnt of every picture: those that look least like it."""
NET_WEIGHTS = (0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1.0)
OWN_WEIGHTS = (0.0, 2.0, 4.0, 8.0, 16.0, 32.0)
CAUTION = 0.7
PLACES = len(SHIFTS_PX)
NAMES: tuple[Kind, ...] = ("", *KINDS)


class Samples(NamedTuple):
    """Patches (n, 64, 56, 3) BGR, how flat each was seen (n,), and the kinds (n,), 0 is nothing."""

    patches: npt.NDArray[np.uint8]
    flatness: Floats
    kinds: npt.NDArray[np.intp]

    def and_also(self, more: Samples) -> Samples:
        """These samples and more of them."""
        return Samples(
            np.concatenate([self.patches, more.patches]),
            np.concatenate([self.flatness, more.flatness]),
            np.concatenate([self.kinds, more.kinds]),
        )


class ToldApart(NamedTuple):
    """`right` of the `total` samples of a kind are known by the others; the rest look like `taken`.

    "" is nothing.
    """

    kind: Kind
    right: int
    total: int
    taken: tuple[Kind, ...]


class Study(NamedTuple):
    """What is learnt of samples, and how well each kind of piece is told when a sample itself is left out."""

    learnt: OwnPieces
    told_apart: list[ToldApart]


def take(picture: Picture, view: View, table: Table, edition: Edition | None = None) -> Samples:
    """What stands on the hexes of a table, and some hexes without a piece, from a BGR picture (h, w, 3)."""
    kinds = np.zeros(len(geometry.HEXES), np.intp)
    for hex_, standing in table.items():
        kinds[geometry.HEXES.index(str(hex_))] = NAMES.index(next(iter(standing)))
    maps, flatness = patches.frames(view, fate_plan().centres_mm)
    cut = patches.cut(picture, maps)
    empty = np.flatnonzero(kinds == EMPTY)
    likeness = classifier.tell_patches(cut[empty], flatness[empty], edition).log_chance[:, EMPTY]
    rows = np.concatenate([np.flatnonzero(kinds), empty[np.argsort(likeness)[:EMPTY_HEXES]]])
    return Samples(cut[rows], flatness[rows], kinds[rows])


def study(samples: Samples, edition: Edition | None = None) -> Study:
    """What the classifier needs of the samples, each looked at from several places.

    The weights are those with which every sample is best told by all the others, held back a little,
    because pictures to come differ more than the samples of one picture.
    """
    told = classifier.tell_patches(_shifted(samples.patches), np.tile(samples.flatness, PLACES), edition)
    known, kinds = classifier.unit_length(told.description), np.tile(samples.kinds, PLACES)
    origin = np.tile(np.arange(len(samples.kinds)), PLACES)
    alike = classifier.likeness(known, known, kinds, origin[:, None] == origin)
    several = np.bincount(samples.kinds)[kinds] > 1

    def told_right(weights: tuple[float, float]) -> float:
        chance = classifier.weigh(told.log_chance, alike, *weights)[np.arange(len(kinds)), kinds]
        return float(chance[several].sum())

    net, own = max(product(NET_WEIGHTS, OWN_WEIGHTS), key=told_right)
    scores = classifier.weigh(told.log_chance, alike, net, own * CAUTION)
    learnt = OwnPieces(known, kinds, net, own * CAUTION)
    return Study(learnt, _told_apart(samples, scores.reshape(PLACES, -1, scores.shape[1]).mean(0)))


def _shifted(cut: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """The patches as cut at each of several places, one place after the other."""
    size = (patches.WIDTH_PX, patches.HEIGHT_PX)
    moves = [np.array([[1, 0, x], [0, 1, y]]) for x, y in SHIFTS_PX]
    shifted = [
        cv2.warpAffine(patch, move, size, borderMode=cv2.BORDER_REPLICATE) for move in moves for patch in cut
    ]
    return np.array(shifted, dtype=np.uint8)


def _told_apart(samples: Samples, scores: Floats) -> list[ToldApart]:
    taken = scores.argmax(1)
    report = []
    for kind in np.unique(samples.kinds[samples.kinds != EMPTY]):
        mine = taken[samples.kinds == kind]
        others = np.unique(mine[mine != kind])
        right = int((mine == kind).sum())
        report.append(ToldApart(NAMES[kind], right, len(mine), tuple(NAMES[other] for other in others)))
    return report


def encode(samples: Samples) -> bytes:
    """The samples as the content of a file."""
    file = io.BytesIO()
    np.savez_compressed(
        file, patches=samples.patches, flatness=samples.flatness, kinds=np.array(NAMES)[samples.kinds]
    )
    return file.getvalue()


def decode(content: bytes) -> Samples:
    """The samples in a file. Raises ValueError when it is no such file."""
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            kinds = np.array([NAMES.index(str(kind)) for kind in file["kinds"]], dtype=np.intp)
            return Samples(file["patches"], file["flatness"], kinds)
    except (EOFError, KeyError, OSError, zipfile.BadZipFile) as error:
        raise ValueError(str(error)) from error
