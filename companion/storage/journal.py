"""The journal: what happened in every game, append-only, in one SQLite file.

A call that returns has put its event on the disk (write-ahead log, `synchronous=FULL`), so after a
kill or a power cut every event that was reported as stored is there. Undo and redo are events too.
"""

import errno
import fcntl
import json
import os
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from companion.errors import ExitCode, StorageError
from companion.games.base import N_
from companion.storage.failure import failure
from companion.storage.folders import state_folder

SCHEMA_VERSION = 1
APPLICATION_ID = 0x54414243  # "TABC", so that another program's database is not taken for a journal

SCHEMA = f"""
BEGIN;
CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    created_s REAL NOT NULL,
    setup TEXT NOT NULL
);
CREATE TABLE event (
    game INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at_s REAL NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {SCHEMA_VERSION};
COMMIT;
"""

Json = Mapping[str, Any]
"""A JSON object as Python sees it."""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One thing that happened; `number` counts from 1 in each game, `at_s` is Unix time."""

    number: int
    at_s: float
    kind: str
    payload: Json


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game of the journal; `name` is the game's, which may be gone, `setup` as in the script format."""

    id: int
    name: str
    created_s: float
    setup: Json
    events: int


def default_path() -> Path:
    """`journal.sqlite3` in the user's state folder."""
    return state_folder() / "journal.sqlite3"


class Journal:
    """An open journal. One program writes at a time; `write=False` only looks and may share.

    Raises StorageError `already_running`, `journal_newer`, `journal_damaged`, `journal_missing`
    (only with `write=False`), `disk_full` or `journal_failed`. After an error nothing is half
    written, and the same call can be made again.
    """

    def __init__(self, path: Path | None = None, *, write: bool = True) -> None:
        """Open the journal at `path` (default: `default_path()`); make it when writing."""
        self.path = path or default_path()
        self._lock: int | None = None
        with self._explained():
            if write:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._lock = _lock(self.path)
            elif not self.path.exists():
                raise failure("journal_missing", _MISSING, path=str(self.path))
            try:
                self._db = self._open(write)
            except BaseException:
                self._unlock()
                raise

    def __enter__(self) -> Self:
        """Close at the end of the `with` block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()

    def close(self) -> None:
        """Close the file and let the next program in."""
        self._db.close()
        self._unlock()

    def create(self, name: str, setup: Json) -> int:
        """Begin a game and return its id. `setup` as in the script format, without secrets."""
        with self._explained():
            row = self._db.execute(
                "INSERT INTO game (name, created_s, setup) VALUES (?, ?, ?)",
                (name, time.time(), json.dumps(setup)),
            )
            assert row.lastrowid is not None
            return row.lastrowid

    def append(self, game_id: int, kind: str, payload: Json) -> None:
        """Store one event; when this returns it is on the disk."""
        with self._explained(), self._found(game_id):
            self._db.execute(
                "INSERT INTO event (game, number, at_s, kind, payload) "
                "SELECT ?1, 1 + coalesce(max(number), 0), ?2, ?3, ?4 FROM event WHERE game = ?1",
                (game_id, time.time(), kind, json.dumps(payload)),
            )

    def record(self, name: str, setup: Json, events: list[tuple[str, Json]]) -> int:
        """Store a whole game, all of it or nothing, and return its id."""
        with self._explained(), self._db:
            self._db.execute("BEGIN")
            game_id = self.create(name, setup)
            for kind, payload in events:
                self.append(game_id, kind, payload)
            return game_id

    def events(self, game_id: int) -> list[StoredEvent]:
        """Everything that happened in a game, in order. Raises StorageError `unknown_game`."""
        self.game(game_id)
        with self._explained():
            rows = self._db.execute(
                "SELECT number, at_s, kind, payload FROM event WHERE game = ? ORDER BY number", (game_id,)
            )
            return [StoredEvent(n, at_s, kind, _object(payload)) for n, at_s, kind, payload in rows]

    def last(self, *kinds: str) -> dict[int, int]:
        """The number of the last event of these kinds, by the id of every game that has one."""
        with self._explained():
            rows = self._db.execute(
                "SELECT game, max(number) FROM event WHERE kind IN (SELECT value FROM json_each(?)) "
                "GROUP BY game",
                (json.dumps(kinds),),
            )
            return dict(rows.fetchall())

    def games(self) -> list[StoredGame]:
        """All games, the oldest first."""
        return self._games("")

    def game(self, game_id: int) -> StoredGame:
        """One game. Raises StorageError `unknown_game`."""
        with self._found(game_id):
            games = self._games("WHERE id = ?", game_id)
            if not games:
                raise LookupError
            return games[0]

    def delete(self, game_id: int) -> None:
        """Remove a game and all its events. Raises StorageError `unknown_game`."""
        with self._explained(), self._found(game_id):
            if not self._db.execute("DELETE FROM game WHERE id = ?", (game_id,)).rowcount:
                raise LookupError

    def copy(self) -> bytes:
        """The whole file as it is now, though another program may be writing."""
        with self._explained(), closing(sqlite3.connect(":memory:")) as copied:
            self._db.backup(copied)
            return copied.serialize()

    def _games(self, where: str, *values: object) -> list[StoredGame]:
        with self._explained():
            rows = self._db.execute(
                "SELECT id, name, created_s, setup, (SELECT count(*) FROM event WHERE game = id) "
                f"FROM game {where} ORDER BY id",
                values,
            )
            return [StoredGame(i, name, at_s, _object(setup), n) for i, name, at_s, setup, n in rows]

    def _open(self, write: bool) -> sqlite3.Connection:
        if self.path.exists() and self.path.stat().st_size:
            self._check_version()
        mode = "rwc" if write else "ro"
        # The thread that owns the game writes; the main thread opens and closes.
        db = sqlite3.connect(
            f"{self.path.absolute().as_uri()}?mode={mode}",
            uri=True,
            isolation_level=None,
            check_same_thread=False,
        )
        try:
            if write:
                db.execute("PRAGMA journal_mode = WAL")
                db.execute("PRAGMA synchronous = FULL")
                db.execute("PRAGMA foreign_keys = ON")
                if not db.execute("PRAGMA user_version").fetchone()[0]:
                    db.executescript(SCHEMA)
            check = db.execute("PRAGMA quick_check").fetchone()[0]
            if check != "ok":
                raise sqlite3.DatabaseError(check)
        except BaseException:
            db.close()
            raise
        return db

    def _check_version(self) -> None:
        """Look at the header without changing a byte of the file."""
        db = sqlite3.connect(f"{self.path.absolute().as_uri()}?mode=ro", uri=True)
        try:
            owner = db.execute("PRAGMA application_id").fetchone()[0]
            version = db.execute("PRAGMA user_version").fetchone()[0]
            tables = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        finally:
            db.close()
        if owner != APPLICATION_ID and (version or tables):
            raise sqlite3.DatabaseError("another program's database")
        if version > SCHEMA_VERSION:
            raise failure(
                "journal_newer", _NEWER, path=str(self.path), expected=SCHEMA_VERSION, found=version
            )

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    @contextmanager
    def _found(self, game_id: int) -> Iterator[None]:
        try:
            yield
        except (LookupError, sqlite3.IntegrityError):
            known = ", ".join(str(game.id) for game in self.games()) or "none"
            error = failure("unknown_game", _UNKNOWN, path=str(self.path), found=game_id, known=known)
            error.exit_code = ExitCode.WRONG_INPUT
            raise error from None

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn what SQLite or the system says into an error with a code and advice."""
        try:
            yield
        except sqlite3.IntegrityError:
            raise
        except (sqlite3.Error, OSError) as error:
            raise _explain(self.path, error) from error


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """No other program opens the journal meanwhile. Raises StorageError `already_running`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lock_fd = _lock(path)
    try:
        yield
    finally:
        os.close(lock_fd)


def in_use(path: Path) -> bool:
    """Whether another program has the journal open to write."""
    try:
        with alone(path):
            return False
    except StorageError:
        return True


def _lock(path: Path) -> int:
    """Keep other programs out until the file is closed; the system drops the lock of a killed one."""
    lock_fd = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock_fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        pid = os.pread(lock_fd, 20, 0).decode().strip() or "?"
        os.close(lock_fd)
        raise failure("already_running", _RUNNING, path=str(path), pid=pid) from None
    with suppress(OSError):  # the number is only for the message: a full disk must not keep us out
        os.ftruncate(lock_fd, 0)
        os.pwrite(lock_fd, f"{os.getpid()}\n".encode(), 0)
    return lock_fd


def _object(text: str) -> Json:
    """The JSON object of a text; a damaged one is empty, which nobody takes for a set-up or an event."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


_MISSING = N_("{path}: expected a journal, found no file; it is made when a game starts.")
_NEWER = N_(
    "{path}: expected a journal of version {expected} or older, found version {found}; install the newer "
    "Table Companion, or move the file away."
)
_UNKNOWN = N_("{path}: expected the number of a stored game ({known}), found {found}.")
_RUNNING = N_(
    "{path}: expected to be the only one writing, found another Table Companion running (process {pid}); "
    "close it first."
)
_FULL = N_("{path}: expected room for one more event, found the disk full; free some space, then go on.")
_DAMAGED = N_(
    "{path}: expected a journal of Table Companion, found a damaged or foreign file ({found}); move it away "
    "to start a new one, and keep it: `sqlite3 FILE .recover` may bring the games back."
)
_FAILED = N_("{path}: expected to read and write the journal, found: {found}; check the folder and the disk.")


def _explain(path: Path, error: sqlite3.Error | OSError) -> StorageError:
    name = getattr(error, "sqlite_errorname", "")
    if name == "SQLITE_FULL" or (isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)):
        return failure("disk_full", _FULL, path=str(path))
    if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError):
        return failure("journal_damaged", _DAMAGED, path=str(path), found=str(error))
    return failure("journal_failed", _FAILED, path=str(path), found=str(error))
