"""Backup copies of a journal: one a day, one before each migration; read back and verified.

They are in a folder next to it, numbered by creation, because a clock may be wrong or set back. The last
seven are kept, and the newest complete one. While the date is unknown (`clock`) one is made at every start
and at its end, if anything was played since the last one.
"""

import logging
import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from companion.storage import atomic, clock, records

FOLDER = "copies"
KEPT = 7
_SPOILED = "-spoiled"
_UNDATED = "undated"
_NUMBERED = re.compile(r"(\d{6,})-")
log = logging.getLogger(__name__)


def found(journal: Path) -> list[Path]:
    """Copies of a journal, the newest first; unnumbered ones of old versions come last."""
    folder = journal.with_name(FOLDER)
    copies = folder.glob(f"{journal.stem}-*{journal.suffix}")
    return sorted(copies, key=lambda path: (_number(journal, path), path.name), reverse=True)


def keep_daily(journal: Path, db: sqlite3.Connection, *, start: bool = False) -> None:
    """Make today's copy if there is none; with an unknown date, one at each `start`.

    Raises nothing.
    """
    today, last = _today(), _last(journal)
    if last is None or not _label(journal, last).startswith(today) or (start and today == _UNDATED):
        keep_or_say(journal, db)


def keep_or_say(journal: Path, db: sqlite3.Connection) -> None:
    """Renew today's copy; errors are only logged, because a full disk must not end a game."""
    try:
        keep(journal, db)
    except (OSError, sqlite3.Error) as error:
        log.warning("%s: no copy could be kept: %s", journal, error)


def keep(journal: Path, db: sqlite3.Connection, why: str = "") -> None:
    """Copy an open journal if it has any content.

    The last copy is replaced if it is of the same day.
    Raises OSError, sqlite3.Error.
    """
    with closing(records.connect(":memory:")) as copied:
        db.backup(copied)
        if not copied.execute("SELECT count(*) FROM game").fetchone()[0]:
            return
        content = copied.serialize()
        sound = bool(why) or next(records.problems(copied), None) is None
    today, path = _today(), _last(journal)
    label = f"{today}{why}{'' if sound else _SPOILED}"
    if path is None or today == _UNDATED or _label(journal, path) != label:
        if path and today == _UNDATED and path.read_bytes() == content:
            return  # repeated starts without play must not push out older copies
        number = _number(journal, path) + 1 if path else 1
        path = journal.with_name(FOLDER) / f"{journal.stem}-{number:06}-{label}{journal.suffix}"
    atomic.write(path, content, private=True)
    if path.read_bytes() != content:
        path.unlink()
        raise OSError(f"{path}: not read back as it was written")
    _prune(journal)


def _prune(journal: Path) -> None:
    copies = found(journal)
    good = next((path for path in copies if not path.stem.endswith(_SPOILED)), None)
    for path in copies[KEPT:]:
        if path != good:
            path.unlink(missing_ok=True)


def _last(journal: Path) -> Path | None:
    return next(iter(found(journal)), None)


def _number(journal: Path, copy: Path) -> int:
    numbered = _NUMBERED.match(copy.stem.removeprefix(f"{journal.stem}-"))
    return int(numbered[1]) if numbered else 0


def _label(journal: Path, copy: Path) -> str:
    """Date and kind from a copy's name, without its number."""
    return _NUMBERED.sub("", copy.stem.removeprefix(f"{journal.stem}-"), count=1)


def _today() -> str:
    return time.strftime("%Y-%m-%d") if clock.is_set() else _UNDATED
