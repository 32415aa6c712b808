"""Meaning of taps on the board; no widgets here."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from companion.games import fae
from companion.games.base import Reason


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Reason why the tapped space is no target."""

    reason: Reason
    space: int


Order: TypeAlias = tuple[int, ...]
"""The complete order of rituals, as their spaces."""


def answer_spaces(moves: Sequence[fae.Move]) -> tuple[int, ...]:
    """Distinct space of every move in doubt: its target if possible, else its source."""
    targets = [move.target for move in moves]
    return tuple(move.target if targets.count(move.target) == 1 else move.source for move in moves)


def answered(moves: Sequence[fae.Move], space: int) -> fae.Move | None:
    """Move in doubt that a tapped space identifies."""
    return next((move for move, its in zip(moves, answer_spaces(moves), strict=True) if its == space), None)


@dataclass
class FaeSelection:
    """Collects taps until they form a move (group, then target) or an order of rituals."""

    selected: int | None = None
    ordered: list[int] = field(default_factory=list)

    def clear(self) -> None:
        """Discard the taps so far."""
        self.selected = None
        self.ordered.clear()

    def targets(self, position: fae.Position) -> tuple[int, ...]:
        """Legal targets of the selected group."""
        return tuple(move.target for move in fae.legal(position) if move.source == self.selected)

    def board(self, position: fae.Position, space: int) -> fae.Move | Forbidden | None:
        """Add a tap while a move may be played; return the complete move, or why it is forbidden."""
        if self.selected is None or space == self.selected:
            self.selected = None if self.selected == space or not fae.size(position, space) else space
            return None
        move = fae.Move(self.selected, space)
        reason = fae.explain(position, move)
        if reason and reason.code == "not_adjacent" and fae.size(position, space):
            self.selected = space  # somebody thought better of it
            return None
        if reason:
            return Forbidden(reason, space)
        self.selected = None
        return move

    def order(self, choices: Sequence[int], space: int) -> Order | None:
        """Add a tap while an order of rituals is asked for; a second tap removes the space."""
        if space in self.ordered:
            self.ordered.remove(space)
        elif space in choices:
            self.ordered.append(space)
        return tuple(self.ordered) if len(self.ordered) == len(choices) else None
