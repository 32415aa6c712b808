"""Events of a board game, and the JSON objects that `companion watch` prints for them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.base import Table
from companion.session.events import Event, Json


@dataclass(frozen=True, slots=True)
class MovePlayed(Event):
    """A legal move was made; `move` as in a written game, `confidence` 0..1.

    `order_known`: false if no picture shows whether it came before or after the moves reported with it.
    """

    name = "move"
    player: str
    move: Mapping[str, Any]
    confidence: float
    order_known: bool = True

    def _fields(self) -> Json:
        order = {} if self.order_known else {"order": "unknown"}
        return {"player": self.player, **self.move, "confidence": round(self.confidence, 4), **order}


@dataclass(frozen=True, slots=True)
class InDoubt(Event):
    """Several moves explain the table about equally well; the best first, as in a written game."""

    name = "ask"
    moves: tuple[Mapping[str, Any], ...]

    def _fields(self) -> Json:
        return {"candidates": [dict(move) for move in self.moves]}


@dataclass(frozen=True, slots=True)
class End(Event):
    """No more pictures, or the game is over; `table` holds the expected pieces."""

    name = "end"
    over: bool
    table: Table

    def _fields(self) -> Json:
        table = {str(space): dict(pieces) for space, pieces in self.table.items()}
        return {"status": "finished" if self.over else "playing", "table": table}
