"""A game before a camera at whose table nobody does anything, picture by picture, without threads."""

import random
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from companion import games
from companion.app.base import SimulatedGame
from companion.app.frame_reader import FrameReader
from companion.app.game_loader import app_game, seeing
from companion.errors import CompanionError
from companion.games.base import Rules, Table
from companion.games.registry import rules
from companion.session.base import Surroundings, manifest
from companion.session.messages import AllDone, Seen
from companion.storage.journal import Journal, Json
from tests.session.contract import GAME, NAMES
from vision.arrays import Picture
from vision.frame import Frame

FPS = 2000.0
"""As fast as they are drawn."""
TOLD = frozenset({"message", "problem", "unsure", "unclear"})
"""What a snapshot may say of a picture that tells nothing; all else would be believed."""


class Watched:
    """`spoil` is what happens to pictures on their way."""

    def __init__(self, name: str, journal: Journal, seed: int = 3, moves: int = 0) -> None:
        """A game after so many moves."""
        self.name, self._journal, self._sees = name, journal, seeing(name)
        game, around = rules(name), Surroundings(journal, random.Random(1), watched=True)
        setup, played = after(game, seed, moves)
        self.session = manifest(name).resume(journal.record(name, setup, played), around)
        self.session.tell(AllDone(GAME))
        self.expected = self.session.expected or {}
        self._lay(self.expected, seed)
        find = self._sees.locate(name)
        self.reader = FrameReader(self._sees.new_reader(find, True), self.expected)

    def _lay(self, table: Table, seed: int = 3) -> None:
        simulated = SimulatedGame(table, seed, FPS, lambda: None, random.Random(1))
        self._camera = self._sees.simulated(simulated)

    def lay(self, table: Table) -> None:
        """From now on this lies on the table."""
        self._lay(table)

    def look(self, spoil: Callable[[Picture], Picture] = lambda picture: picture) -> str | None:
        """One picture more; why it told nothing."""
        frame = self._camera.read()
        assert frame is not None
        try:
            seen = self.reader.look(Frame(frame.name, frame.time_s, spoil(frame.picture)))
        except CompanionError as error:
            self.reader.forget(self.session.expected)
            return error.code
        self.session.tell(Seen(GAME, seen, lambda _: None))
        self.reader.accept(self.session.agreed)
        return seen.trouble

    def shown(self) -> Mapping[str, Any]:
        """All that is believed."""
        shown = self.session.snapshot(GAME)
        return {field.name: getattr(shown, field.name) for field in fields(shown) if field.name not in TOLD}

    def stored(self) -> int:
        """How many events there are in the journal."""
        return sum(game.events for game in self._journal.games())


def people(game: Rules[Any, Any]) -> tuple[str, ...]:
    """As many as the game needs, two if it takes them."""
    fewest, most = game.players
    return NAMES[: min(max(fewest, 2), most)]


def after(game: Rules[Any, Any], seed: int, moves: int) -> tuple[Json, list[tuple[str, Json]]]:
    """An opening by chance and so many moves, as they are stored."""
    chance = random.Random(seed)
    setup = game.opening(chance, people(game))
    position = game.read_setup(setup)
    played: list[tuple[str, Json]] = []
    for _ in range(moves):
        if game.finished(position):
            break
        move = game.next_move(position, chance)
        played.append(("move", game.write_move(move)))
        position = game.apply(position, move)
    return setup, played


def with_camera() -> tuple[str, ...]:
    """The games that a camera can watch."""
    return tuple(name for name in games.NAMES if app_game(name).seeing is not None)
