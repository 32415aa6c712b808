"""Messages of a board game."""

from dataclasses import dataclass
from typing import Any

from companion.session.messages import Message


@dataclass(frozen=True, slots=True)
class PlayMove(Message):
    """Play a move by touch, or answer which move was made."""

    move: Any
