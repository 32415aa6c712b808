"""Open decision in a position of a duel."""

from typing import Literal, TypeAlias

from companion.games.fabula.decisions import must_order
from companion.games.fabula.duel import Duel
from companion.games.fabula.position import Position
from companion.games.fabula.turns import too_many_cards

Asks: TypeAlias = Literal[
    "bases", "mulligan", "restore", "act", "answer", "attack", "block", "order", "fight", "influence",
    "defend", "discard", "choose", "search", "end", "over",
]  # fmt: skip
"""Kind of decision; "fight": the last one before fights or influence count."""
PLAYING: tuple[Asks, ...] = ("act", "answer", "restore", "attack", "order", "fight", "influence", "end")
"""Decisions beside which cards may be played: who decides has priority."""


def asked(position: Position) -> Asks:
    """Return the open decision in a position."""
    if position.result:
        return "over"
    if position.due:
        return "discard" if position.due[0].what == "discard" else "choose"
    if position.phase in ("bases", "mulligan"):
        return "bases" if position.phase == "bases" else "mulligan"
    if waits := _declaration(position):
        return waits
    if position.stack or position.priority != position.turn:
        return "answer"
    declared = position.combat.declared
    match position.phase:
        case "restoration":
            return "restore"
        case "action":
            return "act"
        case "offence":
            if "attack" not in declared:
                return "attack"
            return "order" if must_order(position) else "fight"
        case "influence":
            return "fight" if "influence" in declared else "influence"
    return "discard" if too_many_cards(Duel(position)) else "end"


def _declaration(position: Position) -> Asks | None:
    """Return a due block or defence, which comes before answers; otherwise None."""
    combat = position.combat
    if position.stack:
        return None
    if position.phase == "offence" and combat.attacks and "block" not in combat.declared:
        return "block"
    if position.phase == "influence" and combat.influences and "defend" not in combat.declared:
        return "defend"
    return None
