from random import Random

import pytest

from companion.errors import RuleError
from companion.games import fae
from companion.games.base import Reason
from companion.games.fae.board import NEIGHBOURS, RIVERS, SPACES
from tests.games.fae.openings import opening

# Space 1 is adjacent to 2, 3 and 4; 2 and 4 are not adjacent; 20 and 22 face each other over a lake.


def of(druids: dict[int, int], cards_used: int = 0) -> fae.Position:
    """Return a position with the given numbers of druids: red ones first, then blue, then yellow."""
    left = {"red": 12, "blue": 12, "yellow": 12}
    placed: dict[int, dict[str, int]] = {}
    for space, n in druids.items():
        placed[space] = {}
        for colour in left:
            taken = min(n, left[colour])
            left[colour] -= taken
            n -= taken
            if taken:
                placed[space][colour] = taken
    return fae.position(placed, players=2, cards_used=cards_used)


def test_opening_has_270_moves_one_each_way_over_every_edge() -> None:
    moves = fae.legal(opening(1))
    assert len(moves) == 270
    assert moves == [fae.Move(a, b) for a in SPACES for b in NEIGHBOURS[a]]


def test_a_random_move_is_the_same_as_one_of_the_list() -> None:
    for seed in range(20):
        p, one, other = opening(seed), Random(seed), Random(seed)
        while moves := fae.legal(p):
            move = fae.random_legal(p, one)
            assert move == other.choice(moves)
            p = fae.apply(p, move)
        with pytest.raises(IndexError):
            fae.random_legal(p, one)


@pytest.mark.parametrize(
    ("p", "move", "reason"),
    [
        (of({1: 1, 2: 1}), (0, 1), Reason("unknown_space", (0,))),
        (of({1: 1, 2: 1}), (1, 61), Reason("unknown_space", (61,))),
        (of({1: 1, 2: 1}, cards_used=12), (1, 2), Reason("game_over", (), "E-040")),
        (of({1: 1, 4: 7, 32: 7}), (1, 2), Reason("empty_target", (2,), "E-013")),
        (of({4: 7, 32: 7}), (4, 32), Reason("game_over", (), "E-041")),
        (of({1: 1, 2: 1}), (1, 1), Reason("same_space", (1,), "E-011")),
        (of({1: 1, 2: 1}), (3, 1), Reason("empty_source", (3,), "E-011")),
        (of({1: 1, 2: 1, 4: 1}), (2, 4), Reason("not_adjacent", (2, 4), "E-011")),
        (of({20: 1, 22: 1, 1: 1, 2: 1}), (20, 22), Reason("across_lake", (20, 22), "E-015")),
        (of({1: 7, 2: 1}), (1, 2), Reason("too_many_druids", (1,), "E-014")),
        (of({1: 1, 2: 1}), (1, 3), Reason("empty_target", (3,), "E-013")),
    ],
)
def test_reasons(p: fae.Position, move: tuple[int, int], reason: Reason) -> None:
    assert fae.explain(p, fae.Move(*move)) == reason
    with pytest.raises(RuleError) as caught:
        fae.apply(p, fae.Move(*move))
    assert caught.value.code == reason.code
    assert caught.value.params["spaces"] == reason.spaces
    assert fae.dump(p) in str(caught.value)
    with pytest.raises(RuleError):
        fae.rituals(p, fae.Move(*move))


def test_six_may_move_and_others_may_join_seven() -> None:
    p = of({1: 6, 2: 7, 3: 1})
    assert fae.Move(1, 2) in fae.legal(p)
    assert fae.Move(3, 2) in fae.legal(p)
    assert not [move for move in fae.legal(p) if move.source == 2]


def test_a_group_that_grows_to_seven_is_stuck() -> None:
    after = fae.apply(of({1: 3, 2: 4, 3: 1}), fae.Move(1, 2))
    assert fae.legal(after) == [fae.Move(3, 2)]


def test_all_druids_move_whoever_they_belong_to() -> None:
    p = fae.position({1: {"red": 2, "black": 1}, 2: {"blue": 1}, 3: {"red": 1}}, players=2)
    after = fae.apply(p, fae.Move(1, 2))
    assert fae.table(after) == {2: {"red": 2, "blue": 1, "black": 1}, 3: {"red": 1}}
    assert after.turn == 1
    assert fae.apply(after, fae.Move(3, 2)).turn == 0


def test_rivers_may_be_crossed() -> None:
    moves = fae.legal(opening(1))
    assert all(fae.Move(a, b) in moves and fae.Move(b, a) in moves for a, b in RIVERS)


def test_two_neighbouring_groups_of_seven_end_the_game() -> None:
    p = of({1: 7, 2: 7})
    assert fae.legal(p) == []
    assert fae.finished(p)


def test_changed_holds_the_table_before_anything_is_taken_off() -> None:
    p = fae.position({1: {"red": 1}, 2: {"red": 1, "blue": 1}}, players=2)
    move = fae.Move(1, 2)  # space 2 has mushrooms, which the first card curses
    assert fae.changed(p, move) == {1: {}, 2: {"red": 2, "blue": 1}}
    assert fae.removed(p, move) == {2: {"red": 2, "blue": 1}}
    assert fae.table(fae.apply(p, move)) == {}


def test_mistakes_are_seen_as_such() -> None:
    p = of({1: 2, 2: 1, 3: 7, 20: 1, 22: 1})
    by_code: dict[str, list[tuple[object, object, object]]] = {}
    for m in fae.mistakes(p):
        by_code.setdefault(m.reason.code, []).append((m.source, m.target, m.changed))
    assert (20, 22, {20: {}, 22: {"red": 2}}) in by_code["across_lake"]
    assert {(1, 4)} == {(a, b) for a, b, _ in by_code["empty_target"] if a == 1}
    assert {(3, 1), (3, 2)} == {(a, b) for a, b, _ in by_code["too_many_druids"]}
    assert (1, 2, {1: {"red": 1}, 2: {"red": 2}}) in by_code["split_group"]
    assert [c for a, b, c in by_code["several_moves"] if (a, b) == (2, 1)] == [
        {2: {}, 3: {}, 1: {"red": 10}},
    ]
