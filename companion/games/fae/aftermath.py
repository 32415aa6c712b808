"""Pieces that may still be on the table, or already gone, if people are slower or faster than the rules."""

from itertools import permutations

from companion.games.base import Space, Table
from companion.games.fae.position import Move, Position, unpack
from companion.games.fae.rules import isolated_by, removed


def removals(p: Position, move: Move) -> list[Table]:
    """Return the druids a legal move may take off, one table per outcome of its order of rituals.

    Empty if no druid goes, whatever the order (E-024, E-025, E-040).
    """
    orders = permutations(isolated_by(p, move.source, move.target)) if not move.rituals else [move.rituals]
    found: list[Table] = []
    for order in orders:
        gone = removed(p, move._replace(rituals=tuple(order)))
        if gone and gone not in found:
            found.append(gone)
    return found


def optional(p: Position) -> dict[Space, dict[str, int]]:
    """Return the groups that had their ritual; some players take them off, which changes nothing (E-029)."""
    return {space: unpack(p.groups[space]) for space in p.done if p.groups[space]}
