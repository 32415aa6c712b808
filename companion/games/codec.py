"""Convert frozen values to JSON and back by their types; positions, moves and documents use one format.

A NamedTuple is an object without the fields that have their default, a tuple or set a list, a mapping an
object. Everything that is read is checked against the types, and every mistake names its place.
`Annotated` types describe further limits of a value with `Allowed`.
"""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from companion.games.base import MOST_PROBLEMS, N_, Sentence, rule_error
from companion.games.strict import begin, loads

T = TypeVar("T")

MOST_LETTERS = 60
"""Maximum number of characters of an unknown key that a message quotes."""
_WHOLE = re.compile("0|-?[1-9][0-9]{0,99}")


class Allowed(NamedTuple):
    """Further limits of a typed value: `expected` for people, and the values if they can be listed."""

    expected: str
    values: Container[Any] | None = None


def one_of(values: Sequence[Any]) -> Allowed:
    """Allow only these values."""
    return Allowed(", ".join(map(str, values)), values)


def within(least: int, most: int) -> Allowed:
    """Allow only whole numbers from `least` to `most`."""
    return Allowed(f"{least}..{most}", range(least, most + 1))


def parsed(position: str) -> Any:
    """Parse the JSON of a written position. Raises RuleError `bad_position`."""
    try:
        return loads(position)
    except ValueError as error:
        pattern = N_("position: expected JSON, found an error: {problem}.")
        raise rule_error("bad_position", [Sentence(pattern, {"problem": str(error)})]) from error


def encode(value: Any) -> Any:
    """Convert a value to JSON; equal values give equal JSON."""
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


def decode(type_: type[T], written: object, place: str, problems: list[Sentence]) -> T:
    """Read the value written at `place`; "" is the whole document.

    Every mistake is added to `problems`; then the value must not be used.
    """
    value: T = _read(type_, written, place, problems)
    return value


def wrong(place: str, expected: str, found: object) -> Sentence:
    """Build the message for a place of a document; `expected` is a word of the catalogues."""
    text = N_("nothing") if found is None else begin(found, 61)
    pattern = N_("{place}: expected {expected}, found {found}.")
    found = text if len(text) <= 60 else text[:57] + "..."
    return Sentence(pattern, {"place": place, "expected": expected, "found": found})


def unknown_keys(written: Mapping[str, object], known: Container[str], prefix: str = "") -> list[Sentence]:
    """Build one message per key that is not known, so that a misspelt key does not go unnoticed."""
    strange = islice((key for key in written if key not in known), MOST_PROBLEMS + 1)
    return [wrong(prefix + key[:MOST_LETTERS], N_("no such key"), written[key]) for key in strange]


def refuse_unknown_keys(document: Mapping[str, object], known: Container[str]) -> None:
    """Raise RuleError `bad_document` naming the unknown keys of a document."""
    if problems := unknown_keys(document, known):
        raise rule_error("bad_document", problems)


@cache
def _hints(named: type) -> dict[str, Any]:
    return get_type_hints(named, include_extras=True)


def _read(type_: Any, written: object, place: str, problems: list[Sentence]) -> Any:
    origin, args = get_origin(type_), get_args(type_)
    if type_ is object:
        return written
    if origin is Annotated:
        return _allowed(args[0], args[1], written, place, problems)
    if origin in (Union, UnionType):
        return _union(args, written, place, problems)
    if origin is Literal:
        if written in args and isinstance(written, str):
            return written
        problems.append(wrong(place, ", ".join(args), written))
    elif hasattr(type_, "_fields"):
        return _named(type_, written, place, problems)
    elif origin in (tuple, frozenset):
        if isinstance(written, list):
            items = []
            for number, item in enumerate(written):
                items.append(_read(args[0], item, f"{place}[{number}]", problems))
                if len(problems) > MOST_PROBLEMS:  # more are not reported
                    return None
            return _gathered(origin, items, written, place, problems)
        problems.append(wrong(place, N_("a list"), written))
    elif origin is Mapping:
        if isinstance(written, dict):
            return dict(_items(args, written, place, problems))
        problems.append(wrong(place, N_("an object"), written))
    elif type(written) is type_ or (type_ is float and type(written) is int):
        return written
    else:
        words = {
            int: N_("a whole number"),
            str: N_("a text"),
            bool: N_("true or false"),
            float: N_("a number"),
        }
        problems.append(wrong(place, words.get(type_, N_("a number")), written))
    return None


def _allowed(type_: Any, allowed: Allowed, written: object, place: str, problems: list[Sentence]) -> Any:
    found: list[Sentence] = []
    value = _read(type_, written, place, found)
    fits = not found and (allowed.values is None or value in allowed.values)
    if not fits and not _inside(place, found):
        found = [wrong(place, allowed.expected, written)]
    problems += found
    return value


def _inside(place: str, problems: list[Sentence]) -> bool:
    """Return whether the mistake is inside a value, not the value as a whole."""
    return bool(problems) and all(problem.values["place"] != place for problem in problems)


def _gathered(origin: Any, items: list[Any], written: object, place: str, problems: list[Sentence]) -> Any:
    try:
        gathered = origin(items)
    except TypeError:  # an unhashable item, already reported
        return None
    if len(gathered) < len(items):
        problems.append(wrong(place, N_("no duplicates"), written))
    return gathered


def _named(type_: Any, written: object, place: str, problems: list[Sentence]) -> Any:
    hints = _hints(type_)
    if not isinstance(written, dict):
        problems.append(wrong(place, N_("an object"), written))
        return None
    dot = f"{place}." if place else ""
    problems += unknown_keys(written, hints, dot)
    values = {}
    for key, hint in hints.items():
        if key in written:
            values[key] = _read(hint, written[key], dot + key, problems)
        elif key not in type_._field_defaults:
            values[key] = None
            is_listable = get_origin(hint) in (Annotated, Literal, tuple)
            problems.append(
                _missing(hint, dot + key) if is_listable else wrong(dot + key, N_("a value"), None)
            )
    return type_(**values)


def _missing(hint: Any, place: str) -> Sentence:
    found: list[Sentence] = []
    _read(hint, None, place, found)
    return found[0]


def _items(
    args: tuple[Any, ...], written: dict[str, object], place: str, problems: list[Sentence]
) -> Iterator[tuple[Any, Any]]:
    of_numbers = int in (args[0], *get_args(args[0]))
    for key, value in written.items():
        known = int(key) if of_numbers and _WHOLE.fullmatch(key) else key
        found: list[Sentence] = []
        _read(args[0], known, place, found)
        if not found:
            yield known, _read(args[1], value, f"{place}.{key}", problems)
            continue
        expected: Any = N_("whole numbers as keys") if args[0] is int else found[0].values["expected"]
        problems.append(wrong(place, expected, key))
        if len(problems) > MOST_PROBLEMS:
            return


def _union(args: tuple[Any, ...], written: object, place: str, problems: list[Sentence]) -> Any:
    if written is None and NoneType in args:
        return None
    failures: list[list[Sentence]] = []
    for choice in args:
        if choice is not NoneType:
            found: list[Sentence] = []
            value = _read(choice, written, place, found)
            if not found:
                return value
            failures.append(found)
    problems += next((found for found in failures if _inside(place, found)), failures[0])
    return None
