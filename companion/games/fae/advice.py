"""Suggested moves of Fae for a seat, each with its reason in one line."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.games.base import N_, Advice, Chance, Sentence, counted
from companion.games.fae.board import COLOURS, NEIGHBOURS
from companion.games.fae.position import Move, Position
from companion.games.fae.search import FINALISTS, MoveTrials, choices, search

_WORSE = 0.12
"""Maximum gap between the mean worth of a suggested move and that of the best one, in the unit of
`MoveTrials.worth`; moves below it are not suggested.
"""
_WORTH_TELLING = 3
"""Minimum change in points that is given as a reason."""


def advise(
    past: Sequence[Position], seat: int, spirit: str, trials: int, chance: Chance, go_on: Callable[[], bool]
) -> tuple[Advice[Move], ...]:
    """Return up to FINALISTS moves for the player to move, the best first, from the seat's knowledge."""
    best, *others = search(past, seat, spirit, trials, chance, go_on)[:FINALISTS]
    advised = [best, *(tried for tried in others if tried.worth > best.worth - _WORSE)]
    return tuple(_advice(past[-1], tried, seat, spirit) for tried in advised)


def _advice(p: Position, tried: MoveTrials, seat: int, spirit: str) -> Advice[Move]:
    source, target, _ = tried.move
    highlighted = tuple(space for space in (target, *NEIGHBOURS[target]) if p.groups[space])
    return Advice(tried.move, (source, target), highlighted, _reason(p, tried, seat, COLOURS.index(spirit)))


def _reason(p: Position, tried: MoveTrials, seat: int, mine: int) -> Sentence:
    after = tried.after
    points = after.scores[mine] - p.scores[mine]
    if points:
        return counted("Your spirit gets {n} point now.", "Your spirit gets {n} points now.", points)
    if after.cards_used > p.cards_used:
        return Sentence(N_("No points for your spirit, but a ritual card for you."))
    before, then = _open(p, mine), _open(after, mine)
    if (denied := before.others - then.others) >= _WORTH_TELLING:
        return Sentence(N_("Takes a ritual of {n} points away from the others."), {"n": denied})
    if then.own >= before.own + _WORTH_TELLING:
        return Sentence(N_("Prepares a ritual of {n} points for your spirit."), {"n": then.own})
    if tried.trials:
        won = round(10 * tried.won / tried.trials)
        return Sentence(N_("Wins {n} of 10 simulated games."), {"n": won})
    return Sentence(N_("As good as any other move."))


class _BestPoints(NamedTuple):
    """Highest number of points one move brings the own colour, and another move any other colour."""

    own: int
    others: int


def _open(p: Position, mine: int) -> _BestPoints:
    own = others = 0
    for _, after in choices(p):
        gains = [new - old for old, new in zip(p.scores, after.scores, strict=True)]
        own = max(own, gains[mine])
        others = others if gains[mine] else max(others, *gains)
    return _BestPoints(own, others)
