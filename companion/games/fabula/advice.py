"""Suggested actions for a seat, each with its reason: hints, and bots of three levels."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from companion.errors import RuleError
from companion.games.base import Advice, Chance, Space
from companion.games.fabula import plans, possible
from companion.games.fabula.actions import (
    Action,
    Activate,
    Attach,
    Attack,
    Block,
    Defend,
    Discard,
    Influence,
    Mulligan,
    Pass,
    Play,
    Restore,
)
from companion.games.fabula.duel import Duel
from companion.games.fabula.judge import worth
from companion.games.fabula.position import Id, Player, Position
from companion.games.fabula.possible import attackable, attackers, blockable, blockers, influencers, legal
from companion.games.fabula.reasons import reason
from companion.games.fabula.turns import too_many_cards

MAX_SUGGESTIONS = 3
"""Maximum number of suggestions."""

NOISE = {0: 12.0, 1: 5.0}
"""Range of the random error of weak players by `trials`, in the unit of `judge.worth`."""

DEAR = 4
"""Maximum cost of a card that a bot keeps in its opening hand, in resources."""


class ScoredAction(NamedTuple):
    """Action and its estimated worth in the unit of `judge.worth`."""

    worth: float
    action: Action


def advise(
    past: Sequence[Position], seat: int, secret: int, trials: int, chance: Chance, go_on: Callable[[], bool]
) -> tuple[Advice[Action], ...]:
    """Suggest up to MAX_SUGGESTIONS actions for the seat that decides, the best first.

    `past` must be the seat's own view. Equivalent actions are listed once; doing nothing is suggested only
    if it is best, and then alone, as its reason speaks against all others.
    """
    now, by_cards = past[-1], dict[tuple[Space, ...], Action]()
    equivalents = {id_: now.names[id_] for id_ in now.sides[seat].hand}
    for tried in ranked(now, seat, trials, chance, go_on):
        way = _way(tried.action)
        cards = tuple(equivalents.get(str(card), card) for card in way)
        by_cards.setdefault(cards, tried.action)
    best, *others = by_cards.values()
    chosen = (best, *(one for one in others if _way(best) and _way(one)))[:MAX_SUGGESTIONS]
    return tuple(Advice(one, _way(one), _way(one), reason(now, seat, one)) for one in chosen)


def ranked(
    now: Position, seat: Player, trials: int, chance: Chance, go_on: Callable[[], bool]
) -> list[ScoredAction]:
    """Rank actions by estimated worth, the best first.

    With `trials` 0 and 1 each estimate gets a random error, as for the easy and the middle level.
    """
    if known := _matter_of_course(now, seat):
        return [ScoredAction(0.0, known)]
    found = [ScoredAction(_try(now, seat, action), action) for action in _candidates(now)]
    if noise := NOISE.get(trials):
        found = [ScoredAction(tried.worth + noise * (chance.random() - 0.5), tried.action) for tried in found]
    else:
        found += _improved(now, seat, max(found, key=lambda tried: tried.worth), trials, go_on)
    return sorted(found, key=lambda tried: -tried.worth)


def _matter_of_course(now: Position, seat: Player) -> Action | None:
    """Return the action if no search is needed: opening hand, discard, or the only legal action."""
    duel = Duel(now)
    if now.phase == "mulligan":
        hand = now.sides[seat].hand
        return Mulligan(tuple(n for n, id_ in enumerate(hand, 1) if duel.card(id_).cost > DEAR))
    if n := too_many_cards(duel) if not now.stack and not now.due and seat == now.turn else 0:
        dear = sorted(now.sides[seat].hand, key=lambda id_: -duel.card(id_).cost)
        return Discard(tuple(dear[:n]))
    if len(found := legal(now)) == 1 and not possible.declarable(duel):
        return found[0]
    return None


def _candidates(now: Position) -> list[Action]:
    """Return the legal actions, with whole plans instead of declarations of one ally."""
    duel = Duel(now)
    single = [a for a in legal(now) if not isinstance(a, Attack | Block | Influence | Defend)]
    planned: list[Action] = []
    match possible.declarable(duel):
        case "attack":
            planned += plans.attacks(duel)
        case "block":
            planned += [Block({}), plans.likely_block(duel)]
        case "influence":
            planned += plans.influences(duel)
        case "defend":
            planned += [Defend({}), plans.likely_defence(duel)]
    return [*planned, *single]


def _try(now: Position, seat: Player, action: Action) -> float:
    """Return the worth after an action, the expected answers to it and the whole stack."""
    try:
        duel = plans.line(now, action, plans.EXPECTED)
    except RuleError:
        return -1e9
    value = worth(duel, seat)
    return value + (0.01 if isinstance(action, Pass) else 0.0)


def _improved(
    now: Position, seat: Player, best: ScoredAction, trials: int, go_on: Callable[[], bool]
) -> list[ScoredAction]:
    """Improve the best plan by local search, as long as there are trials left."""
    duel = Duel(now)
    make: Callable[[Mapping[Id, Id]], Action]
    match best.action:
        case Attack(plan):
            able, goals, make = attackers(duel), attackable(duel), Attack
        case Block(plan):
            able, goals, make = blockers(duel), blockable(duel), Block
        case Influence(plan):
            able, goals, make = influencers(duel), attackable(duel), Influence
        case Defend(plan):
            able, goals, make = blockers(duel), list(dict.fromkeys(now.combat.influences.values())), Defend
        case _:
            return []
    found: list[ScoredAction] = []
    while trials > 0 and go_on():
        better = None
        for variant in plans.variants(plan, able, goals):
            trials -= 1
            tried = ScoredAction(_try(now, seat, make(variant)), make(variant))
            if tried.worth > (better or best).worth + 1e-6:
                better, plan_now = tried, variant
            if trials <= 0:
                break
        if better is None:
            break
        best, plan = better, plan_now
        found.append(better)
    return found


def _way(action: Action) -> tuple[Space, ...]:
    """Return the cards an action is about, for pointing at them."""
    match action:
        case Play(play=id_, targets=aims):
            return (id_, *aims)
        case Activate(activate=id_, targets=aims):
            return (id_, *aims)
        case Attach():
            return (action.attach, action.to)
        case Attack() | Block() | Influence() | Defend():
            return tuple(card for pair in action[0].items() for card in pair)
        case Restore() | Discard():
            return tuple(action[0])
    return ()
