"""The moves of a game, with those that were undone and may be redone."""

from typing import Generic

from companion.games.base import MoveT, PositionT


class Line(Generic[PositionT, MoveT]):
    """Positions and moves from `start`; the first `at` moves stand, the rest were undone."""

    def __init__(self, start: PositionT) -> None:
        """Begin with no moves."""
        self.positions = [start]
        self.moves: list[MoveT] = []
        self.at = 0

    @property
    def position(self) -> PositionT:
        """The position after the moves that stand."""
        return self.positions[self.at]

    def play(self, move: MoveT, after: PositionT) -> None:
        """Add a move; undone ones are forgotten."""
        self.moves[self.at :] = [move]
        self.positions[self.at + 1 :] = [after]
        self.at += 1

    def shift(self, moves: int) -> None:
        """Redo (positive) or undo (negative) so many moves, which must be there."""
        assert 0 <= self.at + moves <= len(self.moves)
        self.at += moves
