"""Automatic actions: when a player has to decide, and the usual action otherwise."""

from collections.abc import Callable, Mapping, Sequence

from companion.games.fabula import targets, values
from companion.games.fabula.actions import Action, Block, Choose, Defend, Discard, Next, Pass
from companion.games.fabula.cards import Selector
from companion.games.fabula.decisions import decider, must_order
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Id, Player, Position
from companion.games.fabula.possible import (
    attackable,
    attackers,
    blockable,
    blockers,
    influencers,
    legal,
    restorable,
)
from companion.games.fabula.turns import too_many_cards
from companion.session.fabula.stop_settings import Wishes, asks, may_answer
from companion.session.timeline import Step, Timeline

Costs = Sequence[int | None]
"""By player, the cost of the cheapest manoeuvre that may be played from the hand; None if there is none."""


def usual(position: Position, other_waits: bool) -> Action:
    """Return the action of a player who does nothing.

    `other_waits`: the other player is asked before the phase ends.
    """
    duel = Duel(position)
    if position.phase in ("bases", "mulligan"):
        return Next()
    if duel.due:
        first = next((a for a in legal(position) if isinstance(a, Choose)), None)
        return first or Discard(duel.sides[decider(position)].hand[: duel.due[0].n])
    if decider(position) != position.priority:
        return Block({}) if position.phase == "offence" else Defend({})
    if position.stack or position.priority != position.turn or other_waits:
        return Pass()
    return Next()


def needs_decision(position: Position, wishes: Mapping[str, Wishes], costs: Costs) -> bool:
    """Return whether the deciding player has a real decision and wants to make it."""
    if position.result or position.due or position.phase in ("bases", "mulligan"):
        return True
    player, duel = decider(position), Duel(position)
    if player != position.priority:
        return bool(blockers(duel)) and (position.phase != "offence" or bool(blockable(duel)))
    if position.stack or player != position.turn:
        return wants(position, player, wishes, costs)
    declared = position.combat.declared
    match position.phase:
        case "restoration":
            return bool(restorable(duel))
        case "action":
            return True
        case "offence" if "attack" not in declared:
            return bool(attackers(duel) and attackable(duel))
        case "offence":
            return must_order(position) or wants_to_fight(position, player, wishes, costs)
        case "influence" if "influence" not in declared:
            return bool(influencers(duel) and attackable(duel))
        case "influence":
            return wants_to_fight(position, player, wishes, costs)
    return too_many_cards(duel) > 0


def wants(position: Position, player: Player, wishes: Mapping[str, Wishes], costs: Costs) -> bool:
    """Return whether a player wants to be asked now, and could do something."""
    could = may_answer(position, player, costs[player])
    return asks(position, player, wishes[position.sides[player].name], could)


def wants_to_fight(position: Position, player: Player, wishes: Mapping[str, Wishes], costs: Costs) -> bool:
    """Return whether the current player wants to be asked before fights count."""
    could = may_answer(position, player, costs[player])
    return could and "fights" in wishes[position.sides[player].name].stops


def manoeuvre_costs(position: Position, player: Player) -> list[int]:
    """Return the costs of the manoeuvres of a hand with known cards that may be played in a position."""
    duel = Duel(position)
    hand = [(id_, duel.card(id_)) for id_ in position.sides[player].hand]
    return [
        card.cost
        for id_, card in hand
        if card.type == "manoeuvre"
        and targets.choices(duel, card.targets, player, id_)
        and values.holds(duel, card.only_if, player, id_)
        and targets.allows_tokens(duel, card, player)
    ]


def actions_until_decision(
    timeline: Timeline[Step[Position], Action], decides: Callable[[Position], bool], way: int
) -> int:
    """Return the number of actions back (-1) or forward (1) to the next decision, at least 1."""
    most = timeline.at if way < 0 else timeline.undone
    for n in range(1, most):
        if decides(timeline.steps[timeline.at + way * n].position):
            return n
    return max(1, most)


def found_by_search(position: Position) -> tuple[Player, tuple[Id, ...], Selector] | None:
    """Return player, cards and filter of the search on top of the stack; None if there is none."""
    if not position.stack:
        return None
    duel, item = Duel(position), position.stack[-1]
    for effect in duel.text(item).effects:
        if effect.do == "search" and effect.find:
            player = 1 - item.controller if effect.on == "opponent" else item.controller
            return player, position.sides[player].deck[: effect.look], effect.find
    return None
