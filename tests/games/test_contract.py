"""What every game promises (companion.games.base.Game), tried on random games."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from companion.errors import RuleError
from companion.games import fae
from companion.games.base import Game
from tests.games.fae.openings import opening

fae_game: Game[fae.Position, fae.Move] = fae  # the type checker compares every signature

GAMES = [(fae_game, opening)]


@pytest.fixture(params=GAMES, ids=[game.NAME for game, _ in GAMES])
def contract(request: pytest.FixtureRequest) -> tuple[Game[Any, Any], Callable[[int], Any]]:
    game: tuple[Game[Any, Any], Callable[[int], Any]] = request.param
    return game


def positions(game: Game[Any, Any], start: Any, seed: int) -> list[Any]:
    rng = random.Random(seed)
    found = [start]
    while moves := game.legal(found[-1]):
        found.append(game.apply(found[-1], rng.choice(moves)))
    return found


@pytest.mark.parametrize("seed", range(3))
def test_contract(contract: tuple[Game[Any, Any], Callable[[int], Any]], seed: int) -> None:
    game, start = contract
    for p in positions(game, start(seed), seed):
        text = game.dump(p)
        assert "\n" not in text
        assert game.load(text) == p
        assert hash(game.load(text)) == hash(p)
        moves = game.legal(p)
        assert moves == game.legal(p)
        assert len(moves) == len(set(moves))
        for move in moves[::7]:
            assert game.explain(p, move) is None
            assert game.apply(p, move) == game.apply(p, move)
        assert game.dump(p) == text
        table = game.table(p)
        assert all(n >= 1 for counts in table.values() for n in counts.values())
        for mistake in game.mistakes(p):
            assert mistake.reason.code
            assert all(table.get(space, {}) != counts for space, counts in mistake.changed.items())


def test_a_line_that_is_no_position_is_told(contract: tuple[Game[Any, Any], Callable[[int], Any]]) -> None:
    game, _ = contract
    with pytest.raises(RuleError) as caught:
        game.load("nonsense")
    assert caught.value.code == "bad_position"
