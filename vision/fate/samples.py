"""Pieces whose kind is known, by which others are named that look alike.

Every piece of a table that is as expected is one. What is on none of them may be a kind not seen yet:
then the network is asked, as far as it was right about those that are known.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Mask
from vision.fate.classifier import OUTPUTS, PatchScores
from vision.fate.kinds import EMPTY, HEROES, KINDS

STRANGE, FAR = 0.12, 0.25
"""So unlike (1 less the likeness) is a kind not seen yet; being more so than the other tells nothing more."""
STRANGE_NATS = 7.0
"""What it weighs to be as unlike as that."""
NEAREST, NEARNESS, FARTHEST = 0.1, 0.85, 0.15
"""In a set whose kinds are farther apart a new one is so, too, up to a bound: that share of its pieces is
nearer to another kind, and a new one a little nearer still."""
ENOUGH, OF_A_KIND = 8, 4
"""So many pieces tell that; so many of a kind, the newest, are enough."""
SAME = 0.975
"""What is more alike is the same piece, which nobody has touched."""
STRANGE_PRINTS, STRANGE_PIECE, STRANGE_BARE = 0.1, 0.2, 0.7
"""How far it is trusted at most which piece lies there, and that one does, on prints it was not shown: where
others tell more, and where nobody tells anything."""
SURE = 0.9
FEW, LAST_PRINTED = 4, len(KINDS) - len(HEROES)
TRUST = (0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1.0)


class KnownPieces(NamedTuple):
    """What m patches show, as the classifier tells, and their kinds, (m,); 0 is nothing."""

    told: PatchScores
    kinds: npt.NDArray[np.intp]

    @classmethod
    def empty(cls) -> KnownPieces:
        """Nothing is known."""
        return cls(PatchScores.none(), np.zeros(0, np.intp))

    def and_also(self, more: KnownPieces) -> KnownPieces:
        """These and more."""
        return KnownPieces(self.told.and_also(more.told), np.concatenate([self.kinds, more.kinds]))

    def only(self, rows: npt.NDArray[np.intp]) -> KnownPieces:
        """Some of them."""
        return KnownPieces(self.told.only(rows), self.kinds[rows])

    def trust(self) -> Calibration:
        """How far the network is right about these.

        The likeliest of a few temperatures (Guo et al., On calibration of modern neural networks, 2017);
        full trust where nothing is known.
        """
        pieces = np.flatnonzero(self.kinds)
        if not len(pieces):
            return FULL_TRUST
        lies = (self.kinds != EMPTY).astype(np.intp)
        seen, named = _parts(self.told.log_chance)
        evenly = 1 / np.bincount(lies, minlength=2)[lies]  # pieces count as much as the many bare hexes

        def best(log_chance: Floats, right: npt.NDArray[np.intp], weights: Floats) -> float:
            rows = np.arange(len(right))
            return max(TRUST, key=lambda trust: float(weights @ normalised(trust * log_chance)[rows, right]))

        which = best(named[pieces], self.kinds[pieces] - 1, np.ones(len(pieces)))
        return Calibration(best(seen, lies, evenly), which, taught=True)

    def strange(self) -> float:
        """How unlike the known ones a kind not seen yet is, by how unlike the known ones are."""
        rows = last_of_kinds(self.kinds, OF_A_KIND)
        rows = rows[self.kinds[rows] != EMPTY]
        kinds, looks = self.kinds[rows], self.told.description[rows]
        other = kinds[:, None] != kinds
        if len(rows) < ENOUGH or not other.any():
            return STRANGE
        nearest = np.where(other, 1 - looks @ looks.T, np.inf).min(1)
        return float(np.clip(NEARNESS * np.quantile(nearest, NEAREST), STRANGE, FARTHEST))

    def name(self, told: PatchScores, trust: Calibration, leave_out: Mask | None = None) -> Floats:
        """Log probabilities, (n, 20), of what patches show.

        `leave_out`, (n, m), are those of which a patch may not know. Kinds that are nowhere on the table are
        together as likely as one that is.
        """
        prior = trust.tempered(told)
        if not len(self.kinds):
            return prior
        strange = self.strange()
        unlike = 1 - told.description @ self.told.description.T
        if leave_out is not None:
            unlike = np.where(leave_out, np.inf, unlike)
        nearest = np.full((len(unlike), OUTPUTS), np.inf)
        for kind in np.unique(self.kinds):
            nearest[:, kind] = unlike[:, self.kinds == kind].min(1)
        alike = -np.where(np.isinf(nearest), strange, np.minimum(nearest, FAR)) * (STRANGE_NATS / strange)
        absent = np.setdiff1d(np.arange(OUTPUTS), self.kinds)
        alike[:, absent] -= np.log(max(len(absent), 1))
        return normalised(prior + alike)


def last_of_kinds(kinds: npt.NDArray[np.intp], count: int) -> npt.NDArray[np.intp]:
    """The rows of the last so many of every kind, in order."""
    kept = [np.flatnonzero(kinds == kind)[-count:] for kind in np.unique(kinds)]
    return np.sort(np.concatenate(kept)) if kept else np.zeros(0, np.intp)


class Calibration(NamedTuple):
    """By how much the network's log probabilities are multiplied: that a piece lies there, and which.

    `strange`: the prints are none that it was shown; `taught`: but some pieces are known.
    """

    piece: float
    kind: float
    strange: bool = False
    taught: bool = False

    def tempered(self, told: PatchScores) -> Floats:
        """Log probabilities (n, 20) as far as they are trusted.

        On strange prints only heroes are named, and a hex is as bare as the more careful part of the network
        says.
        """
        seen, named = _parts(told.log_chance)
        kind = np.full(len(named), self.kind)
        piece = (
            min(self.piece, STRANGE_PIECE if self.taught else STRANGE_BARE) if self.strange else self.piece
        )
        if self.strange:
            kind[(told.known < SURE) | (named.argmax(1) < LAST_PRINTED)] = min(self.kind, STRANGE_PRINTS)
            bare = np.clip(np.minimum(told.bare, np.exp(seen[:, 0])), 1e-9, 1 - 1e-9)
            seen = np.log(np.stack([bare, 1 - bare], 1))
        lies, which = normalised(piece * seen), normalised(kind[:, None] * named)
        return np.concatenate([lies[:, :1], lies[:, 1:] + which], 1)


FULL_TRUST, NO_TRUST = Calibration(1.0, 1.25), Calibration(0.0, 0.0)
"""Alone the network hesitates more between kinds than it errs, taught with smoothed labels: of 103 pieces
that it was 85 to 90 % sure of one was wrong."""


def familiar(told: PatchScores) -> bool:
    """Whether the network was shown prints such as those on a table; heroes do not count.

    Fewer pieces than so many do not tell that it was not.
    """
    pieces = (told.log_chance[:, EMPTY] < np.log(0.5)) & (told.log_chance.argmax(1) <= LAST_PRINTED)
    return pieces.sum() < FEW or bool(told.known[pieces].mean() > 0.5)


def _parts(log_chance: Floats) -> tuple[Floats, Floats]:
    """Of log probabilities (n, 20) those of nothing and of a piece, (n, 2), and of each kind of piece."""
    piece = np.logaddexp.reduce(log_chance[:, 1:], axis=1, keepdims=True)
    return np.concatenate([log_chance[:, :1], piece], 1), log_chance[:, 1:] - piece


def normalised(scores: Floats) -> Floats:
    """Log probabilities, (n, k), that differ as the scores do."""
    return np.asarray(scores - np.logaddexp.reduce(scores, axis=1, keepdims=True))
