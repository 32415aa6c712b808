"""Days in words."""

from datetime import date, timedelta

import pytest

from companion.i18n import LANGUAGES, translator
from companion.storage import clock
from ui import days


@pytest.fixture(autouse=True)
def known_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "is_set", lambda: True)


def test_the_last_days_have_names_and_others_a_date() -> None:
    tr, today = translator("en"), date.today()
    said = [days.day(tr, str(today - timedelta(days=ago))) for ago in (0, 1, 2, 6, 7)]
    week = [f"{today - timedelta(days=ago):%A}" for ago in (2, 6)]
    assert said[:4] == ["Today", "Yesterday", *week]
    assert said[4].split()[0] == str((today - timedelta(days=7)).day)


def test_a_date_of_another_year_says_which() -> None:
    assert days.day(translator("en"), "2019-03-04 10:00") == "4 March 2019"
    assert days.moment(translator("pt_BR"), "2019-03-04 08:05") == "4 de março 2019 8:05"
    assert days.moment(translator("en"), "2019-03-04 00:05") == "4 March 2019 0:05"


@pytest.mark.parametrize("wrong", ["", "soon", "2019-13-40 10:00"])
def test_what_is_no_date_is_unknown(wrong: str) -> None:
    assert days.day(translator("en"), wrong) == "Date unknown"


def test_no_date_is_written_with_numbers_alone() -> None:
    for language in LANGUAGES:
        assert any(letter.isalpha() for letter in days.day(translator(language), "2019-03-04"))
