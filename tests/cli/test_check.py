"""`companion check`: what is not as it was written is named, and what of it can be saved."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import companion
from companion.errors import ExitCode
from companion.session.sealed import KEY_FILE
from companion.settings import people
from companion.storage import copies
from companion.storage.journal import Journal, side_files
from companion.storage.named_files import NamedFileStore
from tests.storage.test_checksums import change, torn
from tests.storage.test_journal import SETUP


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    path = tmp_path / "state" / "table-companion" / "journal.sqlite3"
    with Journal(path) as journal:
        for _ in range(2):
            journal.record("fae", SETUP, [("move", {"from": n, "to": n + 1}) for n in range(30)])
    return path


def check(*arguments: str) -> Result:
    return CliRunner().invoke(companion, ["check", "--lang", "en", *arguments])


def test_all_is_as_it_was_written(path: Path) -> None:
    NamedFileStore("boards", "fae", ".jpg").save("mine", b"a picture")
    told = check()
    assert told.exit_code == ExitCode.DONE, told.output
    (copy,) = copies.found(path)
    assert told.output.splitlines() == [f"Copy {copy.name}: complete", "No damage found."]


def test_every_spoiled_thing_is_named(path: Path) -> None:
    NamedFileStore("boards", "fae", ".jpg").save("mine", b"a picture")
    picture = NamedFileStore("boards", "fae", ".jpg").path("mine")
    picture.write_bytes(picture.read_bytes().replace(b"pic", b"qic"))
    path.with_name(KEY_FILE).write_bytes(b"")
    path.with_name(people.FILE).write_bytes(b"[" * 500)
    change(path, "UPDATE event SET kind = 'Move' WHERE game = 2 AND number = 7")
    told = check()
    assert told.exit_code == ExitCode.CANNOT_GO_ON
    for what in (
        "Stored game 2",
        str(picture),
        KEY_FILE,
        people.FILE,
        "Game 2: all events (30) can be saved",
    ):
        assert what in told.output
    assert path.with_name(people.FILE).exists(), "nothing is changed"


def test_a_torn_journal_is_rescued_when_asked(path: Path) -> None:
    torn(path)
    told = check()
    assert told.exit_code == ExitCode.CANNOT_GO_ON
    assert "Game 1: all events (30) can be saved" in told.output
    told = check("--rescue")
    assert told.exit_code == ExitCode.DONE, told.output
    assert "complete games: 2" in told.output
    with Journal(path) as journal:
        assert [len(journal.events(game)) for game in (1, 2)] == [30, 30]


def test_a_healthy_journal_is_left_where_it_is(path: Path) -> None:
    before = path.read_bytes()
    told = check("--rescue")
    assert told.exit_code == ExitCode.DONE, told.output
    assert told.output.splitlines()[-1] == "No damage found." and "damaged" not in told.output
    assert path.read_bytes() == before and not list(path.parent.glob("spoiled-*"))


def test_a_log_that_was_cut_short_is_told(path: Path) -> None:
    note = side_files(path)[2]
    note.write_text("2 31 x")
    told = check()
    assert told.exit_code == ExitCode.CANNOT_GO_ON
    assert "expected event 31 of game 2, which was stored last, found it missing" in told.output
    listed = CliRunner().invoke(companion, ["games", "--lang", "en"])
    assert "expected event 31 of game 2" in listed.stderr


def test_without_a_journal_there_is_nothing_to_say(path: Path) -> None:
    assert check("--journal", str(path.with_name("none.sqlite3"))).exit_code == ExitCode.DONE
