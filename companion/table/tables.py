"""Arithmetic of tables."""

from collections import Counter
from collections.abc import Iterable, Mapping

from companion.games.base import Kind, Space, Table


def plus(table: Table, more: Table) -> Table:
    """Return the sum of two tables."""
    whole = {space: {kind: n for kind, n in pieces.items() if n > 0} for space, pieces in table.items()}
    return whole | {
        space: dict(Counter(table.get(space, {})) + Counter(pieces)) for space, pieces in more.items()
    }


def less(one: Mapping[Kind, int], other: Mapping[Kind, int]) -> dict[Kind, int]:
    """Return the pieces of one space minus `other`."""
    return {kind: n for kind, n in ((k, c - other.get(k, 0)) for k, c in one.items()) if n > 0}


def surplus(table: Table, less: Table) -> dict[Space, Counter[Kind]]:
    """Return the pieces of `table` that `less` lacks, by space."""
    return {
        space: rest
        for space, pieces in table.items()
        if pieces != less.get(space) and (rest := Counter(pieces) - Counter(less.get(space, {})))
    }


def overlap(table: Table, other: Table) -> dict[Space, Counter[Kind]]:
    """Return the pieces that both tables have, by space."""
    return {
        space: both
        for space, pieces in table.items()
        if (both := Counter(pieces) & Counter(other.get(space, {})))
    }


def differing(read: Table, expected: Table) -> set[Space]:
    """Return the spaces with different contents in the two tables."""
    return {
        space for space in {*read, *expected} if dict(read.get(space, {})) != dict(expected.get(space, {}))
    }


def apart(read: Table, other: Table, spaces: Iterable[Space]) -> int:
    """Return the number of pieces on these spaces that are missing, surplus or of another kind."""
    count = 0
    for space in spaces:
        one, two = Counter(read.get(space, {})), Counter(other.get(space, {}))
        count += max((one - two).total(), (two - one).total())
    return count
