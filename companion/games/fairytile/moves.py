"""Legal moves of the three figures, and the ways they take (FT-050 to FT-083)."""

from collections.abc import Iterator
from typing import TypeAlias

from companion.games.fairytile.board import Cell, Figure, distance, neighbours
from companion.games.fairytile.kingdom import Kingdom
from companion.games.fairytile.options import Options

Way: TypeAlias = tuple[Cell, ...]
"""Cells a figure passes, in order: its start left out, its end last."""


def ways(kingdom: Kingdom, figure: Figure, start: Cell, options: Options) -> Iterator[Way]:
    """Yield every legal way of a figure on `start`."""
    match figure:
        case "princess":
            for way in _princess(kingdom, start, options):
                if way[-1] != start or options.princess_may_return:
                    yield way
        case "knight":
            yield from _knight(kingdom, start)
        case "dragon":
            yield from filter(None, kingdom.rays(start))


def reach(kingdom: Kingdom, figure: Figure, start: Cell, options: Options) -> frozenset[Cell]:
    """Return every cell a figure may end on in one move."""
    return frozenset(way[-1] for way in ways(kingdom, figure, start, options))


def crossed(kingdom: Kingdom, figure: Figure, start: Cell, end: Cell, options: Options) -> list[list[Cell]]:
    """Return the cells a figure may have crossed, one list for each way (FT-200, A10, A22).

    Ways whose cells are all part of another way are left out: the longer way fulfils as much.
    """
    found = {frozenset(way) for way in ways(kingdom, figure, start, options) if way[-1] == end}
    return sorted(sorted(cells) for cells in found if not any(cells < others for others in found))


def _steps(kingdom: Kingdom, cell: Cell) -> list[Cell]:
    return [near for near in neighbours(cell) if near in kingdom.cells]


def _princess(kingdom: Kingdom, start: Cell, options: Options) -> Iterator[Way]:
    castles = kingdom.castles
    for step in _steps(kingdom, start):
        yield (step,)
        if step in castles:  # FT-062
            yield from ((step, jump) for jump in castles if jump != step)
    if start not in castles:
        return
    for jump in castles:  # FT-063
        if jump == start:
            continue
        for step in _steps(kingdom, jump):
            yield jump, step
            if step in castles and options.princess_double_jump:  # A08
                yield from ((jump, step, second) for second in castles if second != step)


def _knight(kingdom: Kingdom, start: Cell) -> Iterator[Way]:
    for middle in _steps(kingdom, start):
        for end in _steps(kingdom, middle):
            if distance(start, end) == 2:
                yield middle, end
