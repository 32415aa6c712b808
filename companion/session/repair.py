"""Repairs: the steps from the actual table to the expected one."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from types import MappingProxyType

from companion.games.base import Kind, Space, Table
from companion.table.guide import GuideStep, movements
from companion.table.tables import plus, surplus


def steps(
    table: Table, wanted: Table, turns: Mapping[Kind, Kind] = MappingProxyType({})
) -> tuple[GuideStep, ...]:
    """Return the fewest steps from `table` to `wanted`.

    Turns and exchanges come first, then moves, placements and removals. `turns` says what a piece shows when
    it is turned over; a piece that it does not name is never turned.
    """
    extra, missing = surplus(table, wanted), surplus(wanted, table)
    todo = [*_turned(extra, missing, turns), *_exchanged(extra, missing)]
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


def _turned(
    extra: dict[Space, Counter[Kind]], missing: dict[Space, Counter[Kind]], turns: Mapping[Kind, Kind]
) -> Iterator[GuideStep]:
    """Yield the turns of pieces where they lie; take them off what is extra and missing."""
    for space in extra:
        for kind, other in turns.items():
            if count := min(extra[space][kind], missing.get(space, Counter())[other]):
                yield GuideStep("turn_over", space, None, {kind: count}, becomes={other: count})
                extra[space] -= Counter({kind: count})
                missing[space] -= Counter({other: count})


def _exchanged(extra: dict[Space, Counter[Kind]], missing: dict[Space, Counter[Kind]]) -> Iterator[GuideStep]:
    """Yield the exchanges of pieces between two spaces; take them off what is extra and missing."""
    for one, other in combinations([space for space in extra if space in missing], 2):
        here, there = extra[one], extra[other]
        if here and there and (here, there) == (missing[other], missing[one]):
            yield GuideStep("exchange", one, other, dict(here), becomes=dict(there))
            for space in (one, other):
                extra[space], missing[space] = Counter(), Counter()


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
