"""Pieces of one's own set, learnt from pictures of which it is known what stands where.

The patches themselves are kept, not their descriptions: those belong to one network and are told anew
when a set is read.
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
from vision.fate.samples import NO_TRUST, SAME, STRANGE, KnownPieces, last_of_kinds
from vision.geometry.calibrate import View

EMPTY_HEXES = 90
"""So many hexes without a piece are learnt of every picture: those that look least like it."""
SHIFTS_PX = ((0.0, 0.0), (2.0, 1.0), (-2.0, 1.0), (0.0, -2.0))
PLACES, TURNS = len(SHIFTS_PX), 6
"""A piece is known as it is seen from several places, and turned on its hex."""
VIEWS = PLACES + TURNS - 1
LEAST_FLATNESS = 0.3
UNLIKE_NATS = 5.0
"""A piece that looks so much more like another kind than like the rest of its own is named."""
FEW, MOST = 5, 0.75
"""By fewer pieces no set is known again; of those so many must look like it."""
KEPT = 60
"""So many samples of a kind are kept of a set, the newest."""
NAMES: tuple[Kind, ...] = ("", *KINDS)


class Samples(NamedTuple):
    """Patches (n, 64, 56, 3) BGR, how flat each was seen (n,), the kinds (n,), 0 is nothing, and in which
    picture each was taken, a number (n,).
    """

    patches: npt.NDArray[np.uint8]
    flatness: Floats
    kinds: npt.NDArray[np.intp]
    pictures: npt.NDArray[np.intp]

    @classmethod
    def none(cls) -> Samples:
        """No sample."""
        no = np.zeros(0, np.intp)
        return cls(np.zeros((0, patches.HEIGHT_PX, patches.WIDTH_PX, 3), np.uint8), np.zeros(0), no, no)

    def only(self, rows: npt.NDArray[np.intp]) -> Samples:
        """Some of the samples."""
        return Samples(self.patches[rows], self.flatness[rows], self.kinds[rows], self.pictures[rows])

    def and_also(self, more: Samples) -> Samples:
        """These samples and more of them, from other pictures."""
        after = int(self.pictures.max(initial=-1)) + 1
        return Samples(
            np.concatenate([self.patches, more.patches]),
            np.concatenate([self.flatness, more.flatness]),
            np.concatenate([self.kinds, more.kinds]),
            np.concatenate([self.pictures, more.pictures + after]),
        )


class ToldApart(NamedTuple):
    """`right` of the `judged` samples of a kind are known by other pictures; the rest look like `taken`.

    "" is nothing. Of the `total` samples those are judged whose kind other pictures show as well.
    """

    kind: Kind
    right: int
    judged: int
    total: int
    taken: tuple[Kind, ...]


def take(
    picture: Picture, view: View, table: Table, edition: Edition | None = None
) -> tuple[Samples, list[str]]:
    """What stands on the hexes of a table, and some hexes without a piece, from a BGR picture (h, w, 3); and
    the hex of each.
    """
    kinds = _kinds(table)
    cut, flatness = _cut(picture, view)
    empty = np.flatnonzero(kinds == EMPTY)
    likeness = classifier.tell_patches(cut[empty], flatness[empty], edition).log_chance[:, EMPTY]
    rows = np.concatenate([np.flatnonzero(kinds), empty[np.argsort(likeness)[:EMPTY_HEXES]]])
    taken = Samples(cut[rows], flatness[rows], kinds[rows], np.zeros(len(rows), np.intp))
    return taken, [geometry.HEXES[row] for row in rows]


def unlike(samples: Samples, edition: Edition | None = None) -> npt.NDArray[np.intp]:
    """The kind that each sample of one picture looks like instead of its own, (n,); else its own.

    A piece is told by the other samples, if there are several of its kind; that a hex is not bare by what
    everybody's pieces look like.
    """
    told = classifier.tell_patches(samples.patches, samples.flatness, edition)
    known, rows = KnownPieces(told, samples.kinds), np.arange(len(samples.kinds))
    scores = known.name(told, known.trust(), np.eye(len(rows), dtype=bool))
    bare = samples.kinds == EMPTY
    scores[bare] = told.log_chance[bare]
    lost = scores.max(1) - scores[rows, samples.kinds]
    several = np.bincount(samples.kinds, minlength=len(NAMES))[samples.kinds] > 1
    odd = (several | bare) & (lost > UNLIKE_NATS)
    return np.where(odd, scores.argmax(1), samples.kinds)


def same_set(known: Samples, samples: Samples) -> bool:
    """Whether pieces of a table look like those known of a set, by likeness alone."""
    old, new = gallery(known), gallery(samples)
    rows = np.flatnonzero((new.kinds != EMPTY) & np.isin(new.kinds, old.kinds))[: len(samples.kinds)]
    if len(rows) < FEW:
        return False
    here = new.only(rows)
    named = old.name(here.told, NO_TRUST).argmax(1) == here.kinds
    alike = np.where(here.kinds[:, None] == old.kinds, here.told.description @ old.told.description.T, 0)
    return float((named & (alike.max(1) > 1 - STRANGE)).mean()) > MOST


def newest(samples: Samples) -> Samples:
    """The newest samples of every kind, so many as are kept of a set."""
    return samples.only(last_of_kinds(samples.kinds, KEPT))


def looks_like_edition(samples: Samples) -> Edition | None:
    """The edition that monsters look like to the network; None when it cannot say."""
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
    """What pieces are named by that look like the samples, each as it is and seen otherwise."""
    told = classifier.tell_patches(samples.patches, samples.flatness, edition)
    return KnownPieces(told, samples.kinds).and_also(seen_otherwise(samples, edition))


def seen_otherwise(samples: Samples, edition: Edition | None = None) -> KnownPieces:
    """What pieces are named by that look like the samples as seen from beside, or turned."""
    more = VIEWS - 1
    told = classifier.tell_patches(_otherwise(samples), np.tile(samples.flatness, more), edition)
    return KnownPieces(told, np.tile(samples.kinds, more))


def told_apart(samples: Samples, edition: Edition | None = None) -> list[ToldApart]:
    """How well each kind of piece is known by pictures other than its own.

    A sample does not know those of the same picture, nor those that look the same: pieces that nobody
    touched between two pictures are no other pieces.
    """
    known = gallery(samples, edition)
    itself = known.only(np.arange(len(samples.kinds)))
    same = itself.told.description @ itself.told.description.T > SAME
    pictures = _untouched(samples.pictures, same)
    leave_out = np.tile((pictures[:, None] == pictures) | same, VIEWS)
    judged = np.array(
        [(~out & (known.kinds == kind)).any() for out, kind in zip(leave_out, samples.kinds, strict=True)],
        dtype=bool,
    )
    taken = known.name(itself.told, known.trust(), leave_out).argmax(1)
    report = []
    for kind in np.unique(samples.kinds[samples.kinds != EMPTY]):
        mine = taken[judged & (samples.kinds == kind)]
        others = tuple(NAMES[other] for other in np.unique(mine[mine != kind]))
        total = int((samples.kinds == kind).sum())
        report.append(ToldApart(NAMES[kind], int((mine == kind).sum()), len(mine), total, others))
    return report


def _untouched(pictures: npt.NDArray[np.intp], same: Mask) -> npt.NDArray[np.intp]:
    """The pictures (n,) of samples, one number for those in which most samples look the same (n, n)."""
    found = pictures.copy()
    for later in np.unique(pictures):
        for earlier in np.unique(pictures[pictures < later]):
            if same[np.ix_(pictures == later, pictures == earlier)].any(1).mean() > 0.5:
                found[found == later] = found[pictures == earlier][0]
    return found


def _otherwise(samples: Samples) -> npt.NDArray[np.uint8]:
    """The patches shifted and turned, all of them one way after the other."""
    size = (patches.WIDTH_PX, patches.HEIGHT_PX)
    shifts = [np.array([[1, 0, x], [0, 1, y]]) for x, y in SHIFTS_PX[1:]]
    ways = [[shift] * len(samples.kinds) for shift in shifts]
    ways += [[_turn(2 * np.pi * turn / TURNS, flat) for flat in samples.flatness] for turn in range(1, TURNS)]
    seen = [
        cv2.warpAffine(patch, move, size, borderMode=cv2.BORDER_REPLICATE)
        for moves in ways
        for patch, move in zip(samples.patches, moves, strict=True)
    ]
    return np.array(seen, dtype=np.uint8).reshape(-1, patches.HEIGHT_PX, patches.WIDTH_PX, 3)


def _turn(angle: float, flatness: float) -> Floats:
    """Turns what lies on the middle of a hex that is seen so flat, (2, 3)."""
    flat, middle = max(flatness, LEAST_FLATNESS), np.array(patches.FOOT_PX)
    cos, sin = np.cos(angle), np.sin(angle)
    turn = np.array([[cos, -sin / flat], [sin * flat, cos]])
    return np.column_stack([turn, middle - turn @ middle])


def encode(samples: Samples) -> bytes:
    """The samples as the content of a file."""
    file = io.BytesIO()
    names = np.array(NAMES)[samples.kinds]
    np.savez_compressed(file, **{**samples._asdict(), "kinds": names})
    return file.getvalue()


def decode(content: bytes) -> Samples:
    """The samples in a file. Raises ValueError when it is no such file.

    Files of before do not say in which picture a sample was taken: then it was one.
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
        if not np.isfinite(samples.flatness).all():
            raise ValueError("flatness that is no number")
    return samples
