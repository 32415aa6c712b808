"""A fixed game stored on disk, and the checks after its process was killed or its power cut."""

import json
import os
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.app.people.profiles import FileProfiles
from companion.games.registry import rules
from companion.session.base import manifest
from companion.settings.people import Person
from companion.storage import rescue
from companion.storage.export import export
from companion.storage.journal import Journal
from tests.session import contract
from tests.session.test_contract import played
from tests.storage.test_old_journals import EXPORTS, OLD

MOVES = 6
FILE = "journal.sqlite3"
Event = tuple[str, Any]


def play(folder: Path, name: str, report: Callable[[int, int], object]) -> None:
    """Play; call `report` with the game's number and the number of its events, once they are stored."""
    profiles = FileProfiles(folder)
    with Journal(folder / FILE) as journal:
        profiles.remember([Person("Ana"), Person("Bo")])
        game = played(name)
        session = game.begun(journal)
        stored_as = session.snapshot(contract.GAME).stored_as
        assert stored_as is not None
        report(stored_as, len(journal.events(stored_as)))
        for _ in game.play(session, MOVES):
            report(stored_as, len(journal.events(stored_as)))
        profiles.prefer(night=True)


@cache
def full_game_events(name: str) -> tuple[Event, ...]:
    """Events of a game that nobody interrupts, without secrets."""
    reported: list[int] = []
    with TemporaryDirectory() as folder:
        path = Path(folder)
        play(path, name, lambda game, _: reported.append(game))
        return events(path, name, reported[-1])


def events(folder: Path, name: str, game: int) -> tuple[Event, ...]:
    """Stored events of a game, without secrets."""
    secret = rules(name).secret
    with Journal(folder / FILE, write=False) as journal:
        return tuple(
            (
                event.kind,
                None if secret and event.kind == secret.key else json.loads(json.dumps(event.payload)),
            )
            for event in journal.events(game)
        )


def begin(folder: Path, old: bool) -> None:
    """Prepare a state folder; with `old` it holds games of the first version."""
    if old:
        shutil.copytree(OLD, folder, dirs_exist_ok=True)


def check(folder: Path, name: str, reported: list[tuple[int, int]], old: bool) -> None:
    """Check the folder after the interruption.

    Every reported event is stored, once and in order; old games are unchanged; the game can go on.
    Raises AssertionError with the first difference.
    """
    path = folder / FILE
    FileProfiles(folder)
    assert not (folder / "people.broken").exists() and not (folder / "preferences.broken").exists()
    book, troubles = rescue.opened(path)
    with book as journal:
        assert not troubles, troubles
        assert not journal.problems(), journal.problems()
        if old:
            for number, wanted in EXPORTS.items():
                assert export(journal, int(number)) == wanted, f"old game {number}"
        games = [game for game in journal.games() if str(game.id) not in (EXPORTS if old else {})]
        assert len(games) <= 1
        confirmed = reported[-1][1] if reported else 0
        if reported:
            assert [game.id for game in games] == [reported[-1][0]]
        for game in games:
            found = events(folder, name, game.id)
            assert found == full_game_events(name)[: len(found)], "not what happened"
            assert len(found) >= confirmed, f"{confirmed} confirmed, {len(found)} found"
            shown = manifest(name).resume(game.id, contract.around(journal)).snapshot(contract.GAME)
            assert shown.problem is None, shown.problem
            assert shown.dealt == (rules(name).secret is not None)
        goes_on = journal.record(name, {}, [("move", {})])
        assert len(journal.events(goes_on)) == 1


class EventPipe:
    """Pipe through which a process reports its stored events, even if it is killed later."""

    def __init__(self) -> None:
        self._read_fd, self._write_fd = os.pipe()
        os.set_blocking(self._read_fd, False)

    def report(self, game: int, events: int) -> None:
        os.write(self._write_fd, f"{game} {events}\n".encode())

    def received(self) -> list[tuple[int, int]]:
        """All reports up to now: (game, number of events)."""
        try:
            lines = os.read(self._read_fd, 1 << 16).decode().splitlines()
        except BlockingIOError:
            return []
        return [(int(game), int(events)) for game, events in map(str.split, lines)]

    def close(self) -> None:
        os.close(self._read_fd)
        os.close(self._write_fd)
