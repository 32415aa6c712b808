"""What a tap on the board means; no widgets here."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from companion.games import fae
from companion.games.base import Reason


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Why the tapped space is no target."""

    reason: Reason
    space: int


Order: TypeAlias = tuple[int, ...]
"""The complete order of rituals, as their spaces."""


def answer_spaces(moves: Sequence[fae.Move]) -> tuple[int, ...]:
    """For every move in doubt a space that only it has: its target if possible, else its source."""
    targets = [move.target for move in moves]
    return tuple(move.target if targets.count(move.target) == 1 else move.source for move in moves)


def answered(moves: Sequence[fae.Move], space: int) -> fae.Move | None:
    """Which of the moves in doubt a tapped space stands for."""
    return next((move for move, its in zip(moves, answer_spaces(moves), strict=True) if its == space), None)


@dataclass
class FaeSelection:
    """Remembers taps until they mean something: a group and then its target, or an order of rituals."""

    selected: int | None = None
    ordered: list[int] = field(default_factory=list)

    def clear(self) -> None:
        """Forget what was tapped so far."""
        self.selected = None
        self.ordered.clear()

    def targets(self, position: fae.Position) -> tuple[int, ...]:
        """Where the selected group may go."""
        return tuple(move.target for move in fae.legal(position) if move.source == self.selected)

    def board(self, position: fae.Position, space: int) -> fae.Move | Forbidden | None:
        """A tap while a move may be played: the move once it is complete, or why it is none."""
        if self.selected is None or space == self.selected:
            self.selected = None if self.selected == space or not fae.size(position, space) else space
            return None
        move = fae.Move(self.selected, space)
        reason = fae.explain(position, move)
        if reason:
            return Forbidden(reason, space)
        self.selected = None
        return move

    def order(self, choices: Sequence[int], space: int) -> Order | None:
        """A tap while an order of rituals is asked for; a second tap takes a space back."""
        if space in self.ordered:
            self.ordered.remove(space)
        elif space in choices:
            self.ordered.append(space)
        return tuple(self.ordered) if len(self.ordered) == len(choices) else None
