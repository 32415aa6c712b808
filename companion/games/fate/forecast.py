"""Forecasts of the rules: outcomes of a roll with their probabilities, and the monsters' next walk."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple, get_args

from companion.errors import RuleError
from companion.games.fate import monster_attack
from companion.games.fate.acts import Act, Attack, Use
from companion.games.fate.happenings import Applied, Removed
from companion.games.fate.hero_action import find_hero
from companion.games.fate.hero_stats import armour, has, max_health
from companion.games.fate.heroes import printed
from companion.games.fate.position import Face, Position
from companion.games.fate.rules import apply
from companion.games.fate.track import ATTACK_DIE, last_step
from companion.games.fate.walk import walk


class Outcome(NamedTuple):
    """One result of an act, and its probability from 0 to 1."""

    probability: float
    applied: Applied


class Rolled(NamedTuple):
    """An act with its dice, and its result."""

    act: Act
    applied: Applied


def with_dice(position: Position, act: Attack | Use, dice: tuple[Face, ...]) -> Rolled | None:
    """Return an act with these dice; cards that these faces do not allow are left out of it.

    None if another number of dice is needed then.
    """
    rolled: Attack | Use = act._replace(dice=dice)
    hero = position.heroes[position.turn]
    faces = {use.card: printed(hero.id, use.card, hero.level) for use in act.uses}
    kept = tuple(use for use in act.uses if faces[use.card].uses[use.option].when != "roll")
    for uses in (act.uses, kept):
        try:
            return Rolled(rolled._replace(uses=uses), apply(position, rolled._replace(uses=uses)))
        except RuleError:
            continue
    return None


def is_rolled(act: Act) -> bool:
    """Return whether a hero rolls dice for an act."""
    return isinstance(act, Attack | Use) and bool(act.dice)


def outcomes(position: Position, act: Act) -> tuple[Outcome, ...]:
    """Return all results of an act of the hero; the dice in the act do not count (F-158).

    Empty for a roll whose number of dice depends on its faces.
    """
    if not isinstance(act, Attack | Use) or not act.dice:
        return (Outcome(1.0, apply(position, act)),)
    if has(position.heroes[position.turn], "rune_dice"):
        return ()
    sides, found = Counter(ATTACK_DIE), []
    for faces in combinations_with_replacement(get_args(Face), len(act.dice)):
        counts = Counter(faces)
        orders = factorial(len(faces)) / prod(factorial(n) for n in counts.values())
        probability = orders * prod((sides[face] / len(ATTACK_DIE)) ** n for face, n in counts.items())
        if probability and (done := with_dice(position, act, faces)) is None:
            return ()
        if probability and done:
            found.append(Outcome(probability, done.applied))
    return tuple(found)


def kills(found: Sequence[Outcome]) -> dict[str, float]:
    """Return the probability that each monster dies; those that cannot die are left out."""
    total: defaultdict[str, float] = defaultdict(float)
    for probability, (_, happenings) in found:
        for happening in happenings:
            if isinstance(happening, Removed) and happening.why == "killed":
                total[happening.id] += probability
    return dict(total)


class NextWalk(NamedTuple):
    """Next walk of all monsters if nothing happens before; the monster die counts once it is rolled.

    `entering`: monsters that enter Grimheim. `attackers`: those that may attack the hero afterwards.
    `harm`: the maximum damage of these attacks, armour subtracted.
    """

    entering: frozenset[str]
    attackers: frozenset[str]
    harm: int


def next_walk(position: Position, hero_id: str) -> NextWalk:
    """Return the next walk of the monsters as it concerns one hero (F-250 to F-277, F-302 to F-314)."""
    if position.phase in ("heroes", "die"):
        position = position._replace(step=min(position.step + 1, last_step(position.options)), die=None)
    after, done = walk(position)
    entering = frozenset(h.id for h in done if isinstance(h, Removed) and h.why == "entered")
    protected = armour(find_hero(after, hero_id))
    attackers = {m.id: m for m in after.monsters if hero_id in monster_attack.targets(after, m.id)}
    harm = sum(
        max(0, monster_attack.dice(after, id) * max(1, monster_attack.rune_hits(after, id)) - protected)
        * monster_attack.attacks(monster)
        for id, monster in attackers.items()
    )
    return NextWalk(entering, frozenset(attackers), harm)


def coming_losses(position: Position, turns: int) -> tuple[int, ...]:
    """Return the town pieces that each of the next walks costs (F-250 to F-277).

    All heroes stay where they are, nothing new comes and no monster dies meanwhile.
    """
    found = []
    for turn in range(turns):
        if turn or position.phase not in ("ambush", "walk"):
            position = position._replace(step=min(position.step + 1, last_step(position.options)), die=None)
        before, position = position.town, position if position.result else walk(position).position
        found.append(before - position.town)
    return tuple(found)


def may_fall(position: Position, hero_id: str) -> bool:
    """Return whether the monsters' next attacks could knock the hero out."""
    hero = find_hero(position, hero_id)
    return next_walk(position, hero_id).harm >= max_health(hero) - hero.damage
