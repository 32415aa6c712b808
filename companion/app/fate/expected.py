"""The file that says what should lie on a Fate table: `{hex: kind}`, or one of those for each picture."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from companion.errors import RuleError
from companion.games.base import N_, Sentence, Table, rule_error
from companion.games.documents import parse
from companion.games.fate.geometry import HEXES
from vision.fate.kinds import KINDS


class Expected(NamedTuple):
    """What should lie there: `always`, or by the name of the picture."""

    always: Table | None
    by_picture: Mapping[str, Table]

    def table(self, picture: str) -> Table | None:
        """What should lie there in a picture; None when the file does not say."""
        return self.by_picture.get(picture, self.always)


def read_expected(path: Path) -> Expected:
    """Read the file. Raises RuleError `bad_expected` naming file and place."""
    try:
        document = parse(path.read_text("utf-8-sig", errors="surrogateescape"))
    except RuleError as error:
        raise _bad(path, N_("a JSON object"), str(error)) from error
    if any(isinstance(value, dict) for value in document.values()):
        return Expected(None, {name: _table(path, name, value) for name, value in document.items()})
    return Expected(_table(path, "", document), {})


def _table(path: Path, picture: str, written: Any) -> Table:
    where = f"{path}: {picture}" if picture else f"{path}"
    if not isinstance(written, dict):
        raise _bad(where, N_("an object of hexes and kinds"), json.dumps(written)[:60])
    for hex_, kind in written.items():
        if hex_ not in HEXES:
            raise _bad(where, N_('a hex such as "9,1"'), repr(hex_))
        if kind not in KINDS:
            raise _bad(f"{where}: {hex_}", N_("a kind such as goblin, surt or bjorn"), json.dumps(kind)[:60])
    return {hex_: {kind: 1} for hex_, kind in written.items()}


def _bad(where: Path | str, expected: str, found: str) -> RuleError:
    values = {"where": str(where), "expected": expected, "found": found}
    return rule_error("bad_expected", [Sentence(N_("{where}: expected {expected}, found {found}."), values)])
