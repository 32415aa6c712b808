"""Random whole games: all numbers of players, tracks and options; also with unreasonable acts."""

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from companion.games import fate
from companion.games.fate import script
from companion.games.fate.happenings import Happening
from tests.games.fate.whole_games import check, check_written, replay, table, whole_game

FOLDER = Path(__file__).parents[2] / "data" / "fate"
GOLDEN = sorted(FOLDER.glob("*.json"))
ENDS = {
    name: position
    for line in (FOLDER / "ends.jsonl").read_text("utf-8").splitlines()
    for name, position in json.loads(line).items()
}
"""Final positions of the recorded games."""


def play(seed: int) -> tuple[str, set[type[Happening]]]:
    """Play one game with every check; return its result and the types of its happenings."""
    wildness = 0.4 * (seed % 3 == 0)
    start, acts, happened = None, [], set()
    for number, played in enumerate(whole_game(seed, wildness)):
        start = start or played.before
        acts.append(played.act)
        check(played)
        if number % 25 == 0:
            check_written(played)
        happened |= {type(happening) for happening in played.applied.happenings}
    check_written(played)
    assert start
    assert replay(start, acts) == played.applied.position
    assert played.applied.position.result
    return played.applied.position.result, happened


def games(seeds: Iterable[int]) -> Counter[str]:
    results: Counter[str] = Counter()
    happened: set[type[Happening]] = set()
    for seed in seeds:
        result, new = play(seed)
        results[result] += 1
        happened |= new
    assert happened >= {h for h in fate.Happening.__args__ if h.__name__ != "Left"}
    return results


def test_tables_differ() -> None:
    tables = {table(seed) for seed in range(200)}
    assert {players for players, _ in tables} == {1, 2, 3, 4}
    for field in fate.Options._fields:
        assert len({getattr(options, field) for _, options in tables}) == 2


def test_8_games_end_without_an_illegal_state() -> None:
    assert games(range(8)).total() == 8


@pytest.mark.slow
def test_600_games_end_without_an_illegal_state_some_of_them_won() -> None:
    results = games(range(600))
    assert results.total() == 600
    assert results["won"] > 1


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_recorded_game_ends_as_it_did(path: Path) -> None:
    document = json.loads(path.read_text("utf-8"))
    result = script.play(document)
    assert json.loads(json.dumps(result))["position"] == ENDS[path.stem]
    assert result["error"] is None


def test_recorded_games_are_there() -> None:
    assert len(GOLDEN) == 3
