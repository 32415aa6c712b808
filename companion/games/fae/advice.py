"""Suggested moves of Fae for a seat, each with its reason in one line."""

from collections.abc import Callable, Sequence

from companion.games.base import Advice, Chance, one_a_reason
from companion.games.fae.board import COLOURS, NEIGHBOURS
from companion.games.fae.position import Move, Position
from companion.games.fae.reasons import why
from companion.games.fae.search import FINALISTS, MoveTrials, search

_WORSE = 0.12
"""Maximum gap between the mean worth of a suggested move and that of the best one, in the unit of
`MoveTrials.worth`; moves below it are not suggested.
"""


def advise(
    past: Sequence[Position], seat: int, spirit: str, trials: int, chance: Chance, go_on: Callable[[], bool]
) -> tuple[Advice[Move], ...]:
    """Return up to FINALISTS moves for the player to move, the best first, from the seat's knowledge.

    Their reasons differ.
    """
    best, *others = search(past, seat, spirit, trials, chance, go_on)[:FINALISTS]
    advised = [best, *(tried for tried in others if tried.worth > best.worth - _WORSE)]
    return one_a_reason(_advice(past[-1], tried, spirit) for tried in advised)


def _advice(p: Position, tried: MoveTrials, spirit: str) -> Advice[Move]:
    source, target, _ = tried.move
    highlighted = tuple(space for space in (target, *NEIGHBOURS[target]) if p.groups[space])
    reason, look = why(p, tried, COLOURS.index(spirit))
    return Advice(tried.move, (source, target), highlighted, reason, look)
