"""Moments of Fábula: each one claimed in random duels is checked against the positions before and after."""

import random
from collections import Counter
from collections.abc import Iterable

import pytest

from companion.games import fabula
from companion.games.fabula.actions import (
    Adjust,
    Adjustment,
    Concede,
)
from companion.games.fabula.autoplay import next_move
from companion.games.fabula.moments import MOMENTS, moments
from companion.games.fabula.setup import read_setup
from tests.games.fabula.moment_claims import CLAIMS, Seen
from tests.games.fabula.random_duels import opening


def steps(seed: int) -> Iterable[Seen]:
    """Play a random duel."""
    chance = random.Random(seed)
    position = read_setup(opening(seed))
    while not position.result:
        action = next_move(position, chance)
        after = fabula.apply(position, action)
        yield Seen(position, action, after)
        position = after


def check(duel: Iterable[Seen]) -> Counter[str]:
    """Check every claim of a duel; return how often each moment came."""
    found: Counter[str] = Counter()
    for seen in duel:
        rules = moments(*seen)
        for rule, holds in CLAIMS.items():
            assert holds(*seen) == (rule in rules), (rule, seen.action)
        found.update(rules)
    return found


def games(seeds: Iterable[int]) -> Counter[str]:
    found: Counter[str] = Counter()
    for seed in seeds:
        found += check(steps(seed))
    return found


EMPTY_DECKS = (60, 101)
"""Seeds of duels that last until a deck is empty: a centre falls then, and somebody cannot draw."""


def test_every_moment_of_4_duels_is_true() -> None:
    found = set(games((0, 1, *EMPTY_DECKS)))
    assert {"FB-002", "FB-003"} <= found <= set(MOMENTS)


@pytest.mark.slow
def test_every_moment_of_600_duels_is_true() -> None:
    assert set(games(range(600))) == set(MOMENTS)


def test_nothing_secret_follows_from_a_moment() -> None:
    """Moments follow from what one seat or nobody may see alike."""
    for seed in range(3):
        for before, action, after in steps(seed):
            known = moments(before, action, after)
            for seat in (0, 1, None):
                assert moments(fabula.view(before, seat), action, fabula.view(after, seat)) == known


def test_changes_by_hand_and_giving_up_are_no_moments() -> None:
    position = next(seen.after for seen in steps(1) if seen.after.phase == "action")
    for action in (Concede(), Adjust((Adjustment(player="Ana", resources=0),))):
        assert moments(position, action, fabula.apply(position, action)) == ()
