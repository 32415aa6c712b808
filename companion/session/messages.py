"""The messages that camera, screen and buttons send to the thread that owns the game.

Messages of a single game are defined in its own package.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from companion.errors import CompanionError
from companion.games.base import Table
from companion.table.observation import Observation


@dataclass(frozen=True, slots=True)
class Message:
    """A message for the game with this number; dropped if another game runs when it arrives.

    `at`: number of the state that somebody saw who decided this (`Snapshot.at`); in a later state it changes
    nothing. None: it fits any state, for example a picture. Before the result is shown, on the thread that
    owns the game, `taken` is called with the number of the state that the message led to, or `refused` with
    the error if the game does not take it; screens show the error, too, unless it is `stale`: that concerns
    only who sent it.
    """

    game: int
    at: int | None = field(default=None, kw_only=True)
    refused: Callable[[CompanionError], object] = field(
        default=lambda _: None, kw_only=True, compare=False, repr=False
    )
    taken: Callable[[int], object] = field(default=lambda _: None, kw_only=True, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Seen(Message):
    """A picture was read. Only the newest one waits; older ones are dropped.

    `answer` is called on the thread that owns the game after the picture was handled or dropped, with the
    settled table or None.
    """

    observation: Observation
    answer: Callable[[Table | None], object] = lambda _: None


@dataclass(frozen=True, slots=True)
class Failed(Message):
    """A failure outside the game, for example of the camera; screens show it."""

    error: CompanionError


@dataclass(frozen=True, slots=True)
class BotMove(Message):
    """A bot's move after `played` moves; ignored if the game has moved on since."""

    played: int
    move: Any


@dataclass(frozen=True, slots=True)
class TakeSeat(Message):
    """A person plays on for a bot."""

    player: str


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
    """Undo or redo until `number` moves count; 0 is the set-up."""

    number: int


@dataclass(frozen=True, slots=True)
class Confirm(Message):
    """The first guide step is done, or the only answer is right."""


@dataclass(frozen=True, slots=True)
class AllDone(Message):
    """All guide steps are done: the table is as it should be."""


@dataclass(frozen=True, slots=True)
class Reveal(Message):
    """Show the secrets of all seats after the end of the game."""


@dataclass(frozen=True, slots=True)
class Learn(Message):
    """Begin the guided first round, or go on with it after it was left."""


@dataclass(frozen=True, slots=True)
class Read(Message):
    """The step of the lesson with this key was read; that of its end ends it."""

    key: str
