from collections.abc import Mapping

import pytest

from companion.app.fae import players as people
from companion.games import fae
from companion.games.base import Space, Table
from companion.table.guide import GuideStep

SEEDS = range(8)


def after(table: Table, act: GuideStep) -> Table:
    """The table when the act is done; every piece it takes must be there."""
    result: dict[Space, dict[str, int]] = {space: dict(counts) for space, counts in table.items()}
    assert act.space is not None
    shift(result, act.space, act.pieces, -1)
    if act.act == "move":
        assert act.target is not None
        shift(result, act.target, act.pieces, 1)
    return result


def shift(table: dict[Space, dict[str, int]], space: Space, pieces: Mapping[str, int], sign: int) -> None:
    counts = table.setdefault(space, {})
    for colour, n in pieces.items():
        counts[colour] = counts.get(colour, 0) + sign * n
        assert counts[colour] >= 0
        if counts[colour] == 0:
            del counts[colour]
    if not counts:
        del table[space]


def test_equal_seeds_play_the_same_game() -> None:
    first, second, other = (list(people.acts(people.opening(seed), seed, mistakes=0.3)) for seed in (1, 1, 2))
    assert first == second
    assert first != other


@pytest.mark.parametrize("seed", SEEDS)
def test_the_hands_do_what_the_rules_say(seed: int) -> None:
    position = people.opening(seed, players=3)
    table = fae.table(position)
    for act in people.acts(position, seed, mistakes=0.0, names=("Ana", "Bo", "Cy")):
        if act.act == "move":
            assert table == fae.table(position)
            assert act.player == ("Ana", "Bo", "Cy")[position.turn]
            assert isinstance(act.space, int)
            assert isinstance(act.target, int)
            position = fae.apply(position, fae.Move(act.space, act.target))
        table = after(table, act)
    assert table == fae.table(position)
    assert fae.finished(position)


@pytest.mark.parametrize("seed", SEEDS)
def test_mistakes_are_put_right(seed: int) -> None:
    careful = people.opening(seed)
    table: Table = fae.table(careful)
    tables = [table]
    for act in people.acts(careful, seed, mistakes=1.0):
        table = after(table, act)
        tables.append(table)
    back = [i for i in range(2, len(tables)) if tables[i] == tables[i - 2] != tables[i - 1]]
    assert len(back) >= 10


def test_every_kind_of_mistake_is_made() -> None:
    position = people.opening(5)
    made = set()
    for seed in range(30):
        first = next(people.acts(position, seed, mistakes=1.0))
        assert isinstance(first.space, int)
        assert isinstance(first.target, int)
        reason = fae.explain(position, fae.Move(first.space, first.target))
        made.add(reason.code if reason else None)
    # In the opening no group can be split or be too large and no space is empty.
    assert {"across_lake", "not_adjacent"} <= made
