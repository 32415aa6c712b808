"""Files that say what lies in a picture."""

import json
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from companion.errors import RuleError
from companion.games.base import N_, Sentence, rule_error
from companion.games.documents import parse
from vision.cameras.sources import SUFFIXES

_MOST_NAMED = 6
_NOT_LISTED = N_(
    "{path}: expected the places of the pieces in {picture}, found those in {names}:"
    " add an entry with that picture's name, or learn from a picture that is listed."
)


def read(path: Path) -> dict[str, Any]:
    """Return the JSON object in a file. Raises RuleError `bad_expected`."""
    try:
        return parse(path.read_text("utf-8-sig", errors="surrogateescape"))
    except RuleError as error:
        raise _unexpected(str(path), N_("a JSON object"), str(error)) from error


def of_picture(path: Path, written: Mapping[str, Any], picture: str) -> Any:
    """Return the lesson for a picture: its entry in an object by names of pictures, or the whole object.

    Raises RuleError `bad_expected` if the object has other pictures only.
    """
    if picture in written:
        return written[picture]
    if any(Path(name).suffix.lower() in SUFFIXES for name in written):
        raise not_listed(path, picture, written)
    return written


def not_listed(path: Path, picture: str, names: Collection[str]) -> RuleError:
    """Make the error of a file that holds the lessons of other pictures."""
    named = ", ".join(list(names)[:_MOST_NAMED]) + (" …" if len(names) > _MOST_NAMED else "")
    values = {"path": str(path), "picture": picture, "names": named}
    return rule_error("bad_expected", [Sentence(_NOT_LISTED, values)])


def wrong(where: str, expected: str, found: Any) -> RuleError:
    """Make the error of a place in a file; `expected` is a word of the catalogues, or JSON."""
    return _unexpected(where, expected, json.dumps(found, ensure_ascii=False)[:60])


def _unexpected(where: str, expected: str, found: str) -> RuleError:
    pattern = N_("{where}: expected {expected}, found {found}.")
    values = {"where": where, "expected": expected, "found": found}
    return rule_error("bad_expected", [Sentence(pattern, values)])
