"""Every game ends with one to all players by the app, and a hint is there before every decision."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import registry
from companion.games.base import Strength
from companion.session.base import manifest
from companion.storage.journal import Journal
from companion.testing.bots import play
from companion.testing.session import StoredGame
from tests.games.played import played
from tests.slow import slow_but

GAMES = [name for name in registry.registered() if registry.rules(name).advisor]
MANY = 50
"""Games of each kind in the slow suite."""


@pytest.fixture
def game(name: str, tmp_path: Path) -> Iterator[StoredGame]:
    with Journal(tmp_path / "games.db") as journal:
        yield StoredGame(played(name), manifest(name), journal)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(("bots", "strength"), slow_but(1, [(1, "easy"), (2, "strong")]))
def test_a_game_with_the_app_ends(game: StoredGame, bots: int, strength: Strength) -> None:
    assert play(game, bots, strength, players=2) > 1


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(MANY))
def test_many_games_with_the_app_end(game: StoredGame, seed: int) -> None:
    """One to all players by the app, at every strength; every fifth game by people who follow hints."""
    fewest, most = game.rules.players
    players = max(2, fewest) + seed % (most - max(2, fewest) + 1)
    bots = seed // 5 % players + 1 if seed % 5 else 0
    assert game.rules.advisor
    strength = sorted(game.rules.advisor.trials)[seed % len(game.rules.advisor.trials)]
    assert play(game, bots, strength, players=players, seed=seed) > 1
