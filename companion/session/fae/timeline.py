"""The moves of a game of Fae and the rituals they made."""

from companion.games import fae
from companion.games.base import Table
from companion.session import timeline


class Line(timeline.Line[fae.Position, fae.Move]):
    """The moves of one game."""

    def would_redo(self, move: fae.Move) -> bool:
        """Whether `move` is one that was undone, whatever the order of its rituals."""
        return any(undone[:2] == move[:2] for undone in self.moves[self.at :])

    def removed(self) -> Table:
        """All druids that had to be taken off so far, by space."""
        return {ritual.space: ritual.removed for turn in self.rituals() for ritual in turn if ritual.removed}

    def rituals(self) -> list[tuple[fae.Ritual, ...]]:
        """The rituals of every move that stands."""
        return [
            fae.rituals(position, move)
            for position, move in zip(self.positions[: self.at], self.moves, strict=False)
        ]
