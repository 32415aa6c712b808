"""Copies of a journal where the clock stands wrong, is set back, or is not there."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from threading import Event

import pytest

from companion.app.archive import history
from companion.storage import clock, copies, records
from companion.storage.journal import Journal
from tests.storage.test_journal import SETUP


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "journal.sqlite3"


def games_of(copy: Path) -> int:
    with Journal(copy, write=False) as book:
        return len(book.games())


def test_a_copy_made_after_the_clock_was_set_back_is_kept(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal(path) as journal:
        for day in range(1, 9):
            monkeypatch.setattr(copies, "_today", lambda day=day: f"2031-01-{day:02}")
            journal.record("fae", SETUP, [])
        for day in range(1, 4):
            monkeypatch.setattr(copies, "_today", lambda day=day: f"2026-01-{day:02}")
            journal.record("fae", SETUP, [])
            assert games_of(copies.found(path)[0]) == len(journal.games()) - 1
    kept = copies.found(path)
    assert [games_of(copy) for copy in kept] == [11, 9, 8, 7, 6, 5, 4]


def test_copies_that_versions_before_named_by_a_later_day_are_older(path: Path) -> None:
    with Journal(path) as journal:
        journal.record("fae", SETUP, [])
        journal.record("fae", SETUP, [])
    (made,) = copies.found(path)
    for day in range(1, 8):
        made.with_name(f"journal-2099-01-{day:02}.sqlite3").write_bytes(made.read_bytes())
    made.unlink()
    with Journal(path) as journal:
        journal.record("fae", SETUP, [])
    newest, *others = copies.found(path)
    assert games_of(newest) == 3 and [games_of(copy) for copy in others] == [2] * 6


def test_without_a_clock_every_start_and_its_end_have_a_copy(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "is_set", lambda: False)
    for _ in range(3):
        with Journal(path) as journal:
            journal.record("fae", SETUP, [])
            journal.record("fae", SETUP, [])
    assert [games_of(copy) for copy in copies.found(path)] == [6, 4, 2, 1]
    for _ in range(9):  # nothing is played
        with Journal(path):
            pass
    assert [games_of(copy) for copy in copies.found(path)] == [6, 4, 2, 1]


def test_a_game_begun_without_a_clock_has_no_date(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(path) as journal:
        monkeypatch.setattr(clock, "is_set", lambda: False)
        journal.record("fae", SETUP, [])
        monkeypatch.setattr(clock, "is_set", lambda: True)
        journal.record("fae", SETUP, [])
        unknown, known = journal.games()
        assert history.local_time(unknown.created_s) == "" and history.local_time(known.created_s)
        assert not journal.problems()


@pytest.mark.parametrize(
    ("chip", "synchronised", "known"),
    [(None, False, False), (None, True, True), ("1\n", False, False), ("1800000000\n", False, True)],
)
def test_a_board_knows_the_day_by_its_chip_or_the_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chip: str | None, synchronised: bool, known: bool
) -> None:
    monkeypatch.setattr(clock, "BOARD", tmp_path)
    monkeypatch.setattr(clock, "CHIPS", tmp_path)
    monkeypatch.setattr(clock, "_synchronised", lambda: synchronised)
    if chip:
        (tmp_path / "rtc1").mkdir()
        (tmp_path / "rtc1/since_epoch").write_text(chip)
    assert clock.is_set() == known


def test_a_computer_whose_battery_is_empty_does_not_know_the_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "BOARD", tmp_path / "none")
    assert clock.is_set()
    monkeypatch.setattr(time, "time", lambda: 1_262_304_000.0)  # 2010
    assert not clock.is_set()


@pytest.mark.parametrize("background", [False, True])
def test_a_clock_that_jumps_pushes_out_no_copy(
    path: Path, monkeypatch: pytest.MonkeyPatch, background: bool
) -> None:
    for day in range(1, 5):
        monkeypatch.setattr(copies, "_today", lambda day=day: f"2026-01-{day:02}")
        with Journal(path) as journal:
            journal.record("fae", SETUP, [])
    kept = [games_of(copy) for copy in copies.found(path)]
    for day in range(1, 15):  # forward and back again, without play
        there = f"{2026 + day % 3}-05-{day:02}"
        monkeypatch.setattr(copies, "_today", lambda there=there: there)
        if background:
            with closing(records.connect(path.as_uri())) as db:
                assert copies.update(path, db)
        else:
            with Journal(path):
                pass
        assert [games_of(copy) for copy in copies.found(path)] == kept
        assert there in copies.found(path)[0].name


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copies, "DELAY_S", 0.0)


def test_a_copy_is_made_beside_the_game_and_completed_at_the_end(
    path: Path, at_once: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied, update = Event(), copies.update

    def noted(journal: Path, db: sqlite3.Connection, stop: Event | None = None) -> bool:
        new = update(journal, db, stop)
        copied.set()
        return new

    monkeypatch.setattr(copies, "update", noted)
    with Journal(path) as journal:
        journal.record("fae", SETUP, [])
    for copy in copies.found(path):
        copy.unlink()
    with Journal(path, copies_in_background=True) as journal:
        assert copied.wait(60)
        (made,) = copies.found(path)
        game = journal.record("fae", SETUP, [("move", {"from": 1, "to": 2})])
        journal.append(game, "undo", {"moves": 1})
    assert copies.found(path) == [made] and games_of(made) == 2
    with Journal(made, write=False) as book:
        assert len(book.events(game)) == 2 and not book.problems()


def test_the_copy_of_another_day_takes_over_only_what_changed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal(path) as journal:
        games = [journal.record("fae", SETUP, [("move", {"from": 1, "to": 2})]) for _ in range(4)]
    (first,) = copies.found(path)
    monkeypatch.setattr(copies, "_today", lambda: "2031-01-01")
    copied: list[int] = []
    replace = copies._replace

    def noted(to: sqlite3.Connection, db: sqlite3.Connection, game: int) -> None:
        copied.append(game)
        replace(to, db, game)

    monkeypatch.setattr(copies, "_replace", noted)
    with Journal(path, copies_in_background=True) as other:
        other.delete(games[0])
        other.append(games[1], "undo", {"moves": 1})
        with closing(records.connect(path.as_uri())) as db:
            assert copies.update(path, db)
    newest = copies.found(path)[0]
    assert newest != first and copied == [games[1]]
    with Journal(newest, write=False) as copy:
        assert [game.id for game in copy.games()] == games[1:] and not copy.problems()


def test_a_damaged_game_never_replaces_a_good_one_in_the_copy(path: Path) -> None:
    with Journal(path) as journal:
        game = journal.record("fae", SETUP, [("move", {"from": 1, "to": 2})])
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE event SET payload = '{}' WHERE game = ?", (game,))
        db.execute("UPDATE game SET last = 'changed' WHERE id = ?", (game,))
    with closing(records.connect(path.as_uri())) as db:
        copies.update(path, db)
    with Journal(copies.found(path)[0], write=False) as copy:
        assert not copy.problems() and copy.events(game)[0].payload == {"from": 1, "to": 2}


def test_the_end_stops_a_copy_that_is_being_made(path: Path) -> None:
    with Journal(path) as journal:
        journal.record("fae", SETUP, [])
    for copy in copies.found(path):
        copy.unlink()
    stop = Event()
    stop.set()
    with closing(records.connect(path.as_uri())) as db, pytest.raises(copies._StoppedError):
        copies.update(path, db, stop)
    assert not list(path.with_name(copies.FOLDER).glob("*"))


@pytest.mark.parametrize("touched", [False, True])
def test_only_a_journal_that_nobody_wrote_to_is_opened_without_a_check(
    path: Path, touched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    Journal(path, copies_in_background=True).close()
    if touched:
        with closing(sqlite3.connect(path)) as db, db:
            db.execute("INSERT INTO game (name, created_s, setup) VALUES ('fae', 0, '{}')")
    checks: list[object] = []
    monkeypatch.setattr("companion.storage.journal._check", checks.append)
    Journal(path, copies_in_background=True).close()
    assert len(checks) == touched
