"""The review of a game is made in a process of its own, which can be ended and may fail."""

import json
import os
import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic

import pytest

from companion.app.archive.archive import JournalArchive
from companion.app.game_loader import past
from companion.app.reviews import AppReviews
from companion.errors import CompanionError
from companion.storage.journal import Journal
from tests.app.archive.whole_games import stored
from ui.services import Review

PLAYERS = ("Ana", "Bo")
WAIT_S = 60.0


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        yield journal


@pytest.fixture
def reviews(journal: Journal) -> Iterator[AppReviews]:
    made = AppReviews(journal, JournalArchive(journal, past))
    yield made
    made.stop()


def until(true: Callable[[], object]) -> None:
    """Wait for something; the test fails if it does not come."""
    end_s = monotonic() + WAIT_S
    while not true():
        assert monotonic() < end_s


def test_a_review_comes_with_its_progress_and_is_kept(journal: Journal, reviews: AppReviews) -> None:
    game = stored(journal, "fairytile", PLAYERS, 1)
    assert reviews.offered("fairytile")
    reviews.begin(game)
    assert reviews.latest() is None
    until(lambda: reviews.progress() > 0)
    until(reviews.latest)
    found = reviews.latest()
    assert isinstance(found, Review) and found.course
    assert reviews.progress() == 1.0
    reviews.stop()
    reviews.begin(game)
    assert reviews.latest() is found, "nobody waits twice"


def test_only_the_review_of_the_last_game_comes(journal: Journal, reviews: AppReviews) -> None:
    first, second = (stored(journal, name, PLAYERS, 1) for name in ("fae", "fairytile"))
    reviews.begin(first)
    reviews.begin(second)
    until(reviews.latest)
    found = reviews.latest()
    assert found and len(found.course["Ana"]) == len(JournalArchive(journal, past).replay(second))


def test_work_that_nobody_waits_for_ends_at_once(journal: Journal, reviews: AppReviews) -> None:
    reviews.begin(stored(journal, "fae", PLAYERS, 1))
    process = reviews._process
    reviews.stop()
    assert not process.is_alive()
    assert reviews.latest() is None


def test_a_process_that_ends_too_soon_is_an_error_that_says_so(journal: Journal, reviews: AppReviews) -> None:
    reviews.begin(stored(journal, "fae", PLAYERS, 1))
    os.kill(reviews._process.pid, signal.SIGKILL)

    def failed() -> bool:
        try:
            reviews.latest()
        except CompanionError as error:
            return error.code == "no_review"
        return False

    until(failed)


@pytest.mark.slow
def test_a_film_has_the_course_of_the_review(journal: Journal, reviews: AppReviews) -> None:
    game = stored(journal, "fairytile", PLAYERS, 1)
    reviews.begin(game)
    until(reviews.latest)
    page = reviews.film(game, "es", initials=True)
    told = json.loads(re.findall(rb'id="told">([^<]+)<', page)[0])
    found = reviews.latest()
    assert found and len(told["course"]) == len(found.course) == 2
    assert len(told["turns"]) == len(found.turns)
    assert told["language"] == "es"


def test_a_film_has_no_course_of_another_game(journal: Journal, reviews: AppReviews) -> None:
    first, second = (stored(journal, "fairytile", PLAYERS, seed) for seed in (1, 2))
    reviews.begin(first)
    until(reviews.latest)
    told = json.loads(re.findall(rb'id="told">([^<]+)<', reviews.film(second, "en", initials=False))[0])
    assert told["course"] == told["turns"] == []


def test_a_game_that_is_not_installed_is_not_offered(journal: Journal, reviews: AppReviews) -> None:
    game = journal.record("chess", {"players": ["Ana"]}, [])
    assert not reviews.offered("chess")
    with pytest.raises(CompanionError):
        reviews.begin(game + 1)
