"""Files that users make: stored by name, exported, imported, and read in spite of damaged ones."""

import os
from pathlib import Path

import pytest

from companion.errors import StorageError
from companion.session.own_files import OwnFiles


def read(path: Path) -> int:
    text = path.read_text("utf-8")
    if not text.isdigit():
        raise StorageError("no_number", f"{path}: expected a number, found {text}")
    return int(text)


NUMBERS = OwnFiles[int]("fabula", "decks", "number_", ".txt", read, str)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_STATE_HOME", "XDG_DOCUMENTS_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name))


def save(name: str, content: bytes, used_s: int) -> None:
    NUMBERS.store.save(name, content)
    os.utime(NUMBERS.store.path(name), (used_s, used_s))


def test_a_damaged_file_is_listed_and_passed_over() -> None:
    for used_s, (name, content) in enumerate({"one": b"1", "two": b"2", "cut": b"x"}.items(), 100):
        save(name, content, used_s)
    kept = NUMBERS.kept()
    assert list(kept) == ["cut", "two", "one"] and isinstance(kept["cut"], StorageError)
    assert list(NUMBERS.undamaged()) == [("two", 2), ("one", 1)]
    assert NUMBERS.last() == 2
    with pytest.raises(StorageError, match="expected a number"):
        NUMBERS.export("cut")


def test_files_are_read_one_by_one() -> None:
    save("one", b"1", 100)
    save("two", b"1", 200)
    files = NUMBERS.undamaged()
    assert next(files)[0] == "two"
    NUMBERS.store.save("one", b"x")
    assert list(files) == []


def test_an_exported_file_can_be_imported() -> None:
    NUMBERS.save("one", 1)
    path = NUMBERS.export("one").path
    assert path.name == "number_one.txt" and read(path) == 1
    assert list(NUMBERS.importable()) == [path]
    assert read(NUMBERS.export("one", "12").path) == 12
