"""Current numbers of cards, and the cards that fit a selector."""

from collections.abc import Iterator

from companion.games.fabula.cards import CardDefinition, Condition, Keyword, Passive, Selector
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id, Permanent, Player


def offence(duel: Duel, id_: Id) -> int:
    """Return the damage an ally deals; never below 0 [B25]."""
    return max(0, duel.card(id_).offence + _added(duel, id_, "offence"))


def influence(duel: Duel, id_: Id) -> int:
    """Return the points an ally adds to an influence or defence; never below 0 [B25]."""
    return max(0, duel.card(id_).influence + _added(duel, id_, "influence"))


def life(duel: Duel, id_: Id) -> int:
    """Return the life left to an ally; at 0 or less it dies (FB-068)."""
    return duel.card(id_).life + _added(duel, id_, "life") - duel.battle[id_].damage


def resistance(duel: Duel, id_: Id) -> int:
    """Return the resistance left to a base, 0 or more; its place sets it, not its card (FB-022)."""
    base = duel.bases[id_]
    full = duel.format.centre_resistance if base.centre else duel.format.outskirt_resistance
    return max(0, full + _added(duel, id_, "life") - base.damage)


def restoration_cost(duel: Duel, id_: Id) -> int:
    """Return the resources it costs to restore a tapped card (FB-043, FB-044)."""
    return max(0, duel.card(id_).restoration_cost + _added(duel, id_, "restoration"))


def has(duel: Duel, id_: Id, keyword: Keyword) -> bool:
    """Return whether a card has a keyword from its own text, from other cards or from an effect."""
    thing = duel.thing(id_)
    if thing is None:
        return False
    if any(change.keyword == keyword for change in thing.changes):
        return True
    return any(passive.keyword == keyword for passive in passives(duel, id_, "keyword"))


def _added(duel: Duel, id_: Id, number: str) -> int:
    thing = duel.thing(id_)
    if thing is None:
        return 0
    total: int = sum(getattr(change, number, 0) for change in thing.changes)
    return total + sum(int(getattr(passive, number)) for passive in passives(duel, id_, number))


def passives(duel: Duel, id_: Id, number: str) -> Iterator[Passive]:
    """Yield the passive effects in play that change a number of a card (FB-106, FB-115)."""
    for source, passive, only_if in duel.lasting(number):
        if _reaches(duel, passive, source, id_) and holds(duel, only_if, duel.controller(source), source):
            yield passive


def _reaches(duel: Duel, passive: Passive, source: Id, id_: Id) -> bool:
    if passive.on == "self":
        return source == id_
    if passive.on == "host":
        return source in duel.battle and duel.battle[source].host == id_
    return fits(duel, passive.on, id_, duel.controller(source), source)


def holds(duel: Duel, condition: Condition | None, player: Player, source: Id) -> bool:
    """Return whether a condition of a text of `player` is met."""
    if condition is None:
        return True
    if condition.turn and (condition.turn == "own") != (duel.turn == player):
        return False
    if condition.cards is None:
        return True
    found = sum(1 for _ in fitting(duel, condition.cards, player, source))
    return condition.least <= found and (condition.most is None or found <= condition.most)


def fitting(duel: Duel, selector: Selector, player: Player, source: Id) -> Iterator[Id]:
    """Return all cards that fit a selector of a text of `player` on the card `source`."""
    return (id_ for id_ in _zone(duel, selector) if fits(duel, selector, id_, player, source))


def _zone(duel: Duel, selector: Selector) -> list[Id]:
    if selector.what == "base" or selector.zone == "territory":
        return list(duel.bases)
    if selector.zone == "battle":
        return list(duel.battle)
    if selector.zone == "stack":
        return [item.id for item in duel.stack]
    return [id_ for side in duel.sides for id_ in getattr(side, selector.zone)]


def fits(duel: Duel, selector: Selector, id_: Id, player: Player, source: Id) -> bool:
    """Return whether a card fits a selector of a text of `player` on the card `source`."""
    if selector.other and id_ == source:
        return False
    item = duel.item(id_) if selector.zone == "stack" else None
    controller = item.controller if item else duel.controller(id_)
    if selector.whose != "any" and (selector.whose == "own") != (controller == player):
        return False
    if item and item.ability is not None:
        return selector.what == "card"
    return (
        matches_print(selector, duel.card(id_))
        and _in_zone(duel, selector, id_)
        and (not selector.state or _in_state(duel, selector.state, id_))
    )


def matches_print(selector: Selector, card: CardDefinition) -> bool:
    """Return whether the printed fields of a card fit a selector."""
    if selector.what == "permanent":
        right = card.type in ("ally", "modification")
    else:
        right = selector.what in ("card", card.type)
    return (
        right
        and (not selector.kind or card.kind == selector.kind)
        and (not selector.color or selector.color in card.colors)
        and (selector.most_cost is None or card.cost <= selector.most_cost)
        and (selector.least_offence is None or card.offence >= selector.least_offence)
    )


def _in_zone(duel: Duel, selector: Selector, id_: Id) -> bool:
    if base := duel.bases.get(id_):
        right = not selector.position or (selector.position == "centre") == base.centre
        return right and selector.what in ("base", "card") and not base.destroyed
    if selector.zone == "battle":
        return id_ in duel.battle
    return duel.zone(id_) == selector.zone


def _in_state(duel: Duel, state: str, id_: Id) -> bool:
    if state == "attacking":
        return id_ in duel.combat.attacks
    if state == "blocking":
        return any(id_ in blockers for blockers in duel.combat.blocks.values())
    thing = duel.thing(id_)
    if thing is None:
        return False
    if state == "damaged":
        return thing.damage > 0
    if state == "preparing":
        return isinstance(thing, Permanent) and thing.preparing
    return thing.tapped == (state == "tapped")
