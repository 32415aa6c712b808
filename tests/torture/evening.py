"""An evening that is written to the disk, always the same, and what must be found after it was cut short."""

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


def play(folder: Path, name: str, tell: Callable[[int, int], object]) -> None:
    """`tell` hears the game's number and how many of its events are stored, once that is so."""
    profiles = FileProfiles(folder)
    with Journal(folder / FILE) as journal:
        profiles.remember([Person("Ana"), Person("Bo")])
        game = played(name)
        session = game.begun(journal)
        stored_as = session.snapshot(contract.GAME).stored_as
        assert stored_as is not None
        tell(stored_as, len(journal.events(stored_as)))
        for _ in game.play(session, MOVES):
            tell(stored_as, len(journal.events(stored_as)))
        profiles.prefer(night=True)


@cache
def whole(name: str) -> tuple[Event, ...]:
    """What happens in an evening that nobody cuts short, secrets left out."""
    told: list[int] = []
    with TemporaryDirectory() as folder:
        path = Path(folder)
        play(path, name, lambda game, _: told.append(game))
        return events(path, name, told[-1])


def events(folder: Path, name: str, game: int) -> tuple[Event, ...]:
    """What is stored of a game, secrets left out."""
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
    """A new house, or one that has played with the first version."""
    if old:
        shutil.copytree(OLD, folder, dirs_exist_ok=True)


def check(folder: Path, name: str, told: list[tuple[int, int]], old: bool) -> None:
    """After the cut: all that was told is there, once and in order, old games too, and the game goes on.

    Raises AssertionError saying what is not so.
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
        confirmed = told[-1][1] if told else 0
        if told:
            assert [game.id for game in games] == [told[-1][0]]
        for game in games:
            found = events(folder, name, game.id)
            assert found == whole(name)[: len(found)], "not what happened"
            assert len(found) >= confirmed, f"{confirmed} confirmed, {len(found)} found"
            shown = manifest(name).resume(game.id, contract.around(journal)).snapshot(contract.GAME)
            assert shown.problem is None, shown.problem
            assert shown.dealt == (rules(name).secret is not None)
        goes_on = journal.record(name, {}, [("move", {})])
        assert len(journal.events(goes_on)) == 1


class Told:
    """A pipe through which a process says what was stored, also one that is killed."""

    def __init__(self) -> None:
        self._hears, self._says = os.pipe()
        os.set_blocking(self._hears, False)

    def tell(self, game: int, events: int) -> None:
        os.write(self._says, f"{game} {events}\n".encode())

    def heard(self) -> list[tuple[int, int]]:
        """Everything said up to now."""
        try:
            lines = os.read(self._hears, 1 << 16).decode().splitlines()
        except BlockingIOError:
            return []
        return [(int(game), int(events)) for game, events in map(str.split, lines)]

    def close(self) -> None:
        os.close(self._hears)
        os.close(self._says)
