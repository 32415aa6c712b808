"""Small actions, taken with a marker or granted by a card (F-057 to F-061)."""

from collections.abc import Mapping

from companion.games.base import N_
from companion.games.fate.hero_action import HeroAct, refused
from companion.games.fate.hero_stats import drawable, hand_limit
from companion.games.fate.heroes import NAMES, printed
from companion.games.fate.position import GRIMHEIM

MEND, MEND_IN_GRIMHEIM = 2, 5


def prepare(doing: HeroAct) -> None:
    """Draw 1 event card (F-057). Raises RuleError `hand_full` or `no_cards`."""
    hero = doing.hero
    if hero.hand >= hand_limit(hero):
        raise refused(
            "hand_full",
            N_("{hero} holds {found} event cards, the limit. Discard one first."),
            hero=NAMES[hero.id],
            found=hero.hand,
        )
    if not drawable(hero):
        raise refused("no_cards", N_("{hero} has no event cards left to draw."), hero=NAMES[hero.id])
    doing.draw(1)


def focus(doing: HeroAct, card: int) -> None:
    """Put 1 mana on an own card that uses mana (F-058)."""
    doing.mana(card, 1)


def practice(doing: HeroAct) -> None:
    """Gain 1 experience (F-060)."""
    doing.gold(1)


def mend(doing: HeroAct, heal: Mapping[int, int]) -> None:
    """Remove 2 damage from the hero; in Grimheim 5 from hero and equipment (F-059).

    Raises RuleError `bad_mend`.
    """
    inside = doing.hero.hex == GRIMHEIM
    limit = MEND_IN_GRIMHEIM if inside else MEND
    if sum(heal.values()) > limit or any(amount < 0 for amount in heal.values()):
        raise refused(
            "bad_mend",
            N_("Expected at most {expected} damage to remove, found {found}."),
            expected=limit,
            found=sum(heal.values()),
        )
    for number, amount in heal.items():
        name = printed(doing.hero_id, number).name
        if number and not inside:
            raise refused("bad_mend", N_("You can mend {card} only in Grimheim."), card=name)
        if number and printed(doing.hero_id, number).pile != "equipment":
            raise refused(
                "bad_mend", N_("{card} is no equipment card; expected one, or the hero."), card=name
            )
        removed = doing.heal(doing.hero_id, number, amount)
        if removed < amount:
            raise refused(
                "bad_mend",
                N_("{card} has {found} damage; expected at least {expected}."),
                card=name,
                found=removed,
                expected=amount,
            )
