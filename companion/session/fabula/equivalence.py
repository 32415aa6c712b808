"""Assignment of card names on the table to permanents; some permanents are equivalent."""

from collections import Counter
from collections.abc import Sequence

from companion.games.fabula.position import Id, Player, Position


def ids_of(
    position: Position,
    player: Player,
    names: Counter[str],
    *,
    tapped: bool,
    among: Sequence[Id] | None = None,
) -> tuple[tuple[Id, ...], tuple[Id, ...]]:
    """Return the permanents of these names, and the ambiguous ones that are not equivalent.

    Both are empty if there are too few permanents.
    """
    sure: list[Id] = []
    doubtful: list[Id] = []
    for name, n in names.items():
        fit = [
            p.id
            for p in position.battle
            if p.controller == player and p.tapped == tapped and position.names[p.id] == name
            and (among is None or p.id in among)
        ]  # fmt: skip
        if len(fit) < n:
            return (), ()
        if len(fit) > n and len(different(position, fit)) > 1:
            doubtful += fit
        else:
            sure += fit[:n]
    return tuple(sure), tuple(doubtful)


def different(position: Position, ids: Sequence[Id]) -> list[Id]:
    """Return one of each group of equivalent permanents."""
    found: list[Id] = []
    for id_ in ids:
        if not any(alike(position, id_, other) for other in found):
            found.append(id_)
    return found


def alike(position: Position, one: Id, other: Id) -> bool:
    """Return whether two permanents are equivalent."""
    permanents = {p.id: p for p in position.battle}
    a, b = permanents.get(one), permanents.get(other)
    on = Counter(p.host for p in position.battle)
    return (
        a is not None
        and b is not None
        and position.names[one] == position.names[other]
        and a._replace(id="") == b._replace(id="")
        and not on[one]
        and not on[other]
    )
