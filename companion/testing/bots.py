"""Contract of games that the app plays: whole games with bots and hints, in the way of the app.

Bots and hints know what their seat may know, are asked as in the process that thinks, and the game is stopped
and resumed in the middle. People follow the hints.
"""

import pickle
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, TypeAlias

from companion.app.thinking import Question, question
from companion.errors import RuleError
from companion.games.base import Strength
from companion.session.base import GameConfig, GameSession, SessionContext
from companion.session.messages import BotMove, Confirm
from companion.session.snapshot import Snapshot
from companion.session.watched import WatchedSession
from companion.testing.base import require
from companion.testing.rules import LONGEST, SEED, names
from companion.testing.session import GAME, StoredGame

MOST_TRIALS = 4
"""Maximum effort of an answer: a short search, but every part of it, and the same on every machine."""
LIMIT_S = 60.0
"""Time limit of an answer, which it never needs."""
RESUMED = 40
"""Number of decisions after which the game is stopped and resumed."""


def app_players(game: StoredGame) -> None:
    """Check that games end with one to all players by the app, at each strength."""
    players = game.rules.players[0]
    for bots in range(1, players + 1) if _takes_moves(game) else (players,):
        for strength in game.rules.advisor.trials if game.rules.advisor else ():
            play(game, bots, strength)


def hints(game: StoredGame) -> None:
    """Check that a hint is there before every decision of a whole game."""
    if game.rules.advisor and _takes_moves(game):
        play(game, 0, "strong")


def _takes_moves(game: StoredGame) -> bool:
    """Return whether the session takes moves of people; else only the game knows how they are touched."""
    return isinstance(game.begun(), WatchedSession)


def play(
    game: StoredGame, bots: int, strength: Strength, players: int | None = None, seed: int = SEED
) -> int:
    """Play a game to its end, with so many of its last players by the app; return its number of moves.

    Raises ContractError if a bot or a hint has no answer, or if the game does not go on.
    """
    chance, seats = Random(seed), names(players or game.rules.players[0])
    config = GameConfig(
        seats,
        setup=game.rules.opening(chance, seats),
        bots=dict.fromkeys(seats[len(seats) - bots :], strength),
    )
    context = SessionContext(game.journal, chance, watched=False)
    session = game.manifest.begin(config, context)
    before: Snapshot | None = None
    for number in range(LONGEST):
        if number % RESUMED == RESUMED - 1:
            before, session = None, _resumed(game, session, context)
        shown = session.snapshot(GAME)
        if shown.over:
            return shown.played
        after = f"{bots} of {len(seats)} by the app ({strength}), after {shown.played} moves"
        stands = before is not None and shown.decides_as(before)
        require(not stands, f"{after}: expected the game to go on, found it standing still")
        before = shown
        _decide(session, shown, strength, chance, after)
    raise AssertionError(f"{game.rules.name}: expected an end within {LONGEST} decisions, found none")


def _decide(session: GameSession, shown: Snapshot, strength: Strength, chance: Random, after: str) -> None:
    """Make the next decision: by a bot, by a person who follows a hint, or with the usual answer."""
    asked = question(session, shown, shown.bots.get(shown.turn, strength), chance)
    move = None
    if asked and (shown.thinking or shown.turn not in shown.bots):
        found = pickle.loads(pickle.dumps(_answer(asked)))
        require(found, f"{after}: expected an answer for {shown.turn}, found none", asked.advise)
        move = found[0].move
    if shown.thinking:
        require(asked, f"{after}: expected a question to the advisor, found none")
        session.tell(BotMove(GAME, shown.played, move))
        return
    try:
        if move is not None and isinstance(session, WatchedSession):
            session.submit(move)
            return
    except RuleError:  # it is no time for moves: something else must be answered first
        pass
    session.tell(Confirm(GAME))


def _answer(asked: Question) -> Any:
    """Answer a question after its way to the process that thinks."""
    there: Question = pickle.loads(pickle.dumps(replace(asked, trials=min(asked.trials, MOST_TRIALS))))
    return there.answer(LIMIT_S)


def _resumed(game: StoredGame, session: GameSession, context: SessionContext) -> GameSession:
    """Stop a game and go on with it as it is stored."""
    number = session.snapshot(GAME).stored_as
    assert number is not None
    return game.manifest.resume(number, context)


Check: TypeAlias = Callable[[StoredGame], None]
CHECKS: tuple[Check, ...] = (app_players, hints)
