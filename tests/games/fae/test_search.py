"""Search of Fae: trial games follow the rules and use only the seat's knowledge."""

import random
from collections.abc import Iterator
from itertools import count, islice

import pytest

from companion.games import fae
from companion.games.fae.advice import advise
from companion.games.fae.board import COLOURS
from companion.games.fae.playouts import Playouts
from companion.games.fae.search import FINALISTS, choices, gained, search
from companion.games.fae.setup import random_druids


def always() -> bool:
    return True


def opening(seed: int, players: int = 2) -> fae.Position:
    return fae.start(random_druids(random.Random(seed)), players)


def played(seed: int, moves: int, players: int = 2) -> list[fae.Position]:
    """Return the positions of a random game after `moves` moves."""
    chance, past = random.Random(seed), [opening(seed, players)]
    while len(past) <= moves and not fae.finished(past[-1]):
        past.append(fae.apply(past[-1], fae.RULES.next_move(past[-1], chance)))
    return past


@pytest.mark.parametrize("seed", range(30))
def test_a_trial_game_is_one_by_the_rules(seed: int) -> None:
    players = 2 + seed % 3
    past = played(seed, seed, players)
    chance = random.Random(seed)
    spirits = chance.sample(range(len(COLOURS)), players)
    totals, moves = Playouts(chance).play(past[-1], spirits)
    p = past[-1]
    for move in moves:
        p = fae.apply(p, move)
    assert fae.finished(p)
    assert totals == list(fae.result(p, {i: COLOURS[spirit] for i, spirit in enumerate(spirits)}).totals)


def test_every_order_of_rituals_that_makes_a_difference_is_a_choice() -> None:
    for seed in range(6):
        for p in played(seed, 60)[20:-1]:
            found = choices(p)
            assert {move[:2] for move, _ in found} == {move[:2] for move in fae.legal(p)}
            assert all(fae.apply(p, move) == after for move, after in found)
            assert len({after for _, after in found}) == len(found) or len(fae.legal(p)) == len(found)


def open_points() -> Iterator[tuple[list[fae.Position], int, dict[tuple[int, int], int]]]:
    """Yield games in which a spirit can get 9 points or more: points of each move."""
    for seed in count():
        past = played(seed, 30)
        p = past[-1]
        for mine in range(len(COLOURS)):
            gains = {
                (move.source, move.target): after.scores[mine] - p.scores[mine] for move, after in choices(p)
            }
            if max(gains.values(), default=0) >= 9:
                yield past, mine, gains


def test_advice_is_legal_short_and_says_where_to_look() -> None:
    past = played(3, 20, 3)
    found = advise(past, past[-1].turn, "red", 100, random.Random(1), always)
    assert 1 <= len(found) <= FINALISTS
    for one in found:
        assert fae.explain(past[-1], one.move) is None
        assert one.way == one.move[:2] and set(one.way) <= set(one.highlighted)
        assert all(past[-1].groups[int(space)] for space in one.highlighted)
        assert "{" not in str(one.reason)


@pytest.mark.parametrize("seed", range(6))
def test_moves_told_are_in_the_order_of_their_worth_after_equally_many_trials(seed: int) -> None:
    past = played(seed, 20 + seed)
    found = search(past, past[-1].turn, "red", 60, random.Random(1))[:FINALISTS]
    assert len({tried.trials for tried in found}) == 1, "else their worths cannot be compared"
    assert [tried.worth for tried in found] == sorted((tried.worth for tried in found), reverse=True)
    advised = [one.move for one in advise(past, past[-1].turn, "red", 60, random.Random(1), always)]
    assert advised == [tried.move for tried in found if tried.move in advised] and advised[0] == found[0].move


def test_the_same_luck_gives_the_same_answer_and_other_luck_is_used() -> None:
    past = played(4, 10)
    repeated = [search(past, 0, "black", 80, random.Random(7)) for _ in range(2)]
    assert repeated[0] == repeated[1]
    assert search(past, 0, "black", 80, random.Random(8)) != repeated[0]


def test_without_trials_the_best_ritual_at_once_is_taken() -> None:
    for past, mine, gains in islice(open_points(), 3):
        found = search(past, past[-1].turn, COLOURS[mine], 0, random.Random(1))
        assert [tried.now for tried in found] == sorted((tried.now for tried in found), reverse=True)
        assert not any(tried.trials for tried in found) and gains[found[0].move[0], found[0].move[1]] > 0


def test_who_has_no_time_still_answers() -> None:
    past = played(5, 25)
    found = search(past, 0, "red", 10_000, random.Random(1), lambda: False)
    assert {tried.move[:2] for tried in found} == {move[:2] for move in fae.legal(past[-1])}
    assert advise(past, 0, "red", 10_000, random.Random(1), lambda: False)


def test_the_time_guard_ends_the_search_within_a_few_trials() -> None:
    asked = iter(range(10**6))
    past = played(5, 25)
    found = search(past, 0, "red", 1000, random.Random(1), lambda: next(asked) < 5)
    assert sum(1 for tried in found if tried.trials) < 10


def test_rituals_of_others_are_remembered_by_colour() -> None:
    past = played(6, 60)
    brought = gained(past)
    end = past[-1]
    assert [sum(points) for points in zip(*brought, strict=True)] == list(end.scores)


def test_spirits_of_others_are_suspected_by_their_rituals() -> None:
    """A player whose rituals brought one colour many points probably has that spirit."""
    p = played(7, 22)[-1]
    before = p._replace(scores=(0, 0, 0, 0, 0), turn=1)
    after = p._replace(scores=(0, 40, 0, 0, 0), turn=0)
    plain = [before._replace(turn=0), after._replace(turn=0)]  # the seat itself scored the same points
    known = search([before, after], 0, "red", 1, random.Random(1), lambda: False)
    unknown = search(plain, 0, "red", 1, random.Random(1), lambda: False)
    blue = {tried.move: tried.after.scores[1] - 40 for tried in known}
    worth = {tried.move: tried.now for tried in unknown}
    hit = [tried for tried in known if blue[tried.move]]
    assert hit, "the position must offer blue points"
    assert any(tried.now < worth[tried.move] for tried in hit)
