"""The second copy of a journal: one a day, one before it is changed to a newer form; read back and checked.

They lie in a folder beside it, numbered as they were made: a clock may stand wrong or be set back. The last
seven are kept, and the newest one in which every game is whole. While nobody knows the day (`clock`) one is
made at every start and at its end, if anything was played since the last one.
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
    """The copies of a journal, the last made first; those of versions that did not number them come last."""
    folder = journal.with_name(FOLDER)
    copies = folder.glob(f"{journal.stem}-*{journal.suffix}")
    return sorted(copies, key=lambda path: (_number(journal, path), path.name), reverse=True)


def keep_daily(journal: Path, db: sqlite3.Connection, *, start: bool = False) -> None:
    """Keep today's copy if there is none; while the day is unknown, one at each `start`. Raises nothing."""
    today, last = _today(), _last(journal)
    if last is None or not _label(journal, last).startswith(today) or (start and today == _UNDATED):
        keep_or_say(journal, db)


def keep_or_say(journal: Path, db: sqlite3.Connection) -> None:
    """Keep today's copy anew; a disk that refuses must not end a game."""
    try:
        keep(journal, db)
    except (OSError, sqlite3.Error) as error:
        log.warning("%s: no copy could be kept: %s", journal, error)


def keep(journal: Path, db: sqlite3.Connection, why: str = "") -> None:
    """Keep a copy of an open journal, if there is anything in it. The last one is replaced if it is
    of the same day. Raises OSError, sqlite3.Error.
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
            return  # starts with nothing played must not push older copies out
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
    """The day and what else a copy's name says, without its number."""
    return _NUMBERED.sub("", copy.stem.removeprefix(f"{journal.stem}-"), count=1)


def _today() -> str:
    return time.strftime("%Y-%m-%d") if clock.is_set() else _UNDATED
