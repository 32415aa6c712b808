"""Turns and their phases (FB-040 to FB-051)."""

from collections.abc import Mapping

from companion.games.base import N_
from companion.games.fabula import combat, harm, triggers
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Combat, Phase
from companion.games.fabula.refusal import refused

AFTER: Mapping[str, Phase] = {
    "restoration": "action", "action": "offence", "offence": "influence", "influence": "end",
}  # fmt: skip
"""Next phase of each phase but the last."""


def settle(duel: Duel) -> None:
    """Check for deaths and put triggered abilities on the stack [B26]."""
    harm.check(duel)
    triggers.put(duel)


def begin_turn(duel: Duel) -> None:
    """Begin a turn with its restoration phase: draw, then set the resources (FB-041, FB-042)."""
    player = duel.turn
    side = duel.side(player, turns=duel.sides[player].turns + 1)
    duel.combat = Combat()
    _enter(duel, "restoration")
    if duel.turn_number > 1:  # FB-027
        missing = max(0, duel.format.draw_up_to - len(side.hand))
        if duel.draw(player, missing) < missing:
            duel.finish(1 - player, "deck_out")
            return
    duel.side(player, resources=duel.format.resources(side.turns, side.cap_bonus))
    duel.happened("turn_begins", "", player)
    settle(duel)


def _enter(duel: Duel, phase: Phase) -> None:
    duel.phase, duel.priority, duel.passes = phase, duel.turn, 0


def end_phase(duel: Duel) -> None:
    """End the phase: resolve offence or influence, and begin the next phase or turn (FB-048)."""
    if duel.phase == "end":
        _end_turn(duel)
        return
    if duel.phase == "offence":
        combat.resolve_offence(duel)
    elif duel.phase == "influence":
        combat.resolve_influence(duel)
    harm.check(duel)
    if duel.result:
        return
    following = AFTER[duel.phase]
    _enter(duel, following)
    if following == "end":
        duel.happened("turn_ends", "", duel.turn)
    settle(duel)


def too_many_cards(duel: Duel) -> int:
    """Return the number of cards still to discard in the end phase (FB-049) [B08]."""
    return max(0, len(duel.sides[duel.turn].hand) - duel.format.end_hand) if duel.phase == "end" else 0


def check_hand(duel: Duel) -> None:
    """Raise RuleError `must_discard` if the end phase needs a discard first (FB-049)."""
    if n := too_many_cards(duel):
        pattern = N_("The turn of {player} ends with fewer cards; discard first: {n}.")
        raise refused("must_discard", pattern, player=duel.sides[duel.turn].name, n=n)


def _end_turn(duel: Duel) -> None:
    """End the turn: heal allies, end temporary changes, begin the next turn (FB-050)."""
    check_hand(duel)
    for id_, permanent in duel.battle.items():
        back = permanent.controller if permanent.back_to is None else permanent.back_to
        kept = tuple(change for change in permanent.changes if change.until == "always")
        duel.battle[id_] = permanent._replace(
            damage=0, preparing=False, changes=kept, used=frozenset(), controller=back, back_to=None
        )
    for id_, base in duel.bases.items():
        kept = tuple(change for change in base.changes if change.until == "always")
        duel.bases[id_] = base._replace(changes=kept, used=frozenset())
    settle(duel)
    if duel.result:
        return
    duel.turn, duel.turn_number = 1 - duel.turn, duel.turn_number + 1
    begin_turn(duel)
