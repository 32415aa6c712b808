"""Secrets kept closed by a pattern: on the screen, at the seat, over restarts, and when it is forgotten."""

import stat
from pathlib import Path
from random import Random

import pytest

from companion.app.controller.app import App
from companion.app.devices.secret_lamps import SecretLight
from companion.app.people.locks import OPEN_S, FileLocks, SeatPatterns
from companion.errors import RuleError
from companion.games.registry import rules
from companion.session.base import GameConfig
from companion.session.snapshot import Snapshot
from companion.settings import locks as file
from companion.settings.locks import LONG_S, PAUSE_S
from companion.settings.people import Person
from companion.settings.settings import load
from companion.storage.journal import Journal, StoredGame
from tests.app.simulated_people import People

PATTERN, OTHER = "..-.-", "--..-"


def stored(last: int) -> list[StoredGame]:
    """Games with the numbers 1 to `last`."""
    return [StoredGame(number, "fae", 0.0, {}, 0, uid(number)) for number in range(1, last + 1)]


def uid(number: int) -> str:
    return f"{number:032x}"


class Now:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.s = 100.0

    def __call__(self) -> float:
        return self.s


@pytest.fixture
def now() -> Now:
    return Now()


@pytest.fixture
def locks(tmp_path: Path, now: Now) -> FileLocks:
    made = FileLocks(tmp_path, lambda: stored(7), now)
    made.lock("Ana", PATTERN)
    return made


def test_the_right_pattern_opens_for_a_moment(locks: FileLocks, now: Now) -> None:
    assert locks.is_open("Bo") and not locks.is_open("Ana")
    assert not locks.unlock("Ana", OTHER)
    with pytest.raises(RuleError, match="Ana must press"):
        locks.check("Ana", uid(1))
    assert locks.unlock("Ana", PATTERN)
    now.s += OPEN_S - 1
    locks.check("Ana", uid(1))
    now.s += OPEN_S - 1
    assert locks.is_open("Ana"), "a look lets it open"
    now.s += 2
    assert not locks.is_open("Ana")
    locks.unlock("Ana", PATTERN)
    locks.shut("Ana")
    assert not locks.is_open("Ana")


def test_wrong_patterns_cost_time_also_over_a_restart(tmp_path: Path, locks: FileLocks, now: Now) -> None:
    for _ in range(file.FREE_TRIES):
        assert locks.wait_s("Ana") == 0
        assert not locks.unlock("Ana", OTHER)
    assert locks.wait_s("Ana") == file.FIRST_WAIT_S
    assert not locks.unlock("Ana", PATTERN), "nothing is taken meanwhile"
    again = FileLocks(tmp_path, lambda: stored(7), now)
    assert again.wait_s("Ana") == file.FIRST_WAIT_S
    now.s += file.FIRST_WAIT_S
    assert not again.unlock("Ana", OTHER)
    assert again.wait_s("Ana") == 2 * file.FIRST_WAIT_S
    now.s += 2 * file.FIRST_WAIT_S
    assert again.unlock("Ana", PATTERN)
    assert not again.unlock("Ana", OTHER) and again.wait_s("Ana") == 0, "the right one wipes the slate"


def test_what_cannot_be_right_is_no_try(locks: FileLocks) -> None:
    for pattern in ("", ".", "....", "-" * 40):
        for _ in range(5):
            assert not locks.unlock("Ana", pattern)
    assert locks.wait_s("Ana") == 0


def test_only_who_knows_it_changes_it_or_takes_it_off(locks: FileLocks) -> None:
    for pattern in (OTHER, ""):
        with pytest.raises(RuleError, match="Ana must press"):
            locks.lock("Ana", pattern)
    locks.unlock("Ana", PATTERN)
    with pytest.raises(RuleError, match="5 to 12"):
        locks.lock("Ana", "...")
    locks.lock("Ana", OTHER)
    assert not locks.unlock("Ana", PATTERN) and locks.unlock("Ana", OTHER)
    locks.lock("Ana", "")
    assert not locks.has("Ana") and locks.is_open("Ana")


def test_a_forgotten_one_opens_no_game_that_is_stored(tmp_path: Path, locks: FileLocks, now: Now) -> None:
    locks.strike("Ana")
    for kept in (locks, FileLocks(tmp_path, lambda: stored(7), now)):
        with pytest.raises(RuleError, match="stays closed"):
            kept.check("Ana", uid(7))
        kept.check("Ana", uid(8))
        kept.check("Bo", uid(7))


def test_a_game_of_another_journal_with_the_same_number_is_open(
    tmp_path: Path, locks: FileLocks, now: Now
) -> None:
    locks.strike("Ana")
    other = FileLocks(tmp_path, lambda: [], now)
    other.check("Ana", uid(70))
    other.strike("Ana")
    with pytest.raises(RuleError, match="stays closed"):
        other.check("Ana", uid(7))


def test_an_older_file_closes_the_games_up_to_its_number(tmp_path: Path, now: Now) -> None:
    (tmp_path / file.FILE).write_text('{"closed": {"Ana": 5}}', "utf-8")
    made = FileLocks(tmp_path, lambda: stored(7), now)
    assert not made.problem
    with pytest.raises(RuleError, match="stays closed"):
        made.check("Ana", uid(5))
    made.check("Ana", uid(6))


def test_the_file_is_its_owners_alone_and_holds_no_pattern(tmp_path: Path, locks: FileLocks) -> None:
    path = tmp_path / file.FILE
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert PATTERN not in path.read_text("utf-8")


@pytest.mark.parametrize(
    "damaged",
    ["{", "", "[]", '{"locks": {}, "closed": {}, "tiles": "sample"}', '{"locks": {"Ana": {"salt": ""}}}'],
)
def test_while_the_file_is_damaged_everybody_is_locked(tmp_path: Path, damaged: str, now: Now) -> None:
    (tmp_path / file.FILE).write_text(damaged, "utf-8")
    for _ in range(2):  # a restart changes nothing
        made = FileLocks(tmp_path, lambda: stored(7), now)
        assert made.problem and "locks.json" in str(made.problem)
        assert made.has("Ana") and made.has_lost("Ana") and not made.is_open("Ana")
        assert not made.unlock("Ana", PATTERN)
        with pytest.raises(RuleError, match="Ana must press"):
            made.lock("Ana", "")
    made.strike("Ana")
    for kept in (made, FileLocks(tmp_path, lambda: stored(7), now)):
        with pytest.raises(RuleError, match="stays closed"):
            kept.check("Ana", uid(7))
        kept.check("Ana", uid(8))
        assert kept.has_lost("Bo") and not kept.is_open("Bo"), "each gives up only the own one"
    made.lock("Ana", PATTERN)
    assert FileLocks(tmp_path, lambda: stored(8), now).unlock("Ana", PATTERN)


def test_the_button_at_the_seat_takes_it(locks: FileLocks, now: Now) -> None:
    seats = SeatPatterns(locks, {"top": "Ana"}.get, lambda _: None, now)

    def press(pattern: str) -> None:
        for one in pattern:
            seats.pressed("top", True)
            now.s += LONG_S + 0.1 if one == file.LONG else 0.1
            seats.pressed("top", False)
            now.s += 0.2

    press(OTHER)
    now.s += PAUSE_S
    seats.pressed("top", True)
    assert not locks.is_open("Ana")
    seats.pressed("top", False)
    now.s += PAUSE_S
    press(PATTERN)
    assert not locks.is_open("Ana"), "it may go on"
    now.s += PAUSE_S
    seats.pressed("top", True)
    assert locks.is_open("Ana")


@pytest.mark.parametrize("name", ["fae"])
def test_neither_screen_nor_lamp_shows_a_locked_secret(name: str, tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        app = App(load(), journal, chance=Random(1))
        app.profiles.remember([Person("Ana", seat="top"), Person("Bo")])
        app.begin(
            name, GameConfig(("Ana", "Bo"), setup=rules(name).opening(Random(1), ("Ana", "Bo"))), "none"
        )
        shown = People(app, Snapshot).until(lambda shown: shown.dealt)
        assert isinstance(app.secret_light("top"), SecretLight) and app.show_secret("Ana")
        app.locks.lock("Ana", PATTERN)
        assert app.secret_light("top") is None
        with pytest.raises(RuleError, match="Ana must press"):
            app.show_secret("Ana")
        assert app.show_secret("Bo"), "only hers"
        app.locks.unlock("Ana", PATTERN)
        assert app.secret_light("top") and app.show_secret("Ana")
        app.seen("Ana")
        assert app.secret_light("top") is None
        app.locks.strike("Ana")
        with pytest.raises(RuleError, match="stays closed"):
            app.show_secret("Ana")
        assert app.secret_light("top") is None and shown.stored_as == 1
        app.close()
