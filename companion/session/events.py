"""Events of all games, and the JSON objects that `companion watch` prints for them."""

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, TypeAlias

from companion.games.base import Reason, Space
from companion.table.guide import GuideStep
from companion.table.observation import Trouble

Json: TypeAlias = dict[str, Any]
Why: TypeAlias = Trouble | Literal["guide", "unfinished"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """An event; `frame`: name of the picture that showed it, or None."""

    name: ClassVar[str]
    frame: str | None = None

    def as_json(self) -> Json:
        """Return the object that `watch --json` prints."""
        frame = {} if self.frame is None else {"frame": self.frame}
        return frame | {"event": self.name} | self._fields()

    def _fields(self) -> Json:
        return {}


@dataclass(frozen=True, slots=True)
class AsExpected(Event):
    """The table is as expected; on `unsure` spaces only probably.

    `confidence`: probability 0..1 that the whole table is as expected, or None if unknown.
    """

    name = "settled"
    confidence: float | None = None
    unsure: tuple[Space, ...] = ()

    def _fields(self) -> Json:
        fields: Json = {} if self.confidence is None else {"confidence": round(self.confidence, 4)}
        return fields | ({"unsure": list(self.unsure)} if self.unsure else {})


@dataclass(frozen=True, slots=True)
class Guide(Event):
    """The players must do this step at the table."""

    name = "guide"
    step: GuideStep

    def _fields(self) -> Json:
        fields: Json = {"step": self.step.act, "space": self.step.space}
        if self.step.target is not None:
            fields["to"] = self.step.target
        return fields | {"pieces": dict(self.step.pieces)}


@dataclass(frozen=True, slots=True)
class Waiting(Event):
    """No verdict yet; "guide" waits for repairs, "unfinished" for the rest of a move.

    `read`: the picture was read, but not understood. "motion" is then a guess: something may have moved.
    """

    name = "wait"
    why: Why
    spaces: tuple[Space, ...] = ()
    read: bool = field(default=False, compare=False)

    def _fields(self) -> Json:
        return {"why": self.why, "spaces": list(self.spaces)}


@dataclass(frozen=True, slots=True)
class Illegal(Event):
    """No legal move explains the table."""

    name = "illegal"
    reason: Reason
    source: Space | None
    target: Space | None

    def _fields(self) -> Json:
        return {
            "code": self.reason.code,
            "from": self.source,
            "to": self.target,
            "spaces": list(self.reason.spaces),
        }


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """The table is as expected again."""

    name = "corrected"
