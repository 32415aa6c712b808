"""Rows that were changed on the disk are named, whatever was changed; other games go on."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from companion.errors import StorageError
from companion.storage import copies, rescue
from companion.storage.export import export
from companion.storage.journal import Journal, side_files
from tests.storage.test_journal import SETUP
from tests.storage.test_old_journals import EXPORTS, OLD

EVENTS = 30


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "state" / "journal.sqlite3"
    with Journal(path) as journal:
        for _ in range(3):
            moves = [("move", {"from": n, "to": n + 1}) for n in range(EVENTS)]
            journal.record("fae", SETUP, moves)
    return path


def change(path: Path, statement: str) -> None:
    db = sqlite3.connect(path)
    with db:
        assert db.execute(statement).rowcount
    db.close()


CHANGES = [
    "UPDATE game SET setup = '{' WHERE id = 2",
    "UPDATE game SET name = char(27) || '[2J' WHERE id = 2",
    "UPDATE game SET created_s = 1e300 WHERE id = 2",
    "UPDATE game SET checksum = 'x' WHERE id = 2",
    "UPDATE game SET last = 'x' WHERE id = 2",
    "UPDATE game SET setup = x'ff00' WHERE id = 2",
    'UPDATE event SET payload = \'{"from": 9, "to": 1}\' WHERE game = 2 AND number = 7',
    "UPDATE event SET payload = CAST(x'ff' AS TEXT) WHERE game = 2 AND number = 7",
    "UPDATE event SET kind = 'Move' WHERE game = 2 AND number = 7",
    "UPDATE event SET at_s = 1 WHERE game = 2 AND number = 7",
    "UPDATE event SET number = 99 WHERE game = 2 AND number = 7",
    "DELETE FROM event WHERE game = 2 AND number = 7",
    "DELETE FROM event WHERE game = 2 AND number = 30",
    "INSERT INTO event SELECT 2, 31, at_s, kind, payload, checksum FROM event WHERE (game, number) = (2, 3)",
]


@pytest.mark.parametrize("statement", CHANGES)
def test_a_changed_row_is_named_and_other_games_go_on(path: Path, statement: str) -> None:
    with Journal(path, write=False) as journal:
        before = [export(journal, game) for game in (1, 3)]
    change(path, statement)
    with Journal(path) as journal:
        with pytest.raises(StorageError, match="Stored game 2: expected") as error:
            export(journal, 2)
        assert error.value.code == "game_spoiled"
        assert [str(found) for found in journal.problems()] == [str(error.value)]
        assert [export(journal, game) for game in (1, 3)] == before
        assert [game.id for game in journal.games()] == [1, 2, 3]
        journal.append(1, "undo", {"moves": 1})
        journal.delete(2)
        assert not journal.problems()


def test_events_without_their_game_are_named(path: Path) -> None:
    change(path, "DELETE FROM game WHERE id = 2")
    with Journal(path) as journal:
        assert [error.code for error in journal.problems()] == ["game_spoiled"]


def test_a_journal_of_the_first_version_is_copied_and_brought_up(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    shutil.copytree(OLD, folder)
    path = folder / "journal.sqlite3"
    before = path.read_bytes()
    with Journal(path, write=False) as looking:
        told = {str(game.id): export(looking, game.id) for game in looking.games()}
        assert not looking.problems()
    assert path.read_bytes() == before, "looking changes nothing"
    with Journal(path) as journal:
        assert {str(game.id): export(journal, game.id) for game in journal.games()} == told
        assert told == EXPORTS
        assert not journal.problems()
        first = copies.found(path)
        assert [copy.stem.endswith("-v1") for copy in first] == [True]
    with Journal(first[0], write=False) as copy:
        assert {str(game.id): export(copy, game.id) for game in copy.games()} == told


def test_a_log_that_was_cut_short_is_told_until_something_is_stored(path: Path, tmp_path: Path) -> None:
    journal = Journal(path)
    journal.append(1, "undo", {"moves": 1})
    log = side_files(path)[0]
    kept = tmp_path / "killed"
    shutil.copytree(path.parent, kept)
    journal.close()
    killed = kept / path.name
    with Journal(killed, write=False) as looking:
        assert looking.lost is None and len(looking.events(1)) == EVENTS + 1
    for size in (0, 40, (kept / log.name).stat().st_size // 2):
        content = (kept / log.name).read_bytes()[:size]
        (kept / log.name).write_bytes(content)
        with Journal(killed, write=False) as looking:
            assert looking.lost and looking.lost.code == "events_lost"
            assert f"event {EVENTS + 1} of game 1" in str(looking.lost)
            assert looking.problems()[0] is looking.lost
    with Journal(killed) as going_on:
        assert going_on.lost
        going_on.append(1, "undo", {"moves": 1})
        assert going_on.lost is None
    with Journal(killed) as later:
        assert later.lost is None


def test_deleting_the_last_game_is_no_loss(path: Path) -> None:
    with Journal(path) as journal:
        journal.delete(journal.record("fae", SETUP, []))
    with Journal(path) as journal:
        assert journal.lost is None


@pytest.mark.parametrize("gone", ["journal", "log", "all", "folder"])
def test_a_journal_that_is_deleted_while_playing_is_written_again(
    path: Path, gone: str, tmp_path: Path
) -> None:
    with Journal(path) as journal:
        journal.append(2, "undo", {"moves": 1})
        wanted = {
            "journal": [path],
            "log": side_files(path)[:1],
            "all": [path, *side_files(path), path.with_name(f"{path.name}.lock")],
        }
        for file in wanted.get(gone, []):
            file.unlink(missing_ok=True)
        if gone == "folder":
            path.parent.rename(tmp_path / "elsewhere")
            path.parent.mkdir()
        journal.append(2, "undo", {"moves": 2})
        with Journal(path, write=False) as looking:
            assert [event.payload for event in looking.events(2)][-2:] == [{"moves": 1}, {"moves": 2}]
            assert len(looking.games()) == 3 and not looking.problems()
        journal.append(2, "undo", {"moves": 3})
        with pytest.raises(StorageError) as error:
            Journal(path)
        assert error.value.code == "already_running"
    with Journal(path) as journal:
        assert [event.number for event in journal.events(2)] == list(range(1, EVENTS + 4))


def test_nothing_is_confirmed_into_a_journal_that_was_replaced(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite3"
    Journal(other).close()
    with Journal(path) as journal:
        journal.append(2, "undo", {"moves": 1})
        other.rename(path)
        with pytest.raises(StorageError, match="another file in its place") as error:
            journal.append(2, "undo", {"moves": 1})
        assert error.value.code == "journal_replaced"
        with pytest.raises(StorageError):
            journal.record("fae", SETUP, [])


def test_a_folder_that_may_only_be_read_is_listed(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root may write everywhere, so SQLite's own answer to such a folder is played."""
    from companion.storage import journal as module

    real = module._read_into

    def refused(db: sqlite3.Connection, found: Path, mode: str = "ro") -> None:
        if found == path:
            raise sqlite3.OperationalError("unable to open database file")
        real(db, found, mode)

    monkeypatch.setattr(module, "_read_into", refused)
    with Journal(path, write=False) as looking:
        assert [game.events for game in looking.games()] == [EVENTS] * 3


def torn(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[3 * 4096 : 4 * 4096] = bytes(4096)
    path.write_bytes(content)


def test_a_torn_journal_is_put_together_from_itself_and_its_copy(path: Path) -> None:
    with Journal(path) as journal:
        exports = [export(journal, game) for game in (1, 2, 3)]
        journal.append(3, "undo", {"moves": 1})
        newest = journal.record("fae", SETUP, [("move", {"from": 1, "to": 2})])
    assert copies.found(path)
    torn(path)
    book, told = rescue.opened(path)
    with book:
        assert [error.code for error in told] == ["journal_rescued"]
        assert [export(book, game) for game in (1, 2)] == exports[:2]
        assert not book.problems()
        assert book.record("fae", SETUP, []) not in (1, 2, 3, newest)
    aside = Path(str(told[0].params["folder"]))
    assert (aside / path.name).exists()
    book, told = rescue.opened(path)
    book.close()
    assert not told


def test_the_beginning_of_a_game_is_saved_where_that_is_all(path: Path) -> None:
    change(path, "UPDATE event SET kind = 'Move' WHERE game = 2 AND number = 7")
    for copy in copies.found(path):
        copy.unlink()
    found = rescue.rescue(path)
    assert (found.whole, found.shortened) == ((1, 3), (2,))
    with Journal(path) as journal:
        assert len(journal.events(2)) == 6 and not journal.problems()
        journal.append(2, "undo", {"moves": 1})


def test_a_rescue_at_a_repeated_time_keeps_both_damaged_journals(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.strftime", lambda _: "20260101-000000")
    folders = {rescue.rescue(path).aside for _ in range(3)}
    assert len(folders) == 3 and all((folder / path.name).exists() for folder in folders)


def test_a_strange_file_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_bytes(b"no journal at all" * 999)
    with pytest.raises(StorageError) as error:
        rescue.opened(path)
    assert error.value.code == "journal_damaged"
    assert path.read_bytes() == b"no journal at all" * 999


def test_the_last_seven_copies_are_kept_and_a_whole_one(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(path) as journal:
        for day in range(1, 10):
            monkeypatch.setattr(copies, "_today", lambda day=day: f"2031-01-{day:02}")
            journal.record("fae", SETUP, [])
            journal.record("fae", SETUP, [])
        names = [copy.stem for copy in copies.found(path)]
        assert [name[-10:] for name in names] == [f"2031-01-{day:02}" for day in range(9, 2, -1)]
        with Journal(copies.found(path)[0], write=False) as copy:
            assert len(copy.games()) == 3 + 2 * 8 and not copy.problems()
        change(path, "UPDATE event SET kind = 'Move' WHERE game = 2 AND number = 7")
        for day in range(10, 19):
            monkeypatch.setattr(copies, "_today", lambda day=day: f"2031-01-{day:02}")
            journal.record("fae", SETUP, [])
    names = [copy.stem for copy in copies.found(path)]
    assert len(names) == 8 and names[-1].endswith("-2031-01-09")
    assert all(name.endswith("-spoiled") for name in names[:-1])


def test_a_copy_that_cannot_be_kept_is_no_reason_not_to_play(path: Path) -> None:
    for copy in copies.found(path):
        copy.unlink()
    path.with_name(copies.FOLDER).rmdir()
    path.with_name(copies.FOLDER).write_bytes(b"in the way")
    with Journal(path) as journal:
        journal.append(1, "undo", {"moves": 1})
