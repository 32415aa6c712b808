"""What stands on every hex, named by marks, by likeness to pieces already known, and by what is expected.

A settled table that is as expected teaches: each of its pieces is a picture of one of its kind, of this
very set in this very light. In the picture itself every hex is named by all the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Mask
from vision.fate.classifier import OUTPUTS, PatchScores
from vision.fate.kinds import EMPTY, KINDS, SINGLE
from vision.fate.own_set import PLACES, Samples, seen_otherwise
from vision.fate.patches import HEIGHT_PX, WIDTH_PX
from vision.fate.samples import SAME, KnownPieces, familiar, last_of_kinds, normalised

EXPECTED_NATS = 4.5
"""How much likelier the expected piece is a priori than any other."""
BEYOND_DOUBT = 0.95
AGAIN_S = 1.0
"""What contradicts the expectation is believed at once when it is so certain, else when it is seen again."""
UNSURE = LIKELY = 0.5
"""What is expected says nothing about others where it is less likely than everything else together."""
LEARNT = 0.6
"""What is expected is learnt where it is likelier."""
NOT_THERE = 0.1
"""What is expected surely does not lie where it is less likely."""
_VERSIONS = count(1)
ALIKE = 0.95
"""How a piece looks otherwise is not learnt anew where it is more alike to those known."""
KEPT = 40
"""So many samples are known of a kind, the newest."""


class PatchCache:
    """What each of n hexes showed when it was last looked at, from one place or from several."""

    def __init__(self, count: int) -> None:
        self.told = [PatchScores.blank(count) for _ in range(PLACES)]
        self.looked: Mask = np.zeros((count, PLACES), bool)
        self.version = 0
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
        if len(rows):
            self.version = next(_VERSIONS)
        for kept, new in zip(self.told[place], told, strict=True):
            kept[rows] = new
        if place == 0:
            self.looked[rows], self.patches[rows], self.flatness[rows] = False, cut, flatness
        self.looked[rows, place] = True


Taught: TypeAlias = Callable[[Samples], KnownPieces | None]
"""Hears all samples of a table whenever there are new ones; tells what else is known of their set."""


class Reading(NamedTuple):
    """Probabilities (n, 20) of what stands on each hex, and the rows where the expected surely does not."""

    chances: Floats
    other: tuple[int, ...]


class ClassifierMemory:
    """The memory of one table. `learnt` are pieces known before; `taught` hears of those of this table."""

    def __init__(self, learnt: KnownPieces | None = None, taught: Taught | None = None) -> None:
        self.expected: dict[int, int] = {}
        self._either: dict[int, Sequence[int]] = {}
        self._before = learnt or KnownPieces.empty()
        self._learnt, self._samples = KnownPieces.empty(), Samples.none()
        self._otherwise = KnownPieces.empty()  # the same pieces seen from elsewhere, or turned
        self._at = np.zeros(0, np.intp)
        self._taught = taught
        self._since: dict[tuple[int, int], float] = {}
        self._chances: Floats = np.zeros((0, OUTPUTS))
        self._named_of = self._learnt_of = -1

    def expect(self, expected: dict[int, int], either: dict[int, Sequence[int]] | None = None) -> None:
        """Kinds by row of the hexes that should lie on the table from now on, and where `either` of several
        should; {} when nobody knows."""
        if (expected, either or {}) != (self.expected, self._either):
            self._named_of = self._learnt_of = -1
        self.expected, self._either = expected, either or {}

    def read(self, looks: PatchCache, time_s: float) -> Reading:
        """What stands on each hex of a settled table; it is learnt from."""
        chances = self.chances(looks).copy()
        if self._learnt_of != looks.version:
            self._learnt_of = looks.version
            self._learn(looks, chances)
        other = tuple(row for row, kind in self.expected.items() if chances[row, kind] < NOT_THERE)
        hesitant = self._hesitant(chances, time_s)
        chances[hesitant] = np.minimum(chances[hesitant], UNSURE)
        return Reading(chances, tuple(row for row in other if row not in hesitant))

    def chances(self, looks: PatchCache) -> Floats:
        """Probabilities (n, 20) of what stands on each hex, known by all the others.

        Where earlier tables speak against what is expected, that says nothing about others.
        """
        if self._named_of != looks.version:
            self._named_of = looks.version
            odd = self._against(looks)
            self._chances = self._expecting(self.scores(looks, odd))
            more = odd | self._unlikely(self._chances, self.expected)
            if more != odd:
                self._chances = self._expecting(self.scores(looks, more))
        return self._chances

    def _against(self, looks: PatchCache) -> frozenset[int]:
        """Where something else than expected lies, by the pieces that were learnt on earlier tables."""
        known = self._before.and_also(self._learnt)
        if not len(known.kinds):
            return frozenset()
        there = {*known.kinds.tolist()}
        expected = {row: kind for row, kind in self.expected.items() if kind in there}
        return self._unlikely(self._expecting(known.name(looks.told[0], known.trust())), expected)

    @staticmethod
    def _unlikely(chances: Floats, expected: dict[int, int]) -> frozenset[int]:
        return frozenset(row for row, kind in expected.items() if chances[row, kind] < LIKELY)

    def _expecting(self, scores: Floats) -> Floats:
        prior = np.zeros_like(scores)
        for row, kind in self.expected.items():
            prior[row, kind] = EXPECTED_NATS
        for row, kinds in self._either.items():
            prior[row, list(kinds)] = EXPECTED_NATS
        chances: Floats = np.exp(normalised(scores + prior))
        _only_once(chances)
        return chances

    def scores(self, looks: PatchCache, odd: frozenset[int] = frozenset()) -> Floats:
        """Log probabilities (n, 20) without regard to what is expected on the hex itself; `odd` are those
        where something else seems to lie: they say nothing about others.
        """
        known_rows = self._known(looks)
        new = [row for row in self.expected if row not in odd and row not in known_rows]
        here = np.array(new, np.intp)
        kinds = np.array([self.expected[row] for row in here.tolist()], np.intp)
        here_too = KnownPieces(looks.told[0].only(here), kinds)
        upright = self._before.and_also(self._learnt).and_also(here_too)
        known = self._otherwise.and_also(upright)
        trust = upright.trust()._replace(strange=not familiar(looks.told[0]))
        total = np.zeros((len(looks.looked), OUTPUTS))
        for place, told in enumerate(looks.told):
            rows = np.flatnonzero(looks.looked[:, place])
            itself = np.zeros((len(rows), len(known.kinds)), bool)
            itself[:, len(known.kinds) - len(here) :] = rows[:, None] == here
            total[rows] += known.name(told.only(rows), trust, itself)
        return normalised(total / np.maximum(looks.looked.sum(1), 1)[:, None])

    def _known(self, looks: PatchCache) -> frozenset[int]:
        """The rows where a piece lies as expected that was learnt there, and nobody has touched since."""
        expected = np.array([self.expected.get(row, -1) for row in range(len(looks.looked))])
        mine = np.flatnonzero(self._learnt.kinds == expected[self._at]) if len(self._at) else self._at
        at = self._at[mine]
        likeness = np.einsum("nd,nd->n", self._learnt.told.description[mine], looks.told[0].description[at])
        return frozenset(at[likeness > SAME].tolist())

    def _learn(self, looks: PatchCache, chances: Floats) -> None:
        known = self._known(looks)
        new = [row for row, kind in self.expected.items() if chances[row, kind] > LEARNT and row not in known]
        if not new:
            return
        rows = np.array(new, np.intp)
        kinds = np.array([self.expected[row] for row in new], np.intp)
        learnt = self._learnt.and_also(KnownPieces(looks.told[0].only(rows), kinds))
        cut = Samples(looks.patches[rows], looks.flatness[rows], kinds, np.zeros_like(kinds))
        samples = self._samples.and_also(cut)
        at = np.concatenate([self._at, rows])
        kept = _newest(at, learnt.kinds)
        self._learnt, self._samples, self._at = learnt.only(kept), samples.only(kept), at[kept]
        unlike = np.flatnonzero((kinds != EMPTY) & ~self._alike(looks.told[0].only(rows), kinds))
        otherwise = self._otherwise.and_also(seen_otherwise(cut.only(unlike)))
        self._otherwise = otherwise.only(last_of_kinds(otherwise.kinds, KEPT))
        self._named_of = self._learnt_of = -1
        if self._taught and (more := self._taught(self._samples)):
            self._before = self._before.and_also(more)

    def _alike(self, told: PatchScores, kinds: npt.NDArray[np.intp]) -> Mask:
        """Which of some pieces, (n,), look like others of their kinds that are known already."""
        known = self._otherwise
        likeness = np.where(kinds[:, None] == known.kinds, told.description @ known.told.description.T, 0.0)
        return np.asarray(likeness.max(1, initial=0.0) > ALIKE)

    def _hesitant(self, chances: Floats, time_s: float) -> list[int]:
        """Where something contradicts the expectation, not beyond doubt and not yet for long enough."""
        best = chances.argmax(1)
        likely = {row: [kind] for row, kind in self.expected.items()}
        likely |= {row: [*kinds] for row, kinds in self._either.items()}
        odd = [(row, int(best[row])) for row, kinds in likely.items() if best[row] not in kinds]
        self._since = {one: self._since.get(one, time_s) for one in odd}
        return [
            row
            for (row, _), since_s in self._since.items()
            if chances[row, likely[row]].sum() > 1 - BEYOND_DOUBT and time_s - since_s < AGAIN_S
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
