"""What stands on every hex, named by marks, by likeness to pieces already known, and by what is expected.

A settled table that is as expected teaches: each of its pieces is a picture of one of its kind, of this
very set in this very light. In the picture itself every hex is named by all the others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Mask
from vision.fate.classifier import DESCRIPTION, OUTPUTS, PatchScores
from vision.fate.gallery import SAME, Gallery, normalised
from vision.fate.kinds import EMPTY, KINDS, SINGLE
from vision.fate.own_set import PLACES, Samples
from vision.fate.patches import HEIGHT_PX, WIDTH_PX

EXPECTED_NATS = 3.5
"""How much likelier the expected piece is a priori than any other."""
BEYOND_DOUBT = 0.95
AGAIN_S = 1.0
"""What contradicts the expectation is believed at once when it is so certain, else when it is seen again."""
UNSURE = LIKELY = 0.5
"""What is expected is learnt where it is likelier than everything else together."""
NOT_THERE = 0.1
"""What is expected surely does not lie where it is less likely."""
KEPT = 40
"""So many samples are known of a kind, the newest."""


class Looks:
    """What each of n hexes showed when it was last looked at, from one place or from several."""

    def __init__(self, count: int) -> None:
        self.told = [
            PatchScores(np.zeros((count, OUTPUTS)), np.zeros((count, DESCRIPTION), np.float32))
            for _ in range(PLACES)
        ]
        self.looked: Mask = np.zeros((count, PLACES), bool)
        self.new = True
        self.patches = np.zeros((count, HEIGHT_PX, WIDTH_PX, 3), np.uint8)
        self.flatness: Floats = np.zeros(count)

    def put(
        self,
        place: int,
        rows: npt.NDArray[np.intp],
        told: PatchScores,
        cut: npt.NDArray[np.uint8],
        flatness: Floats,
    ) -> None:
        """Hexes were looked at; what they show from the first place comes before the others."""
        self.new |= len(rows) > 0
        for kept, new in zip(self.told[place], told, strict=True):
            kept[rows] = new
        if place == 0:
            self.looked[rows], self.patches[rows], self.flatness[rows] = False, cut, flatness
        self.looked[rows, place] = True


Taught: TypeAlias = Callable[[Samples], Gallery | None]
"""Hears all samples of a table whenever there are new ones; tells what else is known of their set."""


class Reading(NamedTuple):
    """Probabilities (n, 20) of what stands on each hex, and the rows where the expected surely does not."""

    chances: Floats
    other: tuple[int, ...]


class Naming:
    """The memory of one table. `learnt` are pieces known before; `taught` hears of those of this table."""

    def __init__(self, learnt: Gallery | None = None, taught: Taught | None = None) -> None:
        self.expected: dict[int, int] = {}
        self._before = learnt or Gallery.empty()
        self._learnt, self._samples = Gallery.empty(), Samples.none()
        self._at = np.zeros(0, np.intp)
        self._taught = taught
        self._since: dict[tuple[int, int], float] = {}
        self._chances: Floats = np.zeros((0, OUTPUTS))
        self._stale = True

    def expect(self, expected: dict[int, int]) -> None:
        """Kinds by row of the hexes that should lie on the table from now on; {} when nobody knows."""
        self._stale |= expected != self.expected
        self.expected = expected

    def read(self, looks: Looks, time_s: float) -> Reading:
        """What stands on each hex of a settled table; it is learnt from."""
        if self._stale or looks.new:
            self._stale = looks.new = False
            self._chances = self._name(looks)
            self._learn(looks, self._chances)
        chances = self._chances.copy()
        other = tuple(row for row, kind in self.expected.items() if chances[row, kind] < NOT_THERE)
        hesitant = self._hesitant(chances, time_s)
        chances[hesitant] = np.minimum(chances[hesitant], UNSURE)
        return Reading(chances, tuple(row for row in other if row not in hesitant))

    def _name(self, looks: Looks) -> Floats:
        chances = self._expecting(self.scores(looks))
        odd = frozenset(row for row, kind in self.expected.items() if chances[row, kind] < LIKELY)
        return self._expecting(self.scores(looks, odd)) if odd else chances

    def _expecting(self, scores: Floats) -> Floats:
        prior = np.zeros_like(scores)
        for row, kind in self.expected.items():
            prior[row, kind] = EXPECTED_NATS
        chances: Floats = np.exp(normalised(scores + prior))
        _only_once(chances)
        return chances

    def scores(self, looks: Looks, odd: frozenset[int] = frozenset()) -> Floats:
        """Log probabilities (n, 20) without regard to what is expected on the hex itself; `odd` are those
        where something else seems to lie: they say nothing about others.
        """
        new = [row for row in self.expected if row not in odd and not self._is_known(looks, row)]
        here = np.array(new, np.intp)
        kinds = np.array([self.expected[row] for row in here.tolist()], np.intp)
        known = self._before.and_also(self._learnt).and_also(Gallery(looks.told[0].only(here), kinds))
        trust = known.trust()
        total = np.zeros((len(looks.looked), OUTPUTS))
        for place, told in enumerate(looks.told):
            rows = np.flatnonzero(looks.looked[:, place])
            itself = np.zeros((len(rows), len(known.kinds)), bool)
            itself[:, len(known.kinds) - len(here) :] = rows[:, None] == here
            total[rows] += known.name(told.only(rows), trust, itself)
        return normalised(total / np.maximum(looks.looked.sum(1), 1)[:, None])

    def _is_known(self, looks: Looks, row: int) -> bool:
        mine = np.flatnonzero((self._at == row) & (self._learnt.kinds == self.expected[row]))
        likeness = self._learnt.told.description[mine] @ looks.told[0].description[row]
        return bool((likeness > SAME).any())

    def _learn(self, looks: Looks, chances: Floats) -> None:
        new = [
            row
            for row, kind in self.expected.items()
            if chances[row, kind] > LIKELY and not self._is_known(looks, row)
        ]
        if not new:
            return
        rows = np.array(new, np.intp)
        kinds = np.array([self.expected[row] for row in new], np.intp)
        learnt = self._learnt.and_also(Gallery(looks.told[0].only(rows), kinds))
        cut = Samples(looks.patches[rows], looks.flatness[rows], kinds, np.zeros_like(kinds))
        samples = self._samples.and_also(cut)
        at = np.concatenate([self._at, rows])
        kept = _newest(at, learnt.kinds)
        self._learnt, self._samples, self._at = learnt.only(kept), samples.only(kept), at[kept]
        self._stale = True
        if self._taught and (more := self._taught(self._samples)):
            self._before = self._before.and_also(more)

    def _hesitant(self, chances: Floats, time_s: float) -> list[int]:
        """Where something contradicts the expectation, not beyond doubt and not yet for long enough."""
        best = chances.argmax(1)
        odd = [(row, int(best[row])) for row, kind in self.expected.items() if best[row] != kind]
        self._since = {one: self._since.get(one, time_s) for one in odd}
        return [
            row
            for (row, _), since_s in self._since.items()
            if chances[row, self.expected[row]] > 1 - BEYOND_DOUBT and time_s - since_s < AGAIN_S
        ]


def _newest(at: npt.NDArray[np.intp], kinds: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """Which samples to keep: the last of nothing on each hex, and the newest pieces of every kind."""
    kept: list[int] = []
    hexes: set[int] = set()
    counts = np.zeros(OUTPUTS, np.intp)
    for row in range(len(kinds) - 1, -1, -1):
        kind, hex_ = int(kinds[row]), int(at[row])
        counts[kind] += 1
        if (hex_ not in hexes) if kind == EMPTY else (counts[kind] <= KEPT):
            kept.append(row)
        if kind == EMPTY:
            hexes.add(hex_)
    return np.array(kept[::-1], np.intp)


def _only_once(chances: Floats) -> None:
    """Pieces that exist once stand where they are likeliest; elsewhere they are in doubt."""
    best = chances.argmax(1)
    for single in SINGLE:
        output = KINDS.index(single) + 1
        claims = np.flatnonzero(best == output)
        others = claims[claims != claims[chances[claims, output].argmax()]] if len(claims) > 1 else claims[:0]
        chances[others] = np.minimum(chances[others], UNSURE)
