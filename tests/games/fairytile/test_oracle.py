"""The rules agree with a second implementation on random questions."""

import copy
import json
from typing import Any

import pytest

from companion.games.fairytile.script import play
from tests.games.fairytile import oracle, oracle_game
from tests.games.fairytile.random_kingdoms import question
from tests.games.fairytile.written import by_chance, spoilt

QUESTIONS = 36
MANY = 6000


def steered(ask: dict[str, Any], seed: int) -> dict[str, Any]:
    """Return the question with adventures that its answer lists as legal, if there are any."""
    done: list[dict[str, Any]] = []
    for number, act in enumerate(ask["done"]):
        before = play(
            {"game": "fairytile", "ask": {**ask, "done": done, "tile": act.get("tile", ask["tile"])}}
        )
        if before["error"]:
            break
        if "move" in act and (cells := before["moves"][act["move"]]):
            done.append({**act, "to": cells[(seed + number) % len(cells)]})
        elif "place" in act and (spots := before["placements"]):
            done.append({**act, "place": spots[(seed + number) % len(spots)]})
    return {**ask, "done": done[:2]}


def compared(ask: dict[str, Any]) -> dict[str, Any]:
    expected = oracle.answer(copy.deepcopy(ask))
    found = play(json.loads(json.dumps({"game": "fairytile", "ask": ask})))
    if expected["error"]:
        assert found["error"]["code"] == expected["error"], ask
    else:
        assert found == {"game": "fairytile", **expected}, ask
    return expected


def together(seeds: range) -> None:
    refused = held = pages = 0
    for seed in seeds:
        ask = question(seed)
        refused += bool(compared(ask)["error"])
        answer = compared(steered(ask, seed))
        held += sum(answer["pages"])
        pages += len(answer["pages"])
    assert refused > len(seeds) / 4
    assert 0.05 < held / pages < 0.9


@pytest.mark.parametrize("first", range(0, QUESTIONS, 12))
def test_random_questions_are_answered_as_a_second_reader_does(first: int) -> None:
    together(range(first, first + 12))


@pytest.mark.slow
def test_many_random_questions() -> None:
    together(range(QUESTIONS, MANY))


def games_together(seeds: range) -> None:
    codes = set()
    for seed in seeds:
        right = by_chance(seed)
        for document in (right, spoilt(right, seed), spoilt(right, seed + 1000), spoilt(right, seed + 2000)):
            expected = oracle_game.play(copy.deepcopy(document))
            found = play(json.loads(json.dumps(document)))
            error = found["error"] and (found["error"]["turn"], found["error"]["code"])
            assert {**found, "error": error} == expected, document
            codes.add(error and error[1])
        assert expected["turns_played"] <= len(right["turns"])
    assert {None, "not_reachable", "cannot_tell"} <= codes


def test_random_games_go_as_a_second_reader_has_them() -> None:
    games_together(range(4))


@pytest.mark.slow
def test_many_random_games() -> None:
    games_together(range(4, 300))
