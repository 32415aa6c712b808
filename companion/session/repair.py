"""Repairs: the steps from the actual table to the expected one."""

from collections import Counter

from companion.games.base import Space, Table
from companion.table.guide import GuideStep, movements
from companion.table.tables import plus, surplus


def steps(table: Table, wanted: Table) -> tuple[GuideStep, ...]:
    """Return the fewest steps from `table` to `wanted`: moves, then placements, then removals."""
    extra, missing = surplus(table, wanted), surplus(wanted, table)
    todo: list[GuideStep] = []
    while shared := [
        (s, t, extra[s] & missing[t])
        for s in extra
        for t in missing
        if not extra[s].keys().isdisjoint(missing[t])
    ]:
        source, target, pieces = max(shared, key=lambda found: found[2].total())
        todo.append(GuideStep("move", source, target, dict(pieces)))
        extra[source] -= pieces
        missing[target] -= pieces
    todo += [GuideStep("place", space, None, dict(rest)) for space, rest in missing.items() if rest]
    return (*todo, *removals(extra))


def removals(pieces: Table) -> tuple[GuideStep, ...]:
    """Return one removal for each space in `pieces`."""
    return tuple(GuideStep("remove", space, None, dict(rest)) for space, rest in pieces.items() if rest)


def after(table: Table, step: GuideStep) -> Table:
    """Return the table after a step."""
    for one in movements(step):
        gone = {one.space: one.pieces} if one.space is not None and one.act != "place" else {}
        goal = one.target if one.act == "move" else one.space if one.act == "place" else None
        table = plus(surplus(table, gone), {} if goal is None else {goal: one.pieces})
    return table


def between(table: Table, one: Table, other: Table) -> bool:
    """Return whether `table` is a state between the two others.

    Each of its pieces is on at least one of them, and each piece that both have is on it.
    """
    for space in {*table, *one, *other}:
        here, first, second = (Counter(each.get(space, {})) for each in (table, one, other))
        if not first & second <= here <= first | second:
            return False
    return True


def spaces(todo: tuple[GuideStep, ...]) -> tuple[Space, ...]:
    """Return the spaces of the steps, each once, in order."""
    found = [space for step in todo for space in (step.space, step.target) if space is not None]
    return tuple(dict.fromkeys(found))
