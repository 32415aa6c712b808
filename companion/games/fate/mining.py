"""Orebiter: an attack action on a mountain instead of a monster (F-016, F-061)."""

from companion.games.base import N_
from companion.games.fate.acts import Use
from companion.games.fate.board import NEIGHBOURS, TERRAIN
from companion.games.fate.hero_action import HeroAct, refused
from companion.games.fate.hero_attack import Used, attack_dice, check_twice, roll
from companion.games.fate.heroes import CardEffect
from companion.games.fate.pay import effect_of, name_of, pay
from companion.games.fate.position import GRIMHEIM, Hex


def mountains(hex_: Hex) -> tuple[Hex, ...]:
    """Return the mountains that may be mined from a hex: that one and its neighbours (F-016)."""
    if hex_ == GRIMHEIM:
        return ()
    return tuple(h for h in (hex_, *NEIGHBOURS[hex_]) if TERRAIN.get(h) == "mountain")


def mine(doing: HeroAct, act: Use, effect: CardEffect) -> None:
    """Gain 1 gold per damage, in any attack action or one granted by a card (F-061).

    Effects used inside the attack action are in `act.uses`. Raises RuleError `bad_target`, `wrong_dice` or
    `not_inside`.
    """
    hex_ = act.hexes[0] if act.hexes else ""
    minable = mountains(doing.hero.hex)
    if hex_ not in minable:
        raise refused(
            "bad_target",
            N_("{card}: expected a mountain, one of {expected}, found {found}."),
            minable,
            card=name_of(doing, act.card),
            expected=" · ".join(minable) or N_("no hex at all"),
            found=hex_ or N_("nothing"),
        )
    uses = [Used(inner, effect_of(doing, inner)) for inner in act.uses]
    check_twice(doing, uses)
    grants = [used for used in uses if used.effect.grant == "attack"]
    inside = [used for used in uses if used.effect.when in ("attack", "roll")]
    others = [used for used in uses if used not in inside and used not in grants[:1]]
    if others:
        raise refused(
            "not_inside",
            N_("You cannot use {card} inside an attack action."),
            card=name_of(doing, others[0].use.card),
        )
    for inner, strikes in inside:
        if strikes.split or strikes.splash or strikes.carry:
            raise refused(
                "not_inside",
                N_("{card} has no effect on mining."),
                card=name_of(doing, inner.card),
            )
    if grants:
        effect = effect._replace(action=None)
        pay(doing, *grants[0])
    pay(doing, act, effect)
    rolled = roll(doing, attack_dice(doing, uses), act.dice, hex_, inside, always=True)
    doing.gold(rolled.damage)
