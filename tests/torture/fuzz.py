"""Fuzzer for every reader of bytes from outside: valid inputs, changed as bytes and as JSON values.

A reader accepts an input or refuses it with a declared error, in bounded time.
"""

import json
import random
import time
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from tests.torture.readers import Reader, readers
from tests.torture.tally import Tally

SLOW_SHARE = 50
"""A slow reader gets this many times fewer inputs."""
MOST_ITEMS = 8
"""Number of items of a list that are made incomplete."""
MAX_CPU_S = 2.0
"""Maximum seconds of processor time for one input."""
TOKENS = (
    b"{", b"}", b"[", b"]", b'"', b":", b",", b"null", b"true", b"-1", b"0", b"1e999", b"NaN", b"9" * 40,
    b"9" * 5000, b"\x00", b"\xff", b"\xed\xa0\x80", b"\\ud800", b"\\u001b[2J", b"\n", b"[" * 300,
    b"\xef\xbb\xbf", b"..", b'"game"', b'"moves"', b"1e9,1e9 1e9,1e9 1e9,1e9 1e9,1e9",
    b"inf,nan 1,1 2,2 3,3",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 7, 10**9, 10**60, -(10**60), 0.5, "", "x", "red", "Ana", "\x1b[2J", "é",
    "1", "61", [], {}, [[]], [1], ["x"], {"x": 1}, {"1": "red"}, [None], [[1, 2], [3]], {"red": 1},
)  # fmt: skip


def torture(times: int, seed: int = 1) -> Tally:
    """Try `times` inputs in all, shared among the readers."""
    tally, chance, slowest = Tally("fuzzed inputs"), random.Random(seed), 0.0
    shares = {name: 1 / SLOW_SHARE if reader.slow else 1.0 for name, reader in readers().items()}
    for name, reader in readers().items():
        taken = 0
        for content in chain.from_iterable(map(incomplete, reader.seeds)):
            with tally.trying(f"{name}: {content[:200]!r}"):
                taken += accepts(reader, content)
        for _ in range(max(5, round(times * shares[name] / sum(shares.values())))):
            content = changed(chance.choice(reader.seeds), chance)
            began_s = time.monotonic()
            with tally.trying(f"{name}: {content[:200]!r}"):
                taken += accepts(reader, content)
            slowest = max(slowest, time.monotonic() - began_s)
        tally.note(f"taken by {name}", taken)
    tally.note("ms the slowest", round(slowest * 1000))
    return tally


def accepts(reader: Reader, content: bytes) -> bool:
    """Return whether a reader accepts an input. Raises any error that the reader does not declare."""
    began_s = time.process_time()
    try:
        reader.read(content)
    except reader.refusals:
        return False
    finally:
        assert time.process_time() - began_s < MAX_CPU_S, "too slow"
    return True


def changed(seed: bytes, chance: random.Random) -> bytes:
    """Return a slightly wrong copy of a valid input."""
    if seed[:1] in b"{[" and chance.random() < 0.7:
        try:
            return _as_value(json.loads(seed), chance)
        except ValueError:
            pass
    return _as_bytes(bytearray(seed), chance)


def incomplete(seed: bytes) -> Iterator[bytes]:
    """Yield a valid JSON input once without each of its keys, and once with each key alone in its object."""
    try:
        value = json.loads(seed)
    except ValueError:
        return
    yield from (json.dumps(lacking).encode() for lacking in _lacking(value))


def _lacking(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield {name: other for name, other in value.items() if name != key}
            yield {key: part}
            yield from ({**value, key: lacking} for lacking in _lacking(part))
    elif isinstance(value, list):
        for at, part in enumerate(value[:MOST_ITEMS]):
            yield from ([*value[:at], lacking, *value[at + 1 :]] for lacking in _lacking(part))


def _as_bytes(content: bytearray, chance: random.Random) -> bytes:
    for _ in range(chance.choice((1, 1, 2, 4))):
        at = chance.randrange(len(content) + 1)
        match chance.randrange(6):
            case 0 if content:
                content[at - 1] ^= 1 << chance.randrange(8)
            case 1:
                del content[at : at + chance.randint(1, 40)]
            case 2:
                content[at:at] = chance.choice(TOKENS)
            case 3:
                content[at:at] = content[chance.randrange(len(content) + 1) :][: chance.randint(1, 60)]
            case 4:
                content[at : at + 4] = chance.randbytes(4)
            case _:
                del content[at:]
    return bytes(content)


def _as_value(value: Any, chance: random.Random) -> bytes:
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        value = _changed(value, chance)
    return json.dumps(value).encode()


def _changed(value: Any, chance: random.Random) -> Any:
    """Change a random part: another value, one part fewer, more or twice, another key."""
    if not isinstance(value, dict | list) or not value or chance.random() < 0.15:
        return chance.choice(CHANGES)(value, chance)
    if isinstance(value, list):
        at = chance.randrange(len(value))
        return [_changed(part, chance) if i == at else part for i, part in enumerate(value)]
    key = chance.choice(list(value))
    return {name: _changed(part, chance) if name == key else part for name, part in value.items()}


def _other(_: Any, chance: random.Random) -> Any:
    return chance.choice(VALUES)


def _fewer(value: Any, chance: random.Random) -> Any:
    if isinstance(value, dict) and value:
        gone = chance.choice(list(value))
        return {key: part for key, part in value.items() if key != gone}
    return value[:-1] if isinstance(value, list) else None


def _more(value: Any, chance: random.Random) -> Any:
    if isinstance(value, dict):
        return {**value, str(chance.choice(("x", "1", "61", "9,1", "\x1b"))): chance.choice(VALUES)}
    return [*value, *value[:1], chance.choice(VALUES)] if isinstance(value, list) else [value]


def _near(value: Any, chance: random.Random) -> Any:
    if isinstance(value, int):
        return value + chance.choice((-1, 1, 5, 100))
    return value * 2 if isinstance(value, str | list) else value


CHANGES: tuple[Callable[[Any, random.Random], Any], ...] = (_other, _other, _fewer, _more, _near)
