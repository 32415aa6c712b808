"""The messages that only a duel takes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.fabula.position import Id
from companion.session.fabula.stop_settings import Stop
from companion.session.messages import Message


@dataclass(frozen=True, slots=True)
class PlayAction(Message):
    """An action in the words of the script format."""

    written: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PlaceBases(Message):
    """How a player lays the bases, the centre first; nobody sees it before both have done so."""

    player: str
    bases: tuple[Id, ...]


@dataclass(frozen=True, slots=True)
class StopAt(Message):
    """Whether a player is asked at such a moment from now on."""

    player: str
    stop: Stop
    wanted: bool


@dataclass(frozen=True, slots=True)
class FinishTurn(Message):
    """The player whose turn it is does nothing more in it."""


@dataclass(frozen=True, slots=True)
class PassForTurn(Message):
    """A player answers nothing any more in this turn."""

    player: str


@dataclass(frozen=True, slots=True)
class FoundCard(Message):
    """Which card a search in a deck on the table has found, "" for none."""

    card: str = ""
