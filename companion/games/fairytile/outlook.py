"""Search for pages that nobody can fulfil once no tile can be placed any more (FT-142, A17).

Figures never block each other, so each reaches its cells whatever the others do: the cells all three can
reach together are every combination of the cells that each can reach alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, TypeAlias

from companion.games.fairytile.board import FIGURES, Cell, Figure
from companion.games.fairytile.goals import Both, Cross, Either, Goal, Meet, See, Test, all_tests
from companion.games.fairytile.judge import Done, Moment, proof
from companion.games.fairytile.kingdom import Kingdom
from companion.games.fairytile.moves import ways
from companion.games.fairytile.options import Options
from companion.games.fairytile.position import Position
from companion.games.fairytile.rules import MOST_ADVENTURES, spots


class FigureOutcome(NamedTuple):
    """Possible outcome of a turn for a figure: cell, number of moves, and crossing tests met."""

    cell: Cell
    moves: int = 0
    crossed: frozenset[Cross] = frozenset()


FigureOutcomes: TypeAlias = Mapping[Figure, FigureOutcome]
Regions: TypeAlias = tuple[frozenset[Cell], ...]
"""Cells each figure can reach by any number of moves, in the order of FIGURES."""


def hopeless(p: Position, page: int) -> bool:
    """Return whether nobody can ever fulfil a page any more, whatever all players do."""
    if can_grow(p):
        return False
    options = p.box.options
    regions = tuple(_region(p.kingdom, figure, at, options) for figure, at in p.figure_cells.items())
    return not _within_reach(p.kingdom, regions, p.box.goals[page], options)


def can_grow(p: Position) -> bool:
    """Return whether a tile may still be placed: a known one that fits nowhere now never will."""
    return bool(spots(p)) if p.stack else p.hidden > 0


@lru_cache(maxsize=256)
def _within_reach(kingdom: Kingdom, regions: Regions, goal: Goal, options: Options) -> bool:
    concerned = [
        figure for figure in FIGURES if figure in chain.from_iterable(_figures(t) for t in all_tests(goal))
    ]
    cells = dict(zip(FIGURES, regions, strict=True))
    others_move = any(len(cells[figure]) > 1 for figure in FIGURES if figure not in concerned)
    outcomes = {figure: _outcomes(kingdom, figure, cells[figure], goal, options) for figure in concerned}

    def search(chosen: dict[Figure, FigureOutcome], left: Sequence[Figure]) -> bool:
        moved = sum(outcome.moves for outcome in chosen.values())
        if moved > MOST_ADVENTURES or _truth(goal, chosen, kingdom, options) is False:
            return False
        if not left:
            return moved > 0 or others_move
        return any(search({**chosen, left[0]: outcome}, left[1:]) for outcome in outcomes[left[0]])

    return search({}, concerned)


def _figures(test: Test) -> tuple[Figure, ...]:
    match test:
        case Meet(figure, other):
            return figure, other
        case See(figure, others):
            return figure, *others
    return (test.figure,)


def _outcomes(
    kingdom: Kingdom, figure: Figure, region: frozenset[Cell], goal: Goal, options: Options
) -> list[FigureOutcome]:
    """Return every outcome of some later turn for a figure, those with fewer moves first."""
    crossings = [test for test in all_tests(goal) if isinstance(test, Cross) and test.figure == figure]

    def after(outcome: FigureOutcome) -> Iterator[FigureOutcome]:
        for way in ways(kingdom, figure, outcome.cell, options):
            crossed = {test for test in crossings if kingdom.where(test.place).intersection(way)}
            yield FigureOutcome(way[-1], outcome.moves + 1, outcome.crossed | crossed)

    found = {FigureOutcome(cell): None for cell in sorted(region)}
    newest = list(found)
    for _ in range(MOST_ADVENTURES if crossings else 1):
        newest = list(dict.fromkeys(chain.from_iterable(map(after, newest))))
        found.update(dict.fromkeys(newest))
    return list(found)


@lru_cache(maxsize=1024)
def _region(kingdom: Kingdom, figure: Figure, start: Cell, options: Options) -> frozenset[Cell]:
    """Return every cell that a figure can reach by any number of moves."""
    found, fresh = {start}, [start]
    while fresh:
        ends = {way[-1] for way in ways(kingdom, figure, fresh.pop(), options)} - found
        found |= ends
        fresh += ends
    return frozenset(found)


def _truth(goal: Goal, chosen: FigureOutcomes, kingdom: Kingdom, options: Options) -> bool | None:
    """Return whether a goal holds; None while that depends on figures without a chosen outcome."""
    if isinstance(goal, Both | Either):
        values = [_truth(part, chosen, kingdom, options) for part in goal.parts]
        decisive = isinstance(goal, Either)
        if decisive in values:
            return decisive
        return None if None in values else not decisive
    if any(figure not in chosen for figure in _figures(goal)):
        return None
    if isinstance(goal, Cross):
        return goal in chosen[goal.figure].crossed
    done = [Done(figure) for figure, outcome in chosen.items() if outcome.moves]
    figures = {figure: outcome.cell for figure, outcome in chosen.items()}
    return bool(proof(goal, Moment(kingdom, figures, done, options), {}))
