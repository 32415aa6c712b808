"""A journal that is only read does not have to fit into memory."""

from pathlib import Path

from companion.storage.journal import Journal
from tests.bench.journal import write_journal


def _temporary_files() -> list[str]:
    found = []
    for name in Path("/proc/self/fd").iterdir():
        try:
            found.append(str(name.readlink()))
        except OSError:  # the listing itself
            continue
    return [path for path in found if "etilqs_" in path]  # the names SQLite gives them


def test_the_snapshot_of_a_large_journal_is_a_temporary_file(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite3"
    write_journal(path, 60, 500)
    with Journal(path, write=False) as journal:
        assert _temporary_files()
        assert journal.problems() == []
    assert not _temporary_files()
