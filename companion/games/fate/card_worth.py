"""The worth of cards to automatic heroes, in attack dice a turn; two dice are about one damage."""

from companion.games.fate.hero_stats import strength
from companion.games.fate.heroes import Always, CardEffect, PrintedCard
from companion.games.fate.position import Hero

DICE_PER_DAMAGE = 2.0
DICE_PER_MANA = 1.2
DICE_PER_GOLD = 1.2
ADJACENT = 0.7
"""Share of the turns in which a monster is next to the hero."""
WORKING_TURNS = 4
"""Number of turns in which a card that wears out is of use."""


def worth(hero: Hero, face: PrintedCard) -> float:
    """Return the worth of a card in play: printed values, lasting abilities and effects."""
    values = face.strength + 0.3 * face.health + 1.2 * face.armour + 0.3 * face.move + 0.5 * face.range_bonus
    mana = DICE_PER_MANA * face.mana
    traits = 0.5 * len(face.traits) + ("runes_hit" in face.traits) * strength(hero) / 3
    lasting = sum(_always(hero, always) for always in face.always)
    effects = [_effect(hero, face, effect) for effect in face.uses]
    best = max(effects, default=0.0)
    return values + mana + traits + lasting + best + 0.7 * face.end_draw


def _always(hero: Hero, always: Always) -> float:
    """Return the worth of a bonus to every attack."""
    if always.source:
        return 0.3
    often = 0.35 if always.faction else 0.7 if always.min_distance else 1.0
    times = 1.8 if always.per else 1.0
    return often * times * (DICE_PER_DAMAGE * always.add_damage + always.add_dice)


def _effect(hero: Hero, face: PrintedCard, effect: CardEffect) -> float:
    """Return the worth of an effect if it is used whenever it can be paid."""
    good = _result(hero, effect)
    if effect.mana:
        return 0.15 * good
    if effect.durability:
        return good * face.durability / (2 * WORKING_TURNS)
    if effect.tokens:
        return good * face.tokens / (2 * WORKING_TURNS)
    if effect.action:
        return 0.4 * good
    return good


def _result(hero: Hero, effect: CardEffect) -> float:
    """Return the worth of the result of an effect."""
    often = ADJACENT if effect.reach == 1 else 1.0
    targets = max(1, effect.targets)
    damage = max(1, effect.damage) * targets if effect.damage else 0.0
    kill = 2.0 * effect.max_rank if effect.kill else 0.0
    hurt = often * (DICE_PER_DAMAGE * (damage + 0.5 * effect.counter) + effect.roll * targets + kill)
    more = DICE_PER_DAMAGE * effect.add_damage + effect.add_dice
    attack = strength(hero) if effect.grant == "attack" else 0
    others = 1.5 * (effect.splash or effect.split or bool(effect.carry)) + 1.5 * effect.hold
    care = min(effect.heal, 2) + 1.5 * min(effect.prevent, 2) + 0.5 * effect.move
    return (
        hurt
        + more
        + attack
        + others
        + care
        + DICE_PER_GOLD * 2 * effect.gold
        + 0.7 * effect.draw
        + effect.mine
    )
