"""Messages between a phone and the server, checked before anything is done with them.

Each is one JSON object. From a phone: `hello` first, then `tell`. To a phone: `snapshot` and `error`.
"""

import json
import math
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from companion.games import strict

MOST_BYTES = 64 * 1024
"""Maximum size of a message from a phone; a larger one closes its connection."""
MOST_A_SECOND, BURST = 20.0, 40
"""Rate of messages from one connection, and how many may come at once; more close it."""

Language = Literal["en", "pt_BR", "es"]


class Hello(BaseModel):
    """A page says which device it is; "" for an onlooker."""

    model_config = ConfigDict(strict=True, extra="forbid")
    type: Literal["hello"]
    device: Annotated[str, Field(max_length=64)] = ""
    language: Language = "en"


class Tell(BaseModel):
    """A decision of the seat: `undo`, `redo`, or an object in the words of the game."""

    model_config = ConfigDict(strict=True, extra="forbid")
    type: Literal["tell"]
    message: dict[str, Any]


_MESSAGES: TypeAdapter[Hello | Tell] = TypeAdapter(Annotated[Hello | Tell, Field(discriminator="type")])


def read(text: str) -> Hello | Tell:
    """Parse a message. Raises ValueError if it is too large, no JSON object, or of an unknown type."""
    if len(text.encode()) > MOST_BYTES:
        raise ValueError("too large")
    value = strict.loads(text, MOST_BYTES)
    try:
        return _MESSAGES.validate_json(json.dumps(value))
    except ValidationError as error:
        raise ValueError(error.errors()[0]["msg"]) from error


def snapshot(seat: str | None, public: Any, sealed: str | None) -> str:
    """Write what a seat sees now; None is an onlooker."""
    return _written({"type": "snapshot", "seat": seat, "public": public, "sealed": sealed})


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
