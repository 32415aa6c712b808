"""The messages that camera, screen and buttons send to the thread that owns the game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.errors import CompanionError
from companion.games.base import Table
from companion.games.fae import Move
from companion.session.session import Session
from companion.table.observation import Observation


@dataclass(frozen=True, slots=True)
class Message:
    """Something for the game with this number; dropped when another game is on by then."""

    game: int


@dataclass(frozen=True, slots=True)
class Seen(Message):
    """A picture was read. Only the newest one waits; older ones are dropped.

    `answer` is called on the thread that owns the game once the picture was taken or dropped, with
    what lies on the table beyond doubt, else None.
    """

    observation: Observation
    answer: Callable[[Table | None], object] = lambda _: None


@dataclass(frozen=True, slots=True)
class Failed(Message):
    """Something outside the game failed, such as the camera; screens show it."""

    error: CompanionError


@dataclass(frozen=True, slots=True)
class Play(Message):
    """A move by touch."""

    move: Move


@dataclass(frozen=True, slots=True)
class Answer(Message):
    """Which move it was."""

    move: Move


@dataclass(frozen=True, slots=True)
class ChooseOrder(Message):
    """The order of the rituals."""

    spaces: Sequence[int]


@dataclass(frozen=True, slots=True)
class Undo(Message):
    """Take moves back."""

    moves: int = 1


@dataclass(frozen=True, slots=True)
class Redo(Message):
    """Play undone moves again."""

    moves: int = 1


@dataclass(frozen=True, slots=True)
class Confirm(Message):
    """The first guide step is done."""


@dataclass(frozen=True, slots=True)
class Deal(Message):
    """The spirits, as shuffled colours."""

    outcome: Sequence[str]

    def __repr__(self) -> str:
        """Without the colours, which are secret."""
        return f"Deal(game={self.game})"


@dataclass(frozen=True, slots=True)
class Reveal(Message):
    """Show the spirits."""


@dataclass(frozen=True, slots=True)
class Open(Message):
    """From now on `session` is the game with this number."""

    session: Session


@dataclass(frozen=True, slots=True)
class Stop(Message):
    """No more messages."""
