"""What people must do so that the table becomes what it should be."""

from collections import Counter

from companion.games.base import Space, Table
from companion.table.guide import GuideStep, movements
from companion.table.tables import plus, surplus


def steps(lying: Table, wanted: Table) -> tuple[GuideStep, ...]:
    """The fewest acts from what lies on the table to what should: moves, then from and to the box."""
    extra, missing = surplus(lying, wanted), surplus(wanted, lying)
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
    """One act for every space that pieces must leave."""
    return tuple(GuideStep("remove", space, None, dict(rest)) for space, rest in pieces.items() if rest)


def after(table: Table, step: GuideStep) -> Table:
    """What lies on the table once a step was done."""
    for one in movements(step):
        gone = {one.space: one.pieces} if one.space is not None and one.act != "place" else {}
        goal = one.target if one.act == "move" else one.space if one.act == "place" else None
        table = plus(surplus(table, gone), {} if goal is None else {goal: one.pieces})
    return table


def between(table: Table, one: Table, other: Table) -> bool:
    """Whether all that lies on `table` lies on one of the others, and nothing is missing that both have."""
    for space in {*table, *one, *other}:
        here, first, second = (Counter(each.get(space, {})) for each in (table, one, other))
        if not first & second <= here <= first | second:
            return False
    return True


def spaces(todo: tuple[GuideStep, ...]) -> tuple[Space, ...]:
    """Every space the steps point at, each once, in order."""
    found = [space for step in todo for space in (step.space, step.target) if space is not None]
    return tuple(dict.fromkeys(found))
