"""Manual changes by players: texts outside the effect language, corrections of the table."""

from typing import Any

from companion.games.base import N_
from companion.games.fabula import harm, turns
from companion.games.fabula.actions import Adjust, Adjustment
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Base, CardChange, Id, Player
from companion.games.fabula.refusal import refused
from companion.games.fabula.stack import show


def adjust(duel: Duel, action: Adjust) -> None:
    """Apply all manual changes in order. Banished cards never move (FB-132)."""
    show(duel, action.shows)
    for adjustment in action.adjust:
        if adjustment.player:
            _of_player(duel, adjustment)
        if adjustment.card:
            _of_card(duel, adjustment)
    turns.settle(duel)


def _player(duel: Duel, name: str) -> Player:
    names = [side.name for side in duel.sides]
    if name not in names:
        pattern = N_("There is no player {player}; expected one of: {expected}.")
        raise refused("bad_target", pattern, player=name, expected=", ".join(names))
    return names.index(name)


def _of_player(duel: Duel, adjustment: Adjustment) -> None:
    player = _player(duel, adjustment.player)
    if adjustment.resources is not None:
        duel.side(player, resources=adjustment.resources)
    duel.draw(player, adjustment.draw)


def _of_card(duel: Duel, adjustment: Adjustment) -> None:
    id_ = duel.known(adjustment.card)
    if adjustment.zone:
        _to_zone(duel, id_, adjustment)
    changes: dict[str, Any] = {}
    if adjustment.controller:
        changes["controller"] = _player(duel, adjustment.controller)
    if adjustment.destroyed and id_ in duel.bases:
        harm.destroy(duel, id_)
    for field in ("tapped", "preparing", "damage", "destroyed", "host"):
        if (value := getattr(adjustment, field)) is not None:
            changes[field] = value
    thing = duel.battle.get(id_) or duel.bases.get(id_)
    numbers = (adjustment.offence, adjustment.life, adjustment.influence)
    if thing is None and (changes or any(numbers)):
        raise refused("bad_target", N_("{id} is not in play."), id_, id=duel.called(id_))
    if thing is None:
        return
    unfit = sorted(set(changes) - set(thing._fields))
    host = changes.get("host")
    if unfit or (host and (host == id_ or not duel.thing(host))):
        pattern = N_("{id} does not have: {fields}.")
        raise refused("bad_target", pattern, id_, id=duel.called(id_), fields=", ".join(unfit or ["host"]))
    if any(numbers):
        changes["changes"] = (*thing.changes, CardChange(*numbers))
    duel.set(id_, **changes)
    if isinstance(thing, Base) and changes.get("controller", thing.controller) != thing.controller:
        harm.lose(duel, thing)
        if thing.centre:
            duel.finish(changes["controller"], "centre_conquered")


def _to_zone(duel: Duel, id_: Id, adjustment: Adjustment) -> None:
    zone = adjustment.zone
    if duel.zone(id_) in ("territory", "banished"):
        pattern = N_("{id} cannot move: bases stay, and banished cards never return.")
        raise refused("bad_target", pattern, id_, id=duel.called(id_))
    if zone in ("hand", "discard", "banished", "deck_top", "deck_bottom"):
        duel.move(id_, zone)
    elif duel.zone(id_) != "battle" and zone == "battle":
        if duel.card(id_).type not in ("ally", "modification"):
            raise refused(
                "bad_target", N_("{id} does not stay in the battle zone."), id_, id=duel.called(id_)
            )
        owner = duel.owner(id_)
        duel.move(id_, "hand")
        duel.side(owner, hand=tuple(other for other in duel.sides[owner].hand if other != id_))
        duel.enter(id_, owner, preparing=duel.card(id_).type == "ally")
