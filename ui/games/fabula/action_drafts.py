"""Draft of the action that answers the present question; no widgets here."""

from collections.abc import Callable
from functools import partial
from typing import Any, Literal

from companion.games.fabula import possible, values
from companion.games.fabula.cards import Ability, CardDefinition
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id, Player, Position
from companion.session.fabula.snapshot import FabulaSnapshot
from ui.games.fabula.pending_action import Aim, CardOrder, Declared, Draft, Naming, Offers, Pairs, Picks


def alone(snapshot: FabulaSnapshot) -> bool:
    """Return true if no other person at the table must not see the hand."""
    return snapshot.in_app and len(snapshot.players) - len(snapshot.bots) == 1


def draft_for(snapshot: FabulaSnapshot) -> Draft | None:
    """Draft that a touch on a card begins; None if a touch only shows the card."""
    duel = Duel(snapshot.position)
    if snapshot.seen.laid:
        return _laid(snapshot)
    if choices := snapshot.seen.choices:
        only = choices[0] if len(choices) == 1 else {}
        if "activate" in only and "targets" not in only:
            return activate(snapshot.position, only["activate"], only["ability"])
        return Offers(choices)
    match snapshot.asks:
        case "restore":
            return Picks("restore", frozenset(possible.restorable(duel)), 99)
        case "attack" | "influence" as what:
            able = possible.attackers(duel) if what == "attack" else possible.influencers(duel)
            goals = frozenset(possible.attackable(duel))
            return _pairs(snapshot, what, frozenset(able), goals)
        case "block":
            attackers = frozenset(possible.blockable(duel))
            return _pairs(snapshot, "block", frozenset(possible.blockers(duel)), attackers)
        case "defend":
            bases = frozenset(snapshot.position.combat.influences.values())
            return _pairs(snapshot, "defend", frozenset(possible.blockers(duel)), bases)
        case "order":
            return CardOrder(snapshot.position.combat.blocks)
        case "choose":
            due = snapshot.position.due[0]
            item = duel.item(due.item)
            if item:
                text = duel.text(item)
                return _aim({}, item.source, text, snapshot.position, item.controller, "choose")
    return None


def _pairs(snapshot: FabulaSnapshot, what: Declared, sources: frozenset[Id], goals: frozenset[Id]) -> Pairs:
    """Pairs of the sources that the camera saw; each waits for its target, or has the only possible one."""
    seen = snapshot.seen
    pairs = dict(seen.held[what]) if seen.held and what in seen.held else {}
    waiting = () if pairs else seen.tapped
    return Pairs(what, sources, lambda _: goals, pairs, waiting=waiting)


def _laid(snapshot: FabulaSnapshot) -> Aim | None:
    """Action of a card that the camera saw and whose targets are missing."""
    position, name = snapshot.position, snapshot.seen.laid
    hand = position.sides[snapshot.decider].hand
    known = next((id_ for id_ in hand if position.names.get(id_) == name), None)
    hidden = next((id_ for id_ in hand if id_ not in position.names), None)
    card = known or hidden
    return play(position, card, name, snapshot.decider, shows=known is None) if card else None


def after_cards(snapshot: FabulaSnapshot) -> Literal["attack", "influence", "end"]:
    """Return what follows when no more cards are played: the first thing that an ally may do."""
    duel = Duel(snapshot.position)
    if not possible.attackable(duel):
        return "end"
    if possible.attackers(duel):
        return "attack"
    return "influence" if possible.influencers(duel) else "end"


def play(position: Position, card: Id, name: str, player: Player, shows: bool) -> Aim:
    """Play a card with its targets; `shows`: the player names the card."""
    written: dict[str, Any] = {"play": card, **({"shows": {card: name}} if shows else {})}
    return _aim(written, card, position.cards[name], position, player)


def activate(position: Position, card: Id, number: int) -> Aim:
    """Use an ability of a card in play."""
    duel = Duel(position)
    ability = duel.card(card).abilities[number]
    return _aim({"activate": card, "ability": number}, card, ability, position, duel.controller(card))


def attach(position: Position, card: Id) -> Aim:
    """Attach a modification to a host."""
    duel = Duel(position)
    hosts = duel.card(card).hosts
    fitting = values.fitting(duel, hosts, duel.controller(card), card) if hosts else ()
    allowed = frozenset(fitting) - {card, duel.battle[card].host}
    return Aim({"attach": card}, card, 1, lambda _: allowed, key="to")


def _aim(
    written: dict[str, Any],
    source: Id,
    text: Ability | CardDefinition,
    position: Position,
    player: Player,
    key: Naming = "targets",
) -> Aim:
    step: Callable[[tuple[Id, ...]], frozenset[Id]] = partial(_fitting, position, text, player, source)
    return Aim(written, source, len(text.targets), step, key=key)


def _fitting(
    position: Position, text: Ability | CardDefinition, player: Player, source: Id, chosen: tuple[Id, ...]
) -> frozenset[Id]:
    """Possible next targets after the chosen ones."""
    found = values.fitting(Duel(position), text.targets[len(chosen)], player, source)
    return frozenset(found) - set(chosen) - {source}
