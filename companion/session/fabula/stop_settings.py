"""Stop settings: when a player is asked for an answer.

A player is not asked without a possible answer by public knowledge. The contents of a hand play no part, so
that a skipped question reveals nothing.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from companion.games.base import N_
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Player, Position

Stop: TypeAlias = Literal["answers", "fights", "phases", "own"]
STOPS: Mapping[Stop, str] = {
    "answers": N_("When the other plays something"),
    "fights": N_("Before fights and influence count"),
    "phases": N_("When the other ends a phase"),
    "own": N_("After I play something"),
}
"""Stops that a player may choose, with their labels."""
USUAL: frozenset[Stop] = frozenset({"answers", "fights"})


class Wishes(NamedTuple):
    """Stops that a player wants; `passed`: number of the turn in which no more are wanted."""

    stops: frozenset[Stop] = USUAL
    passed: int = 0


def may_answer(position: Position, player: Player, least_cost: int | None) -> bool:
    """Return whether a player could act now by public knowledge: with a manoeuvre or an ability.

    `least_cost`: lowest cost of a manoeuvre that may be in the hand; None if there is none.
    """
    duel, side = Duel(position), position.sides[player]
    if side.hand and least_cost is not None and least_cost <= side.resources:
        return True
    for thing in duel.in_play():
        if thing.controller != player:
            continue
        card = duel.card(thing.id)
        if any(
            ability.cost is not None
            and ability.timing == "any"
            and card.type != "ally"
            and ability.cost.resources <= side.resources
            and not (ability.cost.tap and thing.tapped)
            for ability in card.abilities
        ):
            return True
    return False


def asks(position: Position, player: Player, wishes: Wishes, could: bool) -> bool:
    """Return whether a player with priority wants to be asked now.

    `could`: an answer is possible.
    """
    own_turn = position.turn == player
    if position.stack:
        if position.stack[-1].controller == player:
            return "own" in wishes.stops and position.passes == 0
        return could and "answers" in wishes.stops and wishes.passed != position.turn_number
    if own_turn:
        return True
    if not could or wishes.passed == position.turn_number:
        return False
    return "phases" in wishes.stops or ("fights" in wishes.stops and fighting(position))


def fighting(position: Position) -> bool:
    """Return whether an attack or an influence is still to be resolved."""
    combat = position.combat
    return bool(
        (position.phase == "offence" and combat.attacks)
        or (position.phase == "influence" and combat.influences)
    )
