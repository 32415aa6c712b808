"""What using a card costs, and whether it may be used at all (F-065 to F-068, F-070, F-095)."""

from companion.errors import RuleError
from companion.games.base import N_
from companion.games.fate.acts import Use
from companion.games.fate.hero_action import Deed, refused
from companion.games.fate.hero_stats import in_play
from companion.games.fate.heroes import Effect, printed
from companion.games.fate.position import GRIMHEIM
from companion.games.fate.quests import mountains_beside
from companion.games.fate.town import hurt


def name_of(deed: Deed, number: int) -> str:
    """What a card of the hero is called."""
    return printed(deed.hero_id, number, deed.hero.level).name


def effect_of(deed: Deed, use: Use) -> Effect:
    """The effect that is used. Raises RuleError `unknown_card`, `no_effect` or that it is not in play."""
    face = printed(deed.hero_id, use.card, deed.hero.level)
    effects = face.uses
    if face.pile in ("ability", "equipment"):
        deed.card(use.card)
    if not 0 <= use.option < len(effects):
        raise refused(
            "no_effect",
            N_("{card} has {count} effects to use; found effect {found}."),
            card=name_of(deed, use.card),
            count=len(effects),
            found=use.option + 1,
        )
    return effects[use.option]


def pay(deed: Deed, use: Use, effect: Effect) -> int:
    """Pay for an effect and mark it used; the mana paid. Raises RuleError when it may not be used."""
    number = use.card
    pile = printed(deed.hero_id, number, deed.hero.level).pile
    if pile == "event":
        deed.discard((number,))
    elif number:
        _mark(deed, use, effect)
    _conditions(deed, use, effect)
    mana = _mana(deed, use, effect)
    if mana:
        deed.mana(number, -mana)
    if effect.any_mana:
        _any_mana(deed, use, effect.any_mana)
    if effect.durability:
        deed.wear(number, effect.durability)
    if effect.tokens:
        deed.tokens(number, -effect.tokens)
    if effect.action:
        deed.take_action(effect.action)
    if effect.discard or use.discard:
        if len(use.discard) != effect.discard:
            raise refused(
                "wrong_amount",
                N_("Expected {expected} event cards to discard, found {found}."),
                expected=effect.discard,
                found=len(use.discard),
            )
        deed.discard(use.discard)
    deed.gold(-effect.pays)
    if effect.hurt_self:
        deed.add(hurt(deed.position, deed.hero_id, effect.hurt_self))
    return mana


def _mark(deed: Deed, use: Use, effect: Effect) -> None:
    card = deed.card(use.card)
    bit = 1 << use.option
    if (effect.limit == "turn" and card.used) or (effect.limit == "option" and card.used & bit):
        raise refused("used", N_("{card} was used this turn already."), card=name_of(deed, use.card))
    if effect.limit != "none":
        deed.set_card(use.card, used=card.used | bit)


def _conditions(deed: Deed, use: Use, effect: Effect) -> None:
    hero = deed.hero
    if effect.in_grimheim and hero.hex != GRIMHEIM:
        raise refused(
            "not_here",
            N_("{card} is used in Grimheim; the hero is on {found}."),
            card=name_of(deed, use.card),
            found=hero.hex,
        )
    mountains = mountains_beside(hero.hex)
    if mountains < effect.mountains:
        raise refused(
            "not_here",
            N_("{card} needs {expected} mountains beside the hero, found {found}."),
            card=name_of(deed, use.card),
            expected=effect.mountains,
            found=mountains,
        )


def _mana(deed: Deed, use: Use, effect: Effect) -> int:
    if not effect.mana_max:
        return effect.mana
    if not effect.mana <= use.mana <= effect.mana_max:
        raise refused(
            "wrong_amount",
            N_("{card} takes {least} to {most} mana, found {found}."),
            card=name_of(deed, use.card),
            least=effect.mana,
            most=effect.mana_max,
            found=use.mana,
        )
    return use.mana


def _any_mana(deed: Deed, use: Use, amount: int) -> None:
    """Mana from any own cards, those chosen or the first that hold some (F-068)."""
    paid = dict(use.cards)
    if not paid:
        for card, _ in in_play(deed.hero):
            part = min(card.mana, amount - sum(paid.values()))
            if part:
                paid[card.number] = part
    if sum(paid.values()) != amount or min(paid.values()) < 0:
        raise refused(
            "too_little_mana",
            N_("{card} costs {expected} mana from own cards, found {found}."),
            card=name_of(deed, use.card),
            expected=amount,
            found=sum(paid.values()),
        )
    for number, part in paid.items():
        deed.mana(number, -part)


def allowed(deed: Deed, use: Use, effect: Effect) -> bool:
    """Whether an effect could be paid for now, choices such as cards to discard left open."""
    trial = Deed(deed.position, deed.hero_id)
    if len(use.discard) < effect.discard:
        if trial.hero.hand < effect.discard + (printed(deed.hero_id, use.card).pile == "event"):
            return False
        effect = effect._replace(discard=0)
    try:
        pay(trial, use._replace(mana=use.mana or effect.mana), effect)
    except RuleError:
        return False
    return True
