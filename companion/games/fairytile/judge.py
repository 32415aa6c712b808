"""Test of goals against the adventures of a turn and the figures (FT-150 to FT-211)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple, TypeAlias

from companion.games.fairytile.board import Cell, Figure
from companion.games.fairytile.goals import (
    IN_A_LINE,
    Both,
    Cross,
    Either,
    Goal,
    Meet,
    See,
    SeeLine,
    SeePlace,
    Test,
    Visit,
    all_tests,
)
from companion.games.fairytile.kingdom import Kingdom, PlaceKind
from companion.games.fairytile.options import Options

Crossed: TypeAlias = Mapping[Cross, frozenset[Cell]]
"""Crossing tests that hold for one choice of ways, each with the cells that prove it."""


class Done(NamedTuple):
    """Adventure of this turn: the moved figure, None for a tile.

    `crossed` holds the cells the figure may have crossed, one tuple for each possible way.
    """

    figure: Figure | None = None
    crossed: tuple[tuple[Cell, ...], ...] = ()


class Moment(NamedTuple):
    """Facts that goals are judged on: kingdom, cells of the figures, adventures of the turn."""

    kingdom: Kingdom
    figures: Mapping[Figure, Cell]
    done: Sequence[Done]
    options: Options = Options()


class Judged(NamedTuple):
    """Verdict on a goal and on each of its parts. `cells` are those that make a test true."""

    goal: Goal
    holds: bool
    parts: tuple["Judged", ...] = ()
    cells: tuple[Cell, ...] = ()


def fulfilled(goal: Goal, moment: Moment) -> bool:
    """Return whether a page with this goal can be told now (FT-110, FT-111).

    At least one adventure must have been done in this turn. A figure may have taken any legal way to its
    cell; one way for each move must serve the whole goal (A10).
    """
    return bool(moment.done) and any(_holds(goal, moment, crossed) for crossed in _crossings(goal, moment))


def judge(goal: Goal, moment: Moment) -> Judged:
    """Judge a goal part by part, for the choice of ways that fulfils most of it."""
    judged = [_judged(goal, moment, crossed) for crossed in _crossings(goal, moment)]
    best = max(judged, key=lambda one: (one.holds, _held(one)))
    return best if moment.done else best._replace(holds=False)


def _held(judged: Judged) -> int:
    return sum(map(_held, judged.parts)) if judged.parts else int(judged.holds)


def _crossings(goal: Goal, moment: Moment) -> Iterator[Crossed]:
    """Yield the crossings of all moves of the turn, one mapping for each choice of ways.

    Ways that make no difference to the goal count once.
    """
    cross_tests = [test for test in all_tests(goal) if isinstance(test, Cross)]
    where = moment.kingdom.where
    choices = []
    for figure, ways in moment.done:
        crossings = [
            {
                test: cells
                for test in cross_tests
                if test.figure == figure and (cells := where(test.place) & {*way})
            }
            for way in ways
        ]
        if figure:
            choices.append({frozenset(crossed): crossed for crossed in crossings}.values())
    for chosen in product(*choices):
        yield {test: cells for crossed in chosen for test, cells in crossed.items()}


def _judged(goal: Goal, moment: Moment, crossed: Crossed) -> Judged:
    if isinstance(goal, Both | Either):
        parts = tuple(_judged(part, moment, crossed) for part in goal.parts)
        holds = (all if isinstance(goal, Both) else any)(part.holds for part in parts)
        return Judged(goal, holds, parts)
    cells = proof(goal, moment, crossed)
    return Judged(goal, bool(cells), (), tuple(sorted(cells)))


def _holds(goal: Goal, moment: Moment, crossed: Crossed) -> bool:
    if isinstance(goal, Both):
        return all(_holds(part, moment, crossed) for part in goal.parts)
    if isinstance(goal, Either):
        return any(_holds(part, moment, crossed) for part in goal.parts)
    return bool(proof(goal, moment, crossed))


def proof(test: Test, moment: Moment, crossed: Crossed) -> frozenset[Cell]:
    """Return the cells that make a test true; empty if it does not hold."""
    kingdom, figures = moment.kingdom, moment.figures
    here = figures[test.figure]
    match test:
        case Visit(figure, place):
            return _if(_moved(moment, figure) and here in kingdom.where(place), here)
        case Cross():
            return crossed.get(test, frozenset())
        case Meet(figure, other):
            moved = _moved(moment, figure) or _moved(moment, other)
            return _if(moved and figures[other] == here, here)
        case See(_, others):
            there = frozenset(figures[other] for other in others)
            return there if there <= kingdom.sees(here) else frozenset()
        case SeePlace(_, place):
            return kingdom.sees(here) & kingdom.where(place)
        case SeeLine(_, place):
            return _line(kingdom, here, place, moment.options)


def _if(holds: bool, cell: Cell) -> frozenset[Cell]:
    return frozenset((cell,)) if holds else frozenset()


def _moved(moment: Moment, figure: Figure) -> bool:
    """Return whether a figure was moved in this turn and so ended on its cell (A15)."""
    return any(done.figure == figure for done in moment.done)


def _line(kingdom: Kingdom, here: Cell, place: PlaceKind, options: Options) -> frozenset[Cell]:
    own = (here,) if options.own_hex_counts_in_line else ()
    for ray in kingdom.rays(here):
        seen = kingdom.where(place).intersection((*own, *ray))
        if len(seen) >= IN_A_LINE:
            return seen
    return frozenset()
