"""Content of a backup; only a valid backup changes anything."""

import calendar
import hashlib
import json
import os
import shutil
import sqlite3
import time
import zipfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.errors import ExitCode, StorageError
from companion.storage.backup import (
    JOURNAL,
    MANIFEST,
    MOST_BYTES,
    MOST_FILE_BYTES,
    Places,
    backup,
    finish_restore,
    restore,
    stage,
)  # fmt: skip
from companion.storage.journal import Journal

SETUP = {"players": ["Ana", "Bo"]}
TAUGHT = "boards/fae/mine.jpg"


def table(folder: Path) -> Places:
    files = {"secrets.key": folder / "state/secrets.key", "settings.toml": folder / "config/settings.toml"}
    return Places(folder / "state/journal.sqlite3", files, {"boards": folder / "state/boards"})


def played(folder: Path, moves: int, taught: bytes = b"board") -> Places:
    places = table(folder)
    with Journal(places.journal) as journal:
        game = journal.create("fae", SETUP)
        for number in range(moves):
            journal.append(game, "move", {"n": number})
    places.of("secrets.key").write_bytes(b"key")
    for name, content in (("settings.toml", b"[camera]"), (TAUGHT, taught)):
        places.of(name).parent.mkdir(parents=True, exist_ok=True)
        places.of(name).write_bytes(content)
    return places


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def moves(places: Places) -> int:
    with Journal(places.journal, write=False) as journal:
        return sum(game.events for game in journal.games())


def test_everything_comes_back_on_a_new_machine(tmp_path: Path) -> None:
    old, new = played(tmp_path / "old", 7), table(tmp_path / "new")
    os.utime(old.of(TAUGHT), ns=(1, 1_234_567_890_123_456_789))
    names = backup(old, tmp_path / "b.zip", "9.9.9")
    assert names == [TAUGHT, JOURNAL, "secrets.key", "settings.toml"]
    assert restore(new, tmp_path / "b.zip") == []
    left = {path.name for path in (tmp_path / "new/state").iterdir()} - {f"{JOURNAL}.lock"}
    assert left == {JOURNAL, "secrets.key", "boards"}
    assert moves(new) == 7
    for name in names[:1] + names[2:]:
        assert new.of(name).read_bytes() == old.of(name).read_bytes()
    assert new.of(TAUGHT).stat().st_mtime_ns == 1_234_567_890_123_456_789
    assert new.of("secrets.key").stat().st_mode & 0o077 == 0
    assert (tmp_path / "b.zip").stat().st_mode & 0o077 == 0


def test_what_was_there_is_kept_beside_and_can_be_had_again(tmp_path: Path) -> None:
    backup(played(tmp_path / "old", 2), tmp_path / "b.zip", "1")
    places = played(tmp_path / "new", 5, b"another board")
    asides = restore(places, tmp_path / "b.zip")
    assert moves(places) == 2 and places.of(TAUGHT).read_bytes() == b"board"
    assert sorted(aside.parent.name for aside in asides) == ["config", "state"]
    (state,) = (aside for aside in asides if aside.parent.name == "state")
    kept = Places(state / JOURNAL, {}, {"boards": state / "boards"})
    assert moves(kept) == 5 and kept.of(TAUGHT).read_bytes() == b"another board"


def test_a_game_that_goes_on_is_backed_up_without_a_half_event(tmp_path: Path) -> None:
    places = played(tmp_path / "old", 3)
    with Journal(places.journal) as journal:
        journal.append(1, "move", {"n": 3})
        backup(places, tmp_path / "b.zip", "1")
        journal.append(1, "move", {"n": 4})
    new = table(tmp_path / "new")
    restore(new, tmp_path / "b.zip")
    assert moves(new) == 4
    with Journal(new.journal) as journal:
        journal.append(1, "move", {"n": 4})
    assert moves(new) == 5


def test_a_damaged_journal_is_no_reason_not_to_restore(tmp_path: Path) -> None:
    backup(played(tmp_path / "old", 2), tmp_path / "b.zip", "1")
    places = played(tmp_path / "new", 5)
    places.journal.write_bytes(b"damaged" * 999)
    (aside, *_) = restore(places, tmp_path / "b.zip")
    assert moves(places) == 2
    assert (aside / JOURNAL).read_bytes() == b"damaged" * 999


def rewritten(
    file: Path, change: Callable[[dict[str, bytes]], object], method: int = zipfile.ZIP_STORED
) -> None:
    with zipfile.ZipFile(file) as packed:
        inside = {name: packed.read(name) for name in packed.namelist()}
    change(inside)
    with zipfile.ZipFile(file, "w", method) as packed:
        for name, content in inside.items():
            packed.writestr(name, content)


def in_manifest(key: str, value: object) -> Callable[[dict[str, bytes]], object]:
    def change(inside: dict[str, bytes]) -> None:
        inside[MANIFEST] = json.dumps(json.loads(inside[MANIFEST]) | {key: value}).encode()

    return change


def outside(inside: dict[str, bytes]) -> None:
    manifest = json.loads(inside[MANIFEST])
    for name in ("boards/../../evil", "/evil", "evil"):
        inside[name] = inside["secrets.key"]
        manifest["files"][name] = manifest["files"]["secrets.key"]
    inside[MANIFEST] = json.dumps(manifest).encode()


def of_file(name: str, **values: object) -> Callable[[dict[str, bytes]], object]:
    def change(inside: dict[str, bytes]) -> None:
        manifest = json.loads(inside[MANIFEST])
        manifest["files"][name] |= values
        inside[MANIFEST] = json.dumps(manifest).encode()

    return change


def named(name: str) -> Callable[[dict[str, bytes]], object]:
    """The board under another name."""

    def change(inside: dict[str, bytes]) -> None:
        manifest = json.loads(inside[MANIFEST])
        manifest["files"][name] = manifest["files"].pop(TAUGHT)
        inside[name], inside[MANIFEST] = inside.pop(TAUGHT), json.dumps(manifest).encode()

    return change


def journal_with(script: str) -> Callable[[dict[str, bytes]], object]:
    """A whole backup, of a journal in which somebody changed something."""

    def change(inside: dict[str, bytes]) -> None:
        with closing(sqlite3.connect(":memory:")) as db:
            db.deserialize(inside[JOURNAL][:18] + b"\1\1" + inside[JOURNAL][20:])  # no log in memory
            db.executescript(script)
            content = inside[JOURNAL] = db.serialize()
        of_file(JOURNAL, size=len(content), sha256=hashlib.sha256(content).hexdigest())(inside)

    return change


CHANGES: dict[str, tuple[str, Callable[[dict[str, bytes]], object]]] = {
    "a newer format": ("backup_newer", in_manifest("format", 2)),
    "a newer format that looks different": ("backup_newer", lambda i: i.update({MANIFEST: b'{"format": 7}'})),
    "no number of a format": ("backup_broken", in_manifest("format", ["x"])),
    "other files than we have": ("backup_broken", in_manifest("files", {"secrets.key": "x"})),
    "no manifest": ("backup_broken", lambda i: i.pop(MANIFEST)),
    "a missing file": ("backup_broken", lambda i: i.pop("secrets.key")),
    "a file too many": ("backup_broken", lambda i: i.update({"more": b""})),
    "a changed file": ("backup_broken", lambda i: i.update({"secrets.key": b"kez"})),
    "a longer file": ("backup_broken", lambda i: i.update({"secrets.key": b"key and more"})),
    "a way out of the folder": ("backup_broken", outside),
    "a file in front": ("backup_broken", named("boards/.hidden")),
    "a name of two paths": ("backup_broken", named("boards//fae/mine.jpg")),
    "a name with an escape": ("backup_broken", named("boards/fae/\x1b[2J.jpg")),
    "a manifest that is too large": ("backup_broken", lambda i: i.update({MANIFEST: bytes(5_000_000)})),
    "a manifest that is too deep": ("backup_broken", lambda i: i.update({MANIFEST: b"[" * 100_000})),
    "a number that is too large": (
        "backup_broken",
        lambda i: i.update({MANIFEST: b'{"format": 1e999, "app": "1", "files": {}}'}),
    ),
    "a time that is too late": ("backup_broken", of_file(TAUGHT, changed_ns=10**30)),
    "a file that is too large": ("backup_broken", of_file(TAUGHT, size=10**12)),
    "a journal without tables": ("journal_damaged", journal_with("DROP TABLE event; DROP TABLE game")),
    "a journal with a view": (
        "journal_damaged",
        journal_with(
            "DROP TABLE game; CREATE VIEW game AS WITH RECURSIVE n(id) AS "
            "(SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT * FROM n"
        ),
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_backup_is_refused_and_changes_nothing(tmp_path: Path, name: str) -> None:
    code, change = CHANGES[name]
    file = tmp_path / "b.zip"
    backup(played(tmp_path / "old", 2), file, "1")
    rewritten(file, change)
    places = played(tmp_path / "new", 5)
    before = contents(tmp_path / "new")
    with pytest.raises(StorageError) as error:
        restore(places, file)
    assert (error.value.code, error.value.exit_code) == (code, ExitCode.WRONG_INPUT)
    assert contents(tmp_path / "new") == before


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_ways_of_packing_are_refused(tmp_path: Path, method: int) -> None:
    file = tmp_path / "b.zip"
    backup(played(tmp_path / "old", 2), file, "1")
    rewritten(file, lambda inside: None, method)
    with pytest.raises(StorageError) as error:
        restore(table(tmp_path / "new"), file)
    assert error.value.code == "backup_broken" and "method" in str(error.value)


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    """The sizes in the manifest and in the zip agree; all files together are too large."""
    file = tmp_path / "b.zip"
    backup(played(tmp_path / "old", 2), file, "1")
    names = [f"boards/fae/{n}.jpg" for n in range(5)]

    def change(inside: dict[str, bytes]) -> None:
        manifest = json.loads(inside[MANIFEST])
        for name in names:
            manifest["files"][name] = manifest["files"][TAUGHT] | {"size": MOST_FILE_BYTES}
            inside[name] = b""
        inside[MANIFEST] = json.dumps(manifest).encode()

    rewritten(file, change)
    with pytest.raises(StorageError) as error:
        restore(table(tmp_path / "new"), file)
    assert f"more than {MOST_BYTES} bytes" in str(error.value)


def test_many_files_are_refused_before_they_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "b.zip"
    with zipfile.ZipFile(file, "w") as packed:
        for n in range(50_000):
            packed.writestr(f"{n:060}", b"")
    monkeypatch.setattr(zipfile.ZipFile, "_RealGetContents", lambda _: pytest.fail("was listed"))
    with pytest.raises(StorageError) as error:
        restore(table(tmp_path / "new"), file)
    assert error.value.code == "backup_broken"


def test_a_size_that_lies_is_noticed(tmp_path: Path) -> None:
    """The zip says that the board is small, and so does the manifest; it holds more."""
    file = tmp_path / "b.zip"
    backup(played(tmp_path / "old", 2, bytes(100_000)), file, "1")
    rewritten(file, of_file(TAUGHT, size=10), zipfile.ZIP_DEFLATED)
    whole = bytearray(file.read_bytes())
    entry = whole.index(b"PK\x01\x02")
    while whole[entry + 46 : entry + 46 + len(TAUGHT)] != TAUGHT.encode():
        entry = whole.index(b"PK\x01\x02", entry + 1)
    whole[entry + 24 : entry + 28] = (10).to_bytes(4, "little")
    file.write_bytes(whole)
    with pytest.raises(StorageError) as error:
        restore(table(tmp_path / "new"), file)
    assert error.value.code == "backup_broken"


def test_what_could_not_be_restored_is_not_backed_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    places = played(tmp_path / "old", 2, bytes(1000))
    monkeypatch.setattr("companion.storage.backup.MOST_FILE_BYTES", 999)
    with pytest.raises(StorageError) as error:
        backup(places, tmp_path / "b.zip", "1")
    assert error.value.code == "too_large" and not (tmp_path / "b.zip").exists()


def test_names_that_no_restore_would_take_are_left_out(tmp_path: Path) -> None:
    places = played(tmp_path / "old", 2)
    places.of(TAUGHT).with_name(".DS_Store").write_bytes(b"x")
    assert backup(places, tmp_path / "b.zip", "1") == [TAUGHT, JOURNAL, "secrets.key", "settings.toml"]
    restore(table(tmp_path / "new"), tmp_path / "b.zip")


def test_two_restores_in_one_second_keep_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.strftime", lambda _: "20260101-000000")
    backup(played(tmp_path / "old", 2), tmp_path / "b.zip", "1")
    places = played(tmp_path / "new", 5)
    first, second = (restore(places, tmp_path / "b.zip") for _ in range(2))
    assert not set(first) & set(second)
    assert moves(Places(first[0] / JOURNAL, {}, {})) == 5


def test_what_belongs_to_another_app_is_left_alone(tmp_path: Path) -> None:
    backup(played(tmp_path / "old", 2), tmp_path / "b.zip", "1")
    places = played(tmp_path / "new", 5, b"another board")
    places.of("settings.toml").write_bytes(b"[lights]")
    restore(replace(places, left_alone=frozenset({"settings.toml", "boards"})), tmp_path / "b.zip")
    assert moves(places) == 2
    assert places.of("settings.toml").read_bytes() == b"[lights]"
    assert places.of(TAUGHT).read_bytes() == b"another board"


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9, 0.999])
def test_a_backup_that_was_cut_short_is_refused(tmp_path: Path, share: float) -> None:
    file = tmp_path / "b.zip"
    backup(played(tmp_path / "old", 2), file, "1")
    file.write_bytes(file.read_bytes()[: int(file.stat().st_size * share)])
    with pytest.raises(StorageError) as error:
        restore(table(tmp_path / "new"), file)
    assert error.value.code == "backup_broken"
    assert not (tmp_path / "new").exists()


def test_every_flipped_byte_is_noticed_or_harmless(tmp_path: Path) -> None:
    file, old = tmp_path / "b.zip", played(tmp_path / "old", 2)
    backup(old, file, "1")
    whole = file.read_bytes()
    for at in range(0, len(whole), 37):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :])
        new = table(tmp_path / "new")
        try:
            restore(new, file)
        except StorageError as error:
            assert error.code in ("backup_broken", "backup_newer"), at
        else:
            assert moves(new) == 2 and new.of(TAUGHT).read_bytes() == b"board", at
        shutil.rmtree(tmp_path / "new", ignore_errors=True)


def test_a_journal_of_a_newer_app_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, old = tmp_path / "b.zip", played(tmp_path / "old", 2)
    backup(old, file, "1")
    monkeypatch.setattr("companion.storage.journal.SCHEMA_VERSION", 0)
    with pytest.raises(StorageError) as error:
        restore(table(tmp_path / "new"), file)
    assert (error.value.code, error.value.exit_code) == ("journal_newer", ExitCode.WRONG_INPUT)
    assert contents(tmp_path / "new").keys() <= {f"state/{JOURNAL}.lock"}


def uids(places: Places) -> list[str]:
    with Journal(places.journal, write=False) as journal:
        return [game.uid for game in journal.games()]


def with_seats(folder: Path) -> Places:
    places = played(folder, 2)
    seats = folder / "state/phones.json"
    seats.write_text("{}")
    return replace(places, cleared=(seats,))


def test_restored_games_are_those_of_the_backup_and_no_seat_stays(tmp_path: Path) -> None:
    """Both have a game 1 of Ana and Bo."""
    file, old, new = tmp_path / "b.zip", with_seats(tmp_path / "old"), with_seats(tmp_path / "new")
    assert "phones.json" not in backup(old, file, "1")
    assert uids(old) != uids(new)
    (aside,) = {folder for folder in restore(new, file) if folder.parent.name == "state"}
    assert uids(new) == uids(old)
    assert not new.cleared[0].exists() and (aside / "phones.json").exists()


def test_a_seat_that_is_taken_before_the_restart_does_not_stay(tmp_path: Path) -> None:
    file, places = tmp_path / "b.zip", with_seats(tmp_path / "old")
    backup(places, file, "1")
    places.cleared[0].unlink()
    stage(places, file)
    places.cleared[0].write_text("{}")
    finish_restore(places.journal.parent)
    assert not places.cleared[0].exists()


def test_nothing_is_restored_under_a_running_app(tmp_path: Path) -> None:
    file, places = tmp_path / "b.zip", played(tmp_path / "old", 2)
    backup(places, file, "1")
    with Journal(places.journal):
        before = contents(tmp_path / "old/state/boards")
        with pytest.raises(StorageError) as error:
            restore(places, file)
        assert contents(tmp_path / "old/state/boards") == before
    assert error.value.code == "already_running"


def test_a_disk_that_refuses_halfway_leaves_all_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "b.zip"
    backup(played(tmp_path / "old", 2), file, "1")
    places = played(tmp_path / "new", 5)
    before = contents(tmp_path / "new")
    rename, renamed = Path.rename, 0

    def refuse(path: Path, target: Path) -> Path:
        nonlocal renamed
        renamed += 1
        if renamed == 6:
            raise OSError(28, "No space left on device")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(StorageError) as error:
        restore(places, file)
    assert renamed > 6
    assert error.value.code == "not_written"
    assert contents(tmp_path / "new") == before
    assert not list(tmp_path.glob("new/*/before-restore-*"))


def test_a_file_that_cannot_be_written_leaves_the_older_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, places = tmp_path / "b.zip", played(tmp_path / "old", 2)
    backup(places, file, "1")
    older = file.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageError) as error:
        backup(places, file, "2")
    assert error.value.code == "not_written"
    assert file.read_bytes() == older


@pytest.mark.parametrize("year", [1970, 2091, 2200])
def test_a_backup_can_be_made_at_any_time(year: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ZIP holds dates from 1980 to 2107 only; a machine without a clock chip may be anywhere."""
    places = played(tmp_path / "old", 3)
    at = time.struct_time((year, 1, 1, 0, 0, 0, 0, 1, 0))
    os.utime(places.of("secrets.key"), (calendar.timegm(at), calendar.timegm(at)))
    with monkeypatch.context() as patch:
        patch.setattr(time, "localtime", lambda *_: at)
        backup(places, tmp_path / "b.zip", "1")
    new = table(tmp_path / "new")
    restore(new, tmp_path / "b.zip")
    assert moves(new) == 3
