"""Games of Fate for the tests of the session."""

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.games import fate
from companion.games.fate import Options, Player
from companion.games.fate.acts import EndTurn, Move
from companion.games.fate.script import setup_object
from companion.session.base import SessionContext
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
    watched: bool = True,
    at_table: bool = True,
    **settings: str,
) -> FateSession:
    return FateSession(
        setup(players, options), SessionContext(journal, Random(seed), settings, watched, at_table)
    )


def resumed(journal: Journal, game: int | None, chance: Random | None = None) -> FateSession:
    assert game is not None
    return FateSession.resume(game, SessionContext(journal, chance or Random()))


def play(session: FateSession, seed: int, taps: int = 3000) -> Iterator[FateSession]:
    """A whole game: heroes walk about at random, everything else is one tap; after every tap."""
    chance = Random(seed)
    for _ in range(taps):
        if session.stage == "over":
            return
        if session.stage == "heroes":
            hero = session.position.heroes[session.position.turn]
            near = sorted(fate.reach(session.position, hero.id)) if "move" not in hero.actions else []
            session.submit(Move(chance.choice(near)) if near else EndTurn())
        else:
            session.confirm()
        yield session
    raise AssertionError(f"the game does not end: {session.stage}")
