"""The tables of a journal, their migrations since the first version, and their checksums.

Every event's checksum covers the previous one, the first one's its game; a game stores the last one. So a
changed, lost, duplicated or moved row is detected, and everything before it is verified. Only a game's uid is
not covered: it came later, and a changed one fits nothing that is bound to it.
"""

import hashlib
import json
import secrets
import sqlite3
from contextlib import closing
from functools import cache

SCHEMA_VERSION = 3
_WITH_CHECKSUMS = 2
APPLICATION_ID = 0x54414243  # "TABC", to tell the journal from another program's database
_DIGEST_BYTES = 8
UID_BYTES = 16
"""Size of a game's random id, which no other game ever has; it is stored as hexadecimal digits."""

_TABLES = """
CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    created_s REAL NOT NULL,
    setup TEXT NOT NULL{of_game}
);
CREATE TABLE event (
    game INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at_s REAL NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,{of_event}
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
"""
_FIRST = _TABLES.format(of_game="", of_event="")
"""The tables of version 1."""
_ADDED = "TEXT NOT NULL DEFAULT ''"
_CHECKSUMS = f",\n    checksum {_ADDED},\n    last {_ADDED}"
_OF_EVENT = f"\n    checksum {_ADDED},"
_SECOND = _TABLES.format(of_game=_CHECKSUMS, of_event=_OF_EVENT)
_TODAY = _TABLES.format(of_game=f"{_CHECKSUMS},\n    uid {_ADDED}", of_event=_OF_EVENT)
_TO_SECOND = "".join(
    f"ALTER TABLE {table} ADD COLUMN {column} {_ADDED};\n"
    for table, column in (("game", "checksum"), ("game", "last"), ("event", "checksum"))
)
_TO_TODAY = f"ALTER TABLE game ADD COLUMN uid {_ADDED};\n"
_UIDS = f"UPDATE game SET uid = lower(hex(randomblob({UID_BYTES})))"
SCHEMA = f"""
BEGIN;
{_TODAY}
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {SCHEMA_VERSION};
COMMIT;
"""
_FORMS = {
    0: [""],
    1: [_FIRST],
    2: [_SECOND, _FIRST + _TO_SECOND],
    3: [_TODAY, _SECOND + _TO_TODAY, _FIRST + _TO_SECOND + _TO_TODAY],
}
"""Scripts that create the tables of a version; a journal of version 0 is empty."""
_Form = frozenset[tuple[str, str, str]]


def checksum(*written: object) -> str:
    """Checksum of one row.

    For a game: id, name, time and set-up; for an event: the previous checksum, its game, number, time,
    kind and payload, all as stored.
    """
    return hashlib.blake2b(json.dumps(written, default=repr).encode(), digest_size=_DIGEST_BYTES).hexdigest()


def check_form(db: sqlite3.Connection) -> None:
    """Check that a journal has exactly the tables of its version, for example no view.

    Raises sqlite3.DatabaseError. Nothing is read from the tables before this: a view may never
    terminate.
    """
    version = db.execute("PRAGMA user_version").fetchone()[0]
    found, expected = _form(db), [_made(script) for script in _FORMS.get(version, [])]
    if found not in expected:
        strange = sorted(name for _, name, _ in found.difference(*expected))
        what = ", ".join(map(repr, strange)) or "tables are missing"
        raise sqlite3.DatabaseError(f"not the tables of version {version}: {what:.200}")


def check_readable(db: sqlite3.Connection) -> None:
    """Check that a damaged journal's rows can be read without executing foreign code.

    Raises sqlite3.DatabaseError for views, triggers, virtual tables and computed columns.
    """
    kinds = {kind for kind, _, _ in _form(db)} | {row[2] for row in db.execute("PRAGMA table_list")}
    columns = [row for table in ("game", "event") for row in db.execute(f"PRAGMA table_xinfo({table})")]
    if kinds - {"table", "index"} or any(hidden for *_, hidden in columns):
        raise sqlite3.DatabaseError("more than tables")


def _form(db: sqlite3.Connection) -> _Form:
    rows = db.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
    return frozenset((str(kind), str(name), str(sql)) for kind, name, sql in rows)


@cache
def _made(script: str) -> _Form:
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(script)
        return _form(db)


def new_uid() -> str:
    """Make the random id of a new game."""
    return secrets.token_hex(UID_BYTES)


def migrate(db: sqlite3.Connection, *, damaged: bool = False) -> None:
    """Migrate a journal of an older version to this one, in one transaction.

    The rows of a `damaged` one of version 2 are not written to, which might fail: its games have "" as uid.
    """
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version >= SCHEMA_VERSION:
        return
    with db:
        db.execute("BEGIN IMMEDIATE")
        if version < _WITH_CHECKSUMS:
            _add_checksums(db)
        db.execute(_TO_TODAY)
        if not damaged:
            db.execute(_UIDS)
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def _add_checksums(db: sqlite3.Connection) -> None:
    for statement in _TO_SECOND.splitlines():
        db.execute(statement)
    for row in db.execute("SELECT id, name, created_s, setup FROM game").fetchall():
        first = last = checksum(*row)
        events = db.execute(
            "SELECT game, number, at_s, kind, payload FROM event WHERE game = ? ORDER BY number", row[:1]
        )
        for event in events.fetchall():
            last = checksum(last, *event)
            db.execute("UPDATE event SET checksum = ? WHERE game = ? AND number = ?", (last, *event[:2]))
        db.execute("UPDATE game SET checksum = ?, last = ? WHERE id = ?", (first, last, row[0]))
