"""Piles of abilities and equipment: only the top card and the cards put under them are known (F-037)."""

from companion.games.base import N_
from companion.games.fate.hero_action import HeroAct, refused
from companion.games.fate.hero_stats import unknown_abilities, unknown_equipment
from companion.games.fate.heroes import NAMES, printed


def reveal_ability(doing: HeroAct, named: int | None) -> None:
    """Reveal the next ability after the top one left the pile. Raises RuleError `next_card`."""
    unknown = unknown_abilities(doing.hero)
    under = doing.hero.abilities_under
    number, under = _next(doing, unknown, under, named)
    doing.set(ability=number, abilities_under=under, seen=_seen(doing, number))


def reveal_equipment(doing: HeroAct, named: int | None) -> None:
    """Reveal the next equipment, the new visible quest. Raises RuleError `next_card`."""
    unknown = unknown_equipment(doing.hero)
    under = doing.hero.equipment_under
    number, under = _next(doing, unknown, under, named)
    doing.set(equipment=number, equipment_under=under, seen=_seen(doing, number))


def _seen(doing: HeroAct, number: int | None) -> frozenset[int]:
    return doing.hero.seen if number is None else doing.hero.seen | {number}


def _next(
    doing: HeroAct, unknown: frozenset[int], under: tuple[int, ...], named: int | None
) -> tuple[int | None, tuple[int, ...]]:
    """Return the card that is on top now and the known ones below it; a single unknown card is implied."""
    if not unknown and not under:
        return None, ()
    expected = unknown or frozenset(under[:1])
    if named is None and len(expected) == 1:
        named = next(iter(expected))
    if named not in expected:
        found = N_("no card") if named is None else printed(doing.hero_id, named).name
        raise refused(
            "next_card",
            N_("Expected the new top card of {hero}, one of {expected}; found {found}."),
            hero=NAMES[doing.hero_id],
            expected=", ".join(map(str, sorted(expected))),
            found=found,
        )
    return named, under if unknown else under[1:]
