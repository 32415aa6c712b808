"""The moves of a game, with those that were undone and may be redone."""

from companion.games import fae
from companion.games.base import Table


class Line:
    """Positions and moves from `start`; the first `at` moves stand, the rest were undone."""

    def __init__(self, start: fae.Position) -> None:
        """Begin with no moves."""
        self.positions = [start]
        self.moves: list[fae.Move] = []
        self.at = 0

    @property
    def position(self) -> fae.Position:
        """The position after the moves that stand."""
        return self.positions[self.at]

    def would_redo(self, move: fae.Move) -> bool:
        """Whether `move` is one that was undone, whatever the order of its rituals."""
        return any(undone[:2] == move[:2] for undone in self.moves[self.at :])

    def play(self, move: fae.Move, after: fae.Position) -> None:
        """Add a move; undone ones are forgotten."""
        self.moves[self.at :] = [move]
        self.positions[self.at + 1 :] = [after]
        self.at += 1

    def shift(self, moves: int) -> None:
        """Redo (positive) or undo (negative) so many moves, which must be there."""
        assert 0 <= self.at + moves <= len(self.moves)
        self.at += moves

    def removed(self) -> Table:
        """All druids that had to be taken off so far, by space."""
        return {ritual.space: ritual.removed for turn in self.rituals() for ritual in turn if ritual.removed}

    def rituals(self) -> list[tuple[fae.Ritual, ...]]:
        """The rituals of every move that stands."""
        return [
            fae.rituals(position, move)
            for position, move in zip(self.positions[: self.at], self.moves, strict=False)
        ]
