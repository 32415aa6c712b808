"""Backups on request, in the evening and at the end, with a stick that comes and goes."""

import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from companion.app.archive.places import places
from companion.app.archive.stick_keeper import StickKeeper
from companion.storage import clock, exports, pending_restore, stick_backups
from companion.storage.folders import state_folder
from companion.storage.journal import Journal
from ui.backup_service import BackupLook

DAY_S = 86_400.0


@pytest.fixture
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place for a stick, which is plugged in once it is made."""
    stick = tmp_path / "MY STICK"
    monkeypatch.setattr(exports, "sticks", lambda: [stick] if stick.exists() else [])
    monkeypatch.setattr(clock, "is_set", lambda: True)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return stick


@pytest.fixture
def journal(stick: Path) -> Iterator[Journal]:
    with Journal(state_folder() / "journal.sqlite3") as journal:
        yield journal


def play(journal: Journal) -> None:
    journal.append(journal.create("fae", {"players": ["Ana"]}), "move", {"n": 1})


class Table:
    """A keeper with a clock and a game that can be set."""

    def __init__(self, journal: Journal) -> None:
        self.now, self.playing, self.restarted = datetime.now(), False, False
        where = places(journal.path, journal.path.with_name("settings.toml"), journal.path)
        self.keeper = StickKeeper(
            journal, lambda: where, lambda: self.playing, self._restart, lambda: self.now
        )

    def _restart(self) -> None:
        self.restarted = True

    def look(self) -> BackupLook:
        """The state after a new look at the sticks."""
        self.keeper.wait()
        self.keeper._looked_s = float("-inf")
        self.keeper.look()
        self.keeper.wait()
        return self.keeper.look()


@pytest.fixture
def table(journal: Journal) -> Iterator[Table]:
    table = Table(journal)
    yield table
    table.keeper.close()


def test_a_stick_is_found_and_a_backup_appears_in_the_list(
    table: Table, journal: Journal, stick: Path
) -> None:
    play(journal)
    assert table.look().sticks == ()
    stick.mkdir()
    shown = table.look()
    assert [one.name for one in shown.sticks] == ["MY STICK"] and shown.backups == []
    table.keeper.save()
    shown = table.look()
    assert shown.problem is None and str(shown.done).startswith("The backup was saved and read back: backup-")
    assert shown.backups is not None
    assert [(one.games, one.own, one.problem) for one in shown.backups] == [(1, True, None)]


def test_without_a_stick_it_says_what_to_do(table: Table) -> None:
    table.keeper.save()
    assert "Plug one in" in str(table.look().problem)


def test_foreign_and_damaged_files_are_listed_with_their_reason(
    table: Table, journal: Journal, stick: Path
) -> None:
    play(journal)
    stick.mkdir()
    table.keeper.save()
    (whole,) = table.look().backups or ()
    (stick / "holiday.zip").write_bytes(b"pictures")
    (stick / "cut.zip").write_bytes(whole.file.read_bytes()[:-9])
    found = {one.file.name: str(one.problem or "") for one in table.look().backups or ()}
    assert found[whole.file.name] == ""
    assert all("expected a complete backup" in found[name] for name in ("holiday.zip", "cut.zip"))


def evening(hour: int, day: int = 0) -> datetime:
    today = datetime.now().replace(hour=hour, minute=0, second=0, microsecond=0)
    return datetime.fromtimestamp(today.timestamp() + day * DAY_S)


@pytest.mark.parametrize(
    ("now", "saved", "playing", "due"),
    [
        (evening(19, 1), None, False, True),
        (evening(19, 1), evening(17, 1), False, True),
        (evening(19, 1), evening(18, 1), False, False),
        (evening(12, 2), evening(17, 1), False, True),
        (evening(12, 2), evening(20, 1), False, False),
        (evening(19, 1), None, True, False),
    ],
    ids=["first", "evening", "once", "missed-yesterday", "not-before-evening", "game-runs"],
)
def test_one_backup_every_evening(
    table: Table,
    journal: Journal,
    stick: Path,
    monkeypatch: pytest.MonkeyPatch,
    now: datetime,
    saved: datetime | None,
    playing: bool,
    due: bool,
) -> None:
    """Games after the last backup are saved from 18 o'clock on."""
    play(journal)
    stick.mkdir()
    monkeypatch.setattr(journal, "last_s", lambda: now.timestamp())
    monkeypatch.setattr(time, "time", lambda: now.timestamp())
    if saved:
        stamp = time.strftime("%Y%m%d-%H%M%S", saved.timetuple())
        monkeypatch.setattr(stick_backups, "_stamp", lambda: stamp)
        table.keeper.save()
        table.keeper.wait()
    table.now, table.playing = now, playing
    assert table.keeper.due() == due


def test_nothing_is_due_without_a_stick_a_date_or_anything_new(
    table: Table, journal: Journal, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.now = evening(19, 1)
    play(journal)
    assert not table.keeper.due(), "no stick"
    stick.mkdir()
    assert table.keeper.due()
    monkeypatch.setattr(clock, "is_set", lambda: False)
    assert not table.keeper.due(), "nobody knows what day it is"
    monkeypatch.setattr(clock, "is_set", lambda: True)
    journal.delete(1)
    assert not table.keeper.due(), "no game"


def test_what_is_new_is_saved_when_the_app_closes(journal: Journal, stick: Path) -> None:
    table = Table(journal)
    play(journal)
    stick.mkdir()
    table.keeper.close()
    assert len(stick_backups.own(stick)) == 1


def test_a_stick_that_hangs_does_not_keep_the_app_open(
    journal: Journal, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from threading import Event

    from companion.app.archive import stick_keeper

    hangs = Event()
    table = Table(journal)
    play(journal)
    stick.mkdir()
    monkeypatch.setattr(stick_keeper, "CLOSE_S", 0.0)
    monkeypatch.setattr(stick_backups, "save", lambda *_: hangs.wait())
    table.keeper.close()  # returns
    hangs.set()
    table.keeper._worker.join()


def test_a_new_card_is_offered_the_newest_backup_and_gets_it(
    table: Table, journal: Journal, stick: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(journal)
    stick.mkdir()
    table.keeper.save()
    table.look()
    assert table.keeper.offer() is None, "this table has games"
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "new card"))
    with Journal(state_folder() / "journal.sqlite3") as empty:
        other = Table(empty)
        other.look()
        offered = other.keeper.offer()
        assert offered and offered.games == 1
        other.keeper.restore(offered.file)
        other.keeper.wait()
        assert other.restarted and other.keeper.staged and empty.games() == []
        other.keeper.close()
    pending_restore.finish()
    with Journal(state_folder() / "journal.sqlite3") as restored:
        assert [game.name for game in restored.games()] == ["fae"]


def test_a_backup_that_was_pulled_out_is_refused_and_the_app_goes_on(table: Table, stick: Path) -> None:
    table.keeper.restore(stick / "gone.zip")
    shown = table.look()
    assert shown.problem and shown.busy == "" and not table.restarted
