"""Copies of a journal where the clock stands wrong, is set back, or is not there."""

from pathlib import Path

import pytest

from companion.app.archive import history
from companion.storage import clock, copies
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
        assert history._when(unknown) == "" and history._when(known)
        assert not journal.problems()


@pytest.mark.parametrize(
    ("chip", "synchronised", "known"),
    [(None, False, False), (None, True, True), ("1\n", False, False), ("1800000000\n", False, True)],
)
def test_a_board_knows_the_day_by_its_chip_or_the_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chip: str | None, synchronised: bool, known: bool
) -> None:
    monkeypatch.setattr(clock, "BOARD", tmp_path)
    monkeypatch.setattr(clock, "CHIP", tmp_path / "since_epoch")
    monkeypatch.setattr(clock, "_synchronised", lambda: synchronised)
    if chip:
        clock.CHIP.write_text(chip)
    assert clock.is_set() == known
