"""Strict JSON reader for input from outside: limits size, depth and digits, and refuses duplicate keys,
NaN and infinite numbers, and unprintable characters.
"""

import json
import math
from collections import Counter
from typing import Any

from companion.games.base import N_, UNFIT

MOST_CHARACTERS = 4_000_000
"""Maximum length of one document in characters; a long evening's journal is a tenth of it."""
MOST_DEPTH = 40
MOST_DIGITS = 100


def loads(written: str | bytes | bytearray, most: int = MOST_CHARACTERS, *, any_text: bool = False) -> Any:
    """Parse a JSON text of at most `most` characters; `any_text` allows unprintable characters in it.

    Raises ValueError naming the mistake, JSONDecodeError if the text is not JSON.
    """
    if len(written) > most:
        raise ValueError(f"{len(written)} characters, {most} at most expected")
    try:
        found = json.loads(
            written, object_pairs_hook=_without_double_keys, parse_constant=_no_constant, parse_int=_whole
        )
    except RecursionError:
        raise ValueError(TOO_DEEP) from None
    check(found, any_text=any_text)
    return found


def begin(value: object, most: int) -> str:
    """Return the first characters of `repr(value)` without building the rest of it."""
    if isinstance(value, str):
        return repr(value[:most])[:most]
    if not isinstance(value, dict | list):
        return repr(value)[:most]
    text = "{" if isinstance(value, dict) else "["
    for number, item in enumerate(value):
        text += ", " if number else ""
        if isinstance(value, dict):
            text += f"{begin(item, most)}: "
            item = value[item]
        text += begin(item, max(0, most - len(text)))
        if len(text) >= most:
            return text[:most]
    return text + ("}" if isinstance(value, dict) else "]")


def check(value: object, *, any_text: bool = False) -> None:
    """Refuse deep nesting and, without `any_text`, unprintable texts. Raises ValueError."""
    waiting = [(value, 1)]
    while waiting:
        one, depth = waiting.pop()
        if depth > MOST_DEPTH:
            raise ValueError(TOO_DEEP)
        if isinstance(one, dict):
            waiting += [(part, depth + 1) for pair in one.items() for part in pair]
        elif isinstance(one, list):
            waiting += [(part, depth + 1) for part in one]
        elif not any_text and isinstance(one, str) and (unfit := UNFIT.search(one)):
            raise ValueError(f"the character U+{ord(unfit[0]):04X} in a text")
        elif isinstance(one, float) and not math.isfinite(one):
            raise ValueError("a number that is too large")


def _without_double_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    seen = dict(pairs)
    if len(seen) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise ValueError(f"the key {twice!r} twice in one object")
    return seen


def _no_constant(name: str) -> None:
    raise ValueError(f"{name}, which is not JSON")


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"a number of {len(digits)} digits")
    return int(digits)


TOO_DEEP = N_("brackets nested too deeply")
