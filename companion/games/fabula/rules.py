"""Rules of a duel: actions and their effects, the end, and the expected table."""

from collections.abc import Callable
from typing import Any

from companion.errors import RuleError
from companion.games.base import N_, Kind, Space, Table
from companion.games.fabula import combat, opening, stack, turns
from companion.games.fabula.actions import (
    Action,
    Activate,
    Adjust,
    Attach,
    Attack,
    Block,
    Choose,
    Concede,
    Defend,
    Discard,
    Influence,
    Mulligan,
    Next,
    Order,
    Pass,
    Place,
    Play,
    Restore,
)
from companion.games.fabula.adjust import adjust
from companion.games.fabula.decisions import PHASES, decider, nothing_due
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Position
from companion.games.fabula.refusal import refused


def apply(position: Position, action: Action) -> Position:
    """Return the position after an action.

    Raises RuleError with a code of SCRIPT.md if the action is not legal.
    """
    duel = Duel(position)
    perform(duel, action)
    return duel.frozen()


def perform(duel: Duel, action: Action) -> None:
    """Carry out an action on a duel. Raises RuleError as `apply` does; discard the duel then."""
    if duel.result:
        raise refused("game_over", N_("The duel is over; expected no further action."))
    if not isinstance(action, Discard | Choose | Concede | Adjust):
        nothing_due(duel)
    if duel.phase in ("bases", "mulligan") and not isinstance(
        action, Next | Place | Mulligan | Concede | Adjust
    ):
        pattern = N_("The duel has not begun; expected first: {phase}.")
        raise refused("wrong_phase", pattern, phase=PHASES[duel.phase])
    _CARRY_OUT[type(action)](duel, action)


def explain(position: Position, action: Action) -> RuleError | None:
    """Return the error why an action is not legal; None if it is legal."""
    try:
        apply(position, action)
    except RuleError as error:
        return error
    return None


def finished(position: Position) -> bool:
    """Return whether a player has won."""
    return position.result is not None


def _next(duel: Duel, _: Next) -> None:
    if duel.phase in ("bases", "mulligan"):
        opening.go_on(duel)
    else:
        stack.next_phase(duel)


def _pass(duel: Duel, _: Pass) -> None:
    stack.pass_priority(duel)


def _concede(duel: Duel, action: Concede) -> None:
    names = [side.name for side in duel.sides]
    if action.concede and action.concede not in names:
        pattern = N_("There is no player {player}; expected one of: {expected}.")
        raise refused("bad_setup", pattern, player=action.concede, expected=", ".join(names))
    loser = names.index(action.concede) if action.concede else decider(duel)
    duel.finish(1 - loser, "conceded")


def _declared(declare: Callable[[Duel, Any], None]) -> Callable[[Duel, Any], None]:
    """Wrap a declaration so that the player whose turn it is has priority afterwards."""

    def carry_out(duel: Duel, action: Any) -> None:
        declare(duel, action)
        duel.priority, duel.passes = duel.turn, 0
        turns.settle(duel)

    return carry_out


_CARRY_OUT: dict[type, Callable[[Duel, Any], None]] = {
    Next: _next,
    Pass: _pass,
    Restore: stack.restore,
    Play: stack.play,
    Attach: stack.attach,
    Activate: stack.activate,
    Attack: _declared(combat.attack),
    Block: _declared(combat.block),
    Order: _declared(combat.order),
    Influence: _declared(combat.declare_influence),
    Defend: _declared(combat.defend),
    Discard: stack.discard,
    Choose: stack.choose,
    Concede: _concede,
    Mulligan: opening.mulligan,
    Place: opening.place,
    Adjust: adjust,
}


def table(position: Position) -> Table:
    """Return the expected table: cards in battle zones and discards, and on the places of bases.

    A tapped card has the kind "card/tapped"; a hidden or destroyed base has the kind "back".
    """
    contents: dict[Space, dict[Kind, int]] = {}

    def add(space: Space, kind: Kind) -> None:
        kinds = contents.setdefault(space, {})
        kinds[kind] = kinds.get(kind, 0) + 1

    for base in position.bases:
        hidden = position.phase == "bases" or base.destroyed
        add(base.id, "back" if hidden else position.names[base.id] + "/tapped" * base.tapped)
    for permanent in position.battle:
        name = position.sides[permanent.controller].name
        add(f"{name}/battle", position.names[permanent.id] + "/tapped" * permanent.tapped)
    for side in position.sides:
        for id_ in side.discard:
            add(f"{side.name}/discard", position.names.get(id_, "back"))
    return contents
