"""Allowed deviations from the table: disrupted druids in any order of rituals, groups after their ritual."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise, permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import fae
from companion.games.base import Space, Table
from companion.games.fae.board import COLOURS, NEIGHBOURS, RITUAL_CARDS, SPACES, TERRAIN_OF
from tests.games.fae.openings import game, opening

seeds = st.integers(0, 10**9)
some = settings(max_examples=12)


def druids(table: Table) -> dict[tuple[Space, str], int]:
    return {(space, colour): n for space, counts in table.items() for colour, n in counts.items()}


@some
@given(seeds)
def test_removals_are_what_every_order_of_rituals_takes_off(seed: int) -> None:
    for p, move, _ in game(seed):
        isolated = fae.isolated_by(p, move.source, move.target)
        open_order = move._replace(rituals=())
        every: list[Table] = [
            gone
            for order in permutations(isolated)
            if (gone := fae.removed(p, open_order._replace(rituals=order)))
        ]
        found = fae.removals(p, open_order)
        assert all(gone in found for gone in every)
        assert all(gone in every for gone in found)
        assert len(found) == len({str(sorted(gone.items())) for gone in found})


@some
@given(seeds)
def test_a_chosen_order_takes_off_what_the_rules_take(seed: int) -> None:
    for p, move, after in game(seed):
        if fae.needs_order(p, move._replace(rituals=())):
            gone = fae.removals(p, move)
            assert gone == [fae.removed(p, move)] * len(gone)
            whole = Counter(druids({**fae.table(p), **fae.changed(p, move)}))
            assert whole - Counter(druids(gone[0] if gone else {})) == Counter(druids(fae.table(after)))


def pairs() -> Iterator[tuple[fae.Move, int, int, int]]:
    """Yield moves that isolate two spaces if no other druid is near, and a space next to the target only."""
    for source in SPACES:
        for target in NEIGHBOURS[source]:
            for one, two in combinations(sorted({*NEIGHBOURS[source]} - {target, *NEIGHBOURS[target]}), 2):
                near = {source, *NEIGHBOURS[source], one, two, *NEIGHBOURS[one], *NEIGHBOURS[two]}
                beside = sorted({*NEIGHBOURS[target]} - near)
                if one not in NEIGHBOURS[two] and beside:
                    yield fae.Move(source, target), one, two, beside[0]


def two_isolated(
    move: fae.Move, one: int, two: int, beside: int, group: dict[str, int], cards_used: int
) -> fae.Position:
    druids = {move.source: {"red": 1}, move.target: {"red": 1}, beside: {"red": 1}, one: group, two: group}
    p = fae.position(druids, players=2, cards_used=cards_used)
    assert fae.isolated_by(p, move.source, move.target) == (one, two)
    return p


def test_another_order_takes_off_others() -> None:
    """A space cursed by the first card only, beside one cursed by the second only: both go or none."""
    move, one, two, beside, used = next(
        (*found, used)
        for found in pairs()
        for used, (first, second) in enumerate(pairwise(RITUAL_CARDS))
        if TERRAIN_OF[found[1]] in first.cursed - second.cursed
        and TERRAIN_OF[found[2]] in second.cursed - first.cursed
    )
    p = two_isolated(move, one, two, beside, {"blue": 2}, used)
    both: Table = {one: {"blue": 2}, two: {"blue": 2}}
    assert fae.removals(p, move) == [both]
    assert fae.removals(p, move._replace(rituals=(one, two))) == [both]
    assert fae.removals(p, move._replace(rituals=(two, one))) == []


def test_with_one_card_left_either_of_two_groups_may_lose_its_druids() -> None:
    """The mover picks the last ritual (E-040); one druid of each of five colours always goes (E-025)."""
    five = dict.fromkeys(COLOURS, 1)
    move, one, two, beside = next(pairs())
    p = two_isolated(move, one, two, beside, five, len(RITUAL_CARDS) - 1)
    assert fae.removals(p, move) == [{one: five}, {two: five}]


def test_at_the_start_nothing_may_be_taken_off() -> None:
    assert fae.optional(opening(1)) == {}


@some
@given(seeds)
def test_optional_are_the_groups_that_rest_where_they_stand(seed: int) -> None:
    for _, _, p in game(seed):
        resting = {space: fae.contents(p, space) for space in p.done if fae.size(p, space)}
        assert fae.optional(p) == resting
        assert not {space for move in fae.legal(p) for space in move[:2]} & set(resting)
