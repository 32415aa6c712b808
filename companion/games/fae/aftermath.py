"""What may still lie on the table, or be gone already, when hands are slower or faster than the rules."""

from itertools import permutations

from companion.games.base import Space, Table
from companion.games.fae.position import Move, Position, unpack
from companion.games.fae.rules import isolated_by, removed


def removals(p: Position, move: Move) -> list[Table]:
    """What a legal move may take off, one table for each outcome its order of rituals can have.

    Empty when no druid goes, whatever the order (E-024, E-025, E-040).
    """
    orders = permutations(isolated_by(p, move.source, move.target)) if not move.rituals else [move.rituals]
    found: list[Table] = []
    for order in orders:
        gone = removed(p, move._replace(rituals=tuple(order)))
        if gone and gone not in found:
            found.append(gone)
    return found


def optional(p: Position) -> dict[Space, dict[str, int]]:
    """Groups that had their ritual; some tables take them off, which changes nothing (E-029)."""
    return {space: unpack(p.groups[space]) for space in p.done if p.groups[space]}
