"""Damage to a hero before it is placed: armour, prevention, counterattack (F-066, F-160, F-161, F-318)."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.errors import RuleError
from companion.games.base import N_
from companion.games.fate.acts import Use
from companion.games.fate.board import NEIGHBOURS
from companion.games.fate.happenings import Applied, Happening
from companion.games.fate.hero_action import HeroAct, find_hero, refused
from companion.games.fate.hero_stats import armour, copies_left, has, in_play, max_health
from companion.games.fate.heroes import CardEffect, pile, printed
from companion.games.fate.losses import TOWN_LOST, find, hurt
from companion.games.fate.pay import effect_of, name_of, pay
from companion.games.fate.position import Face, Hero, Position

COUNTERBLOW = 1
"""Damage that Dreadnought II deals to the attacker after an attack."""


class Defended(NamedTuple):
    """Position with costs paid and counterattacks made, damage left for the hero, and happenings."""

    position: Position
    damage: int
    happenings: tuple[Happening, ...] = ()


def defended(
    position: Position,
    hero_id: str,
    attacker_id: str,
    damage: int,
    uses: Sequence[Use] = (),
    unpreventable: bool = False,
) -> Defended:
    """Resolve one damage event on a hero before the damage is placed.

    `attacker_id` is a monster or "". Call it for attacks without damage, too: the hero may strike back.
    Raises RuleError `not_preventable`, `twice`, or the reason why a card cannot be used.
    """
    doing = HeroAct(position, hero_id)
    left = damage if unpreventable else max(0, damage - armour(doing.hero))
    used: set[int] = set()
    if left and not unpreventable:
        uses = (*_automatic_preventions(doing, uses), *uses)
    for use in uses:
        effect = effect_of(doing, use)
        if unpreventable or left <= 0 or effect.when != "damaged":
            raise refused(
                "not_preventable",
                N_("{card} prevents nothing here: {damage} damage is left."),
                card=name_of(doing, use.card),
                damage=left,
            )
        if use.card in used:
            raise refused(
                "twice", N_("{card} can be used once for each damage."), card=name_of(doing, use.card)
            )
        used.add(use.card)
        left = max(0, left - _prevent(doing, use, effect, attacker_id))
    if has(doing.hero, "strikes_back") and not unpreventable and _may_strike(doing, left):
        _strike_back(doing, attacker_id, COUNTERBLOW)
    return Defended(doing.position, left, tuple(doing.done))


def _automatic_preventions(doing: HeroAct, uses: Sequence[Use]) -> tuple[Use, ...]:
    """Return automatic preventions: Dwarf Mail takes the first damage of a monster turn (F-066).

    There are none if the players agreed on a choice.
    """
    if not mail_is_first(doing.position) or doing.position.phase == "heroes":
        return ()
    named = {use.card for use in uses}
    return tuple(
        Use(card.number, option)
        for card, face in in_play(doing.hero)
        for option, effect in enumerate(face.uses)
        if effect.monster_turn and not card.used and card.number not in named
    )


def _may_strike(doing: HeroAct, damage: int) -> bool:
    """Return whether the hero may strike back (F-205, F-400).

    A knocked-out hero does so only if the option allows it, and never once the game is lost by it.
    """
    if doing.hero.damage + damage < max_health(doing.hero):
        return True
    options = doing.position.options
    is_allowed = options.to_the_letter and options.strikes_when_knocked_out
    return is_allowed and doing.position.town > TOWN_LOST


def mail_is_first(position: Position) -> bool:
    """Return whether Dwarf Mail takes the first damage of a monster turn automatically."""
    return position.options.to_the_letter and position.options.mail_first


def strike(
    position: Position,
    hero_id: str,
    attacker_id: str,
    damage: int,
    uses: Sequence[Use] = (),
    dice: tuple[Face, ...] = (),
) -> Applied:
    """Resolve one damage event on a hero from hits to damage placed and a knock-out (F-159 to F-163)."""
    position, left, done = defended(position, hero_id, attacker_id, damage, uses)
    position, put = hurt(position, hero_id, left, dice) if left else Applied(position)
    return Applied(position, done + put)


def _prevent(doing: HeroAct, use: Use, effect: CardEffect, attacker_id: str) -> int:
    if effect.adjacent and not _is_beside(doing, attacker_id):
        raise refused(
            "not_adjacent",
            N_("{card} works against an adjacent monster only."),
            card=name_of(doing, use.card),
        )
    if effect.monster_turn and doing.position.phase == "heroes":
        raise refused(
            "not_now", N_("{card} works in the monsters' turn only."), card=name_of(doing, use.card)
        )
    pay(doing, use, effect)
    doing.draw(effect.draw, use.drawn)
    if effect.counter:
        _strike_back(doing, attacker_id, effect.counter)
    return effect.prevent


def _is_beside(doing: HeroAct, attacker_id: str) -> bool:
    attacker = find(doing.position, attacker_id)
    return attacker is not None and attacker.hex in NEIGHBOURS[doing.hero.hex]


def _strike_back(doing: HeroAct, attacker_id: str, damage: int) -> None:
    attacker = find(doing.position, attacker_id)
    if attacker is not None and attacker.hex in NEIGHBOURS[doing.hero.hex]:
        doing.harm(attacker, damage)


def preventions(position: Position, hero_id: str, attacker_id: str = "") -> tuple[Use, ...]:
    """Return the preventions the hero could use now: cards in play first, then events."""
    hero = find_hero(position, hero_id)
    numbers = [card.number for card, _ in in_play(hero)]
    if hero.hand:
        numbers += [face.number for face in pile(hero_id, "event")]
    found = []
    for number in numbers:
        for option, effect in enumerate(printed(hero_id, number).uses):
            use = Use(number, option)
            asked = not (effect.monster_turn and mail_is_first(position))
            if effect.when == "damaged" and asked and _works(position, hero_id, use, effect, attacker_id):
                found.append(use)
    return tuple(found)


def may_react(hero: Hero) -> bool:
    """Return whether a card may prevent damage or answer attacks; then the order of attacks matters (F-301).

    Cards in play count, and events that may be in hand.
    """
    if has(hero, "strikes_back"):
        return True
    numbers = [card.number for card, _ in in_play(hero)]
    if hero.hand:
        numbers += [face.number for face in pile(hero.id, "event") if copies_left(hero, face.number)]
    uses = (effect for number in numbers for effect in printed(hero.id, number, hero.level).uses)
    return any(effect.when in ("damaged", "attacked") for effect in uses)


def _works(position: Position, hero_id: str, use: Use, effect: CardEffect, attacker_id: str) -> bool:
    try:
        _prevent(HeroAct(position, hero_id), use, effect, attacker_id)
    except RuleError:
        return False
    return True
