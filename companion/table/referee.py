"""The difference between what lies on the table and what may lie there next.

Every explanation of a picture is weighed: nothing happened, each legal move, each usual mistake, each
with left-overs of rituals still standing or already gone. Their costs are log likelihoods and priors;
one is believed only when hardly any probability is left for all others together.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import exp
from typing import Any, Generic

from companion.games.base import Game, Kind, Mistake, MoveT, PositionT, Reason, Space, Table, in_order
from companion.table.evidence import cost, differing
from companion.table.observation import CERTAIN_NATS, Observation
from companion.table.verdict import Ask, Played, Settled, Verdict, Wait, Wrong

MOVE_PRIOR = 2.0
MISTAKE_PRIOR = 6.0
UNKNOWN_PRIOR = 20.0
"""Nats against each kind of explanation: nothing happened costs nothing, then a move, a mistake, and
something that is none of these."""
WANDER_PRIOR = 8.0
"""Nats against pieces that went elsewhere on their space although nothing happened there."""
BELIEVED = 0.98
CONSIDERED = 0.02
CROWD_NATS = 4.0
"""What a reading may be better than the explanation, for each piece seen: crowds are read less well."""
CLOSER_LOOKS = 5
CLOSER_NATS = 30.0
"""Where the reading leaves doubt, so many explanations within so many nats are fitted to the picture."""


@dataclass(frozen=True, slots=True)
class Explanation(Generic[MoveT]):
    """One thing that may have happened, and what it costs to believe it."""

    cost: float
    prior: float
    table: Table
    leftovers: Table
    move: MoveT | None = None
    mistake: Mistake | None = None


class Referee(Generic[PositionT, MoveT]):
    """Weighs observations of one game's table."""

    def __init__(self, game: Game[PositionT, MoveT]) -> None:
        self.game = game

    def judge(self, position: PositionT, leftovers: Table, observation: Observation) -> Verdict[MoveT]:
        """What a picture means in `position`, while `leftovers` may still stand beside it.

        Where the reading alone leaves doubt, its explanations are fitted to the picture; a move that
        one of the two calls a mistake is asked about.
        """
        if observation.trouble:
            return Wait(observation.trouble, in_order(observation.hidden))
        found = sorted(self._explanations(position, leftovers, observation), key=lambda e: e.cost)
        verdict = self._decide(found, observation)
        if isinstance(verdict, Played | Settled) or observation.evidence is None:
            return verdict
        closer = self._decide(self._closer(found, observation), observation)
        first = found[0].move
        if isinstance(closer, Wrong) and closer.source is not None and first is not None:
            return Ask((first,))
        if isinstance(closer, Played) and found[0].mistake is not None:
            return Ask((closer.move,))
        return closer

    def _decide(self, found: list[Explanation[MoveT]], observation: Observation) -> Verdict[MoveT]:
        """The verdict on explanations, cheapest first."""
        best = found[0]
        least = min(best.cost, UNKNOWN_PRIOR)
        weights = [exp(least - explanation.cost) for explanation in found]
        total = sum(weights) + exp(least - UNKNOWN_PRIOR)
        chances = [weight / total for weight in weights]
        if best.cost >= UNKNOWN_PRIOR:
            spaces = in_order(observation.changed)
            return Wrong(Reason("unexplained", spaces), None, None, 1 - sum(chances))
        if chances[0] >= BELIEVED:
            return self._verdict(best, chances[0])
        wrong = sum(p for p, e in zip(chances, found, strict=True) if e.mistake is not None)
        if wrong >= BELIEVED:
            return self._verdict(next(e for e in found if e.mistake is not None), wrong)
        moves = [e.move for p, e in zip(chances, found, strict=True) if e.move is not None and p > CONSIDERED]
        if moves:
            return Ask(tuple(dict.fromkeys(moves)))
        return Wait("motion", in_order(observation.changed))

    def _closer(self, found: list[Explanation[MoveT]], observation: Observation) -> list[Explanation[MoveT]]:
        """The likely explanations, weighed by their edits of the reading and by fitting their pieces."""
        assert observation.evidence is not None
        likely = [e for e in found[:CLOSER_LOOKS] if e.cost < found[0].cost + CLOSER_NATS]
        fits = [
            observation.evidence.fit({s: e.table.get(s, {}) for s in observation.changed}) for e in likely
        ]
        best = max(fits)
        seen = [piece.nats for space in observation.changed for piece in observation.evidence.pieces(space)]
        odd = UNKNOWN_PRIOR if sum(seen) - best > UNKNOWN_PRIOR + CROWD_NATS * len(seen) else 0.0
        again = [
            replace(e, cost=odd + e.cost - found[0].cost + found[0].prior + best - fit)
            for e, fit in zip(likely, fits, strict=True)
        ]
        return sorted(again, key=lambda e: e.cost)

    def settled(self, table: Table, leftovers: Table, observation: Observation) -> bool:
        """Whether a picture shows exactly this table, whatever the rules say about it."""
        if observation.trouble:
            return False
        spaces = differing(observation.table, self._with(table, leftovers))
        wanted = {space: table.get(space, {}) for space in spaces}
        return cost(observation, wanted) < CERTAIN_NATS / 4 or not differing(observation.table, table)

    def _verdict(self, explanation: Explanation[MoveT], confidence: float) -> Verdict[MoveT]:
        if explanation.mistake is not None:
            mistake = explanation.mistake
            return Wrong(mistake.reason, mistake.source, mistake.target, confidence)
        if explanation.move is not None:
            return Played(explanation.move, confidence, explanation.leftovers)
        return Settled(confidence, explanation.leftovers)

    def _explanations(
        self, position: PositionT, leftovers: Table, observation: Observation
    ) -> Iterator[Explanation[MoveT]]:
        expected, standing = self._base(position, leftovers, observation)
        odd = differing(observation.table, expected)
        left = [s for s in observation.changed if observation.evidence and observation.evidence.left(s)]

        def explain(prior: float, changes: Table, standing: Table, **what: Any) -> Explanation[MoveT]:
            if any(space not in changes for space in left):
                prior += WANDER_PRIOR
            price = cost(observation, {**{s: expected.get(s, {}) for s in odd}, **changes})
            return Explanation(prior + price, prior, {**expected, **changes}, standing, **what)

        yield explain(0.0, {}, standing)
        if not odd and not observation.changed:
            return
        seen = odd | observation.changed
        for move in self.game.legal(position):
            changes = self.game.changed(position, move)
            if seen.issuperset(changes):
                options = self.game.removals(position, move)
                still = {**standing, **options[0]} if options else standing
                yield explain(MOVE_PRIOR, changes, still, move=move)
                for removed in options:
                    after = dict(changes)
                    for space, counts in removed.items():
                        after[space] = _less(after.get(space, expected.get(space, {})), counts)
                    yield explain(MOVE_PRIOR, after, standing, move=move)
        for mistake in self.game.mistakes(position):
            if seen.issuperset(mistake.changed):
                yield explain(MISTAKE_PRIOR, mistake.changed, standing, mistake=mistake)

    def _base(self, position: PositionT, leftovers: Table, observation: Observation) -> tuple[Table, Table]:
        """What should lie there if nothing happened, and the left-overs that seem to stand there still."""
        expected = dict(self.game.table(position))
        standing: dict[Space, Mapping[Kind, int]] = {}
        for space, counts in leftovers.items():
            bare = expected.get(space, {})
            full = _plus(bare, counts)
            if cost(observation, {space: full}) <= cost(observation, {space: bare}):
                standing[space] = counts
                expected[space] = full
        for space in self.game.optional(position):
            if space not in standing and cost(observation, {space: {}}) < cost(
                observation, {space: expected.get(space, {})}
            ):
                expected.pop(space, None)
        return expected, standing

    def _with(self, table: Table, leftovers: Table) -> Table:
        return {
            **table,
            **{space: _plus(table.get(space, {}), counts) for space, counts in leftovers.items()},
        }


def _plus(one: Mapping[Kind, int], other: Mapping[Kind, int]) -> dict[Kind, int]:
    return {kind: one.get(kind, 0) + other.get(kind, 0) for kind in {*one, *other}}


def _less(one: Mapping[Kind, int], other: Mapping[Kind, int]) -> dict[Kind, int]:
    return {kind: n for kind, n in ((k, c - other.get(k, 0)) for k, c in one.items()) if n > 0}
