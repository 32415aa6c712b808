"""Sentences that explain refused acts to players."""

from companion.errors import RuleError
from companion.games.base import N_, Reason, Sentence, rule_error
from companion.games.fairytile.board import in_order, read_cell
from companion.games.fairytile.moves import reach
from companion.games.fairytile.placements import Spot, edges_touched
from companion.games.fairytile.position import Act, Move, PlaceTile, Position

_BY_FIGURE = {
    "princess": N_(
        "The princess goes one step; from castle to castle she jumps just before or after it. "
        "From {source} she may go to: {cells}."
    ),
    "knight": N_(
        "The knight goes exactly two steps over land, away from where he stands. "
        "From {source} he may go to: {cells}."
    ),
    "dragon": N_(
        "The dragon must fly straight ahead as far as there is land. From {source} he may go to: {cells}."
    ),
}
_EDGES = {
    0: N_("The tile touches no edge of the kingdom; expected two edges side by side."),
    1: N_("Only one edge touches; expected two edges side by side."),
}
_NOT_SIDE_BY_SIDE = N_("{n} edges touch, but no two of them lie side by side.")
_RIVER_ENDS = N_("The river ends here: {river} has one towards {dry}, which has none.")
_OTHER_TILE = N_("The top tile of the stack is {tile}, its {side} up; you may not turn it over.")

_PATTERNS = {
    "overlap": N_("The tile would cover other tiles on {cells}."),
    "stack_empty": N_("There is no tile left."),
    "no_magic": N_(
        "No adventure is left in this turn. A second adventure costs the magic token; a third is not allowed."
    ),
    "told_already": N_("You have told a page in this turn already."),
    "cannot_tell": N_("You cannot tell the page in hand now."),
    "nothing_done": N_("Expected an adventure or a page turned, found nothing done."),
    "game_over": N_("The game is over: nothing more can be done."),
    "bad_setup": N_("You can turn a page or give up only at the beginning of a turn."),
}


def refusal(p: Position, act: Act, reason: Reason) -> RuleError:
    """Return the error for an act that is not legal for `reason`."""
    return rule_error(reason.code, [why(p, act, reason)], reason.spaces)


def why(p: Position, act: Act, reason: Reason) -> Sentence:
    """Explain in a sentence why an act is not legal."""
    if isinstance(act, Move) and reason.code == "not_reachable":
        return _not_reachable(p, act, reason)
    if isinstance(act, PlaceTile) and reason.code == "too_few_edges":
        n = edges_touched(p.kingdom, Spot(act.at, act.turn))
        return Sentence(_EDGES[n]) if n in _EDGES else Sentence(_NOT_SIDE_BY_SIDE, {"n": n})
    if reason.code == "river_mismatch":
        return _river_ends(p, reason)
    if isinstance(act, PlaceTile) and reason.code == "bad_setup":
        return Sentence(_OTHER_TILE, p.stack[0]._asdict())
    return Sentence(_PATTERNS[reason.code], {"cells": " ".join(map(str, reason.spaces))})


def _not_reachable(p: Position, act: Move, reason: Reason) -> Sentence:
    source, target = reason.spaces
    if act.to not in p.kingdom.cells:
        return Sentence(N_("There is no land at {target}."), {"target": target})
    cells = reach(p.kingdom, act.figure, p.figure_cells[act.figure], p.box.options)
    return Sentence(_BY_FIGURE[act.figure], {"source": source, "cells": " ".join(in_order(cells)) or "-"})


def _river_ends(p: Position, reason: Reason) -> Sentence:
    """Name the cell with the river: the tile's own, or the kingdom's cell that it would touch."""
    own, there = map(str, reason.spaces)
    own_cell, there_cell = read_cell(own), read_cell(there)
    assert own_cell and there_cell
    river, dry = (there, own) if p.kingdom.flows(there_cell, own_cell) else (own, there)
    return Sentence(_RIVER_ENDS, {"river": river, "dry": dry})
