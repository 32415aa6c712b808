"""A game before a camera at whose table nobody does anything, picture by picture, without threads."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from random import Random
from typing import Any

from companion import games
from companion.app.game_loader import app_game, seeing
from companion.app.table.frame_reader import FrameReader
from companion.errors import CompanionError
from companion.session.base import SessionContext, manifest
from companion.session.messages import Seen
from companion.storage.journal import Journal
from tests.session.contract import GAME
from tests.torture.twins import TWINS, LaidTable
from vision.arrays import Picture
from vision.frame import Frame

TOLD = frozenset({"message", "problem", "unsure", "unclear"})
"""What a snapshot may say of a picture that tells nothing; all else would be believed."""


class Watched:
    """`spoil` is what happens to pictures on their way; `expected` is what should lie on the stage."""

    def __init__(self, name: str, journal: Journal, seed: int = 3, moves: int = 0) -> None:
        """A game after so many moves."""
        self.name, self._journal, self.twin = name, journal, TWINS[name]
        self.session = self.twin.begun(name, journal, seed, moves)
        self.expected = self.twin.lying(self.session)
        self.table = LaidTable(self.twin, self.expected, seed)
        self._pictures = 0
        self._sit_down()

    def _sit_down(self) -> None:
        sees = seeing(self.name)
        self.reader = FrameReader(sees.new_reader(sees.locate(self.name), True), self.session.expected)

    def switched_off_and_on(self) -> None:
        """The app begins anew with what is stored, and has seen nothing."""
        stored_as = self.session.snapshot(GAME).stored_as
        assert stored_as is not None
        again: Any = manifest(self.name).resume(stored_as, SessionContext(self._journal, Random(1)))
        again.sealed = getattr(self.session, "sealed", None)  # its cards lie on the table
        self.session = again
        self._sit_down()

    def look(self, spoil: Callable[[Picture], Picture] = lambda picture: picture) -> str | None:
        """One picture more; why it told nothing."""
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
        """All that is believed."""
        shown = self.session.snapshot(GAME)
        return {field.name: getattr(shown, field.name) for field in fields(shown) if field.name not in TOLD}

    def stored(self) -> int:
        """How many events there are in the journal."""
        return sum(game.events for game in self._journal.games())


def with_camera() -> tuple[str, ...]:
    """The games that a camera can watch."""
    return tuple(name for name in games.NAMES if app_game(name).seeing is not None)
