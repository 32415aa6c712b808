"""The journal: an append-only event log of all games in one SQLite file.

A call that returns has written its event to disk (write-ahead log, `synchronous=FULL`) and verified that the
journal's path still leads to it; so after a kill or a power cut every event that was reported as stored is
there. Undo and redo are events too. Checksums detect changed rows (`schema`).
"""

import errno
import json
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self

from companion.errors import ExitCode, StorageError
from companion.games.base import N_
from companion.storage import atomic, clock, copies, exchange, lock, records
from companion.storage.failure import failure
from companion.storage.folders import state_folder
from companion.storage.records import Json as Json
from companion.storage.records import StoredEvent as StoredEvent
from companion.storage.records import StoredGame as StoredGame
from companion.storage.schema import (
    APPLICATION_ID,
    SCHEMA,
    SCHEMA_VERSION,
    check_form,
    checksum,
    migrate,
    new_uid,
)


def default_path() -> Path:
    """`journal.sqlite3` in the user's state folder."""
    return state_folder() / "journal.sqlite3"


def side_files(path: Path) -> list[Path]:
    """Side files of a journal: SQLite's log and index, the note, and SQLite's rollback journal.

    The note holds the last stored event, by which a truncated log is detected. The rollback journal
    exists while SQLite creates a journal.
    """
    return [path.with_name(path.name + end) for end in ("-wal", "-shm", ".last", "-journal")]


class Journal:
    """An open journal. One program writes at a time; `write=False` reads a snapshot.

    `lost` is an error if the last stored event is missing. Raises StorageError `already_running`,
    `journal_newer`, `journal_damaged`, `journal_missing` (only with `write=False`), `journal_replaced`,
    `disk_full` or `journal_failed`. After an error nothing is partially written, and the call can be
    repeated.
    """

    def __init__(
        self,
        path: Path | None = None,
        *,
        write: bool = True,
        copies_in_background: bool = False,
        snapshot: Path | None = None,
    ) -> None:
        """Open the journal at `path` (default: `default_path()`); create it when writing.

        Reading makes a snapshot of the whole file, as a temporary file of SQLite or as the file `snapshot`.
        With `copies_in_background` neither opening nor closing takes longer as the journal grows: copies are
        made on a thread, and a journal that was closed properly is checked there, too.
        """
        self.path = path or default_path()
        self.lost: StorageError | None = None
        self._lock: int | None = None
        self._note: int | None = None
        self._stored = False
        self._in_background = copies_in_background
        self._keeper: copies.Keeper | None = None
        self._sound = True
        with self._explained():
            if write:
                self._open()
            else:
                self._db = _looked_at(self.path, snapshot)
                self.lost = self._lost()

    def __enter__(self) -> Self:
        """Close at the end of the `with` block."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()

    def close(self) -> None:
        """Close the file and release the lock; today's copy contains everything stored."""
        if self._keeper:
            self._keeper.stop()
        if self._stored:
            self._stored = False
            (copies.refresh if self._in_background else copies.keep_or_say)(self.path, self._db)
        self._shut()
        if self._sound:
            self._note_close()

    def create(self, name: str, setup: Json) -> int:
        """Begin a game and return its id. `setup` as in the script format, without secrets."""
        return self.record(name, setup, [])

    def append(self, game_id: int, kind: str, payload: Json) -> None:
        """Store one event; on disk when this returns."""
        with self._explained(), self._found(game_id):
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")
                stored = self._add(game_id, kind, payload)
            self._confirm(*stored)

    def record(self, name: str, setup: Json, events: Sequence[tuple[str, Json]], uid: str = "") -> int:
        """Store a whole game atomically and return its id; without a `uid` it gets a new one."""
        with self._explained():
            if self._keeper:
                self._keeper.renew()
            else:
                copies.keep_daily(self.path, self._db)
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")
                written = (name, time.time() if clock.is_set() else 0.0, json.dumps(setup))
                insert = "INSERT INTO game (name, created_s, setup, uid) VALUES (?, ?, ?, ?)"
                game_id = self._db.execute(insert, (*written, uid or new_uid())).lastrowid
                assert game_id is not None
                first = checksum(game_id, *written)
                self._db.execute("UPDATE game SET checksum = ?1, last = ?1 WHERE id = ?2", (first, game_id))
                stored = game_id, 0, first
                for kind, payload in events:
                    stored = self._add(game_id, kind, payload)
            self._confirm(*stored)
            return game_id

    def events(self, game_id: int) -> list[StoredEvent]:
        """All events of a game, in order. Raises StorageError `unknown_game`, `game_spoiled`."""
        with self._explained(), self._found(game_id):
            return records.events(self._db, game_id)

    def latest(self) -> list[tuple[int, str, str, str]]:
        """Id, name of the rules, kind of the last event ("" for none) and last checksum of all games.

        The latest is first. Quick, however many events there are; nothing is verified. The last checksum
        changes with every event.
        """
        with self._explained():
            rows = self._db.execute(
                "SELECT id, name, coalesce((SELECT kind FROM event WHERE game = id "
                "ORDER BY number DESC LIMIT 1), ''), last FROM game ORDER BY id DESC"
            )
            return [(game, str(name), str(kind), str(last)) for game, name, kind, last in rows]

    def last_s(self) -> float:
        """Unix time of the last event of all games; 0 without one. Quick, as `latest`."""
        with self._explained():
            query = (
                "SELECT max(coalesce((SELECT at_s FROM event WHERE game = id ORDER BY number DESC LIMIT 1), "
                "created_s)) FROM game"
            )
            return float(self._db.execute(query).fetchone()[0] or 0)

    def games(self) -> list[StoredGame]:
        """All games, the oldest first."""
        with self._explained():
            return records.games(self._db)

    def game(self, game_id: int) -> StoredGame:
        """One game. Raises StorageError `unknown_game`."""
        with self._explained(), self._found(game_id):
            if found := records.games(self._db, game_id):
                return found[0]
            raise LookupError

    def delete(self, game_id: int) -> None:
        """Remove a game and all its events. Raises StorageError `unknown_game`."""
        with self._explained(), self._found(game_id):
            if not self._db.execute("DELETE FROM game WHERE id = ?", (game_id,)).rowcount:
                raise LookupError
            self._confirm(0, 0, "")

    def problems(self) -> list[StorageError]:
        """Check all games and return every damage found."""
        with self._explained():
            found = [row for (row,) in self._db.execute("PRAGMA integrity_check(5)") if row != "ok"]
            damage = [_damaged(self.path, "; ".join(found))] if found else []
            return [*([self.lost] if self.lost else []), *damage, *records.problems(self._db)]

    def copy(self) -> bytes:
        """The whole file in its current state, even while another program is writing."""
        with self._explained(), closing(sqlite3.connect(":memory:")) as copied:
            self._db.backup(copied)
            return copied.serialize()

    def _add(self, game_id: int, kind: str, payload: Json) -> tuple[int, int, str]:
        """Insert an event inside a transaction; return game, number and checksum.

        Raises LookupError.
        """
        before = self._db.execute(
            "SELECT last, (SELECT coalesce(max(number), 0) FROM event WHERE game = id) FROM game "
            "WHERE id = ?",
            (game_id,),
        ).fetchone()
        if before is None:
            raise LookupError
        row = (game_id, before[1] + 1, time.time(), kind, json.dumps(payload))
        last = checksum(before[0], *row)
        self._db.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)", (*row, last))
        self._db.execute("UPDATE game SET last = ? WHERE id = ?", (last, game_id))
        return game_id, row[1], last

    def _confirm(self, game_id: int, number: int, last: str) -> None:
        """Verify that the last write can be found by the journal's path, and update the note.

        A journal that was deleted meanwhile is written again. Raises StorageError
        `journal_replaced`.
        """
        if _identity(self.path) != self._ours:
            if self.path.exists() and _identity(self.path)[0] != self._ours[0]:
                raise failure("journal_replaced", _REPLACED, path=str(self.path))
            content = self.copy()
            self._shut()
            for path in side_files(self.path):
                path.unlink(missing_ok=True)
            atomic.write(self.path, content)
            self._open()
        self.lost, self._stored = None, True
        if self._note is not None:
            with suppress(OSError):  # the note only detects a loss and is never ahead of the disk
                os.pwrite(self._note, f"{game_id} {number} {last:<20}\n".encode().ljust(_NOTE_BYTES), 0)

    def _lost(self) -> StorageError | None:
        """Return an error if the last stored event is missing."""
        try:
            game_id, number, *_ = map(int, side_files(self.path)[2].read_text("ascii").split()[:2])
        except (OSError, ValueError):
            return None
        wanted = "SELECT 1 FROM event WHERE game = ?1 AND number = ?2"
        if not number:
            wanted = "SELECT 1 FROM game WHERE id = ?1 AND ?2 = 0"
        if not game_id or self._db.execute(wanted, (game_id, number)).fetchone():
            return None
        return failure("events_lost", _LOST, path=str(self.path), game=game_id, number=number)

    def _open(self) -> None:
        """Open for writing."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = lock.take(self.path)
        try:
            self._db = _opened(self.path, checked=self._in_background and _closed_properly(self.path))
            try:
                self._ours = _identity(self.path)
                self.lost = self._lost()
                self._note = os.open(side_files(self.path)[2], os.O_RDWR | os.O_CREAT, 0o600)
                if self._in_background:
                    self._keeper = copies.Keeper(self.path, self._doubt)
                else:
                    copies.keep_daily(self.path, self._db, start=True)
            except BaseException:
                self._db.close()
                raise
        except BaseException:
            self._let_go()
            raise

    def _doubt(self) -> None:
        """Have the journal checked at the next start."""
        self._sound = False

    def _note_close(self) -> None:
        """Note size and time of the closed file: while they are the same, nobody wrote to it."""
        with suppress(OSError):
            found = self.path.stat()
            note = os.open(side_files(self.path)[2], os.O_RDWR)
            try:
                written = f"closed {found.st_size} {found.st_mtime_ns}\n".encode().ljust(_NOTE_BYTES)
                os.pwrite(note, written, _NOTE_BYTES)
            finally:
                os.close(note)

    def _shut(self) -> None:
        if self._keeper:
            self._keeper.stop()
            self._keeper = None
        self._db.close()
        self._let_go()

    def _let_go(self) -> None:
        for held in (self._lock, self._note):
            if held is not None:
                os.close(held)
        self._lock = self._note = None

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
        """Convert errors of SQLite and the system to StorageErrors with advice."""
        try:
            yield
        except sqlite3.IntegrityError:
            raise
        except UnicodeDecodeError as error:  # SQLite quotes a damaged schema in its message
            raise _damaged(self.path, str(error.object, "ascii", "replace")) from error
        except (sqlite3.Error, OSError) as error:
            raise _explain(self.path, error) from error


def _identity(path: Path) -> tuple[tuple[int, int] | None, ...]:
    """Device and inode of a journal and of its log."""

    def which(path: Path) -> tuple[int, int] | None:
        try:
            found = path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    return which(path), which(side_files(path)[0])


def _closed_properly(path: Path) -> bool:
    """Return True if nothing wrote to the journal since this program closed it, and no log is left."""
    log, _, note, *_ = side_files(path)
    with suppress(OSError, ValueError):
        found = path.stat()
        closed, size, mtime_ns = note.read_bytes()[_NOTE_BYTES:].decode("ascii").split()
        same = (int(size), int(mtime_ns)) == (found.st_size, found.st_mtime_ns)
        return closed == "closed" and same and not log.exists()
    return False


def _opened(path: Path, *, checked: bool = False) -> sqlite3.Connection:
    """Open a journal for writing and migrate it to this version; `checked`: its pages need no check."""
    db = records.connect(f"{path.absolute().as_uri()}?mode=rwc")
    try:
        _check_version(path, db)  # before the file is changed
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if not version:
            db.executescript(SCHEMA)
        if not checked:
            _check(db)
        if 0 < version < SCHEMA_VERSION:
            copies.keep(path, db, f"-v{version}")
            migrate(db)
    except BaseException:
        db.close()
        raise
    return db


def _looked_at(path: Path, snapshot: Path | None = None) -> sqlite3.Connection:
    """Read a journal into a temporary file of SQLite, or into another one, and migrate it to this version."""
    if exchange.planned(path.parent):
        with lock.alone(path):
            pass  # the holder of the lock has finished the interrupted restore
    if not path.exists():
        raise failure("journal_missing", _MISSING, path=str(path))
    db = records.connect(snapshot.absolute().as_uri() if snapshot else "")
    try:
        try:
            _read_into(db, path)
        except sqlite3.OperationalError:  # SQLite needs to write next to a log, which may be forbidden
            with TemporaryDirectory() as folder:
                for file in (path, side_files(path)[0], side_files(path)[3]):
                    if file.exists():
                        shutil.copyfile(file, Path(folder) / file.name)
                _read_into(db, Path(folder) / path.name, "rw")
        migrate(db)
    except BaseException:
        db.close()
        raise
    return db


def _read_into(db: sqlite3.Connection, path: Path, mode: str = "ro") -> None:
    with closing(records.connect(f"{path.absolute().as_uri()}?mode={mode}")) as found:
        _check_version(path, found)
        _check(found)
        found.backup(db)


def _check(db: sqlite3.Connection) -> None:
    check = db.execute("PRAGMA quick_check(1)").fetchone()[0]
    if check != "ok":
        raise sqlite3.DatabaseError(check)


def _check_version(path: Path, db: sqlite3.Connection) -> None:
    owner = db.execute("PRAGMA application_id").fetchone()[0]
    version = db.execute("PRAGMA user_version").fetchone()[0]
    tables = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if owner != APPLICATION_ID and (version or tables):
        raise sqlite3.DatabaseError("another program's database")
    if version > SCHEMA_VERSION:
        raise failure("journal_newer", _NEWER, path=str(path), expected=SCHEMA_VERSION, found=version)
    check_form(db)


_MISSING = N_("{path}: expected a journal, found no file; it is made when a game starts.")
_NEWER = N_(
    "{path}: expected a journal of version {expected} or older, found version {found}; install the newer "
    "Table Companion, or move the file away."
)
_UNKNOWN = N_("{path}: expected the number of a stored game ({known}), found {found}.")
_FULL = N_("{path}: expected room for one more event, found the disk full; free some space, then go on.")
_DAMAGED = N_(
    "{path}: expected a journal of Table Companion, found a damaged or foreign file ({found}); `companion "
    "check` says what can be saved. Or move it away to start a new one."
)
_FAILED = N_("{path}: expected to read and write the journal, found: {found}; check the folder and the disk.")
_REPLACED = N_(
    "{path}: expected the journal that was opened, found another file in its place; nothing more is stored. "
    "Put it back, or close the app and start it again."
)
_LOST = N_(
    "{path}: expected event {number} of game {game}, which was stored last, found it missing:"
    " the disk or its log ({path}-wal) lost data that it had confirmed."
)


_NOTE_BYTES = 64
"""Size of each of the two lines of the note, padded with spaces."""
_SHARED_BYTES = 1 << 16
"""Space in bytes for a log's shared index (https://www.sqlite.org/walformat.html)."""


def _explain(path: Path, error: sqlite3.Error | OSError) -> StorageError:
    name = getattr(error, "sqlite_errorname", "")
    if name == "SQLITE_FULL" or (isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)):
        return failure("disk_full", _FULL, path=str(path))
    if name.startswith("SQLITE_IOERR") and _no_room(path.parent):
        return failure("disk_full", _FULL, path=str(path))
    if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError):
        return _damaged(path, str(error))
    return failure("journal_failed", _FAILED, path=str(path), found=str(error))


def _no_room(folder: Path) -> bool:
    """Return True if the disk is too full for SQLite's shared memory file."""
    with suppress(OSError):
        return shutil.disk_usage(folder).free < _SHARED_BYTES
    return False


def _damaged(path: Path, found: str) -> StorageError:
    return failure("journal_damaged", _DAMAGED, path=str(path), found=found)
