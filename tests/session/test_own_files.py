"""Files that users make or teach: stored by name, exported, imported, read in spite of damaged ones."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.errors import CompanionError, StorageError
from companion.session.fabula import own_decks
from companion.session.fairytile import own_sets
from companion.session.own_files import ExportedFiles, OwnFiles, taught
from tests.storage.odd_files import ODD


def read(path: Path) -> int:
    text = path.read_text("utf-8")
    if not text.isdigit():
        raise StorageError("no_number", f"{path}: expected a number, found {text}")
    return int(text)


NUMBERS = ExportedFiles[int]("fabula", "decks", read, lambda n: str(n).encode(), "number_", ".txt")
TAUGHT = taught("fate", "pieces", int, lambda n: str(n).encode())


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


def test_what_was_taught_says_by_its_checksum_and_its_reader_that_it_is_damaged() -> None:
    assert TAUGHT.known("one") is None
    TAUGHT.save("one", 1)
    assert TAUGHT.known("one") == TAUGHT.use("one") == TAUGHT.last() == 1
    TAUGHT.store.save("no number", b"x")
    with pytest.raises(
        StorageError, match=r"no number.*expected a file written by .*invalid literal"
    ) as caught:
        TAUGHT.use("no number")
    assert caught.value.code == "learnt_damaged" and TAUGHT.last() == 1
    TAUGHT.store.path("one").write_bytes(b"2")
    with pytest.raises(StorageError, match="changed on the disk"):
        TAUGHT.load("one")
    with pytest.raises(StorageError, match="Nothing named two was learnt"):
        TAUGHT.use("two")


SPOILED: dict[str, Callable[[Path], object]] = {
    **ODD,
    "empty": Path.touch,
    "no text": lambda path: path.write_bytes(b"\xff\xfe\x00"),
    "deep": lambda path: path.write_bytes(b"[" * 100_000),
    "a number": lambda path: path.write_bytes(b"1e999"),
    "not a number": lambda path: path.write_bytes(b'{"name": NaN}'),
    "a key twice": lambda path: path.write_bytes(b'{"game": "fabula", "game": "fabula"}'),
}


@pytest.mark.parametrize("kind", SPOILED)
@pytest.mark.parametrize("files", [own_decks.FILES, own_sets.FILES], ids=["decks", "sets"])
def test_an_odd_file_among_decks_and_sets_stops_no_other(files: OwnFiles[Any], kind: str) -> None:
    content = own_decks.new("ember") if files is own_decks.FILES else own_sets.OwnSet("ours")
    files.save("ours", content)
    SPOILED[kind](files.store.path("odd"))
    why = files.kept()["odd"]
    assert isinstance(why, CompanionError) and str(files.store.path("odd")) in str(why)
    assert [name for name, _ in files.undamaged()] == ["ours"] and files.last() == content
    files.store.forget("odd")
    assert list(files.kept()) == ["ours"]
