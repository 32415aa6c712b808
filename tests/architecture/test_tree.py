import re

from tests.architecture.tree import ROOT, files, texts

FOLDERS = {".ci", "companion", "hardware", "systemd", "tests", "ui", "vision"}
MAX_LINES = 600
"""A file has 100 to 300 lines; one class may take up to this many."""
MOST_TEST_DATA_BYTES = 20_000_000

STRAY = {
    "a path that leaves the repository": r"(?<![\w./])(?<!\]\()\.\./",  # links: test_documents.py
    "a folder of one person's machine": r"(?<![\w.])/(home|root|work|mnt|Users)/\w",
    "a ticket number": r"(?i)\b(issue|ticket|pull request) #?\d+",
    "a note to oneself": r"\b(TODO|FIXME|XXX|HACK)\b",
}


def test_top_level_folders_are_fixed() -> None:
    assert {path.parts[0] for path in files() if len(path.parts) > 1} == FOLDERS


def test_files_are_short() -> None:
    lines = {
        str(path): len((ROOT / path).read_bytes().splitlines()) for path in files() if path.suffix == ".py"
    }
    assert {path: count for path, count in lines.items() if count > MAX_LINES} == {}


def test_test_data_is_small() -> None:
    sizes = {path: (ROOT / path).stat().st_size for path in files() if path.parts[:2] == ("tests", "data")}
    assert sum(sizes.values()) < MOST_TEST_DATA_BYTES


def test_nothing_but_the_product_is_spoken_of() -> None:
    found = [
        f"{path}:{number}: {what}: {line.strip()}"
        for path in texts()
        if path.name != "test_tree.py"
        for number, line in enumerate((ROOT / path).read_text("utf-8").splitlines(), start=1)
        for what, pattern in STRAY.items()
        if re.search(pattern, line)
    ]
    assert found == []


def test_every_silenced_warning_has_its_reason() -> None:
    bare = [
        f"{path}:{number}: {line.strip()}"
        for path in files()
        if path.suffix == ".py" and path.name != "test_tree.py"
        for number, line in enumerate((ROOT / path).read_text("utf-8").splitlines(), start=1)
        if re.search(r"# (noqa|type: ignore)(: ?[A-Z0-9, ]+|\[[\w, -]+\])?\s*$", line)
    ]
    assert bare == []
