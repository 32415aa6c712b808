"""The second copy of a journal: one a day, one before it is changed to a newer form; read back and checked.

They lie in a folder beside it. The last seven are kept, and the newest one in which every game is whole.
"""

import logging
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from companion.storage import atomic, records

FOLDER = "copies"
KEPT = 7
_SPOILED = "-spoiled"
log = logging.getLogger(__name__)


def found(journal: Path) -> list[Path]:
    """The copies of a journal, the newest first."""
    folder = journal.with_name(FOLDER)
    return sorted(folder.glob(f"{journal.stem}-*{journal.suffix}"), reverse=True)


def keep_daily(journal: Path, db: sqlite3.Connection) -> None:
    """Keep today's copy, if there is none. Raises nothing."""
    if not any(path.stem.removeprefix(f"{journal.stem}-").startswith(_today()) for path in found(journal)):
        keep_or_say(journal, db)


def keep_or_say(journal: Path, db: sqlite3.Connection) -> None:
    """Keep today's copy anew; a disk that refuses must not end a game."""
    try:
        keep(journal, db)
    except (OSError, sqlite3.Error) as error:
        log.warning("%s: no copy could be kept: %s", journal, error)


def keep(journal: Path, db: sqlite3.Connection, why: str = "") -> None:
    """Keep a copy of an open journal, if there is anything in it. Raises OSError, sqlite3.Error."""
    with closing(records.connect(":memory:")) as copied:
        db.backup(copied)
        if not copied.execute("SELECT count(*) FROM game").fetchone()[0]:
            return
        content = copied.serialize()
        sound = bool(why) or next(records.problems(copied), None) is None
    name = f"{journal.stem}-{_today()}{why}{'' if sound else _SPOILED}{journal.suffix}"
    path = journal.with_name(FOLDER) / name
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


def _today() -> str:
    return time.strftime("%Y-%m-%d")
