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

NEARBY = 1 / 40
"""How much less than 1 the likeness of two pieces of a kind usually is: what weighs a nat."""
STRANGE, FAR = 0.12, 0.25
"""So unlike is a kind not seen yet; being more unlike than the other says nothing more."""
SAME = 0.985
"""What is more alike is the same piece, which nobody has touched."""
TRUST = (0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1.0)


class Gallery(NamedTuple):
    """What m patches show, as the classifier tells, and their kinds, (m,); 0 is nothing."""

    told: PatchScores
    kinds: npt.NDArray[np.intp]

    @classmethod
    def empty(cls) -> Gallery:
        """Nothing is known."""
        return cls(PatchScores.none(), np.zeros(0, np.intp))

    def and_also(self, more: Gallery) -> Gallery:
        """These and more."""
        return Gallery(self.told.and_also(more.told), np.concatenate([self.kinds, more.kinds]))

    def only(self, rows: npt.NDArray[np.intp]) -> Gallery:
        """Some of them."""
        return Gallery(self.told.only(rows), self.kinds[rows])

    def trust(self) -> float:
        """How far the network is right about these: by so much its log probabilities are multiplied.

        The likeliest one of a few temperatures (Guo et al., On calibration of modern neural networks,
        2017), for pieces only; 1 where nothing is known.
        """
        pieces = np.flatnonzero(self.kinds)
        if not len(pieces):
            return 1.0
        log_chance, kinds = self.told.log_chance[pieces], self.kinds[pieces]

        def likelihood(trust: float) -> float:
            return float(normalised(trust * log_chance)[np.arange(len(kinds)), kinds].sum())

        return max(TRUST, key=likelihood)

    def name(self, told: PatchScores, trust: float, leave_out: Mask | None = None) -> Floats:
        """Log probabilities, (n, 20), of what patches show.

        `leave_out`, (n, m), are those of which a patch may not know. Kinds that are nowhere on the table are
        together as likely as one that is.
        """
        if not len(self.kinds):
            return normalised(trust * told.log_chance)
        unlike = 1 - told.description @ self.told.description.T
        if leave_out is not None:
            unlike = np.where(leave_out, np.inf, unlike)
        nearest = np.full((len(unlike), OUTPUTS), np.inf)
        for kind in np.unique(self.kinds):
            nearest[:, kind] = unlike[:, self.kinds == kind].min(1)
        alike = np.where(np.isinf(nearest), -STRANGE, -np.minimum(nearest, FAR)) / NEARBY
        absent = np.setdiff1d(np.arange(OUTPUTS), self.kinds)
        alike[:, absent] -= np.log(max(len(absent), 1))
        return normalised(trust * told.log_chance + alike)


def normalised(scores: Floats) -> Floats:
    """Log probabilities, (n, k), that differ as the scores do."""
    return np.asarray(scores - np.logaddexp.reduce(scores, axis=1, keepdims=True))
