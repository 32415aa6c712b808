"""Classification of all hexes of a table: scores per hex in, probabilities of the kinds out.

Three sources are combined: the network's scores, the likeness to known pieces and the prior of what the game
expects. If a table is as expected, its pieces are learnt: they show this set in this light. Within one
picture every hex is classified by all the others (leave-one-out).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from vision.arrays import Floats, Mask
from vision.fate.classifier import OUTPUTS, PatchScores
from vision.fate.kinds import EMPTY, KINDS, ONE_COLOUR, SINGLE
from vision.fate.own_set import SHIFTS, Samples, augmented_samples
from vision.fate.params import PARAMS
from vision.fate.patches import HEIGHT_PX, WIDTH_PX
from vision.fate.samples import KnownPieces, familiar, last_of_kinds, normalised

_VERSIONS = count(1)
EVEN_ODDS = 0.5
"""Probability of something that is as likely as everything else together."""
_OF_ONE_COLOUR = {
    KINDS.index(kind) + 1: [KINDS.index(other) + 1 for other in group if other != kind]
    for group in ONE_COLOUR
    for kind in group
}


class PatchCache:
    """The last scores of each of n hexes, for one or several shifts of its patch."""

    def __init__(self, count: int) -> None:
        self.scores = [PatchScores.blank(count) for _ in range(SHIFTS)]
        self.classified: Mask = np.zeros((count, SHIFTS), bool)
        self.version = 0
        self.patches = np.zeros((count, HEIGHT_PX, WIDTH_PX, 3), np.uint8)
        self.flatness: Floats = np.zeros(count)

    def put(
        self,
        shift: int,
        rows: npt.NDArray[np.intp],
        scores: PatchScores,
        cut: npt.NDArray[np.uint8],
        flatness: Floats,
    ) -> None:
        """Store the scores of hexes for one shift; those of shift 0 replace the ones of all shifts."""
        if len(rows):
            self.version = next(_VERSIONS)
        for kept, new in zip(self.scores[shift], scores, strict=True):
            kept[rows] = new
        if shift == 0:
            self.classified[rows], self.patches[rows], self.flatness[rows] = False, cut, flatness
        self.classified[rows, shift] = True


OnSamples: TypeAlias = Callable[[Samples], KnownPieces | None]
"""Called with all samples of a table when there are new ones; returns further known pieces of their set."""


class Reading(NamedTuple):
    """Probabilities (n, 20) of the kinds on each hex, and the rows where the expected piece is absent."""

    chances: Floats
    other: tuple[int, ...]


class ClassifierMemory:
    """Known pieces and expectation of one table.

    `learnt`: pieces known before the game; `on_samples`: called with the samples of this table.
    """

    def __init__(self, learnt: KnownPieces | None = None, on_samples: OnSamples | None = None) -> None:
        self.expected: dict[int, int] = {}
        self._either: dict[int, Sequence[int]] = {}
        self._before = learnt or KnownPieces.empty()
        self._learnt, self._samples = KnownPieces.empty(), Samples.none()
        self._otherwise = KnownPieces.empty()  # the same pieces, shifted and turned
        self._at = np.zeros(0, np.intp)
        self._taught = on_samples
        self._since: dict[tuple[int, int], float] = {}
        self._chances: Floats = np.zeros((0, OUTPUTS))
        self._named_of = self._learnt_of = -1

    def expect(self, expected: dict[int, int], either: dict[int, Sequence[int]] | None = None) -> None:
        """Set the expected kind by row of hex, and `either`: rows with several possible kinds.

        {} if nothing is expected.
        """
        if (expected, either or {}) != (self.expected, self._either):
            self._named_of = self._learnt_of = -1
        self.expected, self._either = expected, either or {}

    def read(self, cache: PatchCache, time_s: float) -> Reading:
        """Classify the hexes of a table without hands, and learn from it."""
        chances = self.chances(cache).copy()
        if self._learnt_of != cache.version:
            self._learnt_of = cache.version
            self._learn(cache, chances)
        other = tuple(
            row for row, kind in self.expected.items() if chances[row, kind] < PARAMS.absent_probability
        )
        hesitant = self._hesitant(chances, time_s)
        chances[hesitant] = np.minimum(chances[hesitant], EVEN_ODDS)
        return Reading(chances, tuple(row for row in other if row not in hesitant))

    def chances(self, cache: PatchCache) -> Floats:
        """Probabilities (n, 20) of the kinds on each hex, each classified by all the others.

        Hexes whose expected piece contradicts the pieces of earlier tables do not count for others.
        """
        if self._named_of != cache.version:
            self._named_of = cache.version
            odd = self._against(cache)
            self._chances = self._expecting(self.scores(cache, odd))
            more = odd | self._unlikely(self._chances, self.expected)
            if more != odd:
                self._chances = self._expecting(self.scores(cache, more))
            for row in self._clearly_unlike(cache, more):
                kind = self.expected[row]
                self._chances[row, kind] = min(self._chances[row, kind], EVEN_ODDS)
        return self._chances

    def _clearly_unlike(self, cache: PatchCache, odd: frozenset[int]) -> list[int]:
        """Rows that look like another kind of the same colour than the expected one.

        Likeness and expectation do not outweigh that, as miniatures of one colour are all alike. A piece that
        looks the same as a known one of the expected kind is no such row.
        """
        least, scores = PARAMS.clear_look_nats, cache.scores[0]
        rows = [
            row
            for row, kind in self.expected.items()
            if kind in _OF_ONE_COLOUR and _odds_of_others(scores.log_chance[row], kind) > least
        ]
        if not rows:
            return []
        here, upright = self._upright(cache, odd)
        trust = upright.calibration()._replace(unfamiliar=not familiar(scores))
        itself = np.concatenate([np.full(len(upright.kinds) - len(here), -1), here])
        looks = [trust.apply(shift.only(np.array(rows))) for shift in cache.scores]
        shifts = cache.classified[rows].astype(float)
        look = np.einsum("snk,ns->nk", looks, shifts / shifts.sum(1, keepdims=True))
        found = []
        for row, mean in zip(rows, look, strict=True):
            kind = self.expected[row]
            of_kind = upright.scores.description[(upright.kinds == kind) & (itself != row)]
            likeness = (of_kind @ scores.description[row]).max(initial=0.0)
            if _odds_of_others(mean, kind) > least and likeness < PARAMS.same_piece_likeness:
                found.append(row)
        return found

    def _against(self, cache: PatchCache) -> frozenset[int]:
        """Rows whose expected piece is unlikely by the pieces that were learnt on earlier tables."""
        known = self._before.and_also(self._learnt)
        if not len(known.kinds):
            return frozenset()
        there = {*known.kinds.tolist()}
        expected = {row: kind for row, kind in self.expected.items() if kind in there}
        return self._unlikely(self._expecting(known.classify(cache.scores[0], known.calibration())), expected)

    @staticmethod
    def _unlikely(chances: Floats, expected: dict[int, int]) -> frozenset[int]:
        return frozenset(row for row, kind in expected.items() if chances[row, kind] < EVEN_ODDS)

    def _expecting(self, scores: Floats) -> Floats:
        prior = np.zeros_like(scores)
        for row, kind in self.expected.items():
            prior[row, kind] = PARAMS.expected_prior_nats
        for row, kinds in self._either.items():
            prior[row, list(kinds)] = PARAMS.expected_prior_nats
        chances: Floats = np.exp(normalised(scores + prior))
        _only_once(chances)
        return chances

    def scores(self, cache: PatchCache, odd: frozenset[int] = frozenset()) -> Floats:
        """Log probabilities (n, 20) without the prior of the hex itself.

        `odd`: rows where something unexpected seems to lie; they do not count for others.
        """
        here, upright = self._upright(cache, odd)
        known = self._otherwise.and_also(upright)
        trust = upright.calibration()._replace(unfamiliar=not familiar(cache.scores[0]))
        total = np.zeros((len(cache.classified), OUTPUTS))
        for shift, scores in enumerate(cache.scores):
            rows = np.flatnonzero(cache.classified[:, shift])
            itself = np.zeros((len(rows), len(known.kinds)), bool)
            itself[:, len(known.kinds) - len(here) :] = rows[:, None] == here
            total[rows] += known.classify(scores.only(rows), trust, itself)
        return normalised(total / np.maximum(cache.classified.sum(1), 1)[:, None])

    def _upright(self, cache: PatchCache, odd: frozenset[int]) -> tuple[npt.NDArray[np.intp], KnownPieces]:
        """Pieces as they stand: all known ones, last those of these rows, which are expected and not odd."""
        known_rows = self._known(cache)
        new = [row for row in self.expected if row not in odd and row not in known_rows]
        here = np.array(new, np.intp)
        kinds = np.array([self.expected[row] for row in new], np.intp)
        here_too = KnownPieces(cache.scores[0].only(here), kinds)
        return here, self._before.and_also(self._learnt).and_also(here_too)

    def _known(self, cache: PatchCache) -> frozenset[int]:
        """Rows whose expected piece was learnt there and was not touched since."""
        expected = np.array([self.expected.get(row, -1) for row in range(len(cache.classified))])
        mine = np.flatnonzero(self._learnt.kinds == expected[self._at]) if len(self._at) else self._at
        at = self._at[mine]
        likeness = np.einsum(
            "nd,nd->n", self._learnt.scores.description[mine], cache.scores[0].description[at]
        )
        return frozenset(at[likeness > PARAMS.same_piece_likeness].tolist())

    def _learn(self, cache: PatchCache, chances: Floats) -> None:
        known = self._known(cache)
        new = [
            row
            for row, kind in self.expected.items()
            if chances[row, kind] > PARAMS.learn_probability and row not in known
        ]
        if not new:
            return
        rows = np.array(new, np.intp)
        kinds = np.array([self.expected[row] for row in new], np.intp)
        learnt = self._learnt.and_also(KnownPieces(cache.scores[0].only(rows), kinds))
        cut = Samples(cache.patches[rows], cache.flatness[rows], kinds, np.zeros_like(kinds))
        samples = self._samples.and_also(cut)
        at = np.concatenate([self._at, rows])
        kept = _newest(at, learnt.kinds)
        self._learnt, self._samples, self._at = learnt.only(kept), samples.only(kept), at[kept]
        unlike = np.flatnonzero((kinds != EMPTY) & ~self._alike(cache.scores[0].only(rows), kinds))
        otherwise = self._otherwise.and_also(augmented_samples(cut.only(unlike)))
        self._otherwise = otherwise.only(last_of_kinds(otherwise.kinds, PARAMS.table_samples_per_kind))
        self._named_of = self._learnt_of = -1
        if self._taught and (more := self._taught(self._samples)):
            self._before = self._before.and_also(more)

    def _alike(self, scores: PatchScores, kinds: npt.NDArray[np.intp]) -> Mask:
        """Mask (n,) of the pieces that look like a known piece of their kind."""
        known = self._otherwise
        likeness = np.where(
            kinds[:, None] == known.kinds, scores.description @ known.scores.description.T, 0.0
        )
        return np.asarray(likeness.max(1, initial=0.0) > PARAMS.new_appearance_likeness)

    def _hesitant(self, chances: Floats, time_s: float) -> list[int]:
        """Rows that contradict the expectation, but neither clearly enough nor for long enough."""
        best = chances.argmax(1)
        likely = {row: [kind] for row, kind in self.expected.items()}
        likely |= {row: [*kinds] for row, kinds in self._either.items()}
        odd = [(row, int(best[row])) for row, kinds in likely.items() if best[row] not in kinds]
        self._since = {one: self._since.get(one, time_s) for one in odd}
        return [
            row
            for (row, _), since_s in self._since.items()
            if chances[row, likely[row]].sum() > 1 - PARAMS.surprise_probability
            and time_s - since_s < PARAMS.surprise_confirmation_s
        ]


def _odds_of_others(log_chance: Floats, kind: int) -> float:
    """Log odds for the likeliest other kind of the same colour, from log probabilities (20,)."""
    return float(log_chance[_OF_ONE_COLOUR[kind]].max() - log_chance[kind])


def _newest(at: npt.NDArray[np.intp], kinds: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """Rows of the samples to keep: the last bare one of each hex, and the newest pieces of every kind."""
    kept: list[int] = []
    hexes: set[int] = set()
    counts = np.zeros(OUTPUTS, np.intp)
    for row in range(len(kinds) - 1, -1, -1):
        kind, hex_ = int(kinds[row]), int(at[row])
        counts[kind] += 1
        if (hex_ not in hexes) if kind == EMPTY else (counts[kind] <= PARAMS.table_samples_per_kind):
            kept.append(row)
        if kind == EMPTY:
            hexes.add(hex_)
    return np.array(kept[::-1], np.intp)


def _only_once(chances: Floats) -> None:
    """Keep pieces that exist once where they are likeliest; cap their probability elsewhere at even odds."""
    best = chances.argmax(1)
    for single in SINGLE:
        output = KINDS.index(single) + 1
        claims = np.flatnonzero(best == output)
        others = claims[claims != claims[chances[claims, output].argmax()]] if len(claims) > 1 else claims[:0]
        chances[others] = np.minimum(chances[others], EVEN_ODDS)
