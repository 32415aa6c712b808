"""Messages of Fairy Tile."""

from dataclasses import dataclass

from companion.games.fairytile.position import FinishTurn, GiveUp, Move, PlaceTile, TurnPage
from companion.session.messages import Message


@dataclass(frozen=True, slots=True)
class PlayFairyAct(Message):
    """An act by touch."""

    act: Move | PlaceTile | TurnPage | GiveUp | FinishTurn


@dataclass(frozen=True, slots=True)
class TellPage(Message):
    """The current player tells the page in hand, which only the session knows."""
