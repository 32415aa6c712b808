"""What may have led from what should lie there to what a picture shows, and what each costs to believe.

Nothing happened, each legal move, each usual mistake, several moves in a row, or one and a mistake, each with
left-overs of rituals still standing or already gone.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Any, Generic

from companion.games.base import Game, Kind, Mistake, MoveT, PositionT, Space, Table
from companion.session.fae.evidence import cost
from companion.session.fae.multi_move import MOST_MOVES, MoveSequence, courses, mistaken, same_change
from companion.table.observation import SOON_S, Observation
from companion.table.tables import differing, less, plus

CONSIDERED = 0.02
SLIP_NATS = -log(CONSIDERED)
"""What costs more than this to overlook is looked at closer."""
MOVE_PRIOR = 2.0
MISTAKE_PRIOR = 6.0
GAP_PRIOR = 8.0
"""Nats against each kind of explanation: nothing happened costs nothing, then each move, a mistake, a gap
in the pictures between several moves."""
WANDER_PRIOR = 8.0
"""Nats against pieces that went elsewhere on their space although nothing happened there."""
TAKING_PRIOR = 6.0
"""Nats against a picture of just the moment when some of a space's left-overs are taken off, others not."""
MOST_CHANGED = 24
"""Hands do not change more spaces between two pictures: rather the picture is not understood."""
FITTED_NATS = 30.0
"""Explanations within so many nats of the likeliest are fitted to the picture."""


@dataclass(frozen=True, slots=True)
class Explanation(Generic[MoveT]):
    """What may have happened, and what it costs to believe it: the prior, the faults of the reading, and the
    pieces that went elsewhere although nothing happened there. A `mistake` was made after the moves, if any.
    `partly`: not all left-overs of a space stand there any more. `gap`: no picture showed the table between
    its moves; `unsettled`: what one of them but the last takes off is for its player to choose, or a piece
    that should have stayed stands elsewhere on its space."""

    prior: float
    faults: float
    table: Table
    leftovers: Table
    moves: tuple[MoveT, ...] = ()
    mistake: Mistake | None = None
    wander: float = 0.0
    partly: bool = False
    gap: bool = False
    unsettled: bool = False

    @property
    def cost(self) -> float:
        """Nats against it."""
        return self.prior + self.faults + self.wander


class Hypotheses(Generic[PositionT, MoveT]):
    """The explanations of one picture; what they are weighed by is as in `Interpreter.judge`."""

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
        self._expected, self._standing, self._partly = _base(game, position, leftovers, observation)
        self._odd = differing(observation.table, self._expected) - observation.hidden
        tidied = differing(plus(game.table(position), leftovers), self._expected)
        self._left = {s for s in observation.changed - tidied if evidence and evidence.left(s)}
        self._strayed = self._left.difference(disturbed)
        self._seen = self._odd | observation.changed

    def found(self) -> list[Explanation[MoveT]]:
        """All that can matter, cheapest first; at least that nothing happened."""
        every = [self._explain(0.0, {}, self._standing)]
        if self._seen:
            every += [*self._one_move(), *self._mistakes()]
            if len(self._odd) <= MOST_CHANGED:
                best = min(every, key=lambda e: e.cost)
                every += [*self._move_and_mistake(best), *self._several_moves(best)]
        return sorted(every, key=lambda e: e.cost)

    def _one_move(self) -> Iterator[Explanation[MoveT]]:
        game, position, hidden = self._game, self._position, self._observation.hidden
        for move in game.legal(position):
            changes = game.changed(position, move)
            if not (self._seen | hidden).issuperset(changes) or self._seen.isdisjoint(changes):
                continue
            options = game.removals(position, move)
            still = {**self._standing, **options[0]} if options else self._standing
            prior = self._prior((move,))
            yield self._explain(prior, changes, still, moves=(move,))
            for removed in (removed for removed in options if hidden.isdisjoint(removed)):
                without: dict[Space, Mapping[Kind, int]] = {
                    s: less(changes.get(s, self._expected.get(s, {})), n) for s, n in removed.items()
                }
                yield self._explain(prior, {**changes, **without}, self._standing, moves=(move,))
                rests = {s: _rest(self._observation, s, without[s], n) for s, n in removed.items()}
                if any(rests.values()):
                    after = {**changes, **plus(without, rests)}
                    price = prior + TAKING_PRIOR * (not self._partly)
                    yield self._explain(price, after, still, moves=(move,), partly=True)

    def _mistakes(self) -> Iterator[Explanation[MoveT]]:
        for mistake in self._game.mistakes(self._position):
            if self._seen.issuperset(mistake.changed):
                yield self._explain(MISTAKE_PRIOR, mistake.changed, self._standing, mistake=mistake)

    def _move_and_mistake(self, best: Explanation[MoveT]) -> Iterator[Explanation[MoveT]]:
        """A mistake after a move that no picture showed."""
        unasked = GAP_PRIOR * (not self._doubted)
        then: Iterable[tuple[MoveSequence[PositionT, MoveT], Mistake]] = ()
        if best.cost > MOVE_PRIOR + MISTAKE_PRIOR + unasked - SLIP_NATS:
            then = mistaken(self._game, self._position, self._seen, self._odd | self._left)
        elif self._observation.unseen_s > SOON_S and best.moves:
            changes = {s: best.table.get(s, {}) for s in differing(best.table, self._expected)}
            then = same_change(self._game, self._position, self._expected, changes)
        for course, mistake in then:
            price = self._prior(course.moves) + MISTAKE_PRIOR + unasked
            there = {**self._standing, **course.standing}
            yield self._explain(price, course.changes, there, moves=course.moves, mistake=mistake)

    def _several_moves(self, best: Explanation[MoveT]) -> Iterator[Explanation[MoveT]]:
        unasked, emptied = GAP_PRIOR * (not self._doubted), self._odd | self._left
        longer = courses(self._game, self._position, self._seen, emptied, lambda c: self._several(c).cost)
        for count in range(2, MOST_MOVES + 1):
            ambiguous = count == 2 and best.mistake and self._observation.covered_s > SOON_S
            if not ambiguous and best.cost < MOVE_PRIOR * count + unasked - SLIP_NATS:
                return  # no course of so many moves can matter
            for course in next(longer):
                yield (one := self._several(course))
                best = min(best, one, key=lambda e: e.cost)

    def _several(self, course: MoveSequence[PositionT, MoveT]) -> Explanation[MoveT]:
        evidence, gap = self._observation.evidence, self._unseen(course.moves)
        stirred = any(
            evidence and evidence.left(s) > (Counter(self._expected.get(s, {})) - Counter(kinds)).total()
            for s, kinds in course.changes.items()
            if s in self._strayed
        )
        there, unsettled = {**self._standing, **course.standing}, course.unsettled or stirred
        price = self._prior(course.moves)
        return self._explain(price, course.changes, there, moves=course.moves, gap=gap, unsettled=unsettled)

    def _unseen(self, moves: tuple[MoveT, ...]) -> bool:
        """Whether pictures must be missing where these moves were made."""
        known = moves[0] in self._doubted
        return len(moves) > 1 + known or known < bool(self._doubted)

    def _prior(self, moves: tuple[MoveT, ...]) -> float:
        return MOVE_PRIOR * len(moves) + GAP_PRIOR * self._unseen(moves)

    def _explain(
        self, prior: float, changes: Table, standing: Table, partly: bool | None = None, **what: Any
    ) -> Explanation[MoveT]:
        hidden = self._observation.hidden
        wander = WANDER_PRIOR * any(space not in changes for space in self._strayed)
        wanted = {**{s: self._expected.get(s, {}) for s in self._odd}, **changes}
        faults = cost(self._observation, {s: kinds for s, kinds in wanted.items() if s not in hidden})
        table, partly = {**self._expected, **changes}, self._partly if partly is None else partly
        return Explanation(prior, faults, table, standing, wander=wander, partly=partly, **what)


def _base(
    game: Game[PositionT, MoveT], position: PositionT, leftovers: Table, observation: Observation
) -> tuple[Table, Table, bool]:
    """What should lie there if nothing happened, the left-overs of spaces where some seem to stand still,
    and whether they are just being taken off: where the reading leaves doubt, the picture tells."""
    expected = dict(game.table(position))
    standing: dict[Space, Mapping[Kind, int]] = {}
    partly, evidence = False, observation.evidence
    for space, counts in leftovers.items():
        bare = expected.get(space, {})
        rest = _rest(observation, space, bare, counts)
        there = [dict(Counter(bare) + Counter(more)) for more in (counts, {}, *([rest] if rest else ()))]
        prices = [cost(observation, {space: pieces}) for pieces in there]
        if evidence is not None and space in observation.changed and sorted(prices)[1] < FITTED_NATS:
            others = {s: expected.get(s, {}) for s in observation.changed}
            prices = [-evidence.fit({**others, space: pieces}) for pieces in there]
        prices[2:] = [price + TAKING_PRIOR for price in prices[2:]]
        best = prices.index(min(prices))
        if there[best] != bare:
            standing[space], expected[space] = counts, there[best]
            partly |= best == 2
    for space in game.optional(position):
        if space not in standing and cost(observation, {space: {}}) < cost(
            observation, {space: expected.get(space, {})}
        ):
            expected.pop(space, None)
    return expected, standing, partly


def _rest(
    observation: Observation, space: Space, bare: Mapping[Kind, int], leftovers: Mapping[Kind, int]
) -> dict[Kind, int]:
    """What seems to stand there still of a space's left-overs; nothing where that is all or none of them."""
    seen = less(observation.table.get(space, {}), bare)
    rest = {kind: min(n, seen[kind]) for kind, n in leftovers.items() if seen.get(kind)}
    return {} if rest == dict(leftovers) else rest
