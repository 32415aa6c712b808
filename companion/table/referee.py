"""The difference between what lies on the table and what may lie there next.

Every explanation of a picture is weighed: nothing happened, each legal move, several in a row, each usual
mistake, each with left-overs of rituals still standing or already gone, and something else. Their costs are
log likelihoods and priors; one is believed only when hardly any probability is left for all others together.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, log
from typing import Any, Generic

from companion.games.base import Game, Kind, Mistake, MoveT, PositionT, Reason, Space, Table, in_order
from companion.table.evidence import apart, cost, differing
from companion.table.gaps import MOST_MOVES, Course, courses, less, mistaken, same_change
from companion.table.observation import CERTAIN_NATS, SOON_S, Evidence, Observation
from companion.table.verdict import Ask, Played, Settled, Verdict, Wait, Wrong
from companion.table.whereabouts import appeared, arrived, reached, vanished

MOVE_PRIOR = 2.0
MISTAKE_PRIOR = 6.0
GAP_PRIOR = 8.0
UNKNOWN_PRIOR = 20.0
"""Nats against each kind of explanation: nothing happened costs nothing, then each move, a mistake, a gap
in the pictures between several moves, and something that is none of these."""
WANDER_PRIOR = 8.0
"""Nats against pieces that went elsewhere on their space although nothing happened there."""
TAKING_PRIOR = 6.0
"""Nats against a picture of just the moment when some of a space's left-overs are taken off, others not."""
BELIEVED = 0.98
CONSIDERED = 0.02
SLIP_NATS = -log(CONSIDERED)
"""What costs more than this to overlook is looked at closer."""
ANY_PIECE_NATS = 4.0
"""Something else may be any of five or ten kinds at any of five or ten places: nats against each piece that
lies otherwise."""
ADDED_NATS = 5.0
"""Nobody brings pieces along: nats more against each one that there are more than were there."""
MOST_CHANGED = 24
"""Hands do not change more spaces between two pictures: rather the picture is not understood."""
CLOSER_LOOKS = 5
CLOSER_NATS = 30.0
"""Where the reading leaves doubt, so many explanations within so many nats are fitted to the picture."""


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


class Referee(Generic[PositionT, MoveT]):
    """Weighs observations of one game's table."""

    def __init__(self, game: Game[PositionT, MoveT]) -> None:
        self.game = game

    def judge(
        self,
        position: PositionT,
        leftovers: Table,
        observation: Observation,
        doubted: Sequence[MoveT] = (),
        disturbed: Collection[Space] = (),
    ) -> Verdict[MoveT]:
        """What a picture means in `position`, while `leftovers` may still stand beside it.

        One of the `doubted` moves was made before, as far as could be seen; another may have followed.
        On `disturbed` spaces something was wrong: what comes back to them need not stand where it stood.
        While something hides part of the table, only a move in clear view is believed.
        """
        if observation.trouble:
            return Wait(observation.trouble, in_order(observation.hidden))
        verdict = self._weigh(position, leftovers, observation, doubted, disturbed)
        if isinstance(verdict, Played):
            moves = (verdict.move, *verdict.then)
            if not arrived(self.game, position, moves, observation):
                verdict = Ask((verdict.move,))
        if observation.hidden and not self._in_clear_view(position, verdict, observation.hidden):
            return Wait("hand", in_order(observation.hidden))
        if isinstance(verdict, Ask):  # of several in a row any that can be may have been the first
            legal = {*self.game.legal(position)}
            moves = tuple(move for move in verdict.moves if move in legal)
            return Ask(tuple(move for move in moves if move in doubted) or moves, verdict.gap)
        return verdict

    def _weigh(
        self,
        position: PositionT,
        leftovers: Table,
        observation: Observation,
        doubted: Sequence[MoveT],
        disturbed: Collection[Space],
    ) -> Verdict[MoveT]:
        """All explanations against each other.

        Where the reading alone leaves doubt, they are fitted to the picture; a move that one of the two
        calls a mistake is asked about.
        """
        every = self._explanations(position, leftovers, observation, doubted, disturbed)
        found = sorted(every, key=lambda e: e.cost)
        verdict = self._decide(found, UNKNOWN_PRIOR, observation)
        evidence, clear = observation.evidence, found[0].faults + found[0].wander < SLIP_NATS
        if evidence is None or (clear and isinstance(verdict, Played | Settled)):
            return verdict
        again, unknown = self._closer(found, observation, evidence)
        closer = self._decide(again, unknown, observation)
        if isinstance(closer, Settled):
            odd = again[0].faults > SLIP_NATS
            moves = [e.moves for e in again if e.moves and odd and not again[0].wander]
            if moves and arrived(self.game, position, moves[0], observation):
                return Ask(moves[0][:1])  # a piece that came there, and none seen to leave
            too_many = odd and appeared(again[0].table, observation).difference(disturbed)
            if too_many or (again[0].wander and max(found[0].faults, again[0].faults) > SLIP_NATS):
                return Wait("motion", in_order(observation.changed))  # what went may be what is one too many
        if isinstance(closer, Wrong) and closer.source is not None and found[0].moves:
            return Ask(found[0].moves[:1])
        if isinstance(closer, Played) and found[0].mistake is not None:
            return Ask((closer.move,))
        return closer

    def _in_clear_view(self, position: PositionT, verdict: Verdict[MoveT], hidden: frozenset[Space]) -> bool:
        """Whether one move was made, no other one of whose pieces may have led to what is hidden."""
        if not isinstance(verdict, Played) or verdict.then:
            return False
        touched = {*self.game.changed(position, verdict.move)}
        near = [
            changes
            for m in self.game.legal(position)
            if touched & (changes := {*self.game.changed(position, m)})
        ]
        return all(hidden.isdisjoint(changes) for changes in near)

    def _decide(
        self, found: list[Explanation[MoveT]], unknown: float, observation: Observation
    ) -> Verdict[MoveT]:
        """The verdict on explanations, cheapest first, and on something else, which costs `unknown`."""
        best = found[0]
        least = min(best.cost, unknown)
        weights = [exp(least - explanation.cost) for explanation in found]
        total = sum(weights) + exp(least - unknown)
        chances = [weight / total for weight in weights]
        if best.cost >= unknown + SLIP_NATS * bool(best.moves):  # a move nearly as likely is asked about
            spaces = in_order(observation.changed)
            if len(spaces) > MOST_CHANGED:
                return Wait("motion", spaces)
            return Wrong(Reason("unexplained", spaces), None, None, 1 - sum(chances))
        asked, rival = _rivals(found, observation)
        if chances[0] >= BELIEVED and not rival:
            return self._verdict(best, chances[0], observation)
        alike = [p for p, e in zip(chances, found, strict=True) if not e.mistake and e.moves == best.moves]
        if not best.mistake and sum(alike) >= BELIEVED and not rival:  # but for what is still to be taken off
            return self._verdict(replace(best, partly=True), sum(alike), observation)
        mistakes = [(p, e) for p, e in zip(chances, found, strict=True) if e.mistake and not e.moves]
        if (wrong := sum(p for p, _ in mistakes)) >= BELIEVED and not rival:
            return self._verdict(mistakes[0][1], wrong, observation)
        if moves := [move for e in asked for move in e.moves]:
            return Ask(tuple(dict.fromkeys(moves)), any(e.gap for e in asked))
        return Wait("motion", in_order(observation.changed))

    def _closer(
        self, found: list[Explanation[MoveT]], observation: Observation, evidence: Evidence
    ) -> tuple[list[Explanation[MoveT]], float]:
        """The likely explanations, fitted to the picture, and what something else costs beside them.

        The faults of the reading that all of them share are priced anew: by how much better the freest
        arrangement fits, be it the reading itself.
        """
        likely = [e for e in found[:CLOSER_LOOKS] if e.cost < found[0].cost + CLOSER_NATS]

        def fit(table: Table) -> float:
            return evidence.fit({space: table.get(space, {}) for space in observation.changed})

        fits = [fit(e.table) for e in likely]
        seen = [piece.nats for space in observation.changed for piece in evidence.pieces(space)]
        freest = max(fit(observation.table), *fits, sum(seen) - ANY_PIECE_NATS * len(seen))
        shared = min(e.faults for e in likely)
        again = sorted(
            (replace(e, faults=e.faults - shared + freest - f) for e, f in zip(likely, fits, strict=True)),
            key=lambda e: e.cost,
        )
        otherwise = apart(observation.table, again[0].table, observation.changed)
        more = _count(observation.table, observation.changed) - _count(again[0].table, observation.changed)
        return again, UNKNOWN_PRIOR + ANY_PIECE_NATS * otherwise + ADDED_NATS * max(0, more)

    def settled(self, table: Table, leftovers: Table, observation: Observation) -> bool:
        """Whether a picture shows exactly this table, whatever the rules say about it."""
        if observation.trouble or observation.hidden:
            return False
        spaces = differing(observation.table, self._with(table, leftovers))
        wanted = {space: table.get(space, {}) for space in spaces}
        return cost(observation, wanted) < CERTAIN_NATS / 4 or not differing(observation.table, table)

    def _verdict(
        self, explanation: Explanation[MoveT], confidence: float, observation: Observation
    ) -> Verdict[MoveT]:
        if (mistake := explanation.mistake) is not None:
            if explanation.moves:
                return Ask(explanation.moves)
            if not reached(mistake, observation):
                return Wrong(Reason("unexplained", in_order(observation.changed)), None, None, confidence)
            return Wrong(mistake.reason, mistake.source, mistake.target, confidence)
        lost = vanished(explanation.table, observation)
        odd = explanation.faults > SLIP_NATS
        doubtful = odd and (explanation.partly or appeared(explanation.table, observation))
        if explanation.moves and (lost or doubtful):
            return Ask(explanation.moves[:1])
        if lost:
            return Wrong(Reason("unexplained", in_order(lost)), None, None, confidence)
        if explanation.moves:
            move, *then = explanation.moves
            return Played(move, confidence, explanation.leftovers, tuple(then), explanation.partly)
        return Settled(confidence, explanation.leftovers, explanation.partly)

    def _explanations(
        self,
        position: PositionT,
        leftovers: Table,
        observation: Observation,
        doubted: Sequence[MoveT],
        disturbed: Collection[Space],
    ) -> Iterator[Explanation[MoveT]]:
        expected, standing, partly = self._base(position, leftovers, observation)
        hidden = observation.hidden
        odd = differing(observation.table, expected) - hidden
        tidied = differing(self._with(self.game.table(position), leftovers), expected)
        evidence = observation.evidence
        left = {s for s in observation.changed - tidied if evidence and evidence.left(s)}
        strayed = left.difference(disturbed)

        def explain(
            prior: float, changes: Table, standing: Table, taking: bool = partly, **what: Any
        ) -> Explanation[MoveT]:
            wander = WANDER_PRIOR * any(space not in changes for space in strayed)
            wanted = {**{s: expected.get(s, {}) for s in odd}, **changes}
            faults = cost(observation, {s: kinds for s, kinds in wanted.items() if s not in hidden})
            table = {**expected, **changes}
            return Explanation(prior, faults, table, standing, wander=wander, partly=taking, **what)

        def unseen(moves: tuple[MoveT, ...]) -> bool:
            known = moves[0] in doubted
            return len(moves) > 1 + known or known < bool(doubted)

        def prior(moves: tuple[MoveT, ...]) -> float:
            return MOVE_PRIOR * len(moves) + GAP_PRIOR * unseen(moves)

        yield (best := explain(0.0, {}, standing))
        if not odd and not observation.changed:
            return
        seen = odd | observation.changed
        for move in self.game.legal(position):
            changes = self.game.changed(position, move)
            if (seen | hidden).issuperset(changes) and not seen.isdisjoint(changes):
                options = self.game.removals(position, move)
                still = {**standing, **options[0]} if options else standing
                tables: list[tuple[Table, Table, bool]] = [(changes, still, partly)]
                for removed in (removed for removed in options if hidden.isdisjoint(removed)):
                    without: dict[Space, Mapping[Kind, int]] = {
                        s: less(changes.get(s, expected.get(s, {})), n) for s, n in removed.items()
                    }
                    tables.append(({**changes, **without}, standing, partly))
                    rests = {s: _rest(observation, s, without[s], n) for s, n in removed.items()}
                    if any(rests.values()):
                        tables.append(({**changes, **self._with(without, rests)}, still, True))
                for after, there, taking in tables:
                    price = prior((move,)) + TAKING_PRIOR * (taking and not partly)
                    yield (one := explain(price, after, there, taking, moves=(move,)))
                    best = min(best, one, key=lambda e: e.cost)
        for mistake in self.game.mistakes(position):
            if seen.issuperset(mistake.changed):
                yield (one := explain(MISTAKE_PRIOR, mistake.changed, standing, mistake=mistake))
                best = min(best, one, key=lambda e: e.cost)

        if len(odd) > MOST_CHANGED:
            return

        def several(course: Course[PositionT, MoveT]) -> Explanation[MoveT]:
            there, gap = {**standing, **course.standing}, unseen(course.moves)
            stirred = any(
                evidence and evidence.left(s) > (Counter(expected.get(s, {})) - Counter(kinds)).total()
                for s, kinds in course.changes.items()
                if s in strayed
            )
            price, unsettled = prior(course.moves), course.unsettled or stirred
            return explain(price, course.changes, there, moves=course.moves, gap=gap, unsettled=unsettled)

        paused, covered = observation.unseen_s > SOON_S, observation.covered_s > SOON_S
        then: Iterable[tuple[Course[PositionT, MoveT], Mistake]] = ()
        if best.cost > MOVE_PRIOR + MISTAKE_PRIOR + GAP_PRIOR * (not doubted) - SLIP_NATS:
            then = mistaken(self.game, position, seen, odd | left)
        elif paused and best.moves:
            changes = {s: best.table.get(s, {}) for s in differing(best.table, expected)}
            then = same_change(self.game, position, expected, changes)
        for course, mistake in then:
            price = prior(course.moves) + MISTAKE_PRIOR + GAP_PRIOR * (not doubted)
            there = {**standing, **course.standing}
            yield explain(price, course.changes, there, moves=course.moves, mistake=mistake)
        longer = courses(self.game, position, seen, odd | left, lambda course: several(course).cost)
        for count in range(2, MOST_MOVES + 1):
            ambiguous = count == 2 and best.mistake and covered
            if not ambiguous and best.cost < MOVE_PRIOR * count + GAP_PRIOR * (not doubted) - SLIP_NATS:
                return  # no course of so many moves can matter
            for course in next(longer):
                yield (one := several(course))
                best = min(best, one, key=lambda e: e.cost)

    def _base(
        self, position: PositionT, leftovers: Table, observation: Observation
    ) -> tuple[Table, Table, bool]:
        """What should lie there if nothing happened, the left-overs of spaces where some seem to stand still,
        and whether they are just being taken off: where the reading leaves doubt, the picture tells."""
        expected = dict(self.game.table(position))
        standing: dict[Space, Mapping[Kind, int]] = {}
        partly, evidence = False, observation.evidence
        for space, counts in leftovers.items():
            bare = expected.get(space, {})
            rest = _rest(observation, space, bare, counts)
            there = [_plus(bare, counts), bare, *([_plus(bare, rest)] if rest else [])]
            prices = [cost(observation, {space: pieces}) for pieces in there]
            if evidence is not None and space in observation.changed and sorted(prices)[1] < CLOSER_NATS:
                others = {s: expected.get(s, {}) for s in observation.changed}
                prices = [-evidence.fit({**others, space: pieces}) for pieces in there]
            prices[2:] = [price + TAKING_PRIOR for price in prices[2:]]
            best = prices.index(min(prices))
            if there[best] != bare:
                standing[space], expected[space] = counts, there[best]
                partly |= best == 2
        for space in self.game.optional(position):
            if space not in standing and cost(observation, {space: {}}) < cost(
                observation, {space: expected.get(space, {})}
            ):
                expected.pop(space, None)
        return expected, standing, partly

    def _with(self, table: Table, leftovers: Table) -> Table:
        return {
            **table,
            **{space: _plus(table.get(space, {}), counts) for space, counts in leftovers.items()},
        }


def _rivals(
    found: Sequence[Explanation[MoveT]], observation: Observation
) -> tuple[list[Explanation[MoveT]], bool]:
    """What is asked about where the best is not sure, and whether that is however likely it is.

    Moves between which no picture was taken are believed only in a clear picture where nothing comes near.
    Where there was time, be it beside a thing that hid something, a mistake is not believed beside two moves
    that leave the same table, nor, where no picture was taken, a move beside another one and a mistake.
    """
    best, rival, reach = found[0], False, SLIP_NATS
    if best.gap:
        reach += MISTAKE_PRIOR - MOVE_PRIOR
        near = any(e.cost < best.cost + CERTAIN_NATS for e in found[1:2])
        rival = near or best.unsettled or best.wander + best.faults > SLIP_NATS
    elif best.mistake and not best.moves and observation.covered_s > SOON_S:
        reach += 2 * MOVE_PRIOR + GAP_PRIOR - MISTAKE_PRIOR
        rival = any(e.gap and e.cost < best.cost + reach for e in found)
    asked = [e for e in found if e.cost < best.cost + reach]
    if best.moves and not best.mistake and observation.unseen_s > SOON_S:
        same = [e for e in found if e.moves and e.mistake and not differing(e.table, best.table)]
        return [*asked, *same], rival or bool(same)
    return asked, rival


def _rest(
    observation: Observation, space: Space, bare: Mapping[Kind, int], leftovers: Mapping[Kind, int]
) -> dict[Kind, int]:
    """What seems to stand there still of a space's left-overs; nothing where that is all or none of them."""
    seen = less(observation.table.get(space, {}), bare)
    rest = {kind: min(n, seen[kind]) for kind, n in leftovers.items() if seen.get(kind)}
    return {} if rest == dict(leftovers) else rest


def _count(table: Table, spaces: Iterable[Space]) -> int:
    return sum(sum(table.get(space, {}).values()) for space in spaces)


def _plus(one: Mapping[Kind, int], other: Mapping[Kind, int]) -> dict[Kind, int]:
    return {kind: one.get(kind, 0) + other.get(kind, 0) for kind in {*one, *other}}
