"""Sequences of moves, or a move and a mistake, that explain a table after missing pictures."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Any, Generic

from companion.games.base import Game, Kind, Mistake, MoveT, PositionT, Space, Table
from companion.session.board.interpreter_params import PARAMS
from companion.table.tables import differing, less


@dataclass(frozen=True, slots=True)
class MoveSequence(Generic[PositionT, MoveT]):
    """Moves in order of play and their effect.

    `changes`: new contents of the changed spaces. `remaining`: removed pieces that are still on the table.
    """

    position: PositionT
    moves: tuple[MoveT, ...] = ()
    changes: Table = field(default_factory=dict)
    remaining: Table = field(default_factory=dict)
    has_choice: bool = False
    """The player of the last move chooses which pieces it removes."""
    unsettled: bool = False
    """The player of an earlier move chose; the resulting places of pieces are uncertain."""

    @property
    def change_key(self) -> frozenset[tuple[Space, frozenset[tuple[Kind, int]]]]:
        """The changes as a hashable value, for comparison."""
        return frozenset((space, frozenset(kinds.items())) for space, kinds in self.changes.items())


def move_sequences(
    game: Game[PositionT, MoveT],
    position: PositionT,
    changed: set[Space],
    emptied: set[Space],
    key: Callable[[MoveSequence[PositionT, MoveT]], float],
) -> Iterator[list[MoveSequence[PositionT, MoveT]]]:
    """Yield the best sequences of two moves, then of three, by ascending `key`: a beam search.

    They touch only `changed` spaces and empty only spaces in `emptied`. Orders of the same moves that lead to
    the same position count once, with the lowest key. All other orders of the best moves are included.
    """
    beam: list[MoveSequence[PositionT, MoveT]] = [MoveSequence(position)]
    for moves in range(1, PARAMS.max_moves + 1):
        longer = [
            c for prefix in beam if not prefix.has_choice for c in _extended(game, prefix, changed, emptied)
        ]
        beam = _distinct(sorted(longer, key=key))[: PARAMS.beam_width]
        if moves > 1:
            orders = permutations(beam[0].moves) if beam else ()
            yield _distinct(
                [*beam, *(c for order in orders for c in in_given_order(game, position, order, changed))]
            )


def _distinct(
    sequences: Iterable[MoveSequence[PositionT, MoveT]],
) -> list[MoveSequence[PositionT, MoveT]]:
    """Return the first sequence for each set of moves and resulting position."""
    found: dict[Any, MoveSequence[PositionT, MoveT]] = {}
    for sequence in sequences:
        key = frozenset(sequence.moves), sequence.position, sequence.change_key, sequence.unsettled
        found.setdefault(key, sequence)
    return list(found.values())


def in_given_order(
    game: Game[PositionT, MoveT], position: PositionT, moves: Sequence[MoveT], changed: set[Space]
) -> list[MoveSequence[PositionT, MoveT]]:
    """Return the sequences with these moves in this order, if they are legal."""
    prefix: list[MoveSequence[PositionT, MoveT]] = [MoveSequence(position)]
    for move in moves:
        longer = (c for b in prefix for c in _extended(game, b, changed, changed))
        prefix = [sequence for sequence in longer if sequence.moves[-1] == move]
    return prefix


def moves_with_mistake(
    game: Game[PositionT, MoveT], position: PositionT, changed: set[Space], emptied: set[Space]
) -> Iterator[tuple[MoveSequence[PositionT, MoveT], Mistake]]:
    """Yield each single move with a usual mistake after it if both touch only `changed` spaces."""
    for prefix in _extended(game, MoveSequence(position), changed, emptied):
        for mistake in game.mistakes(prefix.position):
            if changed.issuperset(mistake.changed):
                yield replace(prefix, changes={**prefix.changes, **mistake.changed}), mistake


def same_change(
    game: Game[PositionT, MoveT], position: PositionT, table: Table, changes: Table
) -> Iterator[tuple[MoveSequence[PositionT, MoveT], Mistake]]:
    """Yield each move with a usual mistake after it if both together cause exactly `changes`."""
    everywhere = {*game.table(position)}
    for prefix in _extended(game, MoveSequence(position), everywhere, everywhere):
        back = prefix.changes.keys() - changes.keys()
        if len(back) == len(prefix.changes):
            continue
        for mistake in game.mistakes(prefix.position):
            if not back <= mistake.changed.keys() <= prefix.changes.keys() | changes.keys():
                continue
            both = {**prefix.changes, **mistake.changed}
            if not differing({**table, **both}, {**table, **changes}):
                yield replace(prefix, changes=both), mistake


def _extended(
    game: Game[PositionT, MoveT],
    prefix: MoveSequence[PositionT, MoveT],
    changed: set[Space],
    emptied: set[Space],
) -> Iterator[MoveSequence[PositionT, MoveT]]:
    for move in game.legal(prefix.position):
        moved = game.changed(prefix.position, move)
        if not changed.issuperset(moved) or any(
            not kinds and space not in emptied for space, kinds in moved.items()
        ):
            continue
        position, moves = game.apply(prefix.position, move), (*prefix.moves, move)
        changes, options = {**prefix.changes, **moved}, game.removals(prefix.position, move)
        remaining = {space: kinds for space, kinds in prefix.remaining.items() if space not in moved}
        still = {**remaining, **options[0]} if options else remaining
        unsettled = prefix.unsettled or prefix.has_choice
        yield MoveSequence(position, moves, changes, still, len(options) > 1, unsettled)
        for removed in options:
            bare = game.table(prefix.position)
            after = {s: less(changes.get(s, bare.get(s, {})), kinds) for s, kinds in removed.items()}
            yield MoveSequence(position, moves, {**changes, **after}, remaining, len(options) > 1, unsettled)
