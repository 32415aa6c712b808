"""Suggested acts of Fairy Tile for a seat, each with its reason; bots play the first one.

The search uses only facts the seat may know: the kingdom, the top tile of the stack and the page in hand.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.games.base import N_, Advice, Chance, Sentence, Space, one_a_reason
from companion.games.fairytile.board import cell_text, tile_cells
from companion.games.fairytile.judge import Judged, judge
from companion.games.fairytile.outlook import hopeless
from companion.games.fairytile.position import (
    Act,
    Adventure,
    FinishTurn,
    GiveUp,
    Move,
    PlaceTile,
    Position,
    Tell,
    TurnPage,
)
from companion.games.fairytile.reasons import Odds, Why, begins, completes, prepares, turns
from companion.games.fairytile.rules import adventures, effect, fulfilling, tellable

MAX_SUGGESTIONS = 3
"""Maximum number of suggestions."""
MAX_TRIED = 20
"""Maximum number of adventures to simulate: those after which most of the goal holds."""
_SAMPLING = {0: 6, 1: 2}
"""Weak players consider one in this number of adventures, by `trials`."""
_TURN_SHARE = {False: 0.3, True: 0.1}
"""Probability, 0..1, that a page is turned for which nothing better is known: without magic, and with it.

With 0 a bot wandered for 1 450 turns until a page that it held came true by chance.
"""
_TURN_BELOW = 0.2
"""Minimum probability, 0..1, to tell the page next turn; below it the page is turned."""
_TELL = Sentence(N_("The page in your hand is fulfilled: tell it."))
_END = Sentence(N_("Nothing more to do in this turn."))
_HOPELESS = Sentence(N_("The page in your hand can never be fulfilled any more: no tile is left to help."))


class _ScoredAct(NamedTuple):
    odds: Odds
    act: Adventure


def advise(
    past: Sequence[Position],
    seat: int,
    book: Sequence[int],
    trials: int,
    chance: Chance,
    go_on: Callable[[], bool],
) -> tuple[Advice[Act], ...]:
    """Suggest up to MAX_SUGGESTIONS acts for the player to move, the best first; their reasons differ.

    `book` is the seat's book as it holds it (`position.held`); only the page in hand is read. With `trials` 0
    and 1 a sample of the adventures is considered one move deep; else all of them, a second adventure, and
    the next turn in that number of simulated games.
    """
    return one_a_reason(_advised(past[-1], seat, book[0], trials, chance, go_on))


def _advised(
    p: Position, seat: int, page: int, trials: int, chance: Chance, go_on: Callable[[], bool]
) -> tuple[Advice[Act], ...]:
    if p.done:
        return _after_an_adventure(p, page)
    if hopeless(p, page):
        return (_advice(p, GiveUp(), Why(_HOPELESS)),)
    acts = adventures(p)
    if sampling := _SAMPLING.get(trials):
        acts = list(chance.sample(acts, -(-len(acts) // sampling)))
    if now := fulfilling(p, page, acts):
        return tuple(_advice(p, act, completes(p, act, page)) for act in _some(now, chance))
    if trials not in _SAMPLING and p.magic[seat] and (first := _firsts(p, page, acts, go_on)):
        return tuple(_advice(p, act, begins(p, act, page)) for act in _some(first, chance))
    return _prepared(p, page, acts, trials, chance, go_on)


def _after_an_adventure(p: Position, page: int) -> tuple[Advice[Act], ...]:
    if tellable(p, page):
        return (_advice(p, Tell(page), Why(_TELL)),)
    if now := fulfilling(p, page, adventures(p)):
        return tuple(_advice(p, act, completes(p, act, page)) for act in now[:MAX_SUGGESTIONS])
    return (_advice(p, FinishTurn(), Why(_END)),)


def _firsts(p: Position, page: int, acts: Sequence[Adventure], go_on: Callable[[], bool]) -> list[Adventure]:
    """Return the first few adventures after which a second one fulfils a page."""
    found: list[Adventure] = []
    for act in acts:
        if len(found) == MAX_SUGGESTIONS or not go_on():
            break
        after = effect(p, act)
        if fulfilling(after, page, adventures(after)):
            found.append(act)
    return found


def _prepared(
    p: Position, page: int, acts: Sequence[Adventure], trials: int, chance: Chance, go_on: Callable[[], bool]
) -> tuple[Advice[Act], ...]:
    """Suggest acts that prepare a page which cannot be told in this turn."""
    mixed = chance.sample(acts, len(acts))
    ranked = sorted(mixed, key=lambda act: -_nearness(effect(p, act), page))[:MAX_TRIED]
    if trials in _SAMPLING:
        if not ranked or chance.random() < _TURN_SHARE[p.magic[p.turn]]:
            return (_advice(p, TurnPage(), Why(turns(p, page))),)
        return tuple(_advice(p, act, prepares(p, act, page, Odds())) for act in ranked[:MAX_SUGGESTIONS])
    each = max(1, trials // max(1, len(ranked)))
    tried = []
    for act in ranked:
        tried.append(_ScoredAct(Odds(_likelihood(effect(p, act), page, each, chance), each), act))
        if not go_on():
            break
    best = sorted(tried, key=lambda one: -one.odds.likelihood)[:MAX_SUGGESTIONS]
    likelihood = best[0].odds.likelihood if best else 0.0
    lost = not likelihood and chance.random() < _TURN_SHARE[True]
    if lost or (likelihood < _TURN_BELOW and not p.magic[p.turn]):
        return (
            _advice(p, TurnPage(), Why(turns(p, page))),
            *(_likely(p, one, page) for one in best[: MAX_SUGGESTIONS - 1]),
        )
    return tuple(_likely(p, one, page) for one in best)


def _likelihood(p: Position, page: int, trials: int, chance: Chance) -> float:
    """Estimate the probability that one adventure fulfils a page in the seat's next turn.

    The other players are simulated with random acts.
    """
    return sum(_within_reach(p, page, chance) for _ in range(trials)) / trials


def _within_reach(p: Position, page: int, chance: Chance) -> bool:
    seat, p = p.turn, effect(p, FinishTurn())
    while p.turn != seat:
        open_now = adventures(p)
        p = effect(effect(p, chance.choice(open_now)) if open_now else p, FinishTurn())
    return bool(fulfilling(p, page, adventures(p)))


def _nearness(p: Position, page: int) -> float:
    """Return the share of the tests of a page that hold, 0..1."""
    holding = _leaves(judge(p.box.goals[page], p.moment))
    return sum(part.holds for part in holding) / len(holding)


def _leaves(judged: Judged) -> list[Judged]:
    return [leaf for part in judged.parts for leaf in _leaves(part)] if judged.parts else [judged]


def _some(acts: Sequence[Adventure], chance: Chance) -> list[Adventure]:
    """Choose a few of several equivalent acts at random."""
    return list(chance.sample(acts, min(MAX_SUGGESTIONS, len(acts))))


def _likely(p: Position, tried: _ScoredAct, page: int) -> Advice[Act]:
    return _advice(p, tried.act, prepares(p, tried.act, page, tried.odds))


def _advice(p: Position, act: Act, why: Why) -> Advice[Act]:
    way: tuple[Space, ...] = ()
    if isinstance(act, Move):
        way = (cell_text(p.figure_cells[act.figure]), cell_text(act.to))
    if isinstance(act, PlaceTile):
        way = tuple(map(cell_text, tile_cells(act.at, act.turn)))
    return Advice(act, way, way, *why)
