"""Messages between a phone and the server, checked before anything is done with them.

Each is one JSON object. From a phone: `hello` first, then `tell`. To a phone: `snapshot` and `error`.
"""

import json
import math
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from companion.games import strict

MOST_BYTES = 64 * 1024
"""Maximum size of a message from a phone; a larger one closes its connection."""
MOST_A_SECOND, BURST = 20.0, 40
"""Rate of messages from one connection, and how many may come at once; more close it."""

Language = Literal["en", "pt_BR", "es"]
MOST_SEALED = MOST_BYTES - 1024
"""Maximum length of a sealed text in a message."""


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


class Hello(_Strict):
    """A page says which device it is, "" for an onlooker; a phone at a seat seals its `Wishes`."""

    type: Literal["hello"]
    device: Annotated[str, Field(max_length=64)] = ""
    language: Language = "en"
    sealed: Annotated[str, Field(max_length=MOST_SEALED)] = ""


class Sealed(_Strict):
    """A message that only the table can read."""

    sealed: Annotated[str, Field(max_length=MOST_SEALED)]


class Tell(_Strict):
    """A `Decision` of the seat, made in the state with the number `at`."""

    type: Literal["tell"]
    at: int
    message: Sealed


class Wishes(_Strict):
    """Wish of a phone at a seat."""

    language: Language = "en"


class Decision(_Strict):
    """A decision: `undo`, `redo`, or an object in the words of the game."""

    at: int
    message: dict[str, Any]


class Join(_Strict):
    """A phone's public key, and its `Token`, sealed with the key that is agreed then."""

    key: Annotated[str, Field(max_length=64)]
    sealed: Annotated[str, Field(max_length=MOST_SEALED)]


class Joined(NamedTuple):
    """Answer to a `Join`, sealed: the device that has a seat now, or whose code it was. "" without a key."""

    seated: bool
    sealed: str


class Token(_Strict):
    """The token of an invitation."""

    token: Annotated[str, Field(max_length=64)]


Message: TypeAlias = Annotated[Hello | Tell, Field(discriminator="type")]
MESSAGE: TypeAdapter[Hello | Tell] = TypeAdapter(Message)
WISHES, DECISION = TypeAdapter(Wishes), TypeAdapter(Decision)
JOIN, TOKEN = TypeAdapter(Join), TypeAdapter(Token)
T = TypeVar("T")


def read(text: str | bytes, kind: TypeAdapter[T]) -> T:
    """Parse a message. Raises ValueError if it is too large, no JSON object, or of another kind."""
    if len(text.encode() if isinstance(text, str) else text) > MOST_BYTES:
        raise ValueError("too large")
    value = strict.loads(text, MOST_BYTES)
    try:
        return kind.validate_json(json.dumps(value))
    except ValidationError as error:
        raise ValueError(error.errors()[0]["msg"]) from error


def snapshot(seat: str | None, at: int, public: Any, sealed: str | None) -> str:
    """Write what a seat sees in the state with the number `at`; None is an onlooker."""
    return _written({"type": "snapshot", "seat": seat, "at": at, "public": public, "sealed": sealed})


def hint(sealed: str) -> str:
    """Write the answer to a seat that asked for a hint."""
    return _written({"type": "hint", "sealed": sealed})


def error(code: str, text: str) -> str:
    """Write why something was refused."""
    return _written({"type": "error", "code": code, "text": text})


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@dataclass(slots=True)
class Allowance:
    """Token bucket: `take` says if one more message may come at a time in seconds."""

    per_s: float = MOST_A_SECOND
    burst: float = BURST
    left: float = field(init=False, default=math.inf)
    at_s: float = field(init=False, default=0.0)

    def take(self, now_s: float) -> bool:
        """Return False if they come too fast."""
        self.left = min(self.burst, self.left + (now_s - self.at_s) * self.per_s)
        self.at_s = now_s
        if self.left < 1:
            return False
        self.left -= 1
        return True
