"""Fairy Tile satisfies the contract of every game."""

from collections.abc import Callable

import pytest

from companion.games import fairytile
from companion.games.base import Game
from tests.games.contract import CHECKS, AnyRules

game: Game[fairytile.Position, fairytile.Act] = fairytile  # the type checker compares every signature


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_contract(check: Callable[[AnyRules], None]) -> None:
    check(fairytile.RULES)
