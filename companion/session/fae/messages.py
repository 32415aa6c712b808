"""Messages of Fae."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.fae import Move
from companion.session.messages import Message


@dataclass(frozen=True, slots=True)
class PlayMove(Message):
    """A move by touch."""

    move: Move


@dataclass(frozen=True, slots=True)
class Answer(Message):
    """The answer to the question which move was made."""

    move: Move


@dataclass(frozen=True, slots=True)
class ChooseOrder(Message):
    """The order of the rituals."""

    spaces: Sequence[int]
