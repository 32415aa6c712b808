"""Verdict: the meaning of an observation under the rules."""

from dataclasses import dataclass, field
from typing import Generic, Literal, TypeAlias

from companion.games.base import MoveT, Reason, Space, Table
from companion.table.observation import Trouble


@dataclass(frozen=True, slots=True)
class Settled:
    """The table is as expected.

    `leftovers`: removed pieces still on the board; `partly`: only some of them.
    """

    confidence: float
    leftovers: Table = field(default_factory=dict)
    partly: bool = False


@dataclass(frozen=True, slots=True)
class Played(Generic[MoveT]):
    """One legal move explains the table, or several in a row without pictures between them.

    `then`: the moves after `move`. `leftovers`, `partly`: as in `Settled`. `order_known`: false if the same
    moves may have been made in another order, to the same position.
    """

    move: MoveT
    confidence: float
    leftovers: Table = field(default_factory=dict)
    then: tuple[MoveT, ...] = ()
    partly: bool = False
    order_known: bool = True

    @property
    def moves(self) -> tuple[MoveT, ...]:
        """All of them, in order."""
        return (self.move, *self.then)


@dataclass(frozen=True, slots=True)
class Ask(Generic[MoveT]):
    """Several legal moves explain the table about equally well; the best first.

    `gap`: more than one move may have been made, and others before them.
    """

    moves: tuple[MoveT, ...]
    gap: bool = False


@dataclass(frozen=True, slots=True)
class Wrong:
    """No legal move explains the table; `reason` names the violation and its spaces."""

    reason: Reason
    source: Space | None
    target: Space | None
    confidence: float


@dataclass(frozen=True, slots=True)
class Wait:
    """No verdict yet.

    "guide": guide steps are still open. "unfinished": a move was begun, such as a card that was placed, but
    not yet turned over.
    """

    why: Trouble | Literal["guide", "unfinished"]
    spaces: tuple[Space, ...] = ()


Verdict: TypeAlias = Settled | Played[MoveT] | Ask[MoveT] | Wrong | Wait


def unexplained(verdict: Verdict[MoveT]) -> bool:
    """Return whether a still table was not understood, so that the players may confirm it."""
    if isinstance(verdict, Wrong):
        return verdict.reason.code == "unexplained"
    return isinstance(verdict, Wait) and bool(verdict.spaces)
