"""Random games, each played once for all tests."""

from functools import cache

from companion.games import registry
from companion.testing.rules import RandomGame, random_game


@cache
def played(name: str) -> RandomGame:
    return random_game(registry.rules(name))
