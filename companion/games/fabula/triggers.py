"""Triggered abilities: events put them on the stack (FB-108)."""

from collections.abc import Iterator

from companion.games.fabula.cards import Ability, Selector
from companion.games.fabula.duel import Duel, TriggerEvent
from companion.games.fabula.position import Base, Due, Item, Permanent
from companion.games.fabula.targets import choices
from companion.games.fabula.values import holds, matches_print

OF_PLAYERS = ("turn_begins", "turn_ends", "played", "base_lost", "base_won")
"""Triggers of players: in their abilities "self" is the controller."""


def put(duel: Duel) -> None:
    """Put triggered abilities on the stack, those of the player whose turn it is first [B16].

    Their controllers choose the targets if there is a choice; an ability without a legal target is dropped.
    """
    events, duel.events = duel.events, []
    if duel.result:
        return
    items = [item for event in events for item in _set_off(duel, event)]
    for item in sorted(items, key=lambda item: item.controller != duel.turn):
        text = duel.text(item)
        found = choices(duel, text.targets, item.controller, item.source)
        if not found:
            continue
        item = item._replace(id=f"{item.source}#{duel.number()}")
        if len(found) == 1:
            item = item._replace(targets=found[0])
        else:
            duel.owe(Due(item.controller, "choose", len(text.targets), item.id))
        duel.stack.append(item)


def _set_off(duel: Duel, event: TriggerEvent) -> Iterator[Item]:
    sources: list[Permanent | Base] = list(duel.in_play())
    if event.left and event.trigger in ("leaves", "dies"):
        sources.append(event.left)
    for source in sources:
        name = event.name if source is event.left else duel.names.get(source.id, "")
        if not name:
            continue
        for number, ability in enumerate(duel.cards[name].abilities):
            if ability.when != event.trigger or (ability.once and number in source.used):
                continue
            if _concerns(duel, ability, event, source) and holds(
                duel, ability.only_if, source.controller, source.id
            ):
                if ability.once and duel.thing(source.id):
                    duel.set(source.id, used=source.used | {number})
                yield Item("", source.id, source.controller, number, event=event.subject, name=name)


def _concerns(duel: Duel, ability: Ability, event: TriggerEvent, source: Permanent | Base) -> bool:
    of = ability.of
    if isinstance(of, Selector):
        return (
            (of.whose == "any" or (of.whose == "own") == (event.player == source.controller))
            and not (of.other and event.subject == source.id)
            and matches_print(of, duel.cards[event.name] if event.name else duel.card(event.subject))
        )
    if of == "host":
        return source.id in event.attached or (
            isinstance(source, Permanent) and bool(source.host) and source.host == event.subject
        )
    if of == "self" and event.trigger not in OF_PLAYERS:
        return event.subject == source.id
    return (of == "opponent") != (event.player == source.controller)
