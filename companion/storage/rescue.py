"""Recovery of a damaged journal: its undamaged data is put into a new one.

Of every game the longest undamaged part is taken, from the journal or one of its copies.
"""

import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from companion.errors import StorageError
from companion.games.base import N_
from companion.storage import copies, records
from companion.storage.failure import failure
from companion.storage.journal import Journal, side_files
from companion.storage.lock import alone
from companion.storage.records import Rows
from companion.storage.schema import APPLICATION_ID, SCHEMA, check_readable, migrate, new_uid

_APPLICATION_ID_AT = 68
"""Offset of the application id in an SQLite file (https://www.sqlite.org/fileformat.html)."""


class Rescue(NamedTuple):
    """Result: path of the damaged journal, complete games, and games that end too early."""

    aside: Path
    whole: tuple[int, ...]
    shortened: tuple[int, ...]

    @property
    def error(self) -> StorageError:
        """The error that reports the recovery to the user."""
        pattern = _SHORTENED if self.shortened else _RESCUED
        games = ", ".join(map(str, self.shortened))
        return failure("journal_rescued", pattern, folder=str(self.aside), n=len(self.whole), games=games)


def is_ours(path: Path) -> bool:
    """Return True if an unreadable file was a journal: by its application id or its copies."""
    with suppress(OSError), path.open("rb") as file:
        file.seek(_APPLICATION_ID_AT)
        if file.read(4) == APPLICATION_ID.to_bytes(4, "big"):
            return True
    return bool(copies.found(path))


def savable(path: Path) -> dict[int, Rows]:
    """The longest undamaged part of every game, from the journal and its copies."""
    best: dict[int, Rows] = {}
    for source in (path, *copies.found(path)):
        with TemporaryDirectory() as folder, suppress(sqlite3.Error, OSError, UnicodeDecodeError):
            tried = Path(folder) / path.name
            shutil.copyfile(source, tried)
            for log, copied in zip(side_files(source), side_files(tried), strict=True):
                if log.exists():
                    shutil.copyfile(log, copied)
            with closing(records.connect(tried.as_uri())) as db:
                db.execute("PRAGMA cell_size_check = ON")
                check_readable(db)
                migrate(db, damaged=True)
                for game, rows in _readable(db):
                    if rows.sound and (game not in best or _worth(rows) > _worth(best[game])):
                        best[game] = rows
    return best


def rescue(path: Path) -> Rescue:
    """Build a new journal; the old one is moved to a folder next to it.

    Raises StorageError `already_running`, OSError.
    """
    with alone(path):
        best = savable(path)
        aside = _aside(path)
        draft = path.with_name(f"{path.name}.rescued")
        for left in (draft, *side_files(draft)):
            left.unlink(missing_ok=True)
        _write(draft, best)
        aside.mkdir(mode=0o700)
        for file in (path, *side_files(path)):
            if file.exists():
                file.rename(aside / file.name)
        draft.rename(path)
    whole = tuple(game for game, rows in sorted(best.items()) if rows.whole)
    return Rescue(aside, whole, tuple(sorted(best.keys() - set(whole))))


def _aside(path: Path) -> Path:
    """A folder name that no earlier rescue used, also if the clock repeats its time."""
    now = f"spoiled-{time.strftime('%Y%m%d-%H%M%S')}"
    names = (f"{now}-{number}" if number > 1 else now for number in count(1))
    return next(folder for name in names if not (folder := path.with_name(name)).exists())


def opened(path: Path) -> tuple[Journal, list[StorageError]]:
    """Open a journal for writing, after a recovery if needed; also return the errors to report.

    Raises as `Journal`.
    """
    try:
        book = Journal(path, copies_in_background=True)
    except StorageError as error:
        if error.code != "journal_damaged" or not is_ours(path):
            raise
        damage = rescue(path).error
        return Journal(path, copies_in_background=True), [damage]
    return book, [book.lost] if book.lost else []


def _readable(db: sqlite3.Connection) -> Iterator[tuple[int, Rows]]:
    """Games of a damaged journal that can be read from either end."""
    games: set[int] = set()
    for order in ("ASC", "DESC"):
        with suppress(sqlite3.Error):
            for (game,) in db.execute(f"SELECT id FROM game ORDER BY id {order}"):
                games.add(game)
    for game in sorted(games):
        with suppress(sqlite3.Error, LookupError):
            yield game, records.rows(db, game)


def _worth(rows: Rows) -> tuple[int, bool]:
    return len(rows.events), rows.whole


def _write(draft: Path, games: dict[int, Rows]) -> None:
    with closing(sqlite3.connect(draft, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous = FULL")
        db.executescript(SCHEMA)
        with db:
            db.execute("BEGIN")
            for rows in games.values():
                first = rows.game[4]
                last = rows.events[-1][5] if rows.events else first
                uid = rows.game[6] or new_uid()
                db.execute("INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?)", (*rows.game[:5], last, uid))
                db.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)", rows.events)


_RESCUED = N_(
    "The journal was damaged. The app rebuilt it from its copies; complete games: {n}. The"
    " damaged one is in {folder}."
)
_SHORTENED = N_(
    "The journal was damaged. The app rebuilt it from its copies; complete games: {n}; of"
    " these only the beginning could be saved: {games}. The damaged one is in {folder}."
)
