"""Learnt sets: from pictures with a known table to samples, to a file, and back to `KnownPieces`.

A file holds the patches, not their descriptions: those depend on the network and are computed when the set is
loaded.
"""

from __future__ import annotations

import io
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.base import Kind, Table
from companion.games.fate import geometry
from vision import npz
from vision.arrays import Floats, Mask, Picture
from vision.fate import classifier, patches
from vision.fate.board_geometry import fate_plan
from vision.fate.kinds import EMPTY, KINDS, Edition
from vision.fate.params import PARAMS
from vision.fate.samples import LIKENESS_ONLY, KnownPieces, last_of_kinds
from vision.geometry.calibrate import View

SHIFTS, TURNS = len(PARAMS.shifts_px), 6
"""Shifts of a patch, and its turns on the hex: a hex has six directions."""
VIEWS = SHIFTS + TURNS - 1
"""Views of every sample: as it was cut, shifted, turned."""
NAMES: tuple[Kind, ...] = ("", *KINDS)
MOST_FLATNESS, MOST_PICTURES = 2.0, 1_000_000
"""Limits of what a file may hold; a flatness is 1 from straight above."""


class Samples(NamedTuple):
    """Labelled patches: `patches` (n, 64, 56, 3) BGR, their `flatness` (n,), `kinds` (n,), 0 is nothing.

    `pictures` (n,): the number of the picture that each was cut from.
    """

    patches: npt.NDArray[np.uint8]
    flatness: Floats
    kinds: npt.NDArray[np.intp]
    pictures: npt.NDArray[np.intp]

    @classmethod
    def none(cls) -> Samples:
        """Empty samples."""
        no = np.zeros(0, np.intp)
        return cls(np.zeros((0, patches.HEIGHT_PX, patches.WIDTH_PX, 3), np.uint8), np.zeros(0), no, no)

    def only(self, rows: npt.NDArray[np.intp]) -> Samples:
        """Some of the samples, by row."""
        return Samples(self.patches[rows], self.flatness[rows], self.kinds[rows], self.pictures[rows])

    def and_also(self, more: Samples) -> Samples:
        """These samples, then more from other pictures."""
        after = int(self.pictures.max(initial=-1)) + 1
        return Samples(
            np.concatenate([self.patches, more.patches]),
            np.concatenate([self.flatness, more.flatness]),
            np.concatenate([self.kinds, more.kinds]),
            np.concatenate([self.pictures, more.pictures + after]),
        )


class KindConfusion(NamedTuple):
    """Result of the cross-validation of one kind.

    Of its `total` samples those are `judged` whose kind other pictures show as well; `right` of them were
    classified correctly, the others as the kinds `taken` ("" is nothing).
    """

    kind: Kind
    right: int
    judged: int
    total: int
    taken: tuple[Kind, ...]


def take(
    picture: Picture, view: View, table: Table, edition: Edition | None = None
) -> tuple[Samples, list[str]]:
    """Cut samples from a BGR picture, (h, w, 3): all pieces of a table and some bare hexes.

    Returns the samples and the hex of each.
    """
    kinds = _kinds(table)
    cut, flatness = _cut(picture, view)
    empty = np.flatnonzero(kinds == EMPTY)
    likeness = classifier.classify_patches(cut[empty], flatness[empty], edition).log_chance[:, EMPTY]
    rows = np.concatenate(
        [np.flatnonzero(kinds), empty[np.argsort(likeness)[: PARAMS.bare_samples_per_picture]]]
    )
    taken = Samples(cut[rows], flatness[rows], kinds[rows], np.zeros(len(rows), np.intp))
    return taken, [geometry.HEXES[row] for row in rows]


def unlike(samples: Samples, edition: Edition | None = None) -> npt.NDArray[np.intp]:
    """Kinds (n,) of the samples of one picture, corrected where a sample is clearly mislabelled.

    A piece is classified by the other samples, if there are several of its kind; a bare hex by the network.
    """
    scores = classifier.classify_patches(samples.patches, samples.flatness, edition)
    known, rows = KnownPieces(scores, samples.kinds), np.arange(len(samples.kinds))
    log_chance = known.classify(scores, known.calibration(), np.eye(len(rows), dtype=bool))
    bare = samples.kinds == EMPTY
    log_chance[bare] = scores.log_chance[bare]
    lost = log_chance.max(1) - log_chance[rows, samples.kinds]
    several = np.bincount(samples.kinds, minlength=len(NAMES))[samples.kinds] > 1
    odd = (several | bare) & (lost > PARAMS.mislabelled_nats)
    return np.where(odd, log_chance.argmax(1), samples.kinds)


def same_set(known: Samples, samples: Samples) -> bool:
    """Return whether the pieces of a table are from a known set, by likeness alone."""
    old, new = gallery(known), gallery(samples)
    rows = np.flatnonzero((new.kinds != EMPTY) & np.isin(new.kinds, old.kinds))[: len(samples.kinds)]
    if len(rows) < PARAMS.same_set_min_pieces:
        return False
    here = new.only(rows)
    named = old.classify(here.scores, LIKENESS_ONLY).argmax(1) == here.kinds
    alike = np.where(here.kinds[:, None] == old.kinds, here.scores.description @ old.scores.description.T, 0)
    return float((named & (alike.max(1) > 1 - PARAMS.new_kind_distance)).mean()) > PARAMS.same_set_share


def newest(samples: Samples) -> Samples:
    """The newest `PARAMS.set_samples_per_kind` samples of every kind."""
    return samples.only(last_of_kinds(samples.kinds, PARAMS.set_samples_per_kind))


def looks_like_edition(samples: Samples) -> Edition | None:
    """The edition that the monsters look like to the network; None if that is not clear."""
    return classifier.edition_of(samples.patches, samples.flatness, samples.kinds)


def _kinds(table: Table) -> npt.NDArray[np.intp]:
    kinds = np.zeros(len(geometry.HEXES), np.intp)
    for hex_, standing in table.items():
        kinds[geometry.HEXES.index(str(hex_))] = NAMES.index(next(iter(standing)))
    return kinds


def _cut(picture: Picture, view: View) -> tuple[npt.NDArray[np.uint8], Floats]:
    maps, flatness = patches.frames(view, fate_plan().centres_mm)
    return patches.cut(picture, maps), flatness


def gallery(samples: Samples, edition: Edition | None = None) -> KnownPieces:
    """Known pieces made of samples: each as it is, shifted and turned."""
    scores = classifier.classify_patches(samples.patches, samples.flatness, edition)
    return KnownPieces(scores, samples.kinds).and_also(augmented_samples(samples, edition))


def augmented_samples(samples: Samples, edition: Edition | None = None) -> KnownPieces:
    """Known pieces made of the shifted and turned samples only."""
    more = VIEWS - 1
    scores = classifier.classify_patches(_otherwise(samples), np.tile(samples.flatness, more), edition)
    return KnownPieces(scores, np.tile(samples.kinds, more))


def cross_validated(samples: Samples, edition: Edition | None = None) -> list[KindConfusion]:
    """Cross-validate a set: classify every piece by the samples of other pictures.

    Samples of the same picture do not count, nor those that look the same: a piece that nobody touched
    between two pictures is no independent sample.
    """
    known = gallery(samples, edition)
    itself = known.only(np.arange(len(samples.kinds)))
    same = itself.scores.description @ itself.scores.description.T > PARAMS.same_piece_likeness
    pictures = _untouched(samples.pictures, same)
    leave_out = np.tile((pictures[:, None] == pictures) | same, VIEWS)
    judged = np.array(
        [(~out & (known.kinds == kind)).any() for out, kind in zip(leave_out, samples.kinds, strict=True)],
        dtype=bool,
    )
    taken = known.classify(itself.scores, known.calibration(), leave_out).argmax(1)
    report = []
    for kind in np.unique(samples.kinds[samples.kinds != EMPTY]):
        mine = taken[judged & (samples.kinds == kind)]
        others = tuple(NAMES[other] for other in np.unique(mine[mine != kind]))
        total = int((samples.kinds == kind).sum())
        report.append(KindConfusion(NAMES[kind], int((mine == kind).sum()), len(mine), total, others))
    return report


def _untouched(pictures: npt.NDArray[np.intp], same: Mask) -> npt.NDArray[np.intp]:
    """Picture numbers (n,) of samples; pictures in which most samples are the same (n, n) share a number."""
    found = pictures.copy()
    for later in np.unique(pictures):
        for earlier in np.unique(pictures[pictures < later]):
            if same[np.ix_(pictures == later, pictures == earlier)].any(1).mean() > 0.5:
                found[found == later] = found[pictures == earlier][0]
    return found


def _otherwise(samples: Samples) -> npt.NDArray[np.uint8]:
    """The patches shifted and turned, ((SHIFTS + TURNS - 2) n, 64, 56, 3), variant by variant."""
    size = (patches.WIDTH_PX, patches.HEIGHT_PX)
    shifts = [np.array([[1, 0, x], [0, 1, y]]) for x, y in PARAMS.shifts_px[1:]]
    ways = [[shift] * len(samples.kinds) for shift in shifts]
    ways += [[_turn(2 * np.pi * turn / TURNS, flat) for flat in samples.flatness] for turn in range(1, TURNS)]
    seen = [
        cv2.warpAffine(patch, move, size, borderMode=cv2.BORDER_REPLICATE)
        for moves in ways
        for patch, move in zip(samples.patches, moves, strict=True)
    ]
    return np.array(seen, dtype=np.uint8).reshape(-1, patches.HEIGHT_PX, patches.WIDTH_PX, 3)


def _turn(angle: float, flatness: float) -> Floats:
    """Affine map (2, 3) that turns a patch around the middle of its hex by `angle` (radians) on the board."""
    flat, middle = max(flatness, PARAMS.turn_min_flatness), np.array(patches.FOOT_PX)
    cos, sin = np.cos(angle), np.sin(angle)
    turn = np.array([[cos, -sin / flat], [sin * flat, cos]])
    return np.column_stack([turn, middle - turn @ middle])


def encode(samples: Samples) -> bytes:
    """Content of a file with the samples."""
    file = io.BytesIO()
    names = np.array(NAMES)[samples.kinds]
    np.savez_compressed(file, **{**samples._asdict(), "kinds": names})
    return file.getvalue()


def decode(content: bytes) -> Samples:
    """Samples from the content of a file. Raises ValueError if it is no such file.

    Files of older versions have no picture numbers: all samples then count as one picture.
    """
    with npz.reading(content) as file:
        kinds = np.array([NAMES.index(str(kind)) for kind in file["kinds"]], dtype=np.intp)
        pictures = file.get("pictures", np.zeros(len(kinds), np.intp))
        samples = Samples(
            npz.typed(file["patches"], np.uint8, len(kinds), patches.HEIGHT_PX, patches.WIDTH_PX, 3),
            npz.typed(file["flatness"], np.float64, len(kinds)),
            kinds,
            npz.typed(pictures, np.intp, len(kinds)),
        )
        if not ((samples.flatness >= 0) & (samples.flatness <= MOST_FLATNESS)).all():  # nor NaN
            raise ValueError(f"a flatness that is no number from 0 to {MOST_FLATNESS:g}")
        if not ((samples.pictures >= 0) & (samples.pictures < MOST_PICTURES)).all():
            raise ValueError(f"a picture that has no number from 0 to {MOST_PICTURES - 1}")
    return samples
