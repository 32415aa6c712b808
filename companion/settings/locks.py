"""Patterns of short and long presses that unlock secrets; only slow hashes are stored.

The hashes slow down, but do not prevent, a brute-force search by a reader of the file: there are few
patterns.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from typing import Annotated, TypeAlias

from pydantic import Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass as checked

from companion.games import strict
from companion.settings.checked import STRICT

FILE = "locks.json"
MOST_CHARACTERS = 10_000_000
"""Maximum size of the file in characters; 24 players, each with 10 000 closed games, need less."""
SHORT, LONG = ".", "-"
LONG_S, PAUSE_S = 0.4, 1.2
"""Seconds from which a press is long, and seconds without a press that end a pattern."""
FEWEST, MOST = 5, 12
FREE_TRIES, FIRST_WAIT_S, LONGEST_WAIT_S = 3, 15.0, 900.0
Pattern: TypeAlias = str
"""`SHORT` and `LONG` presses, `FEWEST` to `MOST` of them, with at least one of each."""
_Uid: TypeAlias = Annotated[str, Field(pattern="^[0-9a-f]{32}$")]
_Hex: TypeAlias = Annotated[str, Field(pattern="^[0-9a-f]{32,128}$")]


@checked(frozen=True, slots=True, config=STRICT)
class PatternLock:
    """A salted hash of a pattern (scrypt, RFC 7914: 16 MiB), and its consecutive failed tries."""

    salt: _Hex
    hash: _Hex
    failed: Annotated[int, Field(ge=0, le=10**6)] = 0


@checked(frozen=True, slots=True, config=STRICT)
class Locks:
    """Locks by player's name, and the uids of the games whose secrets stay closed after a reset.

    `lost`: an earlier file was damaged, so every player in neither mapping may have had a pattern.
    """

    locks: Mapping[str, PatternLock] = field(default_factory=dict)
    closed: Mapping[str, frozenset[_Uid]] = field(default_factory=dict)
    lost: bool = False

    def has_lost(self, name: str) -> bool:
        """Return True if a player may have had a pattern that was lost: it must be reset."""
        return self.lost and name not in self.locks and name not in self.closed


_FILE = TypeAdapter(Locks)


def usable(pattern: Pattern) -> bool:
    """Return True if the pattern has an allowed length and both kinds of presses."""
    return FEWEST <= len(pattern) <= MOST and set(pattern) == {SHORT, LONG}


def locked_by(pattern: Pattern) -> PatternLock:
    """Make a new lock; takes about 0.1 s."""
    salt = secrets.token_bytes(16)
    return PatternLock(salt.hex(), _hashed(pattern, salt))


def fits(lock: PatternLock, pattern: Pattern) -> bool:
    """Return True if the pattern is right; takes about 0.1 s."""
    return hmac.compare_digest(lock.hash, _hashed(pattern, bytes.fromhex(lock.salt)))


def wait_s(failed: int) -> float:
    """Waiting time in seconds after this many consecutive failed tries."""
    if failed < FREE_TRIES:
        return 0.0
    return float(min(LONGEST_WAIT_S, FIRST_WAIT_S * 2.0 ** min(failed - FREE_TRIES, 10)))


def load(written: str | bytes, until: Callable[[int], Iterable[str]] = lambda _: ()) -> Locks:
    """Parse the text of the file. Raises ValueError.

    An older file has the number of the last closed game; `until` returns the uids of the games up to it.
    """
    found = strict.loads(written, MOST_CHARACTERS)  # bounded, no duplicate keys
    if isinstance(found, dict) and isinstance(closed := found.get("closed"), dict):
        numbers = {name: last for name, last in closed.items() if type(last) is int}
        found = {**found, "closed": closed | {name: sorted(until(last)) for name, last in numbers.items()}}
    try:
        return _FILE.validate_json(json.dumps(found))
    except ValidationError as error:
        raise ValueError(f"expected locks, found {error.errors()[0]['msg']}") from error


def dump(locks: Locks) -> str:
    """Format the text of the file."""
    return json.dumps(_FILE.dump_python(locks, mode="json"), indent=1, ensure_ascii=False)


class PatternPresses:
    """Collects presses until there was none for `PAUSE_S`."""

    def __init__(self) -> None:
        self._pressed, self._down_s, self._last_s = "", 0.0, 0.0

    def __len__(self) -> int:
        """Number of presses."""
        return len(self._pressed)

    def __repr__(self) -> str:
        """Show the number only, because the pattern is secret."""
        return f"<{len(self)} presses>"

    def down(self, at_s: float) -> None:
        """Record the start of a press."""
        self._down_s = at_s

    def up(self, at_s: float) -> None:
        """Record the end of a press."""
        self._pressed = (self._pressed + (LONG if at_s - self._down_s >= LONG_S else SHORT))[: MOST + 1]
        self._last_s = at_s

    def taken(self, now_s: float) -> Pattern:
        """Return the completed pattern and forget it; "" before it is complete."""
        if not self._pressed or now_s - self._last_s < PAUSE_S:
            return ""
        pattern, self._pressed = self._pressed, ""
        return pattern


def _hashed(pattern: Pattern, salt: bytes) -> str:
    return hashlib.scrypt(pattern.encode(), salt=salt, n=2**14, r=8, p=1, maxmem=2**26, dklen=32).hex()
