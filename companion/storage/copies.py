"""Backup copies of a journal: one a day, one before each migration; read back and verified.

They are in a folder next to it, numbered by creation, because a clock may be wrong or set back. The last
seven are kept, and the newest complete one; a day on which nothing was played takes the place of the day
before. While the date is unknown (`clock`) one is made at every start
and at its end, if anything was played since the last one.

`Keeper` makes them on a thread while people play: a new copy begins as the previous one and takes over only
the games that changed since. Those are verified, and one game in seven again each day.
"""

import json
import logging
import os
import re
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from threading import Event, Thread

from companion.storage import atomic, clock, records

FOLDER = "copies"
KEPT = 7
DELAY_S = 5.0
"""Time from the start of the app to the first copy."""
_SPOILED = "-spoiled"
_UNDATED = "undated"
_NUMBERED = re.compile(r"(\d{6,})-")
_CHECKED = "checked.json"
"""Name of the file with the games that were verified in the newest copy: `{id: last checksum}`."""
_CHUNK_BYTES = 1 << 20
_STEP_PAGES, _STEP_OPERATIONS = 256, 10_000
"""Pages copied, and operations of SQLite's virtual machine, between two looks at whether the program ends."""
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
    """Copy an open journal if it has any content, and verify all of it.

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
    same = path if path and not why and path.read_bytes() == content else None
    label = f"{today}{why}{'' if sound else _SPOILED}"
    if path is None or today == _UNDATED or _label(journal, path) != label:
        if same and today == _UNDATED:
            return  # repeated starts without play must not push out older copies
        path = _next(journal, label)
    atomic.write(path, content, private=True)
    if path.read_bytes() != content:
        path.unlink()
        raise OSError(f"{path}: not read back as it was written")
    _replace_same(same, path)
    _prune(journal)


class Keeper:
    """Keeps today's copy on a thread of its own, with a connection of its own.

    `stop` ends within one step; a copy that is not finished is made at the next start.
    """

    def __init__(self, journal: Path, on_damage: Callable[[], object]) -> None:
        """Start `DELAY_S` from now, when the app has started.

        `on_damage` is called from the thread if the journal turns out to be damaged.
        """
        self._journal, self._on_damage = journal, on_damage
        self._stop, self._due = Event(), Event()
        self._due.set()
        self._thread = Thread(target=self._run, name="journal copies", daemon=True)
        self._thread.start()

    def renew(self) -> None:
        """Look again whether a copy is due, for example on another day."""
        self._due.set()

    def stop(self) -> None:
        """End the thread."""
        self._stop.set()
        self._due.set()
        self._thread.join()

    def _run(self) -> None:
        self._stop.wait(DELAY_S)
        while not self._stop.is_set():
            self._due.clear()
            try:
                with closing(records.connect(f"{self._journal.absolute().as_uri()}?mode=ro")) as db:
                    if update(self._journal, db, self._stop):
                        self._check(db)
            except _StoppedError:
                return
            except (OSError, sqlite3.Error) as error:
                log.warning("%s: no copy could be kept: %s", self._journal, error)
            self._due.wait()

    def _check(self, db: sqlite3.Connection) -> None:
        """Read the whole journal once a day."""
        db.set_progress_handler(self._stop.is_set, _STEP_OPERATIONS)
        try:
            check = db.execute("PRAGMA quick_check(1)").fetchone()[0]
        except sqlite3.OperationalError:
            _check_stop(self._stop)
            raise
        if check != "ok":
            log.error("%s: damaged (%s); the next start repairs it", self._journal, check)
            self._on_damage()


class _StoppedError(Exception):
    """The program ends before the copy is complete."""


def update(journal: Path, db: sqlite3.Connection, stop: Event | None = None) -> bool:
    """Bring today's copy up to date with an open journal: only games that changed are copied and verified.

    Without one of today, a new one begins as the newest undamaged copy. Returns whether it is new. Raises
    OSError, sqlite3.Error; the thread's own exception once `stop` is set.
    """
    stop = stop or Event()
    today, last = _today(), _last(journal)
    base = next((path for path in found(journal) if not path.stem.endswith(_SPOILED)), None)
    if last is not None and last == base and _label(journal, last) == today != _UNDATED:
        with closing(_opened_copy(last)) as copied:
            _take_over(journal, copied, db, stop)
        return False
    if not db.execute("SELECT count(*) FROM game").fetchone()[0]:
        return False
    draft = journal.with_name(FOLDER) / f"{journal.name}.draft"
    draft.parent.mkdir(parents=True, exist_ok=True)
    try:
        _begin_copy(draft, base, db, stop)
        again = (_number(journal, last) if last else 0) % KEPT
        with closing(_opened_copy(draft)) as copied:
            changed, sound = _take_over(journal, copied, db, stop, again)
        if base is not None and not changed and today == _UNDATED:
            return False  # repeated starts without play must not push out older copies
        atomic.flush(draft)
        made = _next(journal, f"{today}{'' if sound else _SPOILED}")
        draft.replace(made)
        atomic.sync(draft.parent)
        if sound and not changed:
            _replace_same(base, made)
        _prune(journal)
        return True
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def refresh(journal: Path, db: sqlite3.Connection) -> None:
    """Add what was played to today's copy, if there is one; quick, for the end of the program.

    Errors are only logged.
    """
    last = _last(journal)
    if last is None or _label(journal, last) != _today():
        return
    try:
        update(journal, db)
    except (OSError, sqlite3.Error) as error:
        log.warning("%s: no copy could be kept: %s", journal, error)


def _begin_copy(draft: Path, base: Path | None, db: sqlite3.Connection, stop: Event) -> None:
    """Write the base of a new copy: the previous copy if it has the same tables, else the whole journal."""
    draft.unlink(missing_ok=True)
    fd = os.open(draft, os.O_WRONLY | os.O_CREAT, 0o600)
    with os.fdopen(fd, "wb") as target:
        if base is not None:
            with base.open("rb") as source:
                while chunk := source.read(_CHUNK_BYTES):
                    _check_stop(stop)
                    target.write(chunk)
    version = "PRAGMA user_version"
    with closing(records.connect(draft.absolute().as_uri())) as copied:
        if base is None or copied.execute(version).fetchone() != db.execute(version).fetchone():
            db.backup(copied, pages=_STEP_PAGES, progress=lambda *_: _check_stop(stop))


def _take_over(
    journal: Path, copied: sqlite3.Connection, db: sqlite3.Connection, stop: Event, again: int | None = None
) -> tuple[bool, bool]:
    """Copy changed games, remove deleted ones, verify those that were never verified.

    Games whose id leaves the rest `again` when divided by `KEPT` are verified once more. A damaged game
    never replaces an undamaged one. Returns whether anything changed, and whether all games of the copy are
    undamaged.
    """
    heads = "SELECT id, last FROM game"
    wanted, before = dict(db.execute(heads).fetchall()), dict(copied.execute(heads).fetchall())
    changed = [game for game in wanted if wanted[game] != before.get(game)]
    gone = [game for game in before if game not in wanted]
    checked, sound = _read_checked(journal), True
    with copied:
        copied.execute("BEGIN IMMEDIATE")
        copied.executemany("DELETE FROM game WHERE id = ?", [(game,) for game in gone])
        for game in changed:
            _check_stop(stop)
            whole = records.rows(db, game).whole
            sound &= whole
            if whole or game not in before:
                _replace(copied, db, game)
    verified = {}
    for game, last in copied.execute(heads).fetchall():
        _check_stop(stop)
        known = checked.get(str(game)) == last and game % KEPT != again
        if known or records.rows(copied, game).whole:
            verified[str(game)] = last
        else:
            sound = False
    if verified != checked:
        atomic.write(journal.with_name(FOLDER) / _CHECKED, json.dumps(verified))
    return bool(changed or gone), sound


def _replace(copied: sqlite3.Connection, db: sqlite3.Connection, game: int) -> None:
    copied.execute("DELETE FROM game WHERE id = ?", (game,))
    columns = "id, name, created_s, setup, checksum, last, uid"
    rows = db.execute(f"SELECT {columns} FROM game WHERE id = ?", (game,))
    insert = f"INSERT INTO game ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)"
    copied.executemany(insert, rows.fetchall())
    events = db.execute(
        "SELECT game, number, at_s, kind, payload, checksum FROM event WHERE game = ? ORDER BY number",
        (game,),
    )
    insert = "INSERT INTO event (game, number, at_s, kind, payload, checksum) VALUES (?, ?, ?, ?, ?, ?)"
    copied.executemany(insert, events.fetchall())


def _opened_copy(path: Path) -> sqlite3.Connection:
    db = records.connect(f"{path.absolute().as_uri()}?mode=rw")
    db.execute("PRAGMA journal_mode = DELETE")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    return db


def _read_checked(journal: Path) -> dict[str, str]:
    with suppress(OSError, ValueError):
        found = json.loads((journal.with_name(FOLDER) / _CHECKED).read_text("utf-8"))
        if isinstance(found, dict):
            return found
    return {}


def _check_stop(stop: Event) -> None:
    if stop.is_set():
        raise _StoppedError


def _next(journal: Path, label: str) -> Path:
    """Path of a new copy."""
    last = _last(journal)
    number = _number(journal, last) + 1 if last else 1
    return journal.with_name(FOLDER) / f"{journal.stem}-{number:06}-{label}{journal.suffix}"


def _replace_same(old: Path | None, new: Path) -> None:
    """Remove a copy whose content a newer one has: a clock that jumps must not push out older copies."""
    if old and old != new:
        old.unlink(missing_ok=True)


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
