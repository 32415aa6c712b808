"""Whole games recorded by another implementation of the rules; the results must be equal."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.games.fae import script

GAMES = [
    json.loads(line) for line in Path(__file__).with_name("golden.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("game", GAMES, ids=[game["about"] for game in GAMES])
def test_golden_game(game: dict[str, Any]) -> None:
    played = script.play(game["document"])
    assert played["error"] is None
    assert {key: played[key] for key in game["expected"]} == game["expected"]


def test_golden_games_hold_the_rare_endings() -> None:
    about = " ".join(game["about"] for game in GAMES)
    for kind in ("no move left", "more isolations than cards", "five lone druids", "several at once"):
        assert kind in about
