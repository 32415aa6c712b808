"""Nearest-neighbour classification by pieces of known kind: `PatchScores` in, log probabilities out.

Every piece of a table that is as expected becomes a known piece. A patch that is unlike all of them may show
a kind not seen yet; its probabilities then come from the network, calibrated on the known pieces.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Mask
from vision.fate.classifier import OUTPUTS, PatchScores
from vision.fate.kinds import EMPTY, HEROES, KINDS
from vision.fate.params import PARAMS

LAST_PRINTED = len(KINDS) - len(HEROES)
"""Number of the last kind that is printed differently in other sets; heroes come after it."""


class KnownPieces(NamedTuple):
    """Scores of m patches and their true kinds, (m,); 0 is nothing."""

    scores: PatchScores
    kinds: npt.NDArray[np.intp]

    @classmethod
    def empty(cls) -> KnownPieces:
        """No known piece."""
        return cls(PatchScores.none(), np.zeros(0, np.intp))

    def and_also(self, more: KnownPieces) -> KnownPieces:
        """These pieces, then more."""
        return KnownPieces(self.scores.and_also(more.scores), np.concatenate([self.kinds, more.kinds]))

    def only(self, rows: npt.NDArray[np.intp]) -> KnownPieces:
        """Some of the pieces, by row."""
        return KnownPieces(self.scores.only(rows), self.kinds[rows])

    def calibration(self) -> Calibration:
        """Calibration of the network by these pieces; `UNCALIBRATED` if there are none.

        The likeliest of `PARAMS.temperatures` (temperature scaling: Guo et al., On calibration of modern
        neural networks, 2017), one for "a piece lies there" and one for its kind.
        """
        pieces = np.flatnonzero(self.kinds)
        if not len(pieces):
            return UNCALIBRATED
        lies = (self.kinds != EMPTY).astype(np.intp)
        seen, named = _parts(self.scores.log_chance)
        evenly = 1 / np.bincount(lies, minlength=2)[lies]  # pieces count as much as the many bare hexes

        def best(log_chance: Floats, right: npt.NDArray[np.intp], weights: Floats) -> float:
            rows = np.arange(len(right))
            return max(
                PARAMS.temperatures,
                key=lambda factor: float(weights @ normalised(factor * log_chance)[rows, right]),
            )

        which = best(named[pieces], self.kinds[pieces] - 1, np.ones(len(pieces)))
        return Calibration(best(seen, lies, evenly), which, pieces_known=True)

    def new_kind_distance(self) -> float:
        """Distance (1 - likeness) at which a patch shows a kind not seen yet.

        Estimated from the distances between the known kinds, within the bounds in `PARAMS`.
        """
        rows = last_of_kinds(self.kinds, PARAMS.spread_pieces_per_kind)
        rows = rows[self.kinds[rows] != EMPTY]
        kinds, looks = self.kinds[rows], self.scores.description[rows]
        other = kinds[:, None] != kinds
        if len(rows) < PARAMS.spread_min_pieces or not other.any():
            return PARAMS.new_kind_distance
        nearest = np.where(other, 1 - looks @ looks.T, np.inf).min(1)
        return float(
            np.clip(
                PARAMS.spread_factor * np.quantile(nearest, PARAMS.spread_quantile),
                PARAMS.new_kind_distance,
                PARAMS.max_new_kind_distance,
            )
        )

    def classify(
        self, scores: PatchScores, calibration: Calibration, leave_out: Mask | None = None
    ) -> Floats:
        """Log probabilities, (n, 20), of the kinds of patches.

        `leave_out`, (n, m): known pieces that must not count for a patch (leave-one-out). All kinds without a
        known piece are together as likely as one kind with one.
        """
        prior = calibration.apply(scores)
        if not len(self.kinds):
            return prior
        new = self.new_kind_distance()
        unlike = 1 - scores.description @ self.scores.description.T
        if leave_out is not None:
            unlike = np.where(leave_out, np.inf, unlike)
        nearest = np.full((len(unlike), OUTPUTS), np.inf)
        for kind in np.unique(self.kinds):
            nearest[:, kind] = unlike[:, self.kinds == kind].min(1)
        alike = -np.where(np.isinf(nearest), new, np.minimum(nearest, PARAMS.distance_limit)) * (
            PARAMS.new_kind_nats / new
        )
        absent = np.setdiff1d(np.arange(OUTPUTS), self.kinds)
        alike[:, absent] -= np.log(max(len(absent), 1))
        return normalised(prior + alike)


def last_of_kinds(kinds: npt.NDArray[np.intp], count: int) -> npt.NDArray[np.intp]:
    """Rows of the last `count` of every kind, in order."""
    kept = [np.flatnonzero(kinds == kind)[-count:] for kind in np.unique(kinds)]
    return np.sort(np.concatenate(kept)) if kept else np.zeros(0, np.intp)


class Calibration(NamedTuple):
    """Factors for the network's log probabilities: for "a piece lies there" and for its kind.

    `unfamiliar`: the network was not trained on this set; `pieces_known`: some pieces of it are known.
    """

    piece: float
    kind: float
    unfamiliar: bool = False
    pieces_known: bool = False

    def apply(self, scores: PatchScores) -> Floats:
        """Calibrated log probabilities (n, 20).

        On an unfamiliar set only heroes keep their names, and the probability of a bare hex is the smaller
        one of the network's two.
        """
        seen, named = _parts(scores.log_chance)
        kind = np.full(len(named), self.kind)
        piece = self.piece
        if self.unfamiliar:
            most = (
                PARAMS.unfamiliar_piece_temperature
                if self.pieces_known
                else PARAMS.unfamiliar_alone_temperature
            )
            piece = min(piece, most)
            kind[(scores.known < PARAMS.hero_probability) | (named.argmax(1) < LAST_PRINTED)] = min(
                self.kind, PARAMS.unfamiliar_kind_temperature
            )
            bare = np.clip(np.minimum(scores.bare, np.exp(seen[:, 0])), 1e-9, 1 - 1e-9)
            seen = np.log(np.stack([bare, 1 - bare], 1))
        lies, which = normalised(piece * seen), normalised(kind[:, None] * named)
        return np.concatenate([lies[:, :1], lies[:, 1:] + which], 1)


UNCALIBRATED, LIKENESS_ONLY = Calibration(1.0, PARAMS.alone_kind_temperature), Calibration(0.0, 0.0)
"""Without known pieces; and by likeness to known pieces alone."""


def familiar(scores: PatchScores) -> bool:
    """Return whether the network was trained on a set like that on a table; heroes do not count.

    True if there are fewer pieces than `PARAMS.familiar_min_pieces`.
    """
    pieces = (scores.log_chance[:, EMPTY] < np.log(0.5)) & (scores.log_chance.argmax(1) <= LAST_PRINTED)
    return pieces.sum() < PARAMS.familiar_min_pieces or bool(scores.known[pieces].mean() > 0.5)


def _parts(log_chance: Floats) -> tuple[Floats, Floats]:
    """Split log probabilities (n, 20): nothing and a piece, (n, 2); each kind given a piece, (n, 19)."""
    piece = np.logaddexp.reduce(log_chance[:, 1:], axis=1, keepdims=True)
    return np.concatenate([log_chance[:, :1], piece], 1), log_chance[:, 1:] - piece


def normalised(scores: Floats) -> Floats:
    """Log probabilities, (n, k), with the same differences as the scores (log softmax)."""
    return np.asarray(scores - np.logaddexp.reduce(scores, axis=1, keepdims=True))
