"""Frozen values as JSON and back, by their types: positions and acts are written alike.

A NamedTuple is an object without the fields that have their default, a tuple or set a list, a mapping an
object. Whatever is read is checked against the types, and every mistake names its place.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from companion.games.base import N_, Sentence

T = TypeVar("T")

_WHOLE = re.compile("0|-?[1-9][0-9]{0,99}")


def encode(value: Any) -> Any:
    """A value as JSON, always the same for equal values."""
    if hasattr(value, "_fields"):
        defaults = value._field_defaults
        fields = value._asdict().items()
        return {k: encode(v) for k, v in fields if k not in defaults or defaults[k] != v}
    if isinstance(value, Mapping):
        return {str(key): encode(value[key]) for key in sorted(value)}
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return [encode(item) for item in value]
    return value


def decode(wanted: type[T], written: object, place: str, problems: list[Sentence]) -> T:
    """The value written at `place`. Every mistake is added to `problems`; then the value is of no use."""
    value: T = _read(wanted, written, place, problems)
    return value


def wrong(place: str, expected: str, found: object) -> Sentence:
    """What was expected and found at a place of a document; `expected` is a word of the catalogues."""
    text = N_("nothing") if found is None else repr(found)
    pattern = N_("{place}: expected {expected}, found {found}.")
    found = text if len(text) <= 60 else text[:57] + "..."
    return Sentence(pattern, {"place": place, "expected": expected, "found": found})


@cache
def _hints(named: type) -> dict[str, Any]:
    return get_type_hints(named)


def _read(wanted: Any, written: object, place: str, problems: list[Sentence]) -> Any:
    origin, args = get_origin(wanted), get_args(wanted)
    if origin in (Union, UnionType):
        return _union(args, written, place, problems)
    if origin is Literal:
        if written in args and isinstance(written, str):
            return written
        problems.append(wrong(place, ", ".join(args), written))
    elif hasattr(wanted, "_fields"):
        return _named(wanted, written, place, problems)
    elif origin in (tuple, frozenset):
        if isinstance(written, list):
            items = [_read(args[0], item, f"{place}[{i}]", problems) for i, item in enumerate(written)]
            return _gathered(origin, items, written, place, problems)
        problems.append(wrong(place, N_("a list"), written))
    elif origin is Mapping:
        if isinstance(written, dict):
            return dict(_items(args, written, place, problems))
        problems.append(wrong(place, N_("an object"), written))
    elif type(written) is wanted:
        return written
    else:
        words = {int: N_("a whole number"), str: N_("a text"), bool: N_("true or false")}
        problems.append(wrong(place, words[wanted], written))
    return None


def _gathered(origin: Any, items: list[Any], written: object, place: str, problems: list[Sentence]) -> Any:
    try:
        gathered = origin(items)
    except TypeError:  # something unhashable, told already
        return None
    if len(gathered) < len(items):
        problems.append(wrong(place, N_("nothing twice"), written))
    return gathered


def _named(wanted: Any, written: object, place: str, problems: list[Sentence]) -> Any:
    hints = _hints(wanted)
    if not isinstance(written, dict):
        problems.append(wrong(place, N_("an object"), written))
        return None
    unknown = [key for key in written if key not in hints]
    problems += [wrong(f"{place}.{key}", N_("no such key"), written[key]) for key in unknown]
    values = {}
    for key, hint in hints.items():
        if key in written:
            values[key] = _read(hint, written[key], f"{place}.{key}", problems)
        elif key not in wanted._field_defaults:
            values[key] = None
            problems.append(wrong(f"{place}.{key}", N_("a value"), None))
    return wanted(**values)


def _items(
    args: tuple[Any, ...], written: dict[str, object], place: str, problems: list[Sentence]
) -> Iterator[tuple[Any, Any]]:
    of_numbers = args[0] is int
    for key, value in written.items():
        if of_numbers and not _WHOLE.fullmatch(key):
            problems.append(wrong(place, N_("whole numbers as keys"), key))
        else:
            yield int(key) if of_numbers else key, _read(args[1], value, f"{place}.{key}", problems)


def _union(args: tuple[Any, ...], written: object, place: str, problems: list[Sentence]) -> Any:
    if written is None and NoneType in args:
        return None
    least: list[Sentence] | None = None
    for choice in args:
        if choice is not NoneType:
            found: list[Sentence] = []
            value = _read(choice, written, place, found)
            if not found:
                return value
            least = least or found
    problems += least or []
    return None
