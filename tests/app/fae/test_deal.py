"""Secrets of Fae in the running app."""

from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue

import pytest

from companion.app.controller.app import App
from companion.app.fae.players import opening
from companion.errors import RuleError
from companion.games import fae
from companion.session.base import GameConfig, GameSession
from companion.session.messages import Undo
from companion.session.snapshot import Snapshot
from companion.settings.settings import load
from companion.storage.journal import Journal
from tests.app.simulated_people import People

SETUP = {"druids": {str(space): next(iter(kinds)) for space, kinds in fae.table(opening(3, 2)).items()}}


def test_no_spirit_is_shown_of_a_game_that_was_left(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        app = App(load(), journal)
        people = People(app, Snapshot)
        app.begin("fae", GameConfig(("Ana", "Bo"), setup=SETUP), "none")
        people.until(lambda shown: shown.dealt)
        assert app.unseen() == ("Ana", "Bo")
        assert app.show_secret("Ana") in fae.board.COLOURS
        app.seen("Ana")
        assert app.unseen() == ("Bo",)
        with pytest.raises(RuleError) as caught:
            app.show_secret("Cy")
        assert caught.value.code == "no_secret"
        app.leave_game()
        with pytest.raises(RuleError) as caught:
            app.show_secret("Ana")
        assert caught.value.code == "no_secret"
        app.close()


def test_the_first_snapshot_of_a_game_is_always_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However late the caller goes on after the thread was told of the game."""
    with Journal(tmp_path / "journal.sqlite3") as journal:
        for _ in range(20):
            app = App(load(), journal)
            heard: SimpleQueue[Snapshot] = SimpleQueue()
            app.subscribe(heard.put)
            monkeypatch.setattr(app._thread, "open", _late(app, app._thread.open))
            app.begin("fae", GameConfig(("Ana", "Bo"), setup=SETUP), "none")
            assert heard.get(timeout=10.0).dealt
            app.close()
            assert heard.empty()


def test_a_listener_that_fails_keeps_no_other_from_hearing(tmp_path: Path) -> None:
    def fails(_: Snapshot) -> None:
        raise ValueError("a mistake of ours")

    with Journal(tmp_path / "journal.sqlite3") as journal:
        app = App(load(), journal)
        app.subscribe(fails)
        people = People(app, Snapshot)
        app.begin("fae", GameConfig(("Ana", "Bo"), setup=SETUP), "none")
        game = people.until(lambda shown: shown.dealt).game
        app.tell(Undo(game))
        assert people.until(lambda shown: shown.problem is not None).game == game
        app.close()


def _late(app: App, opened: Callable[[int, GameSession], None]) -> Callable[[int, GameSession], None]:
    """Returns only when the thread has shown the first snapshot."""

    def open_and_linger(number: int, session: GameSession) -> None:
        opened(number, session)
        while app._thread.latest is None:
            pass

    return open_and_linger
