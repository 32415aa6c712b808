"""Secrets on the wire: a few games here; `make torture-phones TIMES=1000` plays more."""

import pytest

from tests.torture import phones

MOST_S = 600.0


def test_no_secret_is_on_the_wire() -> None:
    tally = phones.torture(len(phones.GAMES))
    assert not tally.failed, tally.failed
    assert tally.noted["moves by phone"] > 20 * tally.noted["moves at the screen"]


@pytest.mark.slow
def test_no_secret_is_on_the_wire_of_many_games() -> None:
    tally = phones.torture(1000, seed=2, most_s=MOST_S)
    print(tally.row)
    assert not tally.failed, tally.failed
    assert tally.tried > 50
