"""Calls into games that do not come back: the app ends, and their game is set aside once."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from companion.app.controller.app import App
from companion.app.machine import call_guard
from companion.app.machine.call_guard import CallGuard
from companion.errors import StorageError
from companion.games.registry import rules
from companion.session.base import GameConfig
from companion.session.snapshot import Snapshot
from companion.settings.settings import load
from companion.storage.journal import Journal
from tests.app.simulated_people import People
from tests.patience import WAIT_S

NAMES = ("Ana", "Bo")


def test_a_call_that_does_not_come_back_is_told() -> None:
    hung = threading.Event()
    guard = CallGuard(hung.set, limit_s=0.02)
    guard.start()
    with guard.call():
        assert hung.wait(WAIT_S)


def test_calls_that_come_back_are_not_however_many() -> None:
    hung, other = threading.Event(), threading.Event()
    guard = CallGuard(hung.set, limit_s=WAIT_S / 2)
    guard.start()
    for _ in range(1000):
        with guard.call(), guard.call():
            pass
    assert guard._left_s() is None and not hung.is_set()
    assert not other.is_set()


def test_the_oldest_of_several_calls_counts() -> None:
    hung = threading.Event()
    guard = CallGuard(hung.set, limit_s=0.1)
    guard.start()
    with guard.call():
        while not hung.is_set():
            with guard.call():  # others go on
                pass


@pytest.mark.parametrize("written", [b"", b"[]", b'{"game": "x"}', b"\xff", b'{"game": null}', b"{" * 9000])
def test_a_spoiled_mark_sets_nothing_aside(written: bytes, tmp_path: Path) -> None:
    (tmp_path / call_guard.FILE).write_bytes(written)
    assert call_guard.take(tmp_path) is None
    assert not (tmp_path / call_guard.FILE).exists()


HANGS = """
import sys, time
from pathlib import Path
from companion.app.controller.app import App
from companion.games.registry import rules
from companion.session.base import GameConfig
from companion.session.fae.session import FaeSession
from companion.session.messages import Undo
from companion.settings.settings import DEFAULTS, load
from companion.storage.journal import Journal
with Journal(Path(sys.argv[1])) as journal:
    app = App(load(DEFAULTS), journal)
    app.guard._limit_s = 0.5
    app.guard.start()
    from random import Random
    app.begin("fae", GameConfig(("Ana", "Bo"), setup=rules("fae").opening(Random(1), ("Ana", "Bo"))), "none")
    while app.latest() is None:
        time.sleep(0.01)
    FaeSession.undo = lambda *_: time.sleep(3600)
    app.tell(Undo(app.latest().game))
    time.sleep(60)
"""


def test_the_game_of_such_a_call_is_set_aside_for_one_start(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    ran = subprocess.run(
        [sys.executable, "-c", HANGS, str(path)], capture_output=True, timeout=60, check=False
    )
    assert ran.returncode == 1 and b"does not come back" in ran.stderr, ran.stderr.decode()
    with Journal(path) as journal:
        app = App(load(), journal)
        try:
            assert app.archive.saved_games() == []
            (kept,) = app.archive.games()
            assert "set aside" in str(kept.problem)
            with pytest.raises(StorageError, match="set aside"):
                app.resume(kept.id, "none")
            with pytest.raises(StorageError, match="set aside"):
                app.archive.history(kept.id)
            (told,) = [error for error in app.profiles.problems() if error.code == "set_aside"]
            assert "did not answer" in str(told)
            setup = rules("fae").opening(app._chance, NAMES)
            app.begin("fae", GameConfig(NAMES, setup=setup), "none")
            People(app, Snapshot).until(lambda shown: shown.dealt)
        finally:
            app.close()
        again = App(load(), journal)
        try:
            assert len(again.archive.saved_games()) == 2, "it is tried again"
        finally:
            again.close()
