"""Phones of the running app sit in their own game only, whatever its number and its players are called."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import pytest

from companion.app.controller.app import App
from companion.app.phones import wire
from companion.games.registry import rules
from companion.session.base import GameConfig
from companion.session.snapshot import Snapshot
from companion.settings.settings import load
from companion.storage import backup
from companion.storage.journal import Journal
from tests.app.phones.raw_client import join_request, opened
from tests.app.simulated_people import People

PLAYERS = ("Player 1", "Player 2")
"""Names of people who did not give one."""


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@contextmanager
def running(folder: Path) -> Iterator[App]:
    with Journal(folder / "journal.sqlite3") as journal:
        app = App(load(), journal, chance=Random(1))
        app.phones._port = 0
        app.phones._addresses = lambda: ["127.0.0.1"]
        app.phones.turn_on()
        try:
            yield app
        finally:
            app.close()


def begun(app: App, rematch: str = "") -> Snapshot:
    setup = rules("fae").opening(Random(1), PLAYERS)
    app.begin("fae", GameConfig(PLAYERS, setup=setup, rematch=rematch), "none")
    return shown(app)


def shown(app: App) -> Snapshot:
    """The game once the phones have it."""
    people = People(app, Snapshot)
    return people.until(lambda one: one.dealt and app.phones._uid == one.uid)


def seated(app: App) -> str:
    """Seat a phone at the first player's seat; return its token."""
    (address,) = app.phones.invite(PLAYERS[0])
    body, key = join_request(*address.partition("#")[2].split("."))
    device = str(opened(key, app.phones.join(wire.read(body, wire.JOIN)).sealed)["device"])
    assert app.phones.seat(device) == PLAYERS[0]
    return device


def test_phones_come_along_to_a_rematch_and_not_to_another_game(tmp_path: Path) -> None:
    with running(tmp_path) as app:
        before = begun(app)
        device = seated(app)
        after = begun(app, before.uid)
        assert after.uid != before.uid and app.phones.seat(device) == PLAYERS[0]
        begun(app)
        assert app.phones.seat(device) is None, "other people without names"
        assert after.stored_as
        app.resume(after.stored_as, "none")
        shown(app)
        assert app.phones.seat(device) == PLAYERS[0], "its own game, stored and continued"


def test_a_number_that_comes_again_after_a_deletion_seats_nobody(tmp_path: Path) -> None:
    with running(tmp_path) as app:
        before = begun(app)
        device = seated(app)
        app.leave_game()
        assert before.stored_as
        app.archive.delete(before.stored_as)
        assert before.uid not in (tmp_path / "phones.json").read_text()
    with closing(sqlite3.connect(tmp_path / "journal.sqlite3")) as db, db:
        db.execute("DELETE FROM sqlite_sequence")
    with running(tmp_path) as app:
        assert begun(app).stored_as == before.stored_as
        assert app.phones.seat(device) is None


def test_a_restored_backup_of_other_people_seats_nobody(tmp_path: Path) -> None:
    file = tmp_path / "others.zip"
    with running(tmp_path / "theirs") as app:
        theirs = begun(app)
        lent = seated(app)
        backup.backup(app._places(tmp_path / "settings.toml"), file, "1")
    with running(tmp_path / "ours") as app:
        begun(app)
        device = seated(app)
        backup.stage(app._places(tmp_path / "settings.toml"), file)
        seated(app)  # the file is written once more before the restart
    with running(tmp_path / "ours") as app:
        assert theirs.stored_as
        app.resume(theirs.stored_as, "none")
        assert shown(app).uid == theirs.uid
        assert (app.phones.seat(device), app.phones.seat(lent), app.phones.seated()) == (None, None, {})


def test_a_phone_comes_back_to_its_stored_game_after_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as app:
        before = begun(app)
        device = seated(app)
    with running(tmp_path) as app:
        assert before.stored_as
        app.resume(before.stored_as, "none")
        assert shown(app).uid == before.uid
        assert app.phones.seat(device) == PLAYERS[0]
