"""Actions of a duel that a test knows, for the thread of a running game; people answer decisions instead."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.fabula.action_codec import read_action
from companion.games.fabula.position import Id
from companion.session.fabula.session import FabulaSession
from companion.session.messages import Message


@dataclass(frozen=True, slots=True)
class PlayAction(Message):
    """Play an action in the script format as soon as the game's thread gets this."""

    written: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PlaceBases(Message):
    """Lay the bases of a player, the centre first."""

    player: str
    bases: tuple[Id, ...]


def _take(session: Any, message: Message) -> None:
    match message:
        case PlayAction(_, written):
            session.submit(read_action(written))
        case PlaceBases(_, player, bases):
            session.place(player, bases)


FabulaSession._take = _take  # type: ignore[method-assign, assignment]  # the product has no such messages
