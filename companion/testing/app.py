"""Contract of the app's part of games: every stored random game can be reviewed and replayed."""

from collections.abc import Callable
from typing import TypeAlias

from companion.app import game_loader
from companion.app.archive import history
from companion.testing.base import expect, require
from companion.testing.moves import written_winners
from companion.testing.session import StoredGame


def review(game: StoredGame) -> None:
    """Check that the list of stored games and the history can read a game, at its start and at its end."""
    past = game_loader.past(game.rules.name)
    for number in game.places[:: len(game.places) - 1]:
        stored, after = game.stored(number), f"after {number} moves"
        entry, events = game.journal.game(stored), game.journal.events(stored)
        found = history.summary(entry, events, game_loader.past)
        require(not found.problem, f"result {after}: expected a summary, found: {found.problem}", past.result)
        expect(game.played.players, found.players, f"result {after}: players", past.result)
        known = set(game.played.players)
        wanted = f"result {after}: expected points and winners of {sorted(known)}, found others"
        require({*found.points, *found.winners} <= known, wanted, past.result)
        moments = history.timeline(entry, events, game_loader.past).moments
        require(all(str(one.sentence) for one in moments), "timeline: expected sentences", past.timeline)


def winners(game: StoredGame) -> None:
    """Check that the archive names the winners of the rules, if a written game has any as its result."""
    past, named = game_loader.past(game.rules.name), written_winners(game.played)
    if named is None or game.rules.secret:  # secrets may decide who wins, and none is open here
        return
    stored = game.stored(len(game.played.moves))
    game.journal.append(stored, next(iter(past.ended)), {})
    found = history.summary(game.journal.game(stored), game.journal.events(stored), game_loader.past)
    wanted = "result at the end: winners, as `play` of the rules names them"
    expect(sorted(named), sorted(found.winners), wanted, past.result)


def replay(game: StoredGame) -> None:
    """Check that a replay begins with the set-up and leads to the last position."""
    past = game_loader.past(game.rules.name)
    for number in game.places[:: len(game.places) - 1]:
        stored = game.stored(number)
        steps = history.replay(game.journal.game(stored), game.journal.events(stored), game_loader.past)
        require(steps, "replay: expected at least the set-up, found nothing", past.replay)
        first = game.rules.view(game.played.positions[0], None)
        expect(first, steps[0].position, f"replay of {number} moves: the first position", past.replay)
        last = game.rules.view(game.played.positions[number], None)
        expect(last, steps[-1].position, f"replay of {number} moves: the last position", past.replay)


Check: TypeAlias = Callable[[StoredGame], None]
CHECKS: tuple[Check, ...] = (review, winners, replay)
