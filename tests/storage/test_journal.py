import json
import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.errors import ExitCode, StorageError
from companion.storage.journal import Journal, default_path
from companion.storage.schema import SCHEMA_VERSION

SETUP = {"players": ["Ana", "Bo"], "druids": {"1": "red"}}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "journal.sqlite3"


def test_events_come_back_in_order_and_by_game(path: Path) -> None:
    with Journal(path) as journal:
        first, second = journal.create("fae", SETUP), journal.create("fae", SETUP)
        for n in range(3):
            journal.append(first, "move", {"from": n, "to": n + 1})
        journal.append(second, "undo", {"moves": 1})
    with Journal(path) as journal:
        assert [e.payload for e in journal.events(first)] == [{"from": n, "to": n + 1} for n in range(3)]
        assert [e.number for e in journal.events(first)] == [1, 2, 3]
        assert [(e.kind, e.number) for e in journal.events(second)] == [("undo", 1)]
        assert [(g.id, g.setup, g.events) for g in journal.games()] == [(first, SETUP, 3), (second, SETUP, 1)]


def test_a_deleted_game_is_gone_and_its_number_is_not_used_again(path: Path) -> None:
    with Journal(path) as journal:
        first = journal.create("fae", SETUP)
        journal.append(first, "move", {})
        journal.delete(first)
        assert journal.games() == []
        assert journal.create("fae", SETUP) != first
        with pytest.raises(StorageError, match=f"found {first}"):
            journal.delete(first)
        with pytest.raises(StorageError, match=f"found {first}"):
            journal.append(first, "move", {})
        with pytest.raises(StorageError, match=f"found {first}") as error:
            journal.events(first)
        assert error.value.code == "unknown_game"


def test_a_number_that_is_used_again_has_another_uid(path: Path) -> None:
    with Journal(path) as journal:
        game = journal.create("fae", SETUP)
        before = journal.game(game).uid
        journal.delete(game)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DELETE FROM sqlite_sequence")
    with Journal(path) as journal:
        assert journal.create("fae", SETUP) == game
        assert len(before) == len(journal.game(game).uid) == 32 and journal.game(game).uid != before


def test_the_disk_is_asked_for_certainty(path: Path) -> None:
    with Journal(path) as journal:
        assert journal._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert journal._db.execute("PRAGMA synchronous").fetchone() == (2,)


CHILD = """
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from companion.storage.journal import Journal
journal = Journal(Path(sys.argv[1]))
game = journal.games()[0].id if journal.games() else journal.create("fae", {})
for n in range(len(journal.events(game)), 10**6):
    journal.append(game, "move", {"n": n})
    print(n, flush=True)
"""


@pytest.mark.parametrize("seed", range(3))
def test_every_event_reported_as_stored_survives_a_kill(path: Path, seed: int) -> None:
    random_lines = random.Random(seed)
    for _ in range(4):
        child = subprocess.Popen([sys.executable, "-c", CHILD, str(path)], stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        for _ in range(random_lines.randint(1, 60)):
            child.stdout.readline()
        child.send_signal(signal.SIGKILL)
        reported = [int(n) for n in child.stdout.read().splitlines(keepends=True) if n.endswith("\n")]
        child.wait()
        with Journal(path) as journal:
            stored = [event.payload["n"] for event in journal.events(1)]
        assert stored == list(range(len(stored)))
        assert not reported or len(stored) > reported[-1]


def test_a_full_database_loses_nothing_and_the_game_goes_on(path: Path) -> None:
    with Journal(path) as journal:
        game = journal.create("fae", SETUP)
        pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
        journal._db.execute(f"PRAGMA max_page_count = {pages + 1}")
        stored = 0
        with pytest.raises(StorageError) as error:
            while True:
                journal.append(game, "move", {"n": stored, "filler": "x" * 500})
                stored += 1
        assert error.value.code == "disk_full"
        assert error.value.exit_code == ExitCode.CANNOT_GO_ON
        assert str(path) in str(error.value)
        assert [e.payload["n"] for e in journal.events(game)] == list(range(stored))
        journal._db.execute(f"PRAGMA max_page_count = {pages + 50}")
        journal.append(game, "move", {"n": stored})
        assert len(journal.events(game)) == stored + 1


def test_a_file_that_may_not_grow_loses_nothing(path: Path) -> None:
    """The write itself fails here (EFBIG), not SQLite's own limit."""
    with Journal(path) as journal:
        game = journal.create("fae", SETUP)
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, hard))
        stored = 0
        try:
            with pytest.raises(StorageError):
                while True:
                    journal.append(game, "move", {"n": stored, "filler": "x" * 3000})
                    stored += 1
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            signal.signal(signal.SIGXFSZ, ignored)
        assert stored
        journal.append(game, "move", {"n": stored})
        assert [e.payload["n"] for e in journal.events(game)] == list(range(stored + 1))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """256 kB and no more."""
    disk = tmp_path / "disk"
    disk.mkdir()
    if os.geteuid() != 0:
        pytest.skip("mounting a small disk needs root")
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("this machine does not let us mount")
    yield disk
    subprocess.run(["umount", disk], check=True)


def test_a_small_disk_that_fills_up(small_disk: Path) -> None:
    filler = small_disk / "filler"
    filler.write_bytes(b"x" * 60_000)
    with Journal(small_disk / "journal.sqlite3") as journal:
        game = journal.create("fae", SETUP)
        stored = 0
        with pytest.raises(StorageError) as error:
            while True:
                journal.append(game, "move", {"n": stored, "filler": "x" * 3000})
                stored += 1
        assert error.value.code == "disk_full"
        filler.unlink()
        journal.append(game, "move", {"n": stored})
        assert [e.payload["n"] for e in journal.events(game)] == list(range(stored + 1))


def test_a_disk_that_was_full_before_the_start(small_disk: Path) -> None:
    Journal(small_disk / "journal.sqlite3").close()
    with suppress(OSError):
        (small_disk / "filler").write_bytes(b"x" * 300_000)
    with pytest.raises(StorageError) as error:
        Journal(small_disk / "journal.sqlite3")
    assert error.value.code == "disk_full"


def test_a_newer_journal_is_left_untouched(path: Path) -> None:
    Journal(path).close()
    db = sqlite3.connect(path)
    db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    before = path.read_bytes()
    with pytest.raises(StorageError, match=f"found version {SCHEMA_VERSION + 1}") as error:
        Journal(path)
    assert error.value.code == "journal_newer"
    assert path.read_bytes() == before
    with pytest.raises(StorageError, match="newer"):
        Journal(path, write=False)


def other_program(path: Path) -> None:
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE shopping (item TEXT)")
    db.close()


def torn(path: Path) -> None:
    with Journal(path) as journal:
        game = journal.create("fae", SETUP)
        for n in range(200):
            journal.append(game, "move", {"n": n, "filler": "x" * 200})
    data = bytearray(path.read_bytes())
    data[8192:] = os.urandom(len(data) - 8192)
    path.write_bytes(data)


@pytest.mark.parametrize(
    "spoil", [lambda path: path.write_bytes(b"no database at all" * 99), other_program, torn]
)
def test_a_damaged_file_is_named_and_kept(path: Path, spoil: Callable[[Path], object]) -> None:
    path.parent.mkdir()
    spoil(path)
    before = path.read_bytes()
    with pytest.raises(StorageError, match="companion check") as error:
        Journal(path)
    assert error.value.code == "journal_damaged"
    assert str(path) in str(error.value)
    assert path.read_bytes() == before


def test_a_second_copy_is_told_who_runs_already(path: Path) -> None:
    with Journal(path) as journal:
        game = journal.create("fae", SETUP)
        with pytest.raises(StorageError, match=f"process {os.getpid()}") as error:
            Journal(path)
        assert error.value.code == "already_running"
        with Journal(path, write=False) as looking:
            assert [g.id for g in looking.games()] == [game]
    Journal(path).close()


def test_looking_needs_a_journal(path: Path) -> None:
    with pytest.raises(StorageError) as error:
        Journal(path, write=False)
    assert error.value.code == "journal_missing"
    assert not path.exists()


def test_the_journal_lies_in_the_state_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert default_path() == tmp_path / "table-companion" / "journal.sqlite3"
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert default_path() == tmp_path / "home/.local/state/table-companion/journal.sqlite3"


def test_a_whole_game_is_stored_or_nothing(path: Path) -> None:
    with Journal(path) as journal:
        with pytest.raises(TypeError):
            journal.record("fae", SETUP, [("move", {"from": 1}), ("move", {"from": object()})])
        assert journal.games() == []
        assert json.dumps(journal.events(journal.record("fae", SETUP, [("undo", {})]))[0].payload) == "{}"


def test_latest_games_with_their_last_event(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        first, second, third = (journal.create("fae", {}) for _ in range(3))
        for game, kind in ((first, "move"), (second, "end"), (first, "undo")):
            journal.append(game, kind, {})
        assert [row[:3] for row in journal.latest()] == [
            (third, "fae", ""),
            (second, "fae", "end"),
            (first, "fae", "undo"),
        ]
