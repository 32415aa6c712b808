"""The messages that only a game of Fairy Tile takes."""

from dataclasses import dataclass

from companion.games.fairytile.position import FinishTurn, GiveUp, Move, PlaceTile, TurnPage
from companion.session.messages import Message


@dataclass(frozen=True, slots=True)
class Play(Message):
    """An act by touch."""

    act: Move | PlaceTile | TurnPage | GiveUp | FinishTurn


@dataclass(frozen=True, slots=True)
class TellPage(Message):
    """The player whose turn it is tells the page in hand; the session knows which one that is."""
