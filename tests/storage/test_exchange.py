"""A restore that was killed is finished by the next program, whichever it is, or undone."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli import run
from companion.errors import StorageError
from companion.storage import backup, exchange
from companion.storage.backup import JOURNAL, Places
from companion.storage.folders import RESTORE_PLAN
from companion.storage.journal import Journal
from tests.storage.test_backup import TAUGHT, contents, moves, played


class Killed(BaseException):
    pass


@pytest.fixture
def killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], Places]:
    """A restore of a game with two moves over one with five, that ends before one of its renames."""

    def kill(at: int) -> Places:
        backup.backup(played(tmp_path / "old", 2), tmp_path / "b.zip", "1")
        places = played(tmp_path / "state/table-companion", 5, b"another board")
        places = Places(
            places.journal, places.files, places.folders, plans=tmp_path / "state/table-companion"
        )
        rename, count = Path.rename, 0

        def stop(path: Path, target: Path) -> Path:
            nonlocal count
            count += 1
            if count >= at:
                raise Killed
            return rename(path, target)

        with monkeypatch.context() as patch:
            patch.setattr(Path, "rename", stop)
            patch.setattr(exchange, "undo", lambda _: None)  # a process that is killed undoes nothing
            with pytest.raises(Killed):
                backup.restore(places, tmp_path / "b.zip")
        assert (tmp_path / "state/table-companion" / RESTORE_PLAN).exists()
        return places

    return kill


def test_any_command_finishes_it_before_it_reads_the_settings(
    killed: Callable[[int], Places], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = killed(6)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert run(["settings"]) == 0
    assert moves(places) == 2 and places.of(TAUGHT).read_bytes() == b"board"
    assert not list(tmp_path.rglob("restoring*"))


@pytest.mark.parametrize("write", [False, True])
def test_whoever_opens_the_journal_finishes_it(tmp_path: Path, write: bool) -> None:
    place, aside, drafts = tmp_path / JOURNAL, tmp_path / "aside" / JOURNAL, tmp_path / "drafts"
    for path, name in ((place, "fae"), (drafts / JOURNAL, "fate")):
        with Journal(path) as journal:
            journal.create(name, {})
    plan = exchange.ExchangePlan(
        journal=place, drafts=(drafts,), aside=((place, aside),), into_place=((drafts / JOURNAL, place),)
    )
    exchange.write(tmp_path, plan)
    with Journal(place, write=write) as journal:
        assert [game.name for game in journal.games()] == ["fate"]
    assert aside.exists() and not drafts.exists() and not (tmp_path / RESTORE_PLAN).exists()


def test_another_journal_in_the_folder_does_not_finish_it(tmp_path: Path) -> None:
    exchange.write(tmp_path, exchange.ExchangePlan(journal=tmp_path / JOURNAL, drafts=()))
    with Journal(tmp_path / "other.sqlite3"):
        assert (tmp_path / RESTORE_PLAN).exists()


@pytest.mark.parametrize("at", range(1, 10))
def test_without_its_drafts_it_is_undone(killed: Callable[[int], Places], tmp_path: Path, at: int) -> None:
    places = killed(at)
    for drafts in tmp_path.rglob("restoring-*"):
        shutil.rmtree(drafts)
    backup.finish_restore(tmp_path / "state/table-companion")
    assert (moves(places), places.of(TAUGHT).read_bytes()) == (5, b"another board")
    assert not list(tmp_path.rglob("restoring*")) and not list(tmp_path.rglob("before-restore-*"))


def test_nothing_is_finished_under_a_running_app(tmp_path: Path) -> None:
    with Journal(tmp_path / JOURNAL):
        exchange.write(tmp_path, exchange.ExchangePlan(journal=tmp_path / JOURNAL, drafts=()))
        before = contents(tmp_path)
        with pytest.raises(StorageError) as error:
            backup.finish_restore(tmp_path)
        assert error.value.code == "already_running" and contents(tmp_path) == before


def test_a_plan_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / RESTORE_PLAN).write_text("[" * 1000)
    with pytest.raises(StorageError) as error:
        Journal(tmp_path / JOURNAL)
    assert error.value.code == "restore_unfinished" and RESTORE_PLAN in str(error.value)
