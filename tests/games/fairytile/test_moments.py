"""Moments that random games seldom bring."""

import random

from companion.games.fairytile import RULES, GiveUp
from companion.games.fairytile.autoplay import opening


def test_the_last_player_who_gives_up_learns_that_nobody_wins() -> None:
    start = RULES.read_setup(opening(random.Random(1), ("Ann", "Ben")))
    one_out = RULES.apply(start, GiveUp())
    all_out = RULES.apply(one_out, GiveUp())
    assert RULES.moments(start, GiveUp(), one_out) == ("A18", "FT-142")
    assert RULES.moments(one_out, GiveUp(), all_out) == ("FT-143", "FT-142")
