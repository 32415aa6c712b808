"""Interpretation of a picture: weigh all explanations and return a verdict.

Explanations are the hypotheses of `hypotheses.py` and "something else". The weight of each is a negative log
posterior in nats: prior plus negative log likelihood. One is accepted only if its probability is at least
`PARAMS.accept_probability`, so that little is left for all others together. The order of several moves that
one picture shows is never evidence: it is asked about if it decides the position, else reported as unknown.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from math import exp
from types import MappingProxyType
from typing import Generic

from companion.games.base import Game, MoveT, PositionT, Reason, Space, Table, in_order
from companion.session.board.consistency import appeared, arrived, reached, remained, vanished
from companion.session.board.evidence import negative_log_likelihood
from companion.session.board.hypotheses import Explanation, Hypotheses
from companion.session.board.interpreter_params import PARAMS
from companion.table.observation import CERTAIN_NATS, SOON_S, Evidence, Observation
from companion.table.tables import apart, differing, plus
from companion.table.verdict import Ask, Played, Settled, Verdict, Wait, Wrong

NOTHING: Table = MappingProxyType({})


class Interpreter(Generic[PositionT, MoveT]):
    """Interpreter of the observations of one game's table."""

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
        """Return the meaning of a picture in `position`; `leftovers` may still be on the table.

        One of the `doubted` moves was probably made before; another one may have followed. On `disturbed`
        spaces something was wrong: a piece may return to another place within such a space. While part of
        the table is hidden, only a move in clear view is accepted.
        """
        if observation.trouble:
            return Wait(observation.trouble, in_order(observation.hidden))
        hypotheses = Hypotheses(self.game, position, leftovers, observation, doubted, disturbed)
        verdict = self._weigh(position, hypotheses, observation, doubted, disturbed)
        if isinstance(verdict, Played) and verdict.then:
            verdict = _in_any_order(verdict, hypotheses)
        if observation.hidden and not self._in_clear_view(position, verdict, observation):
            return Wait("hand", in_order(observation.hidden))
        if isinstance(verdict, Ask):  # any legal move of a sequence may have been the first
            legal = {*self.game.legal(position)}
            return Ask(tuple(move for move in verdict.moves if move in legal), verdict.gap)
        return verdict

    def _weigh(
        self,
        position: PositionT,
        hypotheses: Hypotheses[PositionT, MoveT],
        observation: Observation,
        doubted: Sequence[MoveT],
        disturbed: Collection[Space],
    ) -> Verdict[MoveT]:
        """Return the verdict on all explanations.

        If the reading alone is not conclusive, they are fitted to the picture. If reading and fit disagree
        about a move or a mistake, the verdict is a question.
        """
        found = hypotheses.found()
        verdict = self._decide(found, PARAMS.unknown_prior_nats, observation, doubted)
        evidence, clear = observation.evidence, found[0].misfit + found[0].wander < PARAMS.slip_nats
        if evidence is None or (clear and self._is_conclusive(position, verdict, observation)):
            return verdict
        again, unknown = self._fitted(found, observation, evidence)
        closer = self._decide(again, unknown, observation, doubted)
        if isinstance(closer, Ask) and isinstance(verdict, Played) and closer.moves == verdict.moves:
            whole = clear and not found[0].partly  # only the pieces still to be removed were not clear
            return verdict if whole and arrived(self.game, position, verdict.moves, observation) else closer
        if isinstance(closer, Settled):
            odd = again[0].misfit > PARAMS.slip_nats
            moves = [e.moves for e in again if e.moves and odd and not again[0].wander]
            if moves and arrived(self.game, position, moves[0], observation):
                return Ask(moves[0][:1])  # a piece arrived there, and none was seen to leave
            too_many = odd and appeared(again[0].table, observation).difference(disturbed)
            if too_many or (again[0].wander and max(found[0].misfit, again[0].misfit) > PARAMS.slip_nats):
                # the surplus piece may be the one that left
                return Wait("motion", in_order(observation.changed))
        if isinstance(closer, Wrong) and closer.source is not None and found[0].moves:
            return Ask(found[0].moves[:1])
        if isinstance(closer, Played) and (
            found[0].mistake is not None or not arrived(self.game, position, closer.moves, observation)
        ):
            return _ask(closer, doubted)
        return closer

    def _is_conclusive(self, position: PositionT, verdict: Verdict[MoveT], observation: Observation) -> bool:
        """Return whether the reading alone is conclusive.

        The arrival of a piece must have been seen. A verdict with partly removed leftovers is never
        conclusive: the remaining ones fit any picture in which something hides the others.
        """
        if isinstance(verdict, Played) and not arrived(self.game, position, verdict.moves, observation):
            return False
        return isinstance(verdict, Played | Settled) and not verdict.partly

    def _in_clear_view(self, position: PositionT, verdict: Verdict[MoveT], observation: Observation) -> bool:
        """Return whether one move was made that no hidden space can affect.

        It may have been made beside a thing that lies there. A hand may still be at it: no other legal move
        of the same pieces may involve a space under the hand.
        """
        if not isinstance(verdict, Played) or verdict.then:
            return False
        moved = {*self.game.changed(position, verdict.move)}
        others = self.game.legal(position) if observation.reached else ()
        touched = [moved, *({*self.game.changed(position, move)} for move in others)]
        return all(observation.hidden.isdisjoint(spaces) for spaces in touched if moved & spaces)

    def _decide(
        self,
        found: list[Explanation[MoveT]],
        unknown: float,
        observation: Observation,
        doubted: Sequence[MoveT],
    ) -> Verdict[MoveT]:
        """Return the verdict on `found`, most probable first.

        `unknown`: nats against something else.
        """
        best = found[0]
        least = min(best.negative_log_posterior, unknown)
        weights = [exp(least - explanation.negative_log_posterior) for explanation in found]
        total = sum(weights) + exp(least - unknown)
        chances = [weight / total for weight in weights]
        # a move that is nearly as probable leads to a question
        margin = PARAMS.slip_nats * bool(best.moves)
        if best.negative_log_posterior >= unknown + margin:
            spaces = in_order(observation.changed)
            if len(spaces) > PARAMS.max_changed_spaces:
                return Wait("motion", spaces)
            return Wrong(Reason("unexplained", spaces), None, None, 1 - sum(chances))
        asked, rival = _rivals(found, observation)
        if chances[0] >= PARAMS.accept_probability and not rival:
            return self._verdict(best, chances[0], observation, doubted)
        alike = [p for p, e in zip(chances, found, strict=True) if not e.mistake and e.moves == best.moves]
        # the moves are sure, only the leftovers still to be removed are not
        if not best.mistake and sum(alike) >= PARAMS.accept_probability and not rival:
            return self._verdict(best, sum(alike), observation, doubted, partly=True)
        mistakes = [(p, e) for p, e in zip(chances, found, strict=True) if e.mistake and not e.moves]
        if (wrong := sum(p for p, _ in mistakes)) >= PARAMS.accept_probability and not rival:
            return self._verdict(mistakes[0][1], wrong, observation, doubted)
        if any(e.moves for e in asked):
            return _ask_about(asked, doubted)
        return Wait("motion", in_order(observation.changed))

    def _fitted(
        self, found: list[Explanation[MoveT]], observation: Observation, evidence: Evidence
    ) -> tuple[list[Explanation[MoveT]], float]:
        """Fit the probable explanations to the picture; return them and the nats of something else.

        The misfit that all of them share is replaced by the gain of the best unrestricted arrangement, which
        may be the reading itself.
        """
        likely = [
            e
            for e in found[: PARAMS.max_fitted]
            if e.negative_log_posterior < found[0].negative_log_posterior + PARAMS.fit_window_nats
        ]

        def fit(table: Table) -> float:
            return evidence.fit({space: table.get(space, {}) for space in observation.changed})

        fits = [fit(e.table) for e in likely]
        seen = [piece.nats for space in observation.changed for piece in evidence.pieces(space)]
        freest = max(fit(observation.table), *fits, sum(seen) - PARAMS.other_piece_nats * len(seen))
        shared = min(e.misfit for e in likely)
        again = sorted(
            (replace(e, misfit=e.misfit - shared + freest - f) for e, f in zip(likely, fits, strict=True)),
            key=lambda e: e.negative_log_posterior,
        )
        otherwise = apart(observation.table, again[0].table, observation.changed)
        more = _count(observation.table, observation.changed) - _count(again[0].table, observation.changed)
        return (
            again,
            PARAMS.unknown_prior_nats
            + PARAMS.other_piece_nats * otherwise
            + PARAMS.added_piece_nats * max(0, more),
        )

    def shows(self, table: Table, leftovers: Table, observation: Observation) -> bool:
        """Return whether a picture shows exactly this table, with or without `leftovers`."""
        if observation.trouble or observation.hidden:
            return False
        spaces = differing(observation.table, plus(table, leftovers))
        wanted = {space: table.get(space, {}) for space in spaces}
        return negative_log_likelihood(observation, wanted) < PARAMS.shown_nats or not differing(
            observation.table, table
        )

    def _verdict(
        self,
        explanation: Explanation[MoveT],
        confidence: float,
        observation: Observation,
        doubted: Sequence[MoveT],
        partly: bool = False,
    ) -> Verdict[MoveT]:
        odd, partly = explanation.misfit > PARAMS.slip_nats, partly or explanation.partly
        if (mistake := explanation.mistake) is not None:
            if explanation.moves:
                return _ask_about([explanation], doubted)
            if odd or not reached(mistake, observation):
                return Wrong(Reason("unexplained", in_order(observation.changed)), None, None, confidence)
            return Wrong(mistake.reason, mistake.source, mistake.target, confidence)
        if odd and explanation.moves and (still := remained(explanation.table, observation)):
            return Wait("motion", in_order(still))  # a captured piece is still to be taken off
        lost = vanished(explanation.table, observation)
        doubtful = odd and (explanation.partly or appeared(explanation.table, observation))
        if explanation.moves and (lost or doubtful):
            return _ask_about([explanation], doubted)
        if lost:
            return Wrong(Reason("unexplained", in_order(lost)), None, None, confidence)
        if explanation.moves:
            move, *then = explanation.moves
            return Played(move, confidence, explanation.leftovers, tuple(then), partly)
        return Settled(confidence, explanation.leftovers, partly)


def _in_any_order(
    played: Played[MoveT], hypotheses: Hypotheses[PositionT, MoveT]
) -> Played[MoveT] | Ask[MoveT]:
    """Return the verdict on moves in a row, whose order no picture showed.

    A question if the order decides the position (who held which ritual), otherwise the moves.
    """
    orders = hypotheses.orders(played.moves)
    if len(frozenset().union(*orders.values())) > 1:
        return Ask(tuple(dict.fromkeys(order[0] for order in orders)), gap=True)
    return replace(played, order_known=len(orders) == 1)


def _ask(played: Played[MoveT], doubted: Sequence[MoveT]) -> Ask[MoveT]:
    """Return a question about moves that were probably made."""
    return Ask(_first_moves(played.moves, doubted), len(played.moves) > 1 + (played.move in doubted))


def _ask_about(found: Sequence[Explanation[MoveT]], doubted: Sequence[MoveT]) -> Ask[MoveT]:
    """Return a question about the moves of all these explanations."""
    moves = dict.fromkeys(move for e in found for move in _first_moves(e.moves, doubted))
    return Ask(tuple(moves), any(e.gap for e in found))


def _first_moves(moves: tuple[MoveT, ...], doubted: Sequence[MoveT]) -> tuple[MoveT, ...]:
    """Return the moves that may have been first: those doubted before, otherwise all."""
    return tuple(move for move in moves if move in doubted) or moves


def _rivals(
    found: Sequence[Explanation[MoveT]], observation: Observation
) -> tuple[list[Explanation[MoveT]], bool]:
    """Return the explanations to ask about, and whether to ask even if the best one is probable.

    Several moves without a picture between them are accepted only in a clear picture and without a near
    rival; moves after a doubted move only in a clear picture. If there was time for two moves, even beside an
    occluding object, a mistake is not accepted if two moves leave the same table. Likewise, if there was time
    without any picture, a move is not accepted if another move and a mistake leave the same table.
    """
    best, reach = found[0], PARAMS.slip_nats
    rival = len(best.moves) > 1 and best.wander + best.misfit > PARAMS.slip_nats
    if best.gap:
        reach += PARAMS.mistake_prior_nats - PARAMS.move_prior_nats
        near = any(e.negative_log_posterior < best.negative_log_posterior + CERTAIN_NATS for e in found[1:2])
        rival |= near or best.unsettled
    elif best.mistake and not best.moves and observation.covered_s > SOON_S:
        reach += 2 * PARAMS.move_prior_nats + PARAMS.gap_prior_nats - PARAMS.mistake_prior_nats
        rival = any(e.gap and e.negative_log_posterior < best.negative_log_posterior + reach for e in found)
    asked = [e for e in found if e.negative_log_posterior < best.negative_log_posterior + reach]
    if best.moves and not best.mistake and observation.unseen_s > SOON_S:
        same = [e for e in found if e.moves and e.mistake and not differing(e.table, best.table)]
        return [*asked, *same], rival or bool(same)
    return asked, rival


def _count(table: Table, spaces: Iterable[Space]) -> int:
    return sum(sum(table.get(space, {}).values()) for space in spaces)
