"""The file that says what should lie on a Fate table: `{hex: kind}`, or one of those for each picture."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from companion.app.table import lesson_file
from companion.games.base import N_, Table
from companion.games.fate.geometry import HEXES
from vision.fate.kinds import KINDS


class Expected(NamedTuple):
    """Expected table: `always`, or by the name of the picture."""

    always: Table | None
    by_picture: Mapping[str, Table]

    def table(self, picture: str) -> Table | None:
        """Return what should lie there in a picture; None when the file does not say."""
        return self.by_picture.get(picture, self.always)


def read_expected(path: Path) -> Expected:
    """Read the file. Raises RuleError `bad_expected` naming file and place."""
    document = lesson_file.read(path)
    if any(isinstance(value, dict) for value in document.values()):
        return Expected(None, {name: _table(path, name, value) for name, value in document.items()})
    return Expected(_table(path, "", document), {})


def _table(path: Path, picture: str, written: Any) -> Table:
    where = f"{path}: {picture}" if picture else f"{path}"
    if not isinstance(written, dict):
        raise lesson_file.wrong(where, N_("an object of hexes and kinds"), written)
    for hex_, kind in written.items():
        if hex_ not in HEXES:
            raise lesson_file.wrong(where, N_('a hex such as "9,1"'), hex_)
        if kind not in KINDS:
            raise lesson_file.wrong(f"{where}: {hex_}", N_("a kind such as goblin, surt or bjorn"), kind)
    return {hex_: {kind: 1} for hex_, kind in written.items()}
