"""Backups on a stick that is full, pulled out at any moment, or anybody's."""

import errno
import os
import shutil
import zipfile
from pathlib import Path
from typing import Any

import pytest

from companion.errors import StorageError
from companion.games.base import say
from companion.i18n import LANGUAGES, translator
from companion.storage import backup, exports, pending_restore, stick_backups
from companion.storage.backup import Places
from companion.storage.folders import state_folder
from companion.storage.journal import Journal
from companion.storage.stick_backups import KEPT, save


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Places:
    """A table with one game, a key and preferences."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    home = state_folder()
    with Journal(home / "journal.sqlite3") as book:
        book.append(book.create("fae", {"players": ["Ana"]}), "move", {"n": 1})
    files = {name: home / name for name in ("secret.key", "preferences.json")}
    files["secret.key"].write_bytes(b"key")
    files["preferences.json"].write_text("{}")
    return Places(home / "journal.sqlite3", files, {"boards": home / "boards"}, plans=home)


@pytest.fixture
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stick that is plugged in as long as its folder is there; the clock goes on by a month a backup."""
    stick = tmp_path / "MY STICK"
    stick.mkdir()
    monkeypatch.setattr(exports, "sticks", lambda: [stick] if stick.exists() else [])
    times = iter([f"2026{month:02}01-200000" for month in range(1, 13)])
    monkeypatch.setattr(stick_backups, "_stamp", lambda: next(times))
    return stick


def whole(stick: Path, places: Places) -> list[str]:
    """Names of the backups on the stick; each is checked."""
    found = [path for path in (stick / "Table Companion").iterdir() if path.suffix == ".zip"]
    for path in found:
        backup.check(places, path)
    return sorted(path.name for path in found)


def test_a_backup_is_named_read_back_and_counts_its_games(places: Places, stick: Path) -> None:
    handled = 0

    def progress(n: int) -> None:
        nonlocal handled
        handled += n

    path = save(places, stick, "1", progress)
    assert path.name == f"backup-{stick_backups.table()}-20260101-200000.zip"
    info = backup.check(places, path)
    assert info.games == 1 and stick_backups.own(stick) == [path]
    with zipfile.ZipFile(path) as packed:
        sizes = {entry.filename: entry.file_size for entry in packed.infolist()}
    assert handled == stick_backups.PASSES * (sum(sizes.values()) - sizes["manifest.json"])


def test_a_backup_of_an_older_app_says_no_number_of_games(places: Places, stick: Path) -> None:
    path = save(places, stick, "1")
    old = stick / "old.zip"
    with zipfile.ZipFile(path) as packed, zipfile.ZipFile(old, "w") as written:
        for name in packed.namelist():
            content = packed.read(name)
            written.writestr(name, content.replace(b'"games": 1,', b""))
    assert backup.check(places, old).games is None


def test_the_newest_of_this_table_stay_and_nothing_else_is_deleted(
    places: Places, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = stick / "Table Companion"
    folder.mkdir()
    others = ["holiday.zip", "backup-00000000-20200101-000000.zip", "backup-old.zip"]
    for name in others:
        (folder / name).write_text("x")
    left = folder / f"backup-{stick_backups.table()}-20250101-000000.zip.77.draft"
    left.write_text("half")
    made = [save(places, stick, "1").name for _ in range(KEPT + 2)]
    assert sorted(path.name for path in folder.iterdir()) == sorted([*others, *made[-KEPT:]])


def test_a_backup_of_a_time_to_come_is_the_oldest(places: Places, stick: Path) -> None:
    """A clock was wrong once: its backups neither push out new ones nor pass for the newest."""
    folder = stick / "Table Companion"
    folder.mkdir()
    wrong = [folder / f"backup-{stick_backups.table()}-2091010{n}-000000.zip" for n in range(1, KEPT + 1)]
    for path in wrong:
        path.write_text("x")
    made = save(places, stick, "1")
    assert stick_backups.own(stick) == [made, *wrong[:0:-1]]
    assert stick_backups.made_s(made) > 0 == stick_backups.made_s(wrong[0])


def test_a_stick_without_room_is_refused_before_anything_is_written(
    places: Places, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = [save(places, stick, "1") for _ in range(3)]
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(9, 9, 1_000_000))
    with pytest.raises(StorageError, match="has 1 MB free, a backup needs 9 MB") as caught:
        save(places, stick, "1")
    assert len({say(caught.value, translator(language)) for language in LANGUAGES}) == len(LANGUAGES)
    assert sorted(stick_backups.own(stick)) == kept, "old ones are not deleted for nothing"
    needed = backup.size_of(places) + stick_backups.SPARE_BYTES
    free = needed - kept[0].stat().st_size
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(9, 9, free))
    made = save(places, stick, "1")
    assert sorted(stick_backups.own(stick)) == [*kept[1:], made], "the oldest made room"


@pytest.mark.parametrize("number", [errno.EIO, errno.ENOSPC])
def test_a_stick_pulled_out_at_any_write_leaves_the_earlier_backup_whole(
    places: Places, stick: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every write, sync and rename on the stick fails in turn."""
    earlier = save(places, stick, "1").name
    real = {name: getattr(os, name) for name in ("fsync", "open", "replace")}
    calls = fail_at = 0

    def step() -> None:
        nonlocal calls
        calls += 1
        if calls == fail_at:
            raise OSError(number, os.strerror(number))

    class Failing(zipfile.ZipFile):
        def open(self, name: Any, mode: Any = "r", *args: Any, **kwargs: Any) -> Any:
            opened = super().open(name, mode, *args, **kwargs)
            if mode == "w":
                write = opened.write

                def failing(data: bytes) -> int:
                    step()
                    return int(write(data))

                opened.write = failing  # type: ignore[assignment]  # a stick of one method
            return opened

    def wrapped(name: str) -> Any:
        def act(*args: Any, **kwargs: Any) -> Any:
            if str(stick) in str(args[0]) or name == "fsync":
                step()
            return real[name](*args, **kwargs)

        return act

    monkeypatch.setattr(zipfile, "ZipFile", Failing)
    for name in real:
        monkeypatch.setattr(os, name, wrapped(name))
    failed = 0
    for fail_at in range(1, 100):
        calls = 0
        monkeypatch.setattr(stick_backups, "_stamp", lambda: "20261201-200000")
        try:
            save(places, stick, "1")
        except StorageError as error:
            failed += 1
            assert error.code in ("stick_lost", "no_room"), (fail_at, error)
            assert earlier in whole(stick, places)
        if calls < fail_at:
            break
    assert failed >= 5, "the test reaches the writes"


def test_a_stick_that_does_not_give_back_what_was_written_is_reported(
    places: Places, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    earlier = save(places, stick, "1")

    def spoil(path: Path) -> None:
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 1
        path.write_bytes(content)

    monkeypatch.setattr(stick_backups, "_forget_cached", spoil)
    with pytest.raises(StorageError, match="did not give back what was written"):
        save(places, stick, "1")
    assert stick_backups.own(stick) == [earlier]


def test_a_stick_gone_at_the_end_is_no_success(
    places: Places, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exports, "sticks", lambda: [])
    with pytest.raises(StorageError, match=r"stopped answering \(No such device\)"):
        save(places, stick, "1")


def test_a_staged_restore_is_carried_out_by_the_next_start(places: Places, stick: Path) -> None:
    path = save(places, stick, "1")
    places.files["preferences.json"].write_text('{"night": true}')
    with Journal(places.journal) as book:  # the app runs
        book.delete(1)
        backup.stage(places, path)
        backup.stage(places, path)  # somebody asked twice
        assert book.games() == []
        assert places.files["preferences.json"].read_text() != "{}", "nothing changed yet"
    shutil.rmtree(stick)  # it may be pulled out before the restart
    pending_restore.finish()
    with Journal(places.journal) as book:
        assert [game.id for game in book.games()] == [1]
    assert places.files["preferences.json"].read_text() == "{}"
    assert [p.name for p in places.journal.parent.glob("restoring*")] == []


def test_a_staged_restore_survives_an_app_that_was_killed(places: Places, stick: Path) -> None:
    """The log of the killed app's journal must not be taken for that of the restored one."""
    path = save(places, stick, "1")
    for end in ("-wal", "-shm", ".last"):
        places.journal.with_name(places.journal.name + end).unlink(missing_ok=True)
    backup.stage(places, path)
    for end in ("-wal", "-shm", ".last"):  # they appear after the plan was made
        places.journal.with_name(places.journal.name + end).write_bytes(b"of another journal")
    pending_restore.finish()
    assert not places.journal.with_name(places.journal.name + "-wal").exists()
    with Journal(places.journal) as book:
        assert [game.id for game in book.games()] == [1] and book.lost is None


def test_a_damaged_backup_is_not_staged(places: Places, stick: Path) -> None:
    path = save(places, stick, "1")
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(StorageError, match="expected a complete backup"):
        backup.stage(places, path)
    pending_restore.finish()
    assert not list(places.journal.parent.glob("before-restore*"))
