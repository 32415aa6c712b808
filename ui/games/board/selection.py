"""Meaning of touches: moves whose spaces were touched one after another; no widgets here."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from companion.games.base import Game, Reason, Space
from ui.games.board.description import Touches

Taken: TypeAlias = Literal["begun", "dropped", "refused"]


@dataclass
class Selection:
    """Collects touches until they mean one move."""

    touches: Touches
    touched: tuple[Space, ...] = ()

    def clear(self) -> None:
        """Forget the touches."""
        self.touched = ()

    def possible(self, moves: Sequence[Any]) -> list[Any]:
        """Return the moves that begin with what was touched."""
        return self._beginning(moves, self.touched)

    def next_spaces(self, moves: Sequence[Any]) -> frozenset[Space]:
        """Return the spaces that may be touched next."""
        at = len(self.touched)
        ways = (self.touches(move) for move in self.possible(moves))
        return frozenset(way[at] for way in ways if len(way) > at)

    def complete(self, moves: Sequence[Any]) -> tuple[Any, ...]:
        """Return the move that the touches mean already, as one of at most one; longer ones may exist."""
        return tuple(move for move in moves if self.touches(move) == self.touched)[:1]

    def touch(self, space: Space, moves: Sequence[Any]) -> tuple[Any] | Taken:
        """Take a touch: return the complete move in a tuple, or what became of the touch.

        The last space once more means the shorter of two moves, or gives up; a touch that fits nothing
        begins anew if it can, else it is "refused" and the touches so far stay.
        """
        if self.touched and space == self.touched[-1]:
            done = self.complete(moves)
            self.clear()
            return (done[0],) if done else "dropped"
        for way in ((*self.touched, space), (space,)):
            if fits := self._beginning(moves, way):
                self.touched = way
                done = self.complete(moves)
                if not done or len(fits) > 1:
                    return "begun"
                self.clear()
                return (done[0],)
        return "refused"

    def _beginning(self, moves: Sequence[Any], way: tuple[Space, ...]) -> list[Any]:
        return [move for move in moves if self.touches(move)[: len(way)] == way]


def answered(space: Space, doubt: Sequence[Any], touches: Touches) -> tuple[Any, ...]:
    """Return the only move in doubt that touches a space, as one of at most one."""
    found = tuple(move for move in doubt if space in touches(move))
    return found if len(found) == 1 else ()


def telling_spaces(doubt: Sequence[Any], touches: Touches) -> tuple[Space | None, ...]:
    """Return a space for each move in doubt that no other one touches, the last if there are several."""
    ways = [touches(move) for move in doubt]
    others = [{space for other in ways if other is not way for space in other} for way in ways]
    return tuple(
        next((space for space in reversed(way) if space not in rest), None)
        for way, rest in zip(ways, others, strict=True)
    )


def why_not(game: Game[Any, Any], position: Any, touched: tuple[Space, ...], space: Space) -> Reason | None:
    """Return why a touch means no legal move, if it is a mistake that the game knows."""
    source = touched[0] if touched else space
    known = (mistake for mistake in game.mistakes(position) if mistake.target == space)
    return next((mistake.reason for mistake in known if mistake.source == source), None)
