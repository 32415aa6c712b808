"""Several moves in a row, or one and a mistake, that may explain a table where pictures are missing."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Any, Generic

from companion.games.base import Game, Kind, Mistake, MoveT, PositionT, Space, Table
from companion.table.tables import differing, less

MOST_MOVES = 3
BEAM = 8
"""So many of the likeliest beginnings are followed up."""


@dataclass(frozen=True, slots=True)
class MoveSequence(Generic[PositionT, MoveT]):
    """Moves in order of play, what they change on the table, and what they leave there to be taken off."""

    position: PositionT
    moves: tuple[MoveT, ...] = ()
    changes: Table = field(default_factory=dict)
    standing: Table = field(default_factory=dict)
    forks: bool = False
    """Whether what the last move takes off is for its player to choose."""
    unsettled: bool = False
    """Whether that of a move before it was: where pieces stand then is not known for sure."""

    @property
    def lying(self) -> frozenset[tuple[Space, frozenset[tuple[Kind, int]]]]:
        """What the moves changed, to compare."""
        return frozenset((space, frozenset(kinds.items())) for space, kinds in self.changes.items())


def courses(
    game: Game[PositionT, MoveT],
    position: PositionT,
    changed: set[Space],
    emptied: set[Space],
    price: Callable[[MoveSequence[PositionT, MoveT]], float],
) -> Iterator[list[MoveSequence[PositionT, MoveT]]]:
    """The likeliest courses of two moves, then of three, by what they cost.

    They touch only `changed` spaces and empty only such as look `emptied`. Orders of the same moves that
    lead to the same position are one course, the cheapest; all others of the likeliest moves are there, too.
    """
    beam: list[MoveSequence[PositionT, MoveT]] = [MoveSequence(position)]
    for moves in range(1, MOST_MOVES + 1):
        longer = [c for begun in beam if not begun.forks for c in _one_more(game, begun, changed, emptied)]
        beam = _apart(sorted(longer, key=price))[:BEAM]
        if moves > 1:
            orders = permutations(beam[0].moves) if beam else ()
            yield _apart([*beam, *(c for order in orders for c in _along(game, position, order, changed))])


def _apart(courses: Iterable[MoveSequence[PositionT, MoveT]]) -> list[MoveSequence[PositionT, MoveT]]:
    """The first of those of the same moves that lead to the same position."""
    alike: dict[Any, MoveSequence[PositionT, MoveT]] = {}
    for course in courses:
        key = frozenset(course.moves), course.position, course.lying, course.unsettled
        alike.setdefault(key, course)
    return list(alike.values())


def _along(
    game: Game[PositionT, MoveT], position: PositionT, moves: Sequence[MoveT], changed: set[Space]
) -> list[MoveSequence[PositionT, MoveT]]:
    """The courses of these moves in this order, if they are legal."""
    begun: list[MoveSequence[PositionT, MoveT]] = [MoveSequence(position)]
    for move in moves:
        longer = (c for b in begun for c in _one_more(game, b, changed, changed))
        begun = [course for course in longer if course.moves[-1] == move]
    return begun


def mistaken(
    game: Game[PositionT, MoveT], position: PositionT, changed: set[Space], emptied: set[Space]
) -> Iterator[tuple[MoveSequence[PositionT, MoveT], Mistake]]:
    """Single moves, each with a usual mistake made after it, that touch only `changed` spaces."""
    for begun in _one_more(game, MoveSequence(position), changed, emptied):
        for mistake in game.mistakes(begun.position):
            if changed.issuperset(mistake.changed):
                yield replace(begun, changes={**begun.changes, **mistake.changed}), mistake


def same_change(
    game: Game[PositionT, MoveT], position: PositionT, table: Table, changes: Table
) -> Iterator[tuple[MoveSequence[PositionT, MoveT], Mistake]]:
    """Single moves, each with a usual mistake made after it, that together change just this on the table."""
    everywhere = {*game.table(position)}
    for begun in _one_more(game, MoveSequence(position), everywhere, everywhere):
        back = begun.changes.keys() - changes.keys()
        if len(back) == len(begun.changes):
            continue
        for mistake in game.mistakes(begun.position):
            if not back <= mistake.changed.keys() <= begun.changes.keys() | changes.keys():
                continue
            both = {**begun.changes, **mistake.changed}
            if not differing({**table, **both}, {**table, **changes}):
                yield replace(begun, changes=both), mistake


def _one_more(
    game: Game[PositionT, MoveT],
    begun: MoveSequence[PositionT, MoveT],
    changed: set[Space],
    emptied: set[Space],
) -> Iterator[MoveSequence[PositionT, MoveT]]:
    for move in game.legal(begun.position):
        moved = game.changed(begun.position, move)
        if not changed.issuperset(moved) or any(
            not kinds and space not in emptied for space, kinds in moved.items()
        ):
            continue
        position, moves = game.apply(begun.position, move), (*begun.moves, move)
        changes, options = {**begun.changes, **moved}, game.removals(begun.position, move)
        standing = {space: kinds for space, kinds in begun.standing.items() if space not in moved}
        still = {**standing, **options[0]} if options else standing
        unsettled = begun.unsettled or begun.forks
        yield MoveSequence(position, moves, changes, still, len(options) > 1, unsettled)
        for removed in options:
            bare = game.table(begun.position)
            after = {s: less(changes.get(s, bare.get(s, {})), kinds) for s, kinds in removed.items()}
            yield MoveSequence(position, moves, {**changes, **after}, standing, len(options) > 1, unsettled)
