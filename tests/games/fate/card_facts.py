"""Printed text of the heroes' cards, read from `hero_facts.json` alone; see `second_reader`."""

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

Row = dict[str, Any]

FACTS: dict[str, Row] = {
    row["id"]: row
    for row in json.loads(Path(__file__).with_name("hero_facts.json").read_text("utf-8"))["heroes"]
}

ALONE = ("free", "after_move_action")
AUTOMATIC = ("add_damage", "if_distance_at_least", "ignore_cover", "vs", "add_dice", "if_source")
"""Keys of effects that apply to every attack action automatically."""


class Effect(NamedTuple):
    """One effect of a card that a player may choose."""

    timing: str
    limit: str
    cost: Row
    does: Row


@cache
def face(hero: str, number: int, level: int = 1) -> Row:
    """Return the side of a card with that number; 0 is the hero card."""
    facts = FACTS[hero]
    if number == 0:
        return dict(facts["hero_card"][level - 1], pile="hero", number=0)
    for ability in facts["abilities"]:
        if number in ability["numbers"]:
            side = ability["sides"][ability["numbers"].index(number)]
            return dict(side, pile="ability", name=ability["name"], number=number)
    for pile, rows in (("equipment", facts["equipment"]), ("event", facts["events"])):
        for row in rows:
            if row["number"] == number:
                return dict(row, pile=pile)
    raise AssertionError(number)


@cache
def effects(hero: str, number: int, level: int = 1) -> tuple[Effect, ...]:
    """Return the choices of a card, in the order of the options of the format."""
    row = face(hero, number, level)
    does, timing = dict(row.get("effect", {})), row.get("timing", "")
    cost, limit = dict(row.get("cost", {})), row.get("limit", "unlimited")
    if "condition" in row:
        does["condition"] = row["condition"]
    if "gain_xp_from_card" in does:
        return (Effect("free", limit, {"token": 1}, {"gain_xp": does["gain_xp_from_card"]}),)
    if "arrow" in cost:
        cost["token"] = cost.pop("arrow")
    parts = does.get("choose_one") or does.get("options")
    if parts:
        return tuple(_part(part, timing, limit, cost) for part in parts)
    if "alt" in does:
        alt = does.pop("alt")
        return (Effect(timing, limit, cost, does), _part(alt, "free", "once_per_turn", {}))
    granted = does.get("grant_action")
    if isinstance(granted, list):
        return tuple(Effect(timing, limit, cost, {**does, "grant_action": one}) for one in granted)
    if timing == "attack_action" and limit in ("each_attack_action", "always"):
        chosen = {key: value for key, value in does.items() if key not in AUTOMATIC}
        kept = {key: value for key, value in chosen.items() if key != "store_excess_damage"}
        return (Effect(timing, limit, cost, kept),) if kept else ()
    choosable = (*ALONE, "attack_action", "any_own_roll", "after_attack_action", "when_damaged")
    later = ("monster_move_step", "after_monster_move", "after_monster_attack")
    lasting = "add_die_per_rune" in does or "if_ends_in" in does
    if timing not in (*choosable, *later) or lasting:
        return ()
    return (Effect(timing, limit, cost, does),)


def _part(part: Row, timing: str, limit: str, cost: Row) -> Effect:
    part = dict(part)
    own = part.pop("timing", "free" if timing == "mixed" else timing)
    return Effect(own, limit, {**cost, **part.pop("cost", {})}, part)


@cache
def automatic(hero: str, number: int) -> Row:
    """Return the effects of a card that apply to every attack action automatically."""
    row = face(hero, number)
    if row.get("timing") != "attack_action" or row.get("limit") not in ("each_attack_action", "always"):
        return {}
    return {key: value for key, value in row["effect"].items() if key in AUTOMATIC}


@cache
def uses_mana(hero: str, number: int) -> bool:
    """Return whether mana may be on a card."""
    row = face(hero, number)
    gains = "gain_mana_per_own_rune" in row.get("effect", {})
    costs = any("mana" in effect.cost for effect in effects(hero, number))
    return bool(row.get("mana_generation")) or gains or costs


def least_mana(cost: Row) -> tuple[int, int]:
    """Return the minimum and maximum mana cost of an effect."""
    mana = cost.get("mana", 0)
    least, _, most = str(mana).partition("-")
    return int(least), int(most or least)
