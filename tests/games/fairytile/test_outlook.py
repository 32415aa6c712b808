"""Pages that nobody can fulfil any more, and advice."""

import random
from typing import Any

import pytest

from companion.games import fairytile
from companion.games.fairytile.advice import advise
from companion.games.fairytile.board import Hex, read_cell
from companion.games.fairytile.judge import fulfilled
from companion.games.fairytile.kingdom import Kingdom
from companion.games.fairytile.outlook import can_grow, hopeless
from companion.games.fairytile.position import FinishTurn, GiveUp, Move, Position, Tell, TurnPage
from companion.games.fairytile.rules import adventures, apply, tellable
from tests.games.fairytile.random_kingdoms import goal as random_goal
from tests.games.fairytile.random_kingdoms import kingdom as random_kingdom
from tests.games.fairytile.test_rules import position

MEETINGS = dict.fromkeys(("5", "7", "9", "12"), "meet(knight, dragon)")


def on(cells: dict[str, Any], figures: tuple[str, str, str], goal: str) -> Position:
    """Build a game without tiles left on a kingdom; page 1 of both players has the goal."""
    land = {read_cell(text): Hex(h["terrain"], tuple(h["river"])) for text, h in cells.items()}
    kingdom = Kingdom({cell: hex_ for cell, hex_ in land.items() if cell})
    princess, knight, dragon = (cell for text in figures if (cell := read_cell(text)))
    box = fairytile.Box({}, {1: goal, 2: goal})
    return Position(
        box, kingdom, (princess, knight, dragon), ((0,), (0,)), (True, True), ((), ()), dealt=((1,), (2,))
    )  # fmt: skip


def by_force(p: Position, page: int) -> bool:
    """Return whether a page can ever be fulfilled, by trying all combinations of cells."""
    goal, seen, fresh = p.box.goals[page], {p.figures}, [p.figures]
    while fresh:
        here = p._replace(figures=fresh.pop(), done=())
        for first in adventures(here):
            after = apply(here, first)
            if fulfilled(goal, after.moment):
                return True
            if any(fulfilled(goal, apply(after, second).moment) for second in adventures(after)):
                return True
            if after.figures not in seen:
                seen.add(after.figures)
                fresh.append(after.figures)
    return False


@pytest.mark.parametrize("seed", range(24))
def test_the_search_agrees_with_brute_force(seed: int) -> None:
    chance = random.Random(seed)
    cells = random_kingdom(chance, chance.choice((2, 3, 4, 5)))
    names = sorted(cells)
    for _ in range(6):
        figures = (chance.choice(names), chance.choice(names), chance.choice(names))
        p = on(cells, figures, random_goal(chance, 1))
        assert hopeless(p, 1) != by_force(p, 1), (cells, figures, p.box.pages)


def test_both_answers_come() -> None:
    row = {f"{q},0": {"terrain": "plain", "river": []} for q in range(4)}
    at = ("0,0", "0,0", "0,0")
    assert hopeless(on(row, at, "visit(dragon, castle)"), 1)
    assert not hopeless(on(row, at, "visit(dragon, plain)"), 1)
    # he goes two steps at a time: from 0,0 he never comes to 1,0
    odd = {**row, "1,0": {"terrain": "forest", "river": []}}
    assert hopeless(on(odd, at, "visit(knight, forest)"), 1)
    assert not hopeless(on(odd, at, "cross(knight, forest)"), 1)


def test_while_a_tile_may_come_nothing_is_hopeless() -> None:
    p = position(pages={**MEETINGS, "5": "visit(knight, great mountain)"})
    assert can_grow(p)
    assert not hopeless(p, 5)
    assert hopeless(p._replace(stack=()), 5)
    assert not hopeless(p._replace(stack=(), hidden=1), 5)


def asked(p: Position, book: list[int], trials: int = 0, seed: int = 1) -> list[fairytile.Act]:
    seen = fairytile.view(p, p.turn)
    advice = advise([seen], p.turn, book, trials, random.Random(seed), lambda: True)
    assert 1 <= len(advice) <= 3
    assert all(fairytile.explain(p, one.move) is None for one in advice)
    return [one.move for one in advice]


def test_what_fulfils_the_page_is_advised() -> None:
    p = position(stack=[])
    for act in asked(p, [5, 9], 60):
        assert tellable(apply(p, act), 5)


@pytest.mark.parametrize("trials", [0, 60])
def test_a_page_that_is_fulfilled_is_told(trials: int) -> None:
    after = apply(position(stack=[]), Move("princess", (1, 0)))
    assert asked(after, [5, 9], trials) == [Tell(5)]
    assert asked(apply(after, Tell(5)), [5, 9], trials) == [FinishTurn()]


def test_the_easy_one_overlooks_something() -> None:
    p = position(stack=[])
    found = [
        tellable(apply(p, act), 5)
        for seed in range(20)
        for act in asked(p, [5, 9], 0, seed)[:1]
        if act != TurnPage()
    ]
    assert True in found and False in found


def test_the_strong_one_uses_magic() -> None:
    pages = {"5": "visit(princess, river) and visit(knight, forest)", "9": "meet(knight, dragon)"}
    p = position(stack=[], pages={**pages, "12": pages["9"], "7": pages["9"]})._replace(magic=(True, False))
    (first, *_) = asked(p, [5, 9], 60)
    after = apply(p, first)
    assert any(tellable(apply(after, second), 5) for second in adventures(after))
    (second, *_) = asked(after, [5, 9], 60)
    assert tellable(apply(after, second), 5)


def test_a_page_far_away_is_turned_and_one_without_hope_given_up() -> None:
    far = {**MEETINGS, "5": "visit(princess, great mountain) and meet(princess, dragon)"}
    assert TurnPage() in asked(position(pages=far, hidden=2), [5, 9], 60)
    assert asked(position(pages=far, stack=[]), [5, 9], 60) == [GiveUp()]


def test_only_the_page_in_hand_and_the_top_tile_count() -> None:
    p = position(hidden=1)
    for trials in (0, 30):
        same = asked(p, [5, 9], trials)
        assert asked(p, [5, 12], trials) == same
        assert asked(p._replace(stack=p.stack[:1], hidden=2), [5, 7], trials) == same
        assert asked(p._replace(dealt=((5, 7), (9, 12))), [5, 9], trials) == same


def test_the_same_luck_gives_the_same_advice_and_time_ends_it() -> None:
    p = position()
    assert asked(p, [9, 5], 40, seed=4) == asked(p, [9, 5], 40, seed=4)
    stopped = advise([fairytile.view(p, 0)], 0, [12, 5], 10_000, random.Random(1), lambda: False)
    assert stopped


def played(seed: int, trials: tuple[int, int], most: int = 400) -> int | None:
    """Return the winner of two bots with these numbers of trials and four sample pages each."""
    chance = random.Random(seed)
    setup = fairytile.RULES.opening(chance, ("Ana", "Bo"))
    setup["books"] = {player: book[:4] for player, book in setup["books"].items()}
    p = fairytile.RULES.read_setup(setup)
    for _ in range(most):
        if fairytile.finished(p):
            return p.winner
        seen = fairytile.view(p, p.turn)
        book = fairytile.held(p, p.turn, setup["books"][("Ana", "Bo")[p.turn]])
        p = apply(p, advise([seen], p.turn, book, trials[p.turn], chance, lambda: True)[0].move)
    return None


def test_the_apps_own_players_end_a_game() -> None:
    assert played(1, (0, 12)) in (0, 1)


@pytest.mark.slow
def test_the_strong_one_wins_more_often() -> None:
    won = [played(seed, (240, 0)) == 0 if seed % 2 else played(seed, (0, 240)) == 1 for seed in range(40)]
    assert sum(won) >= 30
