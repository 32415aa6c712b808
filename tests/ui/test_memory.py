"""Discarded widgets are freed: they hold textures, of which the system has few."""

import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.ui import test_evenings as evenings
from tests.ui.evening import Evening, evening
from tests.ui.finger import FRAME_S

PAGES = ("rules", "settings", "touch_test", "diagnostics", "games", "statistics", "teach", "menu")


@pytest.fixture
def untidy() -> None:
    """Leave the garbage collection of the window on."""


def screens(house: Evening) -> list[weakref.ref[Any]]:
    return [weakref.ref(screen) for screen in house.running.app.root.screens]


def alive(house: Evening, screens: Sequence[weakref.ref[Any]]) -> list[str]:
    """Widgets still alive after garbage collection."""
    from ui import window

    house.finger.tap((5, 5))  # the last touch holds what it was on
    house.finger.frames(round(2 * window._TIDY_S / FRAME_S))
    return [made.name for screen in screens if (made := screen())]


def look_around(house: Evening) -> None:
    for page in PAGES:
        house.running.app.open(page)
        house.finger.frames(3)
    house.running.app.home()
    house.finger.frames(3)


@pytest.mark.slow
def test_screens_made_anew_leave_nothing_of_those_before(open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path) as house:
        evenings.begin_fae(house, known=False)
        look_around(house)
        before = screens(house)
        house.resize(480, 800)
        assert alive(house, before) == []

        house.running.app.leave_game()
        evenings.begin_fate(house)
        before = screens(house)
        house.running.app.prefer(night=True)
        house.finger.frames(3)
        assert alive(house, before) == []


@pytest.mark.slow
def test_nothing_of_a_game_that_was_left_stays(open_window: Any, tmp_path: Path) -> None:
    with evening(open_window, tmp_path) as house:
        evenings.begin_fae(house, known=False)
        played = weakref.ref(house.screen)
        house.running.app.leave_game()
        house.finger.frames(3)
        assert alive(house, [played]) == []
