"""Contract tests of every game; games followed by a camera must meet the interpreter's contract, too."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion import games
from companion.errors import CompanionError, RuleError
from companion.games import fae, registry
from companion.games.base import Game
from companion.testing.rules import CHECKS, Check
from tests.games.fae.openings import opening
from tests.games.played import played
from tests.offered import offer

fae_game: Game[fae.Position, fae.Move] = fae  # the type checker compares every signature

GAMES = [(fae_game, opening)]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("name", registry.registered())
def test_every_game_keeps_the_contract(name: str, check: Check) -> None:
    assert registry.rules(name).name == name
    check(played(name))


@pytest.mark.parametrize("name", ["chess", "", None, 5, ["fae"]])
def test_a_game_that_does_not_exist_is_told_with_those_that_do(name: object) -> None:
    with pytest.raises(RuleError) as caught:
        registry.rules(name)
    assert caught.value.code == "unknown_game"
    assert ", ".join(registry.registered()) in str(caught.value)
    assert repr(name) in str(caught.value)


def test_a_game_without_its_rules_is_told_with_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(fae, "RULES")
    with pytest.raises(CompanionError, match="RULES") as caught:
        registry.rules("fae")
    assert caught.value.code == "incomplete_game"
    monkeypatch.setattr(fae, "RULES", "these", raising=False)
    with pytest.raises(CompanionError, match=r"RULES.*found: str"):
        registry.rules("fae")


def test_rules_that_lack_a_part_are_told_with_its_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "half").mkdir()
    text = "from companion.games.base import Rules\nRULES = Rules(name='half', title='Half')\n"
    (tmp_path / "half" / "__init__.py").write_text(text, "utf-8")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    offer(monkeypatch, *registry.registered(), "half")
    with pytest.raises(CompanionError, match=r"half/__init__\.py, line 2: .*'read_setup'") as caught:
        registry.rules("half")
    assert caught.value.code == "broken_game"


def test_a_game_that_is_named_but_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, *registry.registered(), "chess")
    with pytest.raises(CompanionError, match=r"companion\.games\.chess") as caught:
        registry.rules("chess")
    assert caught.value.code == "incomplete_game"


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
def test_what_an_interpreter_needs(contract: tuple[Game[Any, Any], Callable[[int], Any]], seed: int) -> None:
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
