"""Suggested acts of the hero whose turn it is, each with its reason."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from companion.games.base import Advice, Chance, one_a_reason
from companion.games.fate import autoplay
from companion.games.fate.acts import Act, Attack, EndTurn, MonsterAttack, Move, Use
from companion.games.fate.board import PATH_DISTANCE
from companion.games.fate.forecast import Rolled, is_rolled, with_dice
from companion.games.fate.hero_action import ACTIONS, find_hero
from companion.games.fate.hero_stats import attack_range, has, in_play, max_health
from companion.games.fate.heroes import printed
from companion.games.fate.position import Hex, Position
from companion.games.fate.reasons import VAGUE, reason
from companion.games.fate.rules import apply, finished, is_legal
from companion.games.fate.strikes import hero_roll

MOST = 3
"""Maximum number of suggestions."""
_CANDIDATES = 10
"""Maximum number of acts that are compared."""
_MOVES = 4
"""Maximum number of moves among them."""
_ROUNDS = 2
"""Number of monsters' turns that a trial looks ahead."""
_LONG = 400
"""Maximum number of acts in a trial; a round of four heroes has about 40."""


def advise(
    past: Sequence[Position],
    seat: int,
    secret: Any,
    trials: int,
    chance: Chance,
    go_on: Callable[[], bool],
) -> tuple[Advice[Act], ...]:
    """Return up to MOST legal acts, the best first, with the dice that the app rolled for them.

    `secret` are the numbers of the event cards of a hero that the app plays. A person's cards are unknown:
    with None events are left out. Each of the `trials` plays the game on to the end of the second monsters'
    turn; without trials the order is that of the automatic heroes. The order does not depend on the dice.
    The reasons differ.
    """
    position = past[-1]
    found = candidates(position, secret or (), chance)
    if trials and len(found) > 1:
        found = _ranked(position, found, secret or (), trials, chance, go_on)
    advised = [_advice(position, roll_again(position, act, chance, secret or ()).act) for act in found]
    good = [one for one in advised[1:] if one.reason.pattern not in VAGUE]
    return one_a_reason([advised[0], *good])[:MOST]


def candidates(position: Position, hand: Sequence[int], chance: Chance) -> list[Act]:
    """Return different legal acts, those of the automatic heroes first; end of turn only without actions."""
    found: dict[tuple[Any, ...], Act] = {}
    for act in _ideas(position, hand, chance):
        key = (type(act), *_target(act))
        if key not in found and is_legal(position, act):
            found[key] = act
    acting: list[Act] = [act for act in found.values() if not isinstance(act, EndTurn)]
    if acting and len(position.heroes[position.turn].actions) < ACTIONS:
        return acting[:_CANDIDATES]
    return list(islice(found.values(), _CANDIDATES))


def prevention(position: Position, attack: MonsterAttack, offers: Sequence[Use], hand: Sequence[int]) -> int:
    """Return the index of the card with which the app's hero prevents damage; -1 to take the damage.

    Cards in play come first, events are kept for attacks that would knock the hero out.
    """
    hero = find_hero(position, attack.hero)
    in_front = {card.number for card, _ in in_play(hero)}
    for index, use in enumerate(offers):
        if use.card in in_front:
            return index
    after = find_hero(apply(position, attack).position, hero.id)
    falls = (after.damage <= hero.damage and after.hex != hero.hex) or after.damage >= max_health(hero)
    return next((i for i, use in enumerate(offers) if use.card in hand), -1) if falls else -1


def _ideas(position: Position, hand: Sequence[int], chance: Chance) -> Iterator[Act]:
    for act in autoplay.ideas(position, chance, hand):
        if isinstance(act, EndTurn):
            yield from _more(position, hand, chance)
        yield act


def _more(position: Position, hand: Sequence[int], chance: Chance) -> Iterator[Act]:
    """Yield attacks on all monsters in range, and further moves."""
    hero = position.heroes[position.turn]
    if "attack" not in hero.actions:
        for monster in autoplay.monsters_in_range(position, hero, attack_range(hero)):
            yield from autoplay.attacks(position, hero, monster, chance, hand)
    if "move" not in hero.actions:
        yield from autoplay.moves(position, hero, _MOVES)


def _target(act: Act) -> tuple[object, ...]:
    match act:
        case Attack(monster):
            return (monster, act.free)
        case Use(card, option):
            return (card, option)
        case Move(to):
            return (to,)
    return ()


def _ranked(
    position: Position,
    found: list[Act],
    hand: Sequence[int],
    trials: int,
    chance: Chance,
    go_on: Callable[[], bool],
) -> list[Act]:
    """Sort acts by their mean worth in trials."""
    worth = [0.0] * len(found)
    for _ in range(max(1, trials // len(found))):
        if not go_on():
            break
        for index, act in enumerate(found):
            worth[index] += _trial(position, act, hand, chance)
    order = sorted(range(len(found)), key=lambda index: -worth[index])
    return [found[index] for index in order]


def _trial(position: Position, act: Act, hand: Sequence[int], chance: Chance) -> float:
    until = position.step + _ROUNDS
    position = roll_again(position, act, chance, hand).applied.position
    for _ in range(_LONG):
        if finished(position) or (position.step >= until and position.phase == "heroes"):
            break
        position = apply(position, autoplay.next_move(position, chance)).position
    return worth(position)


def roll_again(position: Position, act: Act, chance: Chance, hand: Sequence[int]) -> Rolled:
    """Return an act with new dice: an attack with the cards that help then, an effect as before."""
    hero = position.heroes[position.turn]
    if isinstance(act, Attack):
        return _attack_again(position, act, chance, hand)
    if isinstance(act, Use) and is_rolled(act):
        extra = act.dice.count("rune") if has(hero, "rune_dice") else 0
        dice = hero_roll(hero, len(act.dice) - extra, chance)
        if rolled := with_dice(position, act, dice):
            return rolled
    return Rolled(act, apply(position, act))


def _attack_again(position: Position, act: Attack, chance: Chance, hand: Sequence[int]) -> Rolled:
    hero = position.heroes[position.turn]
    target = next(m for m in position.monsters if m.id == act.monster)
    grants = tuple(use for use in act.uses if printed(hero.id, use.card, hero.level).uses[use.option].grant)
    again = autoplay.attacks(position, hero, target, chance, hand, grants)
    chosen = next(one for one in again if is_legal(position, one))
    return Rolled(chosen, apply(position, chosen))


def worth(position: Position) -> float:
    """Return the worth of a position for the heroes, in town pieces; judged by hand."""
    if position.result:
        return 20.0 if position.result == "won" else position.town - 20.0
    heroes = sum(
        0.4 * hero.upgrades + 0.06 * hero.gold + 0.1 * len(hero.cards) - 0.08 * hero.damage
        for hero in position.heroes
    )
    threats = sum(2.0 / (2 + PATH_DISTANCE.get(m.hex, 20)) for m in position.monsters)
    return position.town + heroes - threats


def _advice(position: Position, act: Act) -> Advice[Act]:
    way = _way(position, act)
    return Advice(act, way, way[-1:], reason(position, act))


def _way(position: Position, act: Act) -> tuple[Hex, ...]:
    """Return the way of an act: from the hero to the target, or the hero's own hex."""
    here = position.heroes[position.turn].hex
    where = {monster.id: monster.hex for monster in position.monsters}
    match act:
        case Move(to) if to != here:
            return (here, to)
        case Attack(monster) if monster in where:
            return (here, where[monster])
        case Use(monsters=(monster, *_)) if monster in where:
            return (here, where[monster])
    return (here,)
