"""Attacks of automatic heroes: the dice first, then only the cards that are needed for the kill (F-073)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.errors import RuleError
from companion.games.base import Chance
from companion.games.fate.acts import Attack, Use
from companion.games.fate.board import NEIGHBOURS
from companion.games.fate.hero_action import HeroAct
from companion.games.fate.hero_attack import attack_dice
from companion.games.fate.hero_stats import has, in_play
from companion.games.fate.heroes import CardEffect, PrintedCard
from companion.games.fate.losses import find
from companion.games.fate.monsters import health
from companion.games.fate.position import Face, Hero, Monster, Position
from companion.games.fate.rules import apply
from companion.games.fate.track import ATTACK_DIE

MOST_SPLIT = 6


class Boost(NamedTuple):
    """An effect that adds to a roll: its price (0 is free), damage it adds, and dice."""

    price: int
    damage: int
    dice: int
    use: Use


def roll(dice: int, chance: Chance) -> tuple[Face, ...]:
    """Roll attack dice (F-158)."""
    return tuple(chance.choices(ATTACK_DIE, k=dice))


def hero_roll(hero: Hero, dice: int, chance: Chance) -> tuple[Face, ...]:
    """Roll dice of a hero; with Windbite every rune rolls one more."""
    rolled = roll(dice, chance)
    while has(hero, "rune_dice") and (more := rolled[-dice:].count("rune") if dice else 0):
        rolled, dice = (*rolled, *roll(more, chance)), more
    return rolled


def strike(
    position: Position,
    target: Monster,
    cards: Sequence[tuple[int, PrintedCard]],
    chance: Chance,
    grant: tuple[Use, ...] = (),
) -> Iterator[Attack]:
    """Yield an attack with the cards that help to kill its target, then the bare attack."""
    doing = HeroAct(position, position.heroes[position.turn].id)
    bare = Attack(target.id, hero_roll(doing.hero, attack_dice(doing), chance), grant, free=bool(grant))
    left = _left(position, bare)
    if left is None:
        return
    act = _boosted(position, bare, _boosts(doing.hero, cards, bare.dice), left, chance) if left else bare
    yield _extended(position, act, cards, target)
    yield bare


def _left(position: Position, act: Attack) -> int | None:
    """Return the health the target has left after an attack; None if the attack is not allowed."""
    try:
        after = apply(position, act).position
    except RuleError:
        return None
    monster = find(after, act.monster)
    return health(monster, after.monsters) - monster.damage if monster else 0


def _boosts(hero: Hero, cards: Sequence[tuple[int, PrintedCard]], dice: Sequence[Face]) -> list[Boost]:
    """Return the effects that may be added to a roll, the cheapest first."""
    tokens = {card.number: card.tokens for card, _ in in_play(hero)}
    found = []
    for number, face in cards:
        for option, effect in enumerate(face.uses):
            if effect.when in ("attack", "roll") and (effect.add_damage or effect.add_dice):
                damage = _added(effect, dice.count("rune"), tokens.get(number, 0))
                if damage or effect.add_dice:
                    price = _price(face, effect)
                    found.append(Boost(price, damage, effect.add_dice, Use(number, option)))
    return sorted(found, key=lambda boost: (boost.price, -boost.damage))


def _added(effect: CardEffect, runes: int, tokens: int) -> int:
    """Return the damage that an effect adds to a roll with that many runes."""
    if effect.min_runes > runes:
        return 0
    return {"rune": runes * effect.add_damage, "stored": tokens}.get(effect.per or "", effect.add_damage)


def _price(face: PrintedCard, effect: CardEffect) -> int:
    if face.pile == "event":
        return 2
    return int(bool(effect.durability or effect.tokens))


def _boosted(position: Position, bare: Attack, boosts: Sequence[Boost], left: int, chance: Chance) -> Attack:
    """Return the attack with the cheapest effects that kill; else with those that cost no card."""
    act, needs = bare, left
    renewable = bare
    for boost in boosts:
        if needs <= 0:
            break
        if boost.dice:
            if needs > boost.dice // 2:
                continue
            return act._replace(dice=(*act.dice, *roll(boost.dice, chance)), uses=(*act.uses, boost.use))
        more = act._replace(uses=(*act.uses, boost.use))
        if (after := _left(position, more)) is not None:
            act, needs = more, after
            renewable = more if boost.price == 0 else renewable
    return act if needs <= 0 else renewable


def _extended(
    position: Position, act: Attack, cards: Sequence[tuple[int, PrintedCard]], target: Monster
) -> Attack:
    """Add what an attack does to other monsters, and what it brings at its end."""
    hero = position.heroes[position.turn]
    for number, face in cards:
        for option, effect in enumerate(face.uses):
            for use in _others(position, hero, target, effect, Use(number, option)):
                more = act._replace(uses=(*act.uses, use))
                after = _left(position, more)
                if after is not None and (after == 0 or not effect.split):
                    act = more
                    break
    return act


def _others(position: Position, hero: Hero, target: Monster, effect: CardEffect, use: Use) -> Iterator[Use]:
    """Yield ways to use an effect that hurts another monster or brings mana, the best first."""
    beside = [m for m in position.monsters if m.hex in NEIGHBOURS[hero.hex]]
    near = [m for m in position.monsters if m.hex in NEIGHBOURS[target.hex] and m.id != target.id]
    if effect.split:
        for amount in range(MOST_SPLIT, 0, -1):
            for other in beside:
                if other.id != target.id:
                    yield use._replace(monsters=(other.id,), amount=amount)
    elif effect.carry or effect.splash:
        for other in near:
            yield use._replace(monsters=(other.id,))
    elif effect.when == "after_attack" and effect.damage:
        for other in sorted(beside, key=lambda m: health(m, position.monsters) - m.damage):
            yield use._replace(monsters=(other.id,))
    elif effect.when == "after_attack" and effect.mana_gain:
        for card, face in in_play(hero):
            if face.uses_mana:
                yield use._replace(mana={card.number: effect.mana_gain})
