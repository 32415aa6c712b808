"""Hypotheses: explanations of the change between the expected table and a picture.

An explanation is one of: nothing happened, a legal move, a usual mistake, several moves in a row, or a move
followed by a mistake; each with the leftovers of rituals still on the table or already removed.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Generic

from companion.games.base import Game, Kind, Mistake, MoveT, PositionT, Space, Table
from companion.session.board.evidence import negative_log_likelihood
from companion.session.board.interpreter_params import PARAMS
from companion.session.board.multi_move import (
    MoveSequence,
    in_given_order,
    move_sequences,
    moves_with_mistake,
    same_change,
)
from companion.table.observation import CERTAIN_NATS, SOON_S, Observation
from companion.table.tables import differing, less, plus


@dataclass(frozen=True, slots=True)
class Explanation(Generic[MoveT]):
    """A possible cause of a change, with its weight in nats: lower is more probable.

    `prior`: nats against this kind of explanation. `misfit`: nats against the reading of the picture.
    `wander`: nats for pieces that were shifted on spaces where nothing happened. `table`: pieces by space,
    `leftovers`: removed pieces that are still among them; `partly`: only some of a space's leftovers are.
    A `mistake` was made after the `moves`, if any. `gap`: no picture showed the table between the moves.
    `unsettled`: the result of a move before the last one is uncertain, because its player chooses which
    pieces to remove, or because a piece that should have stayed was shifted within its space.
    """

    prior: float
    misfit: float
    table: Table
    leftovers: Table
    moves: tuple[MoveT, ...] = ()
    mistake: Mistake | None = None
    wander: float = 0.0
    partly: bool = False
    gap: bool = False
    unsettled: bool = False

    @property
    def negative_log_posterior(self) -> float:
        """Negative log of the unnormalised posterior probability, in nats."""
        return self.prior + self.misfit + self.wander


class Hypotheses(Generic[PositionT, MoveT]):
    """The explanations of one picture; arguments as in `Interpreter.interpret`."""

    def __init__(
        self,
        game: Game[PositionT, MoveT],
        position: PositionT,
        leftovers: Table,
        observation: Observation,
        doubted: Sequence[MoveT],
        disturbed: Collection[Space],
    ) -> None:
        self._game, self._position, self._observation = game, position, observation
        self._doubted, evidence = doubted, observation.evidence
        self._expected, self._remaining, self._partly = _base(game, position, leftovers, observation)
        self._odd = differing(observation.table, self._expected) - observation.hidden
        tidied = differing(plus(game.table(position), leftovers), self._expected)
        self._left = {s for s in observation.changed - tidied if evidence and evidence.left(s)}
        self._strayed = self._left.difference(disturbed)
        self._seen = self._odd | observation.changed

    def found(self) -> list[Explanation[MoveT]]:
        """Return all relevant explanations, most probable first; at least one: nothing happened."""
        every = [self._explain(0.0, {}, self._remaining)]
        if self._seen:
            every += [*self._one_move(), *self._mistakes()]
            if len(self._odd) <= PARAMS.max_changed_spaces:
                best = min(every, key=lambda e: e.negative_log_posterior)
                every += [*self._move_and_mistake(best), *self._several_moves(best)]
        return sorted(every, key=lambda e: e.negative_log_posterior)

    def orders(self, moves: Sequence[MoveT]) -> Mapping[tuple[MoveT, ...], frozenset[PositionT]]:
        """Return the legal orders of moves that fit the picture about equally well, and where they may lead.

        A move that was doubted in an earlier picture stays the first.
        """
        fixed = moves[:1] if moves[0] in self._doubted else ()
        found = [
            (self._several(sequence).negative_log_posterior, sequence)
            for order in permutations(moves)
            if order[: len(fixed)] == tuple(fixed)
            for sequence in in_given_order(self._game, self._position, order, self._seen)
        ]
        limit = min(nats for nats, _ in found) + CERTAIN_NATS
        ends: dict[tuple[MoveT, ...], set[PositionT]] = defaultdict(set)
        for nats, sequence in found:
            if nats < limit:
                ends[sequence.moves].add(sequence.position)
        return {order: frozenset(positions) for order, positions in ends.items()}

    def _one_move(self) -> Iterator[Explanation[MoveT]]:
        game, position, hidden = self._game, self._position, self._observation.hidden
        for move in game.legal(position):
            changes = game.changed(position, move)
            if not (self._seen | hidden).issuperset(changes) or self._seen.isdisjoint(changes):
                continue
            options = game.removals(position, move)
            still = {**self._remaining, **options[0]} if options else self._remaining
            prior = self._prior((move,))
            yield self._explain(prior, changes, still, moves=(move,))
            for removed in (removed for removed in options if hidden.isdisjoint(removed)):
                without: dict[Space, Mapping[Kind, int]] = {
                    s: less(changes.get(s, self._expected.get(s, {})), n) for s, n in removed.items()
                }
                yield self._explain(prior, {**changes, **without}, self._remaining, moves=(move,))
                rests = {s: _rest(self._observation, s, without[s], n) for s, n in removed.items()}
                if any(rests.values()):
                    after = {**changes, **plus(without, rests)}
                    taking_prior = prior + PARAMS.taking_prior_nats * (not self._partly)
                    yield self._explain(taking_prior, after, still, moves=(move,), partly=True)

    def _mistakes(self) -> Iterator[Explanation[MoveT]]:
        for mistake in self._game.mistakes(self._position):
            if self._seen.issuperset(mistake.changed):
                yield self._explain(
                    PARAMS.mistake_prior_nats, mistake.changed, self._remaining, mistake=mistake
                )

    def _move_and_mistake(self, best: Explanation[MoveT]) -> Iterator[Explanation[MoveT]]:
        """Yield explanations by a move that no picture showed and a mistake after it."""
        gap_prior = PARAMS.gap_prior_nats * (not self._doubted)
        then: Iterable[tuple[MoveSequence[PositionT, MoveT], Mistake]] = ()
        if (
            best.negative_log_posterior
            > PARAMS.move_prior_nats + PARAMS.mistake_prior_nats + gap_prior - PARAMS.slip_nats
        ):
            then = moves_with_mistake(self._game, self._position, self._seen, self._odd | self._left)
        elif self._observation.unseen_s > SOON_S and best.moves:
            changes = {s: best.table.get(s, {}) for s in differing(best.table, self._expected)}
            then = same_change(self._game, self._position, self._expected, changes)
        for sequence, mistake in then:
            prior = self._prior(sequence.moves) + PARAMS.mistake_prior_nats + gap_prior
            there = {**self._remaining, **sequence.remaining}
            yield self._explain(prior, sequence.changes, there, moves=sequence.moves, mistake=mistake)

    def _several_moves(self, best: Explanation[MoveT]) -> Iterator[Explanation[MoveT]]:
        gap_prior, emptied = PARAMS.gap_prior_nats * (not self._doubted), self._odd | self._left
        longer = move_sequences(
            self._game, self._position, self._seen, emptied, lambda c: self._several(c).negative_log_posterior
        )
        for count in range(2, PARAMS.max_moves + 1):
            ambiguous = count == 2 and best.mistake and self._observation.covered_s > SOON_S
            if (
                not ambiguous
                and best.negative_log_posterior
                < PARAMS.move_prior_nats * count + gap_prior - PARAMS.slip_nats
            ):
                return  # even the best sequence of this length is too improbable to matter
            for sequence in next(longer):
                yield (one := self._several(sequence))
                best = min(best, one, key=lambda e: e.negative_log_posterior)

    def _several(self, sequence: MoveSequence[PositionT, MoveT]) -> Explanation[MoveT]:
        evidence, gap = self._observation.evidence, self._unseen(sequence.moves)
        stirred = any(
            evidence and evidence.left(s) > (Counter(self._expected.get(s, {})) - Counter(kinds)).total()
            for s, kinds in sequence.changes.items()
            if s in self._strayed
        )
        there, unsettled = {**self._remaining, **sequence.remaining}, sequence.unsettled or stirred
        prior = self._prior(sequence.moves)
        return self._explain(
            prior, sequence.changes, there, moves=sequence.moves, gap=gap, unsettled=unsettled
        )

    def _unseen(self, moves: tuple[MoveT, ...]) -> bool:
        """Return whether pictures must be missing between these moves."""
        known = moves[0] in self._doubted
        return len(moves) > 1 + known or known < bool(self._doubted)

    def _prior(self, moves: tuple[MoveT, ...]) -> float:
        return PARAMS.move_prior_nats * len(moves) + PARAMS.gap_prior_nats * self._unseen(moves)

    def _explain(
        self, prior: float, changes: Table, remaining: Table, partly: bool | None = None, **what: Any
    ) -> Explanation[MoveT]:
        hidden = self._observation.hidden
        wander = PARAMS.wander_prior_nats * any(space not in changes for space in self._strayed)
        wanted = {**{s: self._expected.get(s, {}) for s in self._odd}, **changes}
        misfit = negative_log_likelihood(
            self._observation, {s: kinds for s, kinds in wanted.items() if s not in hidden}
        )
        table, partly = {**self._expected, **changes}, self._partly if partly is None else partly
        return Explanation(prior, misfit, table, remaining, wander=wander, partly=partly, **what)


def _base(
    game: Game[PositionT, MoveT], position: PositionT, leftovers: Table, observation: Observation
) -> tuple[Table, Table, bool]:
    """Return the table if nothing happened, its leftovers, and whether some were removed.

    An ambiguous reading of a space is decided by the fit to the picture.
    """
    expected = dict(game.table(position))
    remaining: dict[Space, Mapping[Kind, int]] = {}
    partly, evidence = False, observation.evidence
    for space, counts in leftovers.items():
        bare = expected.get(space, {})
        rest = _rest(observation, space, bare, counts)
        there = [dict(Counter(bare) + Counter(more)) for more in (counts, {}, *([rest] if rest else ()))]
        nats = [negative_log_likelihood(observation, {space: pieces}) for pieces in there]
        if evidence is not None and space in observation.changed and sorted(nats)[1] < PARAMS.fit_window_nats:
            others = {s: expected.get(s, {}) for s in observation.changed}
            nats = [-evidence.fit({**others, space: pieces}) for pieces in there]
        nats[2:] = [prior + PARAMS.taking_prior_nats for prior in nats[2:]]
        best = nats.index(min(nats))
        if there[best] != bare:
            remaining[space], expected[space] = counts, there[best]
            partly |= best == 2
    for space in game.optional(position):
        if space not in remaining and negative_log_likelihood(
            observation, {space: {}}
        ) < negative_log_likelihood(observation, {space: expected.get(space, {})}):
            expected.pop(space, None)
    return expected, remaining, partly


def _rest(
    observation: Observation, space: Space, bare: Mapping[Kind, int], leftovers: Mapping[Kind, int]
) -> dict[Kind, int]:
    """Return the leftovers of a space that are still seen; empty if that is all or none of them."""
    seen = less(observation.table.get(space, {}), bare)
    rest = {kind: min(n, seen[kind]) for kind, n in leftovers.items() if seen.get(kind)}
    return {} if rest == dict(leftovers) else rest
