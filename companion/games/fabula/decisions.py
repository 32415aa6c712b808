"""The player who decides now: priority, and decisions due from one player (B16)."""

from collections.abc import Mapping

from companion.games.base import N_
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Phase, Player, Position
from companion.games.fabula.refusal import refused

PHASES: Mapping[Phase, str] = {
    "bases": N_("the bases"),
    "mulligan": N_("the opening hands"),
    "restoration": N_("restoration"),
    "action": N_("action"),
    "offence": N_("offence"),
    "influence": N_("influence"),
    "end": N_("the end of the turn"),
}
"""Names of the phases for players."""


def decider(d: Duel | Position) -> Player:
    """Return the player who decides.

    It is the player with something due, a block or a defence; else the one with priority.
    """
    if d.due:
        return d.due[0].player
    combat, other = d.combat, 1 - d.turn
    if not d.stack:
        if d.phase == "offence" and combat.attacks and "block" not in combat.declared:
            return other
        if d.phase == "influence" and combat.influences and "defend" not in combat.declared:
            return other
    return d.priority


def must_order(d: Duel | Position) -> bool:
    """Return whether the attacking player may still order several blockers (FB-069)."""
    several = any(len(blockers) > 1 for blockers in d.combat.blocks.values())
    return d.phase == "offence" and several and "order" not in d.combat.declared


def require(duel: Duel, player: Player) -> None:
    """Raise RuleError `not_your_decision` unless a player has priority or must decide."""
    if player not in (duel.priority, decider(duel)):
        now, asked = duel.sides[decider(duel)].name, duel.sides[player].name
        pattern = N_("It is the decision of {now}; expected a pass before {asked} acts.")
        raise refused("not_your_decision", pattern, now=now, asked=asked)


def nothing_due(duel: Duel) -> None:
    """Raise RuleError if a player must discard or choose targets first."""
    for due in duel.due:
        name = duel.sides[due.player].name
        if due.what == "discard":
            pattern = N_("{player} must discard first; cards to discard: {n}.")
            raise refused("must_discard", pattern, player=name, n=due.n)
        pattern = N_("{player} must choose the targets of {item} first.")
        raise refused("must_choose", pattern, due.item, player=name, item=duel.called(due.item))


def require_phase(duel: Duel, phase: Phase) -> None:
    """Raise RuleError `wrong_phase` unless it is this phase."""
    if duel.phase != phase:
        pattern = N_("This is for another phase: {expected}. Now it is: {found}.")
        expected = PHASES[phase]
        raise refused("wrong_phase", pattern, expected=expected, found=PHASES[duel.phase])
