"""Files that people take along, on a stick that may be full, pulled out or anybody's."""

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.errors import StorageError
from companion.games.base import say
from companion.i18n import LANGUAGES, translator
from companion.session.fabula import own_decks
from companion.session.fairytile import own_sets
from companion.storage import exports
from companion.storage.folders import is_plain, plain_file_name

OUTSIDE = "/".join(("..", "..", "etc", "passwd"))


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    for name in ("XDG_DOCUMENTS_DIR", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    home = tmp_path / "home"
    (home / "Documents").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    return home


@pytest.fixture
def stick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A stick that is plugged in."""
    stick = tmp_path / "MY STICK"
    stick.mkdir()
    monkeypatch.setattr(exports, "sticks", lambda: [stick])
    return stick


def test_a_file_goes_to_the_stick_and_the_sentence_says_so(stick: Path) -> None:
    saved = exports.write("fae_Ana", ".json", "{}")
    assert saved.path == stick / "Table Companion" / "fae_Ana.json" and saved.path.read_text() == "{}"
    assert str(saved.said) == "Saved on the USB stick, in the folder Table Companion: fae_Ana.json"
    assert len({saved.said.say(translator(language)) for language in LANGUAGES}) == len(LANGUAGES)


def test_without_a_stick_it_goes_to_the_documents(home: Path) -> None:
    saved = exports.write("fae_Ana", ".json", "{}")
    assert saved.path == home / "Documents" / "Table Companion" / "fae_Ana.json"
    assert str(saved.said) == "Saved on this device, in Documents: fae_Ana.json"
    shutil.rmtree(home / "Documents")
    saved = exports.write("fae_Ana", ".json", "{}")
    assert saved.path == home / "table-companion" / "fae_Ana.json"
    assert str(saved.said) == "Saved on this device, in the folder table-companion: fae_Ana.json"


@pytest.mark.parametrize(
    ("number", "plugged", "told"),
    [
        (errno.ENOSPC, True, "The USB stick is full. Delete something on it"),
        (errno.EIO, True, "cannot be written (Input/output error). Plug it in again"),
        (errno.ENOSPC, False, "This device has no room left"),
        (errno.EACCES, False, "check the folder and the disk"),
    ],
)
def test_what_cannot_be_written_says_what_to_do(
    number: int, plugged: bool, told: str, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not plugged:
        monkeypatch.setattr(exports, "sticks", lambda: [])

    def refuse(_: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(StorageError) as caught:
        exports.write("fae", ".json", "{}")
    assert caught.value.code == "not_exported" and told in str(caught.value)
    said = {say(caught.value, translator(language)) for language in LANGUAGES}
    assert len(said) == len(LANGUAGES)
    assert not [path for path in stick.rglob("*") if path.is_file()], "nothing half written stays"


def test_a_stick_that_was_pulled_out_while_it_was_written_is_told(
    stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugged = iter([[stick], []])
    monkeypatch.setattr(exports, "sticks", lambda: next(plugged))
    with pytest.raises(StorageError, match=r"USB stick cannot be written \(No such device\)"):
        exports.write("fae", ".json", "{}")


def mount_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    """A computer with a disk sda of its own and a stick sdb on USB."""
    monkeypatch.setattr(exports, "MOUNTS", tmp_path / "mounts")
    (tmp_path / "mounts").write_text("\n".join(lines) + "\n")
    monkeypatch.setattr(exports, "BLOCK_DEVICES", tmp_path / "class")
    (tmp_path / "class").mkdir()
    for name, bus in (("sda1", "pci0000:00/ata1"), ("sdb1", "pci0000:00/usb1/1-1")):
        folder = tmp_path / "devices" / bus / name
        folder.mkdir(parents=True)
        (tmp_path / "class" / name).symlink_to(folder)


@pytest.mark.parametrize(
    ("line", "is_stick"),
    [
        ("/dev/sdb1 {media}/MY\\040STICK vfat rw,nosuid 0 0", True),
        ("/dev/sda1 {media}/MY\\040STICK ext4 rw 0 0", False),
        ("tmpfs {media}/MY\\040STICK tmpfs rw 0 0", False),
        ("/dev/sdb1 {media}/gone vfat rw 0 0", False),
        ("/dev/sdb1 {media} vfat rw 0 0", False),
        ("nonsense", False),
    ],
)
def test_only_a_stick_on_usb_counts(
    line: str, is_stick: bool, tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    mount_table(tmp_path, monkeypatch, "/dev/sda1 / ext4 rw 0 0", line.format(media=tmp_path))
    monkeypatch.setattr(exports, "_BELOW", (tmp_path,))
    monkeypatch.setattr(exports, "_ROOT", Path("/proc"))  # another file system than that of the test
    assert list(exports.sticks()) == ([stick] if is_stick else [])
    monkeypatch.setattr(exports, "_ROOT", tmp_path)
    assert list(exports.sticks()) == [], "a folder of the computer's own disk"


def test_the_disk_of_a_system_that_runs_from_usb_is_no_stick(
    tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    boot = f"/dev/sdb1 {tmp_path}/MY\\040STICK vfat rw 0 0"
    mount_table(tmp_path, monkeypatch, boot, "/dev/sdb1 /boot/firmware vfat rw 0 0")
    monkeypatch.setattr(exports, "_BELOW", (tmp_path,))
    monkeypatch.setattr(exports, "_ROOT", Path("/proc"))
    assert list(exports.sticks()) == []


def test_a_stick_that_is_read_only_is_not_chosen(
    tmp_path: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    mount_table(tmp_path, monkeypatch, f"/dev/sdb1 {tmp_path}/MY\\040STICK vfat ro 0 0")
    monkeypatch.setattr(exports, "_BELOW", (tmp_path,))
    monkeypatch.setattr(exports, "_ROOT", Path("/proc"))
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert list(exports.sticks()) == []


def test_a_computer_that_lists_no_mounts_has_no_stick(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exports, "MOUNTS", tmp_path / "none")
    assert list(exports.sticks()) == []


@pytest.mark.parametrize(
    ("find", "name"),
    [(own_decks.FILES.importable, "fabula_Fogo.json"), (own_sets.FILES.importable, "mine.fairytile.json")],
)
def test_files_are_imported_from_the_stick_too(
    find: Callable[[], list[Path]], name: str, stick: Path, home: Path
) -> None:
    folders = [stick / "Table Companion", stick, home / "Documents" / "Table Companion"]
    for folder in folders:
        folder.mkdir(exist_ok=True)
        (folder / name).write_text("{}")
        (folder / f"._{name}").write_text("what a Mac leaves")
        (folder / name.replace(".", "\u202e.", 1)).write_text("turns the direction of writing")
        (folder / name.replace(".", "2.", 1)).mkdir()
    assert list(find()) == [folder / name for folder in folders]


def test_a_stick_that_is_pulled_out_while_it_is_searched_has_no_files(
    stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pulled(*_: object) -> list[Path]:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(Path, "glob", pulled)
    assert exports.found("*.json") == []


@pytest.mark.parametrize(
    "stem",
    [
        "/".join(("..", "..", "etc", "passwd")),
        ".x",
        'a<>:"|?*b',
        "a\x00\nb",
        "\u202eb",
        "日本" * 90,
        "",
        "\ud800",
    ],
)
def test_a_file_name_is_one_plain_name_that_fits_every_stick(stem: str, stick: Path) -> None:
    name = plain_file_name(stem, ".json")
    assert is_plain(name, 255) and name.endswith(".json") and len(name.encode()) <= 200
    assert not set(name) & set('<>:"|?*/\\')
    assert exports.write(stem, ".json", "{}").path.parent == stick / "Table Companion"


def test_names_with_accents_stay_as_they_are() -> None:
    assert plain_file_name("Zoë's baralho 2", ".json") == "Zoë's baralho 2.json"
