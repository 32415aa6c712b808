"""The messages that camera, screen and buttons send to the thread that owns the game.

Those of one game only are beside that game.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.errors import CompanionError
from companion.games.base import Table
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
class BotMove(Message):
    """What the app plays for a bot after so many moves; passed over where the game went on meanwhile."""

    played: int
    move: Any


@dataclass(frozen=True, slots=True)
class Undo(Message):
    """Take moves back."""

    moves: int = 1


@dataclass(frozen=True, slots=True)
class Redo(Message):
    """Play undone moves again."""

    moves: int = 1


@dataclass(frozen=True, slots=True)
class GoTo(Message):
    """Undo or redo until so many moves stand; 0 is the set-up."""

    number: int


@dataclass(frozen=True, slots=True)
class Confirm(Message):
    """The first guide step is done, or the only answer is right."""


@dataclass(frozen=True, slots=True)
class AllDone(Message):
    """All guide steps are done: the table is as it should be."""


@dataclass(frozen=True, slots=True)
class Reveal(Message):
    """Show what every seat kept secret, once the game is over."""
