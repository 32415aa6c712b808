"""Acts of Fate that a test knows, for the thread of a running game; people answer decisions instead."""

from dataclasses import dataclass
from typing import Any

from companion.games.fate.acts import Act
from companion.session.fate.session import FateSession
from companion.session.messages import Message


@dataclass(frozen=True, slots=True)
class PlayAct(Message):
    """Play an act as soon as the game's thread gets this."""

    act: Act


def _take(session: Any, message: Message) -> None:
    if isinstance(message, PlayAct):
        session.submit(message.act)


FateSession._take = _take  # type: ignore[method-assign, assignment]  # the product has no such message
