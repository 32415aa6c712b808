import os
import stat
from pathlib import Path

import pytest

from companion.storage import atomic


def test_folder_and_file_are_made_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "new" / "notes.json"
    atomic.write(path, "ação")
    assert path.read_bytes() == "ação".encode()
    atomic.write(path, b"\x00")
    assert path.read_bytes() == b"\x00"
    assert list(path.parent.iterdir()) == [path]


def test_a_private_file_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "key"
    atomic.write(path, b"secret", private=True)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(("owner", "fails"), [(os, "fsync"), (Path, "replace")])
def test_a_write_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: object, fails: str
) -> None:
    path = tmp_path / "notes.json"
    atomic.write(path, "old")

    def fail(*_: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr(owner, fails, fail)
    with pytest.raises(OSError, match="no room"):
        atomic.write(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_an_interrupted_write_leaves_no_draft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        atomic.write(tmp_path / "notes.json", "new")
    assert list(tmp_path.iterdir()) == []


def test_content_is_on_the_disk_before_it_has_its_name_and_the_name_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, done = tmp_path / "notes.json", []
    sync, replace = os.fsync, Path.replace

    def synced(fd: int) -> None:
        folder = stat.S_ISDIR(os.fstat(fd).st_mode)
        done.append("folder" if folder else f"{os.fstat(fd).st_size} bytes")
        sync(fd)

    def replaced(draft: Path, target: Path) -> Path:
        done.append("name")
        return replace(draft, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", replaced)
    atomic.write(path, "whole")
    assert done == ["5 bytes", "name", "folder"]


def test_a_file_system_that_cannot_sync_folders_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sync = os.fsync

    def synced(fd: int) -> None:
        if stat.S_ISDIR(os.fstat(fd).st_mode):
            raise OSError("not here")
        sync(fd)

    monkeypatch.setattr(os, "fsync", synced)
    atomic.write(tmp_path / "notes.json", "whole")
    assert (tmp_path / "notes.json").read_text() == "whole"
