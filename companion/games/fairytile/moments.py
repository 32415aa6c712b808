"""Rules of Fairy Tile that an act brings into play, for the sentences that explain them on the spot.

No rule here depends on a page in hand: only a told page is judged, and it lies open.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeVar

from companion.games.fairytile.board import Cell, Figure, neighbours
from companion.games.fairytile.goals import Both, Cross, Either, Goal, Meet, See, SeeLine, SeePlace, Visit
from companion.games.fairytile.judge import Judged, judge
from companion.games.fairytile.kingdom import GREAT, Kingdom
from companion.games.fairytile.moves import Way, ways
from companion.games.fairytile.position import Act, GiveUp, Move, PlaceTile, Position, Tell, TurnPage

_T = TypeVar("_T")


class _Trip(NamedTuple):
    """A move of a figure: the shortest ways it may have taken, and the cells of the other figures."""

    figure: Figure
    start: Cell
    end: Cell
    ways: tuple[Way, ...]
    others: frozenset[Cell]
    kingdom: Kingdom

    @property
    def passed(self) -> frozenset[Cell]:
        """Cells on every way, without start and end."""
        return frozenset.intersection(*(frozenset(way[:-1]) for way in self.ways)) - {self.start}


def _trip(before: Position, move: Move) -> _Trip:
    cells = before.figure_cells
    start = cells[move.figure]
    every = ways(before.kingdom, move.figure, start, before.box.options)
    found = [way for way in every if way[-1] == move.to]
    shortest = min(map(len, found))
    others = frozenset(cell for figure, cell in cells.items() if figure != move.figure)
    own_ways = tuple(way for way in found if len(way) == shortest)
    return _Trip(move.figure, start, move.to, own_ways, others, before.kingdom)


def _step_then_jump(trip: _Trip) -> bool:
    castles = trip.kingdom.castles
    return trip.figure == "princess" and any(
        len(way) == 2 and way[0] in neighbours(trip.start) and {*way} <= {*castles} for way in trip.ways
    )


def _jump_then_step(trip: _Trip) -> bool:
    castles = trip.kingdom.castles
    return trip.figure == "princess" and any(
        len(way) == 2 and {trip.start, way[0]} <= {*castles} and way[1] in neighbours(way[0])
        for way in trip.ways
    )


def _jump_step_jump(trip: _Trip) -> bool:
    return trip.figure == "princess" and len(trip.ways[0]) == 3


def _bent(trip: _Trip) -> bool:
    """Return whether the knight did not go straight."""
    (q, r), (middle_q, middle_r) = trip.start, trip.ways[0][0]
    return trip.figure == "knight" and trip.end != (2 * middle_q - q, 2 * middle_r - r)


def _stops_at_gap(trip: _Trip) -> bool:
    """Return whether the dragon stopped at a gap with more land beyond it in the same line."""
    first = trip.ways[0][0]
    step = first[0] - trip.start[0], first[1] - trip.start[1]
    return trip.figure == "dragon" and any(
        (trip.end[0] + n * step[0], trip.end[1] + n * step[1]) in trip.kingdom.cells
        for n in range(2, len(trip.kingdom.cells))
    )


MOVED: Mapping[str, Callable[[_Trip], bool]] = {
    "A08": _jump_step_jump,
    "FT-063": _jump_then_step,
    "FT-061": _step_then_jump,
    "FT-082": _stops_at_gap,
    "FT-052": lambda trip: trip.end in trip.others,
    "FT-051": lambda trip: bool(trip.passed & trip.others),
    "FT-075": _bent,
    "FT-053": lambda trip: trip.kingdom.cells[trip.end].terrain == "mountain",
    "FT-080": lambda trip: trip.figure == "dragon",
    "FT-070": lambda trip: trip.figure == "knight",
    "FT-060": lambda trip: trip.figure == "princess",
    "FT-004": lambda _: True,
}
"""Condition of each rule that a move of a figure can bring into play, the most surprising rule first."""


class _Growth(NamedTuple):
    """A tile that was placed: its cells, the kingdom without and with it, and the tiles left."""

    cells: frozenset[Cell]
    before: Kingdom
    after: Kingdom
    tiles_left: int

    @property
    def borders(self) -> Iterator[tuple[Cell, Cell]]:
        """Pairs of a cell of the tile and its neighbour in the kingdom before."""
        for cell in self.cells:
            yield from ((cell, near) for near in neighbours(cell) if near in self.before.cells)


def _fresh_great(growth: _Growth, kind: str) -> bool:
    """Return whether the tile made a great place where no part was great before."""
    old = {cell for group in growth.before.groups(kind) for cell in group}
    return any(old.isdisjoint(group) for group in growth.after.groups(kind))


_LANDS = tuple(kind for kind in GREAT if kind != "river")

PLACED: Mapping[str, Callable[[_Growth], bool]] = {
    "FT-097": lambda growth: not growth.tiles_left,
    "FT-190": lambda growth: _fresh_great(growth, "river"),
    "FT-181": lambda growth: any(
        _fresh_great(growth, kind) and len(growth.after.groups(kind)) > 1 for kind in _LANDS
    ),
    "FT-180": lambda growth: any(_fresh_great(growth, kind) for kind in _LANDS),
    "FT-096": lambda growth: len(growth.after.rivers) > max(1, len(growth.before.rivers)),
    "FT-094": lambda growth: any(growth.after.flows(*pair) for pair in growth.borders),
    "FT-095": lambda growth: any(
        growth.after.cells[here].terrain != growth.after.cells[there].terrain
        for here, there in growth.borders
    ),
    "FT-093": lambda _: True,
    "FT-090": lambda _: True,
    "FT-098": lambda _: True,
}
"""Condition of each rule that a placed tile can bring into play, the most surprising rule first."""


class _Told(NamedTuple):
    """A told page: its parts that hold, and the positions around the act."""

    held: tuple[Judged, ...]
    before: Position
    after: Position

    def holds(self, *kinds: type[Goal]) -> bool:
        """Return whether a part of one of these kinds holds."""
        return any(isinstance(part.goal, kinds) for part in self.held)

    @property
    def sees(self) -> bool:
        """A figure sees something for the page."""
        return self.holds(See, SeePlace, SeeLine)


def _held(judged: Judged) -> Iterator[Judged]:
    if judged.holds:
        yield judged
        for part in judged.parts:
            yield from _held(part)


def _sees_own_cell(told: _Told) -> bool:
    cells = told.before.figure_cells
    return any(
        isinstance(part.goal, See | SeePlace) and part.cells == (cells[part.goal.figure],)
        for part in told.held
    )


TOLD: Mapping[str, Callable[[_Told], bool]] = {
    "FT-140": lambda told: told.after.winner is not None,
    "FT-155": lambda told: told.holds(SeeLine),
    "FT-154": lambda told: any(
        isinstance(part.goal, See) and len(part.goal.others) > 1 for part in told.held
    ),
    "FT-153": _sees_own_cell,
    "FT-200": lambda told: told.holds(Cross),
    "FT-170": lambda told: told.holds(Meet),
    "FT-160": lambda told: told.holds(Visit),
    "FT-156": lambda told: told.sees and not any(done.figure for done in told.before.done),
    "FT-150": lambda told: told.sees,
    "FT-210": lambda told: told.holds(Both, Either),
    "FT-115": lambda told: told.after.winner is None,
    "FT-116": lambda told: told.after.winner is None,
    "FT-110": lambda _: True,
}
"""Condition of each rule that a told page can bring into play, the most surprising rule first."""

TURNED: Mapping[str, Callable[[Position], bool]] = {
    "FT-123": lambda before: len(before.books[before.turn]) == 1,
    "FT-124": lambda before: before.magic[before.turn],
    "FT-121": lambda before: not before.magic[before.turn],
    "FT-122": lambda _: True,
    "FT-045": lambda _: True,
}
"""Condition of each rule that a turned page can bring into play, the most surprising rule first."""

GAVE_UP: Mapping[str, Callable[[Position], bool]] = {
    "FT-143": lambda after: len(after.out) == after.players,
    "A18": lambda after: len(after.out) < after.players,
    "FT-142": lambda _: True,
}
"""Condition of each rule that giving up can bring into play, the most surprising rule first."""

SECOND: Mapping[str, Callable[[Position], bool]] = {
    "FT-113": lambda before: before.page_told_this_turn,
    "FT-132": lambda _: True,
    "FT-131": lambda _: True,
}
"""Condition of each rule that a second adventure can bring into play, the most surprising rule first."""

FINISHED: Mapping[str, Callable[[Position], bool]] = {
    "FT-136": lambda before: before.magic[before.turn],
}
"""Condition of each rule that the end of a turn with adventures can bring into play."""

MOMENTS = (*GAVE_UP, *TOLD, *TURNED, *SECOND, *MOVED, *PLACED, *FINISHED, "FT-042")
"""Ids of all rules that an act can bring into play."""


def moments(before: Position, act: Act, after: Position) -> tuple[str, ...]:
    """Return the ids of the rules that a legal act brought into play, the most surprising first."""
    match act:
        case Tell(page):
            judged = judge(before.box.goals[page], before.moment)
            return _applying(TOLD, _Told(tuple(_held(judged)), before, after))
        case TurnPage():
            return _applying(TURNED, before)
        case GiveUp():
            return _applying(GAVE_UP, after)
        case Move():
            own = _applying(MOVED, _trip(before, act))
        case PlaceTile():
            cells = frozenset(after.kingdom.cells.keys() - before.kingdom.cells.keys())
            own = _applying(PLACED, _Growth(cells, before.kingdom, after.kingdom, after.stack_left))
        case _:
            return _applying(FINISHED, before)
    return (*(_applying(SECOND, before) if before.done else ()), *own, "FT-042")


def _applying(conditions: Mapping[str, Callable[[_T], bool]], seen: _T) -> tuple[str, ...]:
    return tuple(rule for rule, applies in conditions.items() if applies(seen))
