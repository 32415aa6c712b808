"""Games of Fate for the tests of the session."""

from random import Random
from typing import Any

from companion.games.fate import Options, Player
from companion.games.fate.script import setup_object
from companion.session.fate.session import FateSession
from companion.storage.journal import Journal

HEROES = ("bjorn", "alva", "embla", "boldur")


def setup(players: int = 2, options: Options | None = None) -> dict[str, Any]:
    seats = [Player(f"P{n}", hero) for n, hero in enumerate(HEROES[:players], 1)]
    return setup_object(seats, options or Options())


def begun(
    players: int = 2,
    options: Options | None = None,
    seed: int = 1,
    journal: Journal | None = None,
    **how: Any,
) -> FateSession:
    return FateSession(setup(players, options), journal=journal, chance=Random(seed), **how)
