"""Contract of games as packages, for `companion check-game` and for an author's own tests.

A plug-in of pytest: a test that takes `game_check` runs once for every check of the game it is marked with.

    pytest_plugins = ["companion.testing"]  # in conftest.py

    @pytest.mark.game("reversi")
    def test_contract(game_check):
        game_check()
"""

from typing import TYPE_CHECKING

from companion.testing.base import Finding as Finding
from companion.testing.runner import check_game as check_game
from companion.testing.runner import checks

if TYPE_CHECKING:  # only tests need pytest
    import pytest


def pytest_configure(config: "pytest.Config") -> None:
    """Register the marker."""
    config.addinivalue_line("markers", "game(name): run the test for every check of this installed game.")


def pytest_generate_tests(metafunc: "pytest.Metafunc") -> None:
    """Run a test that takes `game_check` once for every check."""
    if "game_check" not in metafunc.fixturenames:
        return
    mark = metafunc.definition.get_closest_marker("game")
    if mark is None:
        raise LookupError(f'{metafunc.definition.nodeid}: expected @pytest.mark.game("name"), found none')
    found = list(checks(*mark.args))
    metafunc.parametrize("game_check", found, ids=[f"{check.part}-{check.name}" for check in found])
