"""The difference between what lies on the table and what may lie there next.

Every explanation of a picture is weighed: nothing happened, each legal move, several in a row, each usual
mistake, each with left-overs of rituals still standing or already gone, and something else. Their costs are
log likelihoods and priors; one is believed only when hardly any probability is left for all others together.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from math import exp
from types import MappingProxyType
from typing import Generic, Protocol

from companion.games import fae
from companion.games.base import Game, MoveT, PositionT, Reason, Space, Table, in_order
from companion.session.fae.consistency import appeared, arrived, reached, vanished
from companion.session.fae.evidence import cost
from companion.session.fae.hypotheses import (
    FITTED_NATS,
    GAP_PRIOR,
    MISTAKE_PRIOR,
    MOST_CHANGED,
    MOVE_PRIOR,
    SLIP_NATS,
    Explanation,
    Hypotheses,
)
from companion.table.observation import CERTAIN_NATS, SOON_S, Evidence, Observation
from companion.table.tables import apart, differing, plus
from companion.table.verdict import Ask, Played, Settled, Verdict, Wait, Wrong

UNKNOWN_PRIOR = 20.0
"""Nats against something that no explanation tells of."""
BELIEVED = 0.98
ANY_PIECE_NATS = 4.0
"""Something else may be any of five or ten kinds at any of five or ten places: nats against each piece that
lies otherwise."""
NOTHING: Table = MappingProxyType({})
ADDED_NATS = 5.0
"""Nobody brings pieces along: nats more against each one that there are more than were there."""
CLOSER_LOOKS = 5
"""Where the reading leaves doubt, so many explanations are fitted to the picture."""


class FaeInterpreter(Protocol):
    """The interpretation that a session of Fae needs; tests give it another one."""

    def interpret(
        self,
        position: fae.Position,
        observation: Observation,
        leftovers: Table,
        doubted: Sequence[fae.Move],
        disturbed: Collection[Space],
    ) -> Verdict[fae.Move]:
        """As `Interpreter.interpret`."""

    def shows(self, table: Table, leftovers: Table, observation: Observation) -> bool:
        """As `Interpreter.shows`."""


class Interpreter(Generic[PositionT, MoveT]):
    """Weighs observations of one game's table."""

    def __init__(self, game: Game[PositionT, MoveT]) -> None:
        self.game = game

    def interpret(
        self,
        position: PositionT,
        observation: Observation,
        leftovers: Table = NOTHING,
        doubted: Sequence[MoveT] = (),
        disturbed: Collection[Space] = (),
    ) -> Verdict[MoveT]:
        """The meaning of a picture in `position`, while `leftovers` may still stand on the table.

        One of the `doubted` moves was made before, as far as could be seen; another may have followed.
        On `disturbed` spaces something was wrong: a piece that comes back to one need not stand where it
        stood. While something hides part of the table, only a move in clear view is believed.
        """
        if observation.trouble:
            return Wait(observation.trouble, in_order(observation.hidden))
        verdict = self._weigh(position, leftovers, observation, doubted, disturbed)
        if observation.hidden and not self._in_clear_view(position, verdict, observation.hidden):
            return Wait("hand", in_order(observation.hidden))
        if isinstance(verdict, Ask):  # of several in a row any that can be may have been the first
            legal = {*self.game.legal(position)}
            return Ask(tuple(move for move in verdict.moves if move in legal), verdict.gap)
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
        found = Hypotheses(self.game, position, leftovers, observation, doubted, disturbed).found()
        verdict = self._decide(found, UNKNOWN_PRIOR, observation, doubted)
        evidence, clear = observation.evidence, found[0].faults + found[0].wander < SLIP_NATS
        if evidence is None or (clear and self._told(position, verdict, observation)):
            return verdict
        again, unknown = self._closer(found, observation, evidence)
        closer = self._decide(again, unknown, observation, doubted)
        if isinstance(closer, Ask) and isinstance(verdict, Played) and closer.moves == verdict.moves:
            whole = clear and not found[0].partly  # only what is still to be taken off was not
            return verdict if whole and arrived(self.game, position, verdict.moves, observation) else closer
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
        if isinstance(closer, Played) and (
            found[0].mistake is not None or not arrived(self.game, position, closer.moves, observation)
        ):
            return _asked(closer, doubted)
        return closer

    def _told(self, position: PositionT, verdict: Verdict[MoveT], observation: Observation) -> bool:
        """Whether a reading alone tells what happened.

        Of a piece that came something must have been seen; what is left of what is being taken off fits
        whatever hides the rest.
        """
        if isinstance(verdict, Played) and not arrived(self.game, position, verdict.moves, observation):
            return False
        return isinstance(verdict, Played | Settled) and not verdict.partly

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
        self,
        found: list[Explanation[MoveT]],
        unknown: float,
        observation: Observation,
        doubted: Sequence[MoveT],
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
            return self._verdict(best, chances[0], observation, doubted)
        alike = [p for p, e in zip(chances, found, strict=True) if not e.mistake and e.moves == best.moves]
        if not best.mistake and sum(alike) >= BELIEVED and not rival:  # but for what is still to be taken off
            return self._verdict(best, sum(alike), observation, doubted, partly=True)
        mistakes = [(p, e) for p, e in zip(chances, found, strict=True) if e.mistake and not e.moves]
        if (wrong := sum(p for p, _ in mistakes)) >= BELIEVED and not rival:
            return self._verdict(mistakes[0][1], wrong, observation, doubted)
        if any(e.moves for e in asked):
            return _asking(asked, doubted)
        return Wait("motion", in_order(observation.changed))

    def _closer(
        self, found: list[Explanation[MoveT]], observation: Observation, evidence: Evidence
    ) -> tuple[list[Explanation[MoveT]], float]:
        """The likely explanations, fitted to the picture, and what something else costs beside them.

        The faults of the reading that all of them share are priced anew: by how much better the freest
        arrangement fits, be it the reading itself.
        """
        likely = [e for e in found[:CLOSER_LOOKS] if e.cost < found[0].cost + FITTED_NATS]

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

    def shows(self, table: Table, leftovers: Table, observation: Observation) -> bool:
        """Whether a picture shows exactly this table, with or without `leftovers`, whatever the rules say."""
        if observation.trouble or observation.hidden:
            return False
        spaces = differing(observation.table, plus(table, leftovers))
        wanted = {space: table.get(space, {}) for space in spaces}
        return cost(observation, wanted) < CERTAIN_NATS / 4 or not differing(observation.table, table)

    def _verdict(
        self,
        explanation: Explanation[MoveT],
        confidence: float,
        observation: Observation,
        doubted: Sequence[MoveT],
        partly: bool = False,
    ) -> Verdict[MoveT]:
        odd, partly = explanation.faults > SLIP_NATS, partly or explanation.partly
        if (mistake := explanation.mistake) is not None:
            if explanation.moves:
                return _asking([explanation], doubted)
            if odd or not reached(mistake, observation):
                return Wrong(Reason("unexplained", in_order(observation.changed)), None, None, confidence)
            return Wrong(mistake.reason, mistake.source, mistake.target, confidence)
        lost = vanished(explanation.table, observation)
        doubtful = odd and (explanation.partly or appeared(explanation.table, observation))
        if explanation.moves and (lost or doubtful):
            return _asking([explanation], doubted)
        if lost:
            return Wrong(Reason("unexplained", in_order(lost)), None, None, confidence)
        if explanation.moves:
            move, *then = explanation.moves
            return Played(move, confidence, explanation.leftovers, tuple(then), partly)
        return Settled(confidence, explanation.leftovers, partly)


def _asked(played: Played[MoveT], doubted: Sequence[MoveT]) -> Ask[MoveT]:
    """A question about moves that seem to have been made."""
    return Ask(_first(played.moves, doubted), len(played.moves) > 1 + (played.move in doubted))


def _asking(found: Sequence[Explanation[MoveT]], doubted: Sequence[MoveT]) -> Ask[MoveT]:
    """A question about all that may have happened."""
    moves = dict.fromkeys(move for e in found for move in _first(e.moves, doubted))
    return Ask(tuple(moves), any(e.gap for e in found))


def _first(moves: tuple[MoveT, ...], doubted: Sequence[MoveT]) -> tuple[MoveT, ...]:
    """Which of several in a row may have been the first: one in doubt before, if it is among them."""
    return tuple(move for move in moves if move in doubted) or moves


def _rivals(
    found: Sequence[Explanation[MoveT]], observation: Observation
) -> tuple[list[Explanation[MoveT]], bool]:
    """What is asked about where the best is not sure, and whether that is however likely it is.

    Moves between which no picture was taken are believed only in a clear picture where nothing comes near,
    and what followed a move in doubt only in a clear one.
    Where there was time, be it beside a thing that hid something, a mistake is not believed beside two moves
    that leave the same table, nor, where no picture was taken, a move beside another one and a mistake.
    """
    best, reach = found[0], SLIP_NATS
    rival = len(best.moves) > 1 and best.wander + best.faults > SLIP_NATS
    if best.gap:
        reach += MISTAKE_PRIOR - MOVE_PRIOR
        near = any(e.cost < best.cost + CERTAIN_NATS for e in found[1:2])
        rival |= near or best.unsettled
    elif best.mistake and not best.moves and observation.covered_s > SOON_S:
        reach += 2 * MOVE_PRIOR + GAP_PRIOR - MISTAKE_PRIOR
        rival = any(e.gap and e.cost < best.cost + reach for e in found)
    asked = [e for e in found if e.cost < best.cost + reach]
    if best.moves and not best.mistake and observation.unseen_s > SOON_S:
        same = [e for e in found if e.moves and e.mistake and not differing(e.table, best.table)]
        return [*asked, *same], rival or bool(same)
    return asked, rival


def _count(table: Table, spaces: Iterable[Space]) -> int:
    return sum(sum(table.get(space, {}).values()) for space in spaces)
