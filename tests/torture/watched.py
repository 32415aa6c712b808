"""A game before a camera, read picture by picture, without threads and players."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from random import Random
from typing import Any

from companion.app.camera.frame_reader import FrameReader
from companion.app.game_loader import app_game, seeing
from companion.errors import CompanionError
from companion.games import registry
from companion.session.base import SessionContext, manifest
from companion.session.messages import Seen
from companion.storage.journal import Journal
from tests.session.contract import GAME
from tests.torture.twins import TWINS, LaidTable
from vision.arrays import Picture
from vision.frame import Frame

MESSAGE_FIELDS = frozenset({"trouble", "problem", "unsure", "unclear"})
"""Fields of a snapshot that may change with an unreadable picture; any other change is a belief."""


class Watched:
    """A game at a simulated table, with its reader; `expected` is the table as it should be."""

    def __init__(self, name: str, journal: Journal, seed: int = 3, moves: int = 0) -> None:
        """Make a game after this number of moves."""
        self.name, self._journal, self.twin = name, journal, TWINS[name]
        self.session = self.twin.begun(name, journal, seed, moves)
        self.expected = self.twin.expected_table(self.session)
        self.table = LaidTable(self.twin, self.expected, seed)
        self._pictures = 0
        self._start_reader()

    def _start_reader(self) -> None:
        sees = seeing(self.name)
        self.reader = FrameReader(sees.new_reader(sees.locate(self.name), True), self.session.expected)

    def switched_off_and_on(self) -> None:
        """Restart the app: it resumes the stored game and has seen no picture."""
        stored_as = self.session.snapshot(GAME).stored_as
        assert stored_as is not None
        again: Any = manifest(self.name).resume(stored_as, SessionContext(self._journal, Random(1)))
        again.sealed = getattr(self.session, "sealed", None)  # its cards lie on the table
        self.session = again
        self._start_reader()

    def look(self, spoil: Callable[[Picture], Picture] = lambda picture: picture) -> str | None:
        """Read one more picture, changed by `spoil`; return the reason if it was not read."""
        self._pictures += 1
        name, picture = f"{self._pictures:06d}", spoil(self.table.read())
        try:
            seen = self.reader.look(Frame(name, float(self._pictures), picture))
        except CompanionError as error:
            self.reader.forget(self.session.expected)
            return error.code
        self.session.tell(Seen(GAME, seen, lambda _: None))
        self.reader.accept(self.session.settled_table)
        return seen.trouble

    def shown(self) -> Mapping[str, Any]:
        """Fields of the snapshot without the messages."""
        shown = self.session.snapshot(GAME)
        return {
            field.name: getattr(shown, field.name)
            for field in fields(shown)
            if field.name not in MESSAGE_FIELDS
        }

    def stored(self) -> int:
        """Number of events in the journal."""
        return sum(game.events for game in self._journal.games())


def with_camera() -> tuple[str, ...]:
    """Names of the games that a camera can watch."""
    return tuple(name for name in registry.registered() if app_game(name).camera)
