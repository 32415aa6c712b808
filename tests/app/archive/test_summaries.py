"""Summaries of finished games kept in a file beside the journal."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.archive import summaries
from companion.app.archive.archive import JournalArchive
from companion.app.archive.tally import GameTally
from companion.app.game_loader import past
from companion.storage.journal import Journal, StoredEvent
from tests.app.archive.test_archive import fae_game, fate_game
from ui.services import History


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        yield journal


@pytest.fixture
def read(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The games whose events were read."""
    read: list[int] = []
    events = journal.events

    def counted(game: int) -> list[StoredEvent]:
        read.append(game)
        return events(game)

    monkeypatch.setattr(journal, "events", counted)
    return read


def visited(journal: Journal) -> list[History]:
    """All games as they are listed after a start of the app."""
    archive = JournalArchive(journal, past)
    found = list(archive.games())
    archive.keep_summaries()
    return found


def file_of(journal: Journal) -> Path:
    return journal.path.with_name("journal.sqlite3.summaries")


def test_the_second_visit_reads_no_events_of_finished_games(journal: Journal, read: list[int]) -> None:
    fae_game(journal)
    fate_game(journal)
    open_game, _ = fae_game(journal, moves=5, reveal=False)
    first = visited(journal)
    assert sorted(game.finished for game in first) == [False, True, True]
    read.clear()
    assert visited(journal) == first
    assert read == [open_game]


def test_unfinished_games_are_not_in_the_file(journal: Journal) -> None:
    fae_game(journal, players=("Eva", "Leo"), moves=5, reveal=False)
    fae_game(journal, players=("Ana", "Bo"))
    visited(journal)
    kept = file_of(journal).read_text()
    assert "Ana" in kept and "Eva" not in kept


@pytest.mark.parametrize("where", [0, 5, 150, -3])
def test_a_damaged_file_is_made_again(journal: Journal, read: list[int], where: int) -> None:
    game, _ = fae_game(journal)
    first = visited(journal)
    sound = bytearray(file_of(journal).read_bytes())
    damaged = bytearray(sound)
    damaged[where] ^= 1
    file_of(journal).write_bytes(damaged)
    read.clear()
    assert visited(journal) == first
    assert read == [game] and file_of(journal).read_bytes() == sound


def test_a_file_of_another_version_is_made_again(
    journal: Journal, read: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, _ = fae_game(journal)
    with monkeypatch.context() as other:
        other.setattr(summaries, "__version__", "0.0.1")
        first = visited(journal)
    read.clear()
    assert visited(journal) == first
    assert read == [game]


def test_a_changed_game_is_read_again(journal: Journal, read: list[int]) -> None:
    game, _ = fae_game(journal)
    visited(journal)
    journal.append(game, "undo", {"moves": 2})
    read.clear()
    assert [known.finished for known in visited(journal)] == [False]
    assert read == [game]


def test_the_file_of_another_journal_counts_no_games(journal: Journal, tmp_path: Path) -> None:
    with Journal(tmp_path / "other" / "journal.sqlite3") as other:
        fae_game(other, players=("Eva", "Leo"))
        visited(other)
        file_of(journal).write_bytes(file_of(other).read_bytes())
    fae_game(journal, players=("Ana", "Bo"))
    assert [known.players for known in visited(journal)] == [("Ana", "Bo")]


def test_a_deleted_game_is_neither_counted_nor_kept(journal: Journal) -> None:
    by_page, _ = fae_game(journal, players=("Eva", "Leo"))
    elsewhere, _ = fae_game(journal, players=("Kim", "Max"))
    fae_game(journal, players=("Ana", "Bo"))
    visited(journal)
    archive = JournalArchive(journal, past)
    archive.games()
    archive.delete(by_page)
    assert "Eva" not in file_of(journal).read_text()
    journal.delete(elsewhere)
    assert {one.player for one in GameTally(visited(journal)).players()} == {"Ana", "Bo"}
    assert "Kim" not in file_of(journal).read_text()


def test_a_game_that_json_would_change_is_not_kept(journal: Journal, tmp_path: Path) -> None:
    known = History(1, "fae", ("Ana",), "", 0, True, secrets={"Ana": (1, 2)})
    kept = summaries.Summaries(tmp_path / "kept")
    kept.add(known, 0.0, "abc")
    assert json.loads(json.dumps(known.secrets)) != known.secrets
    assert kept.find(1, "abc") is None


def test_a_file_that_cannot_be_written_is_only_logged(
    journal: Journal, caplog: pytest.LogCaptureFixture
) -> None:
    file_of(journal).mkdir()
    fae_game(journal)
    assert len(visited(journal)) == 1
    assert "summaries of games are not kept" in caplog.text
