"""Events of Fae, and the JSON objects that `companion watch` prints for them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from companion.games import fae
from companion.games.base import Kind, Table
from companion.games.fae.script import druids_object, move_object
from companion.session.events import Event, Json

Status: TypeAlias = Literal["playing", "finished"]


@dataclass(frozen=True, slots=True)
class BoardRead(Event):
    """The game begins or continues with this table.

    `confidence`: probability 0..1 that it is right.
    """

    name = "position"
    table: Table
    confidence: float

    def _fields(self) -> Json:
        return {"druids": druids_object(self.table), "confidence": round(self.confidence, 4)}


@dataclass(frozen=True, slots=True)
class MovePlayed(Event):
    """A legal move was made.

    `order_known`: false if no picture shows whether it came before or after the moves reported with it, so
    that another player may have made it.
    """

    name = "move"
    player: str
    move: fae.Move
    confidence: float
    order_known: bool = True

    def _fields(self) -> Json:
        order = {} if self.order_known else {"order": "unknown"}
        return {
            "player": self.player,
            "from": self.move.source,
            "to": self.move.target,
            "confidence": round(self.confidence, 4),
            **order,
        }


@dataclass(frozen=True, slots=True)
class RitualHeld(Event):
    """A ritual was held; its card is the value 1..5 of the card the player keeps."""

    name = "ritual"
    player: str
    ritual: fae.Ritual

    def _fields(self) -> Json:
        ritual = self.ritual
        return {
            "player": self.player,
            "space": ritual.space,
            "card": ritual.card,
            "cursed": ritual.cursed,
            "blessed": ritual.blessed,
            "removed": dict(ritual.removed),
            "value": ritual.value,
            "scored": list(ritual.scored),
        }


@dataclass(frozen=True, slots=True)
class InDoubt(Event):
    """Several moves explain the table about equally well; the best first."""

    name = "ask"
    moves: tuple[fae.Move, ...]

    def _fields(self) -> Json:
        return {"candidates": [move_object(move) for move in self.moves]}


@dataclass(frozen=True, slots=True)
class OrderWanted(Event):
    """The mover must say in which order these spaces have their rituals (E-021)."""

    name = "choose"
    spaces: tuple[int, ...]

    def _fields(self) -> Json:
        return {"spaces": list(self.spaces)}


@dataclass(frozen=True, slots=True)
class End(Event):
    """No more pictures, or the game is over; `result` is None until then or without spirits."""

    name = "end"
    status: Status
    scores: Mapping[Kind, int]
    table: Table
    result: Mapping[str, Any] | None

    def _fields(self) -> Json:
        return {
            "status": self.status,
            "scores": dict(self.scores),
            "druids": druids_object(self.table),
            "result": self.result,
        }
