"""Everything that can happen at a table, and the JSON objects that `companion watch` prints."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from companion.games.base import Kind, Reason, Space, Table
from companion.games.fae import Move
from companion.games.fae.script import druids_object, move_object
from companion.table.guide import GuideStep

Json: TypeAlias = dict[str, Any]
Status: TypeAlias = Literal["playing", "finished"]
Why: TypeAlias = Literal["hand", "motion", "board_lost", "guide"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened; `frame` names the picture that showed it, if one did."""

    frame: str | None = None

    def as_json(self) -> Json:
        """The object of the line that `watch --json` prints."""
        frame = {} if self.frame is None else {"frame": self.frame}
        return frame | {"event": type(self).__name__.lower()} | self._fields()

    def _fields(self) -> Json:
        return {}


@dataclass(frozen=True, slots=True)
class Position(Event):
    """The game begins, or goes on, with this table; `confidence` 0..1 that all of it is right."""

    table: Table
    confidence: float

    def _fields(self) -> Json:
        return {"druids": druids_object(self.table), "confidence": round(self.confidence, 4)}


@dataclass(frozen=True, slots=True)
class Settled(Event):
    """The table is as expected."""

    confidence: float

    def _fields(self) -> Json:
        return {"confidence": round(self.confidence, 4)}


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A legal move was made; printed as "move"."""

    player: str
    move: Move
    confidence: float

    def as_json(self) -> Json:
        """The object of the line that `watch --json` prints."""
        return Event.as_json(self) | {"event": "move"}

    def _fields(self) -> Json:
        return {
            "player": self.player,
            "from": self.move.source,
            "to": self.move.target,
            "confidence": round(self.confidence, 4),
        }


@dataclass(frozen=True, slots=True)
class Ritual(Event):
    """A ritual was held; `card` is the value 1..5 of the card the player keeps."""

    player: str
    space: int
    card: int
    cursed: bool
    blessed: bool
    removed: Mapping[Kind, int]
    value: int
    scored: tuple[Kind, ...]

    def _fields(self) -> Json:
        return {
            "player": self.player,
            "space": self.space,
            "card": self.card,
            "cursed": self.cursed,
            "blessed": self.blessed,
            "removed": dict(self.removed),
            "value": self.value,
            "scored": list(self.scored),
        }


@dataclass(frozen=True, slots=True)
class Guide(Event):
    """People must do this with their hands."""

    step: GuideStep

    def _fields(self) -> Json:
        fields: Json = {"step": self.step.act, "space": self.step.space}
        if self.step.target is not None:
            fields["to"] = self.step.target
        return fields | {"pieces": dict(self.step.pieces)}


@dataclass(frozen=True, slots=True)
class Wait(Event):
    """Nothing can be said now; "guide" waits for people to do what was asked."""

    why: Why
    spaces: tuple[Space, ...] = ()

    def _fields(self) -> Json:
        return {"why": self.why, "spaces": list(self.spaces)}


@dataclass(frozen=True, slots=True)
class Illegal(Event):
    """No legal move explains the table."""

    reason: Reason
    source: Space | None
    target: Space | None

    @property
    def unexplained(self) -> bool:
        """Whether no usual mistake explains it either."""
        return self.reason.code == "unexplained"

    def _fields(self) -> Json:
        return {
            "code": self.reason.code,
            "from": self.source,
            "to": self.target,
            "spaces": list(self.reason.spaces),
        }


@dataclass(frozen=True, slots=True)
class Ask(Event):
    """Several moves explain the table about as well; the best first."""

    moves: tuple[Move, ...]

    def _fields(self) -> Json:
        return {"candidates": [move_object(move) for move in self.moves]}


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """The table is as expected again."""


@dataclass(frozen=True, slots=True)
class Choose(Event):
    """The mover must say in which order these spaces have their rituals (E-021)."""

    spaces: tuple[int, ...]

    def _fields(self) -> Json:
        return {"spaces": list(self.spaces)}


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """Moves were taken back; printed as "undone"."""

    moves: int

    def _fields(self) -> Json:
        return {"moves": self.moves}


@dataclass(frozen=True, slots=True)
class Redone(Event):
    """Moves that had been taken back count again."""

    moves: int

    def _fields(self) -> Json:
        return {"moves": self.moves}


@dataclass(frozen=True, slots=True)
class End(Event):
    """No more pictures, or the game is over; `result` is None until then or without spirits."""

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
