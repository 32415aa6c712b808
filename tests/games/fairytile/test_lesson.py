"""The friendly set-up of the guided first round."""

import pytest

from companion.games.fairytile import RULES, adventures, page_in_hand
from companion.games.fairytile.lesson import opening
from companion.games.fairytile.rules import fulfilling

NAMES = ("Ana", "Bo", "Cy", "Di")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_first_pages_come_true_in_one_adventure(players: int) -> None:
    p = RULES.read_setup(opening(NAMES[:players], ()))
    assert p.stack_left == 12 and {len(book) for book in p.dealt} == {36 // players}
    assert len({page for book in p.dealt for page in book}) == 36
    for seat in range(players):
        assert fulfilling(p, page_in_hand(p, seat), adventures(p))
