"""The tables of a journal, what was changed in them since the first version, and their checksums.

Every event's checksum covers the one before it, the first one's its game; a game notes the last. So a row
that was changed, lost, doubled or moved is found, and all before it is known to be as it was written.
"""

import hashlib
import json
import sqlite3

SCHEMA_VERSION = 2
APPLICATION_ID = 0x54414243  # "TABC", so that another program's database is not taken for a journal
_DIGEST_BYTES = 8

SCHEMA = f"""
BEGIN;
CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    created_s REAL NOT NULL,
    setup TEXT NOT NULL,
    checksum TEXT NOT NULL DEFAULT '',
    last TEXT NOT NULL DEFAULT ''
);
CREATE TABLE event (
    game INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at_s REAL NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    checksum TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {SCHEMA_VERSION};
COMMIT;
"""


def checksum(*written: object) -> str:
    """Of one row: for a game its id, name, time and set-up, for an event the checksum before it, its game,
    number, time, kind and payload, all as they are stored.
    """
    return hashlib.blake2b(json.dumps(written, default=repr).encode(), digest_size=_DIGEST_BYTES).hexdigest()


def migrate(db: sqlite3.Connection) -> None:
    """Bring a journal of an older version up to this one, in one step."""
    if db.execute("PRAGMA user_version").fetchone()[0] >= SCHEMA_VERSION:
        return
    with db:
        db.execute("BEGIN IMMEDIATE")
        for table, column in (("game", "checksum"), ("game", "last"), ("event", "checksum")):
            db.execute(f"ALTER TABLE {table} ADD COLUMN {column} TEXT NOT NULL DEFAULT ''")
        for row in db.execute("SELECT id, name, created_s, setup FROM game").fetchall():
            first = last = checksum(*row)
            events = db.execute(
                "SELECT game, number, at_s, kind, payload FROM event WHERE game = ? ORDER BY number", row[:1]
            )
            for event in events.fetchall():
                last = checksum(last, *event)
                db.execute("UPDATE event SET checksum = ? WHERE game = ? AND number = ?", (last, *event[:2]))
            db.execute("UPDATE game SET checksum = ?, last = ? WHERE id = ?", (first, last, row[0]))
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
