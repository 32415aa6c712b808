"""What an observation means, given the rules."""

from dataclasses import dataclass, field
from typing import Generic, Literal, TypeAlias

from companion.games.base import MoveT, Reason, Space, Table
from companion.table.observation import Trouble


@dataclass(frozen=True, slots=True)
class Settled:
    """The table is as expected; `leftovers` are taken-off druids that still stand there, or `partly`."""

    confidence: float
    leftovers: Table = field(default_factory=dict)
    partly: bool = False


@dataclass(frozen=True, slots=True)
class Played(Generic[MoveT]):
    """One legal move explains the table; or several in a row, the pictures between them being missing."""

    move: MoveT
    confidence: float
    leftovers: Table = field(default_factory=dict)
    then: tuple[MoveT, ...] = ()
    partly: bool = False

    @property
    def moves(self) -> tuple[MoveT, ...]:
        """All of them, in order."""
        return (self.move, *self.then)


@dataclass(frozen=True, slots=True)
class Ask(Generic[MoveT]):
    """Several legal moves explain the table about as well; the best first. `gap`: more than one may have been
    made, and others before them."""

    moves: tuple[MoveT, ...]
    gap: bool = False


@dataclass(frozen=True, slots=True)
class Wrong:
    """No legal move explains the table; `reason` says what is wrong and where."""

    reason: Reason
    source: Space | None
    target: Space | None
    confidence: float


@dataclass(frozen=True, slots=True)
class Wait:
    """No verdict yet.

    "guide": hands are still at work; "unfinished": a move was begun, such as a card that was placed, but not
    yet turned over.
    """

    why: Trouble | Literal["guide", "unfinished"]
    spaces: tuple[Space, ...] = ()


Verdict: TypeAlias = Settled | Played[MoveT] | Ask[MoveT] | Wrong | Wait


def unexplained(verdict: Verdict[MoveT]) -> bool:
    """Whether a still table was not understood: people may settle what lies there."""
    if isinstance(verdict, Wrong):
        return verdict.reason.code == "unexplained"
    return isinstance(verdict, Wait) and bool(verdict.spaces)
