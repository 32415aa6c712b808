"""Random games stay legal and end; each sample page can be told, each sample tile placed."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.games.fairytile.script import play
from tests.bench.fairytile_rules import games, shares

GOLDEN = [
    json.loads(line) for line in Path(__file__).with_name("golden.jsonl").read_text("utf-8").splitlines()
]


def test_random_games_end_legally() -> None:
    played = games(range(3))
    assert (played.illegal, played.not_ended) == (0, 0)


@pytest.mark.slow
def test_400_random_games_end_legally() -> None:
    """2 000 ended, too; a bench plays as many as wanted: python -m tests.bench.fairytile_rules."""
    played = games(range(400))
    assert (played.illegal, played.not_ended) == (0, 0)
    assert played.won > 320


def test_every_tile_finds_a_place() -> None:
    assert min(shares(range(1), every=20).fits.values()) == 1


@pytest.mark.slow
def test_every_page_can_be_told_in_random_play() -> None:
    found = shares(range(40))
    assert min(found.turns.values()) > 0.05
    assert max(found.turns.values()) < 0.85
    assert min(found.games.values()) > 0.5
    assert min(found.fits.values()) > 0.95


@pytest.mark.parametrize("game", GOLDEN, ids=[game["about"] for game in GOLDEN])
def test_golden_game(game: dict[str, Any]) -> None:
    """Whole games and their results by the second implementation of the rules."""
    played = play(game["document"])
    error = played["error"] and [played["error"]["turn"], played["error"]["code"]]
    assert {**played, "error": error} == game["expected"]
