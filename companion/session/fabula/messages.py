"""Messages of Fábula."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.fabula.position import Id
from companion.session.fabula.stop_settings import Stop
from companion.session.messages import Message


@dataclass(frozen=True, slots=True)
class PlayAction(Message):
    """An action by touch, in the script format."""

    written: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PlaceBases(Message):
    """Bases of a player, the centre first; hidden until both players have placed theirs."""

    player: str
    bases: tuple[Id, ...]


@dataclass(frozen=True, slots=True)
class StopAt(Message):
    """Change of a stop setting: the player is asked at `stop` if `wanted`."""

    player: str
    stop: Stop
    wanted: bool


@dataclass(frozen=True, slots=True)
class FinishTurn(Message):
    """The current player does nothing more in this turn."""


@dataclass(frozen=True, slots=True)
class PassForTurn(Message):
    """A player gives no more answers in this turn."""

    player: str


@dataclass(frozen=True, slots=True)
class FoundCard(Message):
    """Result of a search in a deck on the table: name of the card, "" for none."""

    card: str = ""
