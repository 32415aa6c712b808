"""Secrets on the wire: a few games here; `make torture-phones TIMES=1000` plays more."""

import random
from pathlib import Path

import pytest

from tests.app.phones.test_page import BROWSER, DRIVER
from tests.torture import moment, page, phones

MOST_S = 200.0


def test_no_secret_is_on_the_wire() -> None:
    tally = phones.torture(1)
    assert not tally.failed, tally.failed
    assert tally.noted["moves by phone"] > 20 * tally.noted["moves at the screen"]


def test_of_all_decisions_in_one_moment_one_counts() -> None:
    tally = moment.torture(60)
    assert not tally.failed, tally.failed


@pytest.mark.slow
def test_of_all_decisions_in_many_moments_one_counts() -> None:
    tally = moment.torture(1500, seed=3, most_s=MOST_S)
    print(tally.row)
    assert not tally.failed, tally.failed


@pytest.mark.slow
def test_no_secret_is_on_the_wire_of_many_games() -> None:
    tally = phones.torture(1000, seed=2, most_s=MOST_S)
    print(tally.row)
    assert not tally.failed, tally.failed
    assert tally.tried > 16


@pytest.mark.slow
@pytest.mark.skipif(not (BROWSER and DRIVER), reason="no browser: apt install chromium chromium-driver")
def test_a_page_outlives_wrong_messages() -> None:
    tally = page.torture(800, seed=3)
    assert not tally.failed, tally.failed[:3]
    assert tally.tried == 800


def test_the_search_finds_what_is_there(tmp_path: Path) -> None:
    """Else the tests above would say nothing."""
    with phones.table(tmp_path) as app:
        evening = phones.Evening(app, "fairytile", random.Random(3))
        evening.check()
        goal = next(phones.MARKS["fairytile"](evening, app._session))
        ana, other = list(evening.seats.values())[:2]
        texts = (goal, *phones.written(ana.key), ana.token, ana.device)
        for leak in (ana.key, *map(str.encode, texts)):
            for phone in (evening.onlooker, other):
                phone.wire += leak
                with pytest.raises(AssertionError):
                    evening.search([goal])
        evening.search([goal])
        evening.end()
