"""The monsters' turn plays by itself; a touch goes on at once, and some steps wait for one."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from companion.session.view import Answer
from tests.ui.finger import FRAME_S, Finger
from tests.ui.games.fate import states
from tests.ui.games.fate.fake import FakeFate

LONGEST_S = 9.0
"""Maximum time of a step with the longest sentence."""


@contextmanager
def film(open_window: Any, fake: FakeFate, **liked: Any) -> Iterator[tuple[Any, Finger]]:
    """A window whose clock is the finger's from the first step on."""
    running = open_window(fake)
    with Finger(running.window).ready() as finger:
        fake.profiles.prefer(**{"auto_advance": True, **liked})
        running.screen.refresh_text()
        finger.frames(4)
        yield running, finger


def wait(finger: Finger, seconds: float = LONGEST_S) -> None:
    finger.frames(round(seconds / FRAME_S))


def test_each_step_stays_long_enough_to_be_read(open_window: Any) -> None:
    from ui.games.fate.film_player import seconds

    fake = states.monsters_turn()
    with film(open_window, fake) as (_, finger):
        at, needed_s = fake.snapshot().done, seconds(fake.step)
        assert 2.0 < needed_s < LONGEST_S
        wait(finger, needed_s - 0.5)
        assert fake.snapshot().done == at
        wait(finger, 1.0)
        assert fake.snapshot().done == at + 1


def test_a_touch_of_the_board_goes_on_at_once(open_window: Any) -> None:
    fake = states.monsters_turn()
    with film(open_window, fake) as (running, finger):
        finger.tap(running.screen.ids.board)
        assert (fake.snapshot().done, fake.calls) == (1, [Answer(1, "done", ())])


def test_a_step_that_people_went_back_to_waits(open_window: Any) -> None:
    fake = states.monsters_turn()
    with film(open_window, fake) as (running, finger):
        finger.tap(running.screen.ids.board)
        running.screen.undo()
        wait(finger)
        assert fake.snapshot().done == 0
        assert not running.screen._player.playing


def test_a_fall_and_the_last_step_wait_for_a_touch(open_window: Any) -> None:
    fake = states.hero_turn(watched=False)
    for hero, place in (("bjorn", "13,6"), ("alva", "6,9")):
        fake.correct("damage", hero, 8)
        fake.correct("place", "brute", place)
    fake.until("guide")
    with film(open_window, fake) as (running, finger):
        falls = [n for n, step in enumerate(fake.snapshot().steps) if "knocked out" in step.title.pattern]
        assert len(falls) == 2 and falls[-1] == len(fake.snapshot().steps) - 1
        for fall in falls:
            while running.screen._player.playing:
                wait(finger, 1.0)
            wait(finger)
            assert fake.snapshot().done == fall
            running.screen.main()
            finger.frames(2)
        assert fake.snapshot().stage == "heroes"


@pytest.mark.parametrize("page", ["menu", pytest.param("rules", marks=pytest.mark.slow)])
def test_the_film_stops_below_a_page_and_goes_on_after_it(open_window: Any, page: str) -> None:
    fake = states.monsters_turn()
    with film(open_window, fake) as (running, finger):
        running.app.open(page)
        wait(finger)
        assert fake.snapshot().done == 0
        running.app.back()
        wait(finger)
        assert fake.snapshot().done > 0


@pytest.mark.parametrize("liked", [{"little_motion": True}, {"auto_advance": False}], ids=str)
def test_by_choice_or_with_little_motion_every_step_waits(open_window: Any, liked: dict[str, bool]) -> None:
    fake = states.monsters_turn()
    with film(open_window, fake, **liked) as (_, finger):
        wait(finger)
        assert fake.snapshot().done == 0


def test_hands_before_a_camera_are_not_hurried(open_window: Any) -> None:
    fake = states.monsters_walk()
    with film(open_window, fake) as (_, finger):
        at = fake.snapshot().done
        wait(finger)
        assert fake.snapshot().done == at
