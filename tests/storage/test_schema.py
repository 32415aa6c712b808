"""A journal holds the tables of its version and nothing else, or it is not opened."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import StorageError
from companion.storage import copies, rescue
from companion.storage.journal import Journal
from tests.storage.test_old_journals import OLD

ENDLESS = "WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more) SELECT n FROM more"
CHANGES = {
    "no tables": "DROP TABLE event; DROP TABLE game",
    "one table": "DROP TABLE event",
    "a view that never ends": f"""
        PRAGMA foreign_keys = OFF; DROP TABLE game;
        CREATE VIEW game (id, name, created_s, setup, checksum, last) AS
        SELECT n, 'x', 0.0, '{{}}', '', '' FROM ({ENDLESS})""",
    "a trigger": f"""
        CREATE TRIGGER slow AFTER INSERT ON event BEGIN DELETE FROM game WHERE id IN ({ENDLESS}); END""",
    "another table": "CREATE TABLE more (x)",
    "an index": "CREATE INDEX fast ON event (kind)",
    "another column": "ALTER TABLE game ADD COLUMN more TEXT",
    "a computed column": "ALTER TABLE game ADD COLUMN more AS (hex(zeroblob(900000000)))",
    "a column of another kind": """
        DROP TABLE event; CREATE TABLE event (game INTEGER, number INTEGER, at_s REAL, kind TEXT,
        payload TEXT, checksum TEXT CHECK (0), PRIMARY KEY (game, number)) WITHOUT ROWID""",
    "a version without tables": "PRAGMA user_version = -1",
    "an empty version": "PRAGMA user_version = 0",
}


@pytest.mark.parametrize("write", [False, True])
@pytest.mark.parametrize("change", CHANGES)
def test_another_form_is_refused_and_not_changed(tmp_path: Path, change: str, write: bool) -> None:
    path = tmp_path / "journal.sqlite3"
    with Journal(path) as journal:
        journal.record("fae", {}, [("move", {"n": 1})])
    with closing(sqlite3.connect(path)) as db:
        db.executescript(CHANGES[change])
    before = path.read_bytes()
    with pytest.raises(StorageError) as error:
        Journal(path, write=write)
    assert error.value.code == "journal_damaged"
    assert path.read_bytes() == before


@pytest.mark.parametrize("change", CHANGES)
def test_the_app_starts_all_the_same(tmp_path: Path, change: str) -> None:
    path = tmp_path / "journal.sqlite3"
    with Journal(path) as journal:
        journal.record("fae", {}, [("move", {"n": 1})])
    with closing(sqlite3.connect(path)) as db:
        db.executescript(CHANGES[change])
    book, told = rescue.opened(path)
    with book:
        assert [error.code for error in told] == ["journal_rescued"]
        assert [game.events for game in book.games()] == [1]  # from today's copy, if not from the file


def test_a_rescued_game_keeps_its_id(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    with Journal(path) as journal:
        before = journal.game(journal.record("fae", {}, [("move", {"n": 1})])).uid
    with closing(sqlite3.connect(path)) as db:
        db.executescript(CHANGES["a trigger"])
    with rescue.opened(path)[0] as book:
        assert [game.uid for game in book.games()] == [before]


def test_a_damaged_journal_of_the_second_version_is_rescued_without_writing_to_its_rows(
    tmp_path: Path,
) -> None:
    path = tmp_path / "journal.sqlite3"
    with Journal(path) as journal:
        journal.record("fae", {}, [("move", {"n": 1})])
    with closing(sqlite3.connect(path)) as db:
        db.executescript("ALTER TABLE game DROP COLUMN uid; PRAGMA user_version = 2; CREATE TABLE more (x)")
    for copy in copies.found(path):
        copy.unlink()
    rows = rescue.savable(path)[1]
    assert rows.whole and rows.game[-1] == ""
    with rescue.opened(path)[0] as book:
        assert [len(game.uid) for game in book.games()] == [32]


def test_a_journal_of_the_first_version_has_its_form_and_gets_todays(tmp_path: Path) -> None:
    shutil.copytree(OLD, tmp_path / "state")
    path = tmp_path / "state/journal.sqlite3"
    games = []
    for write in (False, True, False):
        with Journal(path, write=write) as journal:
            games.append(len(journal.games()))
    assert games == games[:1] * 3 and games[0] > 3


def test_a_schema_that_nobody_can_read_is_told_and_rescued(tmp_path: Path) -> None:
    """SQLite quotes it in its error, and Python cannot decode that."""
    path = tmp_path / "journal.sqlite3"
    with Journal(path) as journal:
        journal.record("fae", {}, [("move", {"n": 1})])
    path.write_bytes(path.read_bytes().replace(b"AUTOINCREMENT", b"AUTO\xd7NCREMENT"))
    with pytest.raises(StorageError) as error:
        Journal(path, write=False)
    assert error.value.code == "journal_damaged"
    book, told = rescue.opened(path)
    with book:
        assert [error.code for error in told] == ["journal_rescued"] and len(book.games()) == 1
