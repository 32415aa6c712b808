"""Files that say what lies in a picture."""

import json
from pathlib import Path
from typing import Any

from companion.errors import RuleError
from companion.games.base import N_, Sentence, rule_error
from companion.games.documents import parse


def read(path: Path) -> dict[str, Any]:
    """Return the JSON object in a file. Raises RuleError `bad_expected`."""
    try:
        return parse(path.read_text("utf-8-sig", errors="surrogateescape"))
    except RuleError as error:
        raise _unexpected(str(path), N_("a JSON object"), str(error)) from error


def wrong(where: str, expected: str, found: Any) -> RuleError:
    """Make the error of a place in a file; `expected` is a word of the catalogues, or JSON."""
    return _unexpected(where, expected, json.dumps(found, ensure_ascii=False)[:60])


def _unexpected(where: str, expected: str, found: str) -> RuleError:
    pattern = N_("{where}: expected {expected}, found {found}.")
    values = {"where": where, "expected": expected, "found": found}
    return rule_error("bad_expected", [Sentence(pattern, values)])
