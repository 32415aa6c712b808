import os
from pathlib import Path

import pytest

from companion.errors import ExitCode, StorageError
from companion.storage import named_files
from companion.storage.folders import MOST_LETTERS, is_plain
from companion.storage.named_files import NamedFileStore, spoiled
from tests.storage.odd_files import ODD


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> NamedFileStore:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return NamedFileStore("boards", "fae", ".jpg")


def keep(shelf: NamedFileStore, name: str, content: bytes, at_s: int) -> None:
    shelf.save(name, content)
    os.utime(shelf.path(name), (at_s, at_s))


def test_what_was_used_last_comes_first(shelf: NamedFileStore, tmp_path: Path) -> None:
    assert shelf.names() == []
    keep(shelf, "old", b"1", 100)
    keep(shelf, "new", b"2", 200)
    assert shelf.names() == ["new", "old"]
    assert shelf.used("old") == shelf.path("old") and shelf.read("old") == b"1"
    assert shelf.names() == ["old", "new"]
    assert shelf.path("new") == tmp_path / "table-companion/boards/fae/new.jpg"


def test_the_same_name_replaces_and_forgets(shelf: NamedFileStore) -> None:
    keep(shelf, "mine", b"1", 100)
    keep(shelf, "mine", b"2", 200)
    assert shelf.read("mine") == b"2"
    assert [path.name for path in shelf.path("mine").parent.iterdir()] == ["mine.jpg"]
    shelf.forget("mine")
    assert shelf.names() == []


def test_a_changed_file_is_named_and_one_of_before_is_taken(shelf: NamedFileStore, tmp_path: Path) -> None:
    shelf.save("mine", bytes(range(256)))
    path, kept = shelf.path("mine"), shelf.path("mine").read_bytes()
    assert kept == bytes(range(256)) and not [*spoiled()]
    for at in range(0, len(kept), 7):
        path.write_bytes(kept[:at] + bytes([kept[at] ^ 4]) + kept[at + 1 :])
        with pytest.raises(StorageError, match=f"{path}: expected the file as it was saved") as error:
            shelf.read("mine")
        assert error.value.code == "learnt_spoiled"
        assert [str(each) for each in spoiled()] == [str(error.value)]
    (tmp_path / "table-companion/checksums/boards/fae/mine.jpg").unlink()
    path.write_bytes(b"kept by a version of before")
    assert shelf.read("mine") == b"kept by a version of before" and not [*spoiled()]


def test_other_names_are_offered(shelf: NamedFileStore) -> None:
    with pytest.raises(StorageError, match="Nothing was learnt yet") as error:
        shelf.used("mine")
    assert (error.value.code, error.value.exit_code) == ("not_learnt", ExitCode.WRONG_INPUT)
    keep(shelf, "old", b"1", 100)
    keep(shelf, "new", b"2", 200)
    for act in (shelf.used, shelf.forget):
        with pytest.raises(StorageError, match="Nothing named mine was learnt; expected one of: new, old"):
            act("mine")


def test_a_folder_that_cannot_be_made_is_named(shelf: NamedFileStore, tmp_path: Path) -> None:
    (tmp_path / "table-companion").write_text("in the way")
    with pytest.raises(StorageError, match=r"mine\.jpg: cannot be written") as error:
        shelf.save("mine", b"1")
    assert error.value.code == "not_written"


def test_a_file_that_cannot_be_deleted_is_named(shelf: NamedFileStore) -> None:
    shelf.path("mine").mkdir(parents=True)
    with pytest.raises(StorageError, match=r"mine\.jpg: cannot be written") as error:
        shelf.forget("mine")
    assert error.value.code == "not_written"


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", ".hidden", ".." "/../locks", "/abs", "a/b", "a\\b", "a\x00b", "a\nb", "\ud800",
     "a\u202eb", "\u200fa", "a\u2066", "Mae\u0303", "a" * (MOST_LETTERS + 1)],
)  # fmt: skip
def test_only_one_plain_name_becomes_part_of_a_path(shelf: NamedFileStore, tmp_path: Path, name: str) -> None:
    locks = tmp_path / "table-companion" / "locks.jpg"
    locks.parent.mkdir()
    locks.write_bytes(b"1")
    for use in (shelf.read, shelf.used, shelf.forget, lambda name: shelf.save(name, b"2")):
        with pytest.raises(StorageError, match="plain name") as caught:
            use(name)
        assert caught.value.code == "bad_name" and caught.value.exit_code is ExitCode.WRONG_INPUT
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [locks] and locks.read_bytes() == b"1"


@pytest.mark.parametrize("name", ["mine", "Mãe", "Zoë's set 2", "日本", "a.b", "-x", "a" * MOST_LETTERS])
def test_names_that_people_give_are_plain(shelf: NamedFileStore, name: str) -> None:
    assert is_plain(name)
    shelf.save(name, b"1")
    assert shelf.names() == [name] and shelf.read(name) == b"1"


@pytest.mark.parametrize("kind", ODD)
def test_what_is_no_file_of_ours_is_listed_passed_over_and_deleted(
    kind: str, shelf: NamedFileStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(named_files, "MOST_BYTES", 1000)
    keep(shelf, "mine", b"1", 100)
    shelf.save("odd", b"2")
    shelf.path("odd").unlink()
    ODD[kind](shelf.path("odd"))
    assert set(shelf.names()) == {"mine", "odd"} and shelf.last(shelf.read) == b"1"
    why = dict(shelf.each(shelf.read))["odd"]
    assert isinstance(why, StorageError) and why.code == "learnt_spoiled"
    assert [str(each) for each in spoiled()] == [str(why)] and str(shelf.path("odd")) in str(why)
    shelf.forget("odd")
    assert shelf.names() == ["mine"]


def test_a_folder_is_not_listed(shelf: NamedFileStore) -> None:
    keep(shelf, "mine", b"1", 100)
    shelf.path("folder").mkdir()
    assert shelf.names() == ["mine"]


def test_a_file_that_vanishes_meanwhile_is_passed_over(
    shelf: NamedFileStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(shelf, "mine", b"1", 100)
    keep(shelf, "gone", b"2", 200)
    there = [shelf.path("gone"), shelf.path("mine")]
    listed = shelf.each(shelf.read)
    assert next(listed) == ("gone", b"2")
    shelf.forget("mine")
    assert [(name, type(why)) for name, why in listed] == [("mine", StorageError)]
    keep(shelf, "mine", b"1", 100)
    shelf.forget("gone")
    monkeypatch.setattr(Path, "glob", lambda *_: iter(there))
    assert shelf.names() == ["mine"]
