"""Patterns that open what somebody keeps secret: short and long presses, kept as slow hashes only.

Whoever reads the file finds no pattern in it, but may try them all: there are few enough.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, TypeAlias

from pydantic import Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass as checked

from companion.games import strict
from companion.settings.checked import STRICT

FILE = "locks.json"
MOST_CHARACTERS = 100_000
"""Maximum size of the file: 24 people need a twentieth."""
SHORT, LONG = ".", "-"
LONG_S, PAUSE_S = 0.4, 1.2
"""A press is long from `LONG_S` on; a pattern ends when nothing was pressed for `PAUSE_S`."""
FEWEST, MOST = 5, 12
FREE_TRIES, FIRST_WAIT_S, LONGEST_WAIT_S = 3, 15.0, 900.0
Pattern: TypeAlias = str
"""`SHORT` and `LONG`, `FEWEST` to `MOST` of them, and both of them."""
_Hex: TypeAlias = Annotated[str, Field(pattern="^[0-9a-f]{32,128}$")]


@checked(frozen=True, slots=True, config=STRICT)
class Lock:
    """A salted hash of a pattern (scrypt, RFC 7914: 16 MiB), and how many wrong ones came in a row."""

    salt: _Hex
    hash: _Hex
    failed: Annotated[int, Field(ge=0, le=10**6)] = 0


@checked(frozen=True, slots=True, config=STRICT)
class Locks:
    """By the name of who owns it; and up to which stored game one who forgot the pattern sees no more.

    `lost`: an earlier file was damaged, so everybody who is in neither mapping may have had a pattern.
    """

    locks: Mapping[str, Lock] = field(default_factory=dict)
    closed: Mapping[str, int] = field(default_factory=dict)
    lost: bool = False

    def has_lost(self, name: str) -> bool:
        """Whether somebody may have had a pattern that nobody can check any more: it must be given up."""
        return self.lost and name not in self.locks and name not in self.closed


_FILE = TypeAdapter(Locks)


def usable(pattern: Pattern) -> bool:
    """Whether it is neither too short nor all alike."""
    return FEWEST <= len(pattern) <= MOST and set(pattern) == {SHORT, LONG}


def locked_by(pattern: Pattern) -> Lock:
    """A new lock; takes about a tenth of a second."""
    salt = secrets.token_bytes(16)
    return Lock(salt.hex(), _hashed(pattern, salt))


def fits(lock: Lock, pattern: Pattern) -> bool:
    """Whether the pattern is the right one; takes about a tenth of a second."""
    return hmac.compare_digest(lock.hash, _hashed(pattern, bytes.fromhex(lock.salt)))


def wait_s(failed: int) -> float:
    """How long no other try is taken after so many wrong ones in a row."""
    if failed < FREE_TRIES:
        return 0.0
    return float(min(LONGEST_WAIT_S, FIRST_WAIT_S * 2.0 ** min(failed - FREE_TRIES, 10)))


def load(written: str | bytes) -> Locks:
    """What the file says. Raises ValueError."""
    strict.loads(written, MOST_CHARACTERS)  # bounded, and nothing twice
    try:
        return _FILE.validate_json(written)
    except ValidationError as error:
        raise ValueError(f"expected locks, found {error.errors()[0]['msg']}") from error


def dump(locks: Locks) -> str:
    """The text of the file."""
    return json.dumps(_FILE.dump_python(locks), indent=1, ensure_ascii=False)


class Presses:
    """What is pressed, one press after the other, until nothing was for `PAUSE_S`."""

    def __init__(self) -> None:
        self._pressed, self._down_s, self._last_s = "", 0.0, 0.0

    def __len__(self) -> int:
        """How many there were."""
        return len(self._pressed)

    def __repr__(self) -> str:
        """Never which."""
        return f"<{len(self)} presses>"

    def down(self, at_s: float) -> None:
        """A press begins."""
        self._down_s = at_s

    def up(self, at_s: float) -> None:
        """It ends."""
        self._pressed = (self._pressed + (LONG if at_s - self._down_s >= LONG_S else SHORT))[: MOST + 1]
        self._last_s = at_s

    def taken(self, now_s: float) -> Pattern:
        """The pattern, once it has ended, and forget it; "" before."""
        if not self._pressed or now_s - self._last_s < PAUSE_S:
            return ""
        pattern, self._pressed = self._pressed, ""
        return pattern


def _hashed(pattern: Pattern, salt: bytes) -> str:
    return hashlib.scrypt(pattern.encode(), salt=salt, n=2**14, r=8, p=1, maxmem=2**26, dklen=32).hex()
