import random

import pytest

from companion.games import fae
from companion.games.fae import autoplay
from companion.games.fae.script import read_position


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_leaves_no_order_open(players: int) -> None:
    several = 0
    for seed in range(40):
        chance = random.Random(seed)
        position = read_position(autoplay.opening(chance, ("Ana", "Bo", "Cy", "Di")[:players]))
        while not fae.finished(position):
            move = autoplay.next_move(position, chance)
            assert not fae.needs_order(position, move)
            assert fae.explain(position, move) is None
            several += len(move.rituals) > 1
            position = fae.apply(position, move)
        assert position.players == players
    assert several


def test_an_opening_is_written_in_its_short_form() -> None:
    setup = autoplay.opening(random.Random(1), ("Ana", "Bo"))
    assert set(setup) == {"players", "turn", "druids"}
    assert set(setup["druids"].values()) == {"red", "blue", "yellow", "purple", "black"}
