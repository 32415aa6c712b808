"""Costs of using a card, and the conditions for using it (F-065 to F-068, F-070, F-095)."""

from companion.errors import RuleError
from companion.games.base import N_
from companion.games.fate.acts import Use
from companion.games.fate.hero_action import HeroAct, refused
from companion.games.fate.hero_stats import in_play
from companion.games.fate.heroes import CardEffect, printed
from companion.games.fate.losses import hurt
from companion.games.fate.position import GRIMHEIM
from companion.games.fate.quests import mountains_beside


def name_of(doing: HeroAct, number: int) -> str:
    """Return the name of a card of the hero."""
    return printed(doing.hero_id, number, doing.hero.level).name


def effect_of(doing: HeroAct, use: Use) -> CardEffect:
    """Return the effect used. Raises RuleError `unknown_card`, `no_effect`, or if the card is not in play."""
    face = printed(doing.hero_id, use.card, doing.hero.level)
    effects = face.uses
    if face.pile in ("ability", "equipment"):
        doing.card(use.card)
    if not 0 <= use.option < len(effects):
        raise refused(
            "no_effect",
            N_("{card} has {count} effects, found effect {found}."),
            card=name_of(doing, use.card),
            count=len(effects),
            found=use.option + 1,
        )
    return effects[use.option]


def pay(doing: HeroAct, use: Use, effect: CardEffect) -> int:
    """Pay for an effect and mark it used; return the mana paid. Raises RuleError if it may not be used."""
    number = use.card
    pile = printed(doing.hero_id, number, doing.hero.level).pile
    if pile == "event":
        doing.discard((number,))
    elif number:
        _mark(doing, use, effect)
    _conditions(doing, use, effect)
    mana = _mana(doing, use, effect)
    if mana:
        doing.mana(number, -mana)
    if effect.any_mana:
        _any_mana(doing, use, effect.any_mana)
    if effect.durability:
        doing.wear(number, effect.durability)
    if effect.tokens:
        doing.tokens(number, -effect.tokens)
    if effect.action:
        doing.take_action(effect.action)
    if effect.discard or use.discard:
        if len(use.discard) != effect.discard:
            raise refused(
                "wrong_amount",
                N_("Event cards to discard: expected {expected}, found {found}."),
                expected=effect.discard,
                found=len(use.discard),
            )
        doing.discard(use.discard)
    doing.gold(-effect.pays)
    if effect.hurt_self:
        doing.add(hurt(doing.position, doing.hero_id, effect.hurt_self))
    return mana


def _mark(doing: HeroAct, use: Use, effect: CardEffect) -> None:
    card = doing.card(use.card)
    bit = 1 << use.option
    if (effect.limit == "turn" and card.used) or (effect.limit == "option" and card.used & bit):
        raise refused("used", N_("{card} was used this turn already."), card=name_of(doing, use.card))
    if effect.limit != "none":
        doing.set_card(use.card, used=card.used | bit)


def _conditions(doing: HeroAct, use: Use, effect: CardEffect) -> None:
    hero = doing.hero
    if effect.in_grimheim and hero.hex != GRIMHEIM:
        raise refused(
            "not_here",
            N_("You can use {card} only in Grimheim; the hero is on {found}."),
            card=name_of(doing, use.card),
            found=hero.hex,
        )
    mountains = mountains_beside(hero.hex)
    if mountains < effect.mountains:
        raise refused(
            "not_here",
            N_("Mountains beside the hero for {card}: expected {expected}, found {found}."),
            card=name_of(doing, use.card),
            expected=effect.mountains,
            found=mountains,
        )


def _mana(doing: HeroAct, use: Use, effect: CardEffect) -> int:
    if not effect.mana_max:
        return effect.mana
    if not effect.mana <= use.paid <= effect.mana_max:
        raise refused(
            "wrong_amount",
            N_("{card} takes {least} to {most} mana, found {found}."),
            card=name_of(doing, use.card),
            least=effect.mana,
            most=effect.mana_max,
            found=use.paid,
        )
    return use.paid


def _any_mana(doing: HeroAct, use: Use, amount: int) -> None:
    """Pay mana from any own cards, the chosen ones or the first that hold some (F-068)."""
    paid = dict(use.mana_by_card)
    if not paid:
        for card, _ in in_play(doing.hero):
            part = min(card.mana, amount - sum(paid.values()))
            if part:
                paid[card.number] = part
    if sum(paid.values()) != amount or min(paid.values()) < 0:
        raise refused(
            "too_little_mana",
            N_("{card} costs {expected} mana from your own cards, found {found}."),
            card=name_of(doing, use.card),
            expected=amount,
            found=sum(paid.values()),
        )
    for number, part in paid.items():
        doing.mana(number, -part)


def allowed(doing: HeroAct, use: Use, effect: CardEffect) -> bool:
    """Return whether an effect could be paid for now, for some choice such as cards to discard."""
    trial = HeroAct(doing.position, doing.hero_id)
    if len(use.discard) < effect.discard:
        if trial.hero.hand < effect.discard + (printed(doing.hero_id, use.card).pile == "event"):
            return False
        effect = effect._replace(discard=0)
    try:
        pay(trial, use._replace(mana=use.paid or effect.mana), effect)
    except RuleError:
        return False
    return True
