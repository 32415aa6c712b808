"""Fairy Tile satisfies the contract of every game."""

import pytest

from companion.games import fairytile
from companion.games.base import Game
from companion.testing.rules import CHECKS, Check
from tests.games.played import played

game: Game[fairytile.Position, fairytile.Act] = fairytile  # the type checker compares every signature


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_contract(check: Check) -> None:
    check(played(fairytile.RULES.name))
