"""Messages of Fairy Tile."""

from dataclasses import dataclass

from companion.games.fairytile.position import EndTurn, GiveUp, Move, Place, TurnPage
from companion.session.messages import Message


@dataclass(frozen=True, slots=True)
class PlayFairyAct(Message):
    """An act by touch."""

    act: Move | Place | TurnPage | GiveUp | EndTurn


@dataclass(frozen=True, slots=True)
class TellPage(Message):
    """The current player tells the page in hand, which only the session knows."""
