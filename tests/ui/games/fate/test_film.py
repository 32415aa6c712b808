"""The monsters' turn waits for "Next"; a key lets it play by itself, but for steps that wait even then."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from companion.session.view import Answer
from tests.ui.finger import FRAME_S, Finger
from tests.ui.games.fate import states
from tests.ui.games.fate.fake import FakeFate

LONG_S = 6.0
"""Time after which a film that plays has gone on."""


@contextmanager
def film(open_window: Any, fake: FakeFate) -> Iterator[tuple[Any, Finger]]:
    """A window whose clock is the finger's from the first step on."""
    running = open_window(fake)
    with Finger(running.window).ready() as finger:
        finger.frames(4)
        yield running, finger


def wait(finger: Finger, seconds: float = LONG_S) -> None:
    finger.frames(round(seconds / FRAME_S))


def test_each_step_waits_for_its_key(open_window: Any) -> None:
    fake = states.monsters_turn()
    with film(open_window, fake) as (running, finger):
        wait(finger)
        assert fake.snapshot().done == 0
        finger.tap(running.screen.ids.main)
        assert (fake.snapshot().done, fake.calls) == (1, [Answer(1, "done", ())])


def test_the_film_plays_by_itself_until_its_key_is_touched_again(open_window: Any) -> None:
    from ui.games.fate.film_player import PAGE_S

    fake = states.monsters_turn()
    with film(open_window, fake) as (running, finger):
        finger.tap(running.screen.ids.end)
        assert running.screen.ids.end.icon == "pause"
        wait(finger, PAGE_S + 0.5)
        assert fake.snapshot().done == 1
        finger.tap(running.screen.ids.end)
        wait(finger)
        assert (fake.snapshot().done, running.screen.ids.end.icon) == (1, "fast_forward")


def test_a_film_that_people_went_back_in_waits(open_window: Any) -> None:
    fake = states.monsters_turn()
    with film(open_window, fake) as (running, finger):
        finger.tap(running.screen.ids.main)
        finger.tap(running.screen.ids.end)
        running.screen.undo()
        wait(finger)
        assert fake.snapshot().done == 0 and not running.screen._player.playing


def test_a_second_touch_after_the_last_step_does_not_end_a_heros_turn(open_window: Any) -> None:
    fake = states.monsters_turn()
    with film(open_window, fake) as (running, finger):
        for _ in fake.snapshot().steps:
            running.screen.main()
            finger.frames(2)
        assert fake.snapshot().stage == "heroes"
        count = len(fake.calls)
        running.screen.main()
        assert len(fake.calls) == count
        wait(finger, 1.0)
        running.screen.main()
        assert fake.calls[-1].decision == "end"


def test_houses_and_stone_are_those_of_the_step_that_is_shown(open_window: Any) -> None:
    fake = states.hero_turn(watched=False)
    town, step = fake.position.town, fake.position.step
    for place in ("9,7", "11,9"):
        fake.correct("place", "goblin", place)
    fake.until("guide")
    seen = []
    with film(open_window, fake) as (running, finger):
        ids = running.screen.ids
        while (shown := fake.snapshot()).stage == "guide":
            page = shown.steps[shown.done]
            town -= page.n if page.what in ("town", "fallen") else 0
            seen.append(page.what)
            assert ids.track.town == ids.board.town == town, seen
            assert ids.track.step == step + 1, "the stone moves on the first page"
            running.screen.main()
            finger.frames(2)
    assert seen.index("town") > 0 and town == fake.position.town


def test_a_fall_and_the_last_step_wait_for_a_touch(open_window: Any) -> None:
    fake = states.hero_turn(watched=False)
    for hero, place in (("bjorn", "13,6"), ("alva", "6,9")):
        fake.correct("damage", hero, 8)
        fake.correct("place", "brute", place)
    fake.until("guide")
    with film(open_window, fake) as (running, finger):
        falls = [n for n, step in enumerate(fake.snapshot().steps) if step.what == "fallen"]
        assert len(falls) == 2 and falls[-1] == fake.snapshot().pages - 1
        for fall in falls:
            finger.tap(running.screen.ids.end)
            for _ in range(60):
                if running.screen._player.playing:
                    wait(finger, 1.0)
            wait(finger)
            assert fake.snapshot().done == fall
            running.screen.main()
            finger.frames(2)
        assert fake.step.changes
        finger.tap(running.screen.ids.main)
        assert fake.snapshot().stage == "heroes"


@pytest.mark.parametrize("page", ["menu", pytest.param("rules", marks=pytest.mark.slow)])
def test_the_film_stops_below_a_page(open_window: Any, page: str) -> None:
    fake = states.monsters_turn()
    with film(open_window, fake) as (running, finger):
        finger.tap(running.screen.ids.end)
        running.app.open(page)
        wait(finger)
        assert fake.snapshot().done == 0
        running.app.back()
        wait(finger)
        assert fake.snapshot().done == 0, "it waits again"


def test_hands_before_a_camera_are_not_hurried(open_window: Any) -> None:
    fake = states.monsters_walk()
    with film(open_window, fake) as (_, finger):
        at = fake.snapshot().done
        wait(finger)
        assert fake.snapshot().done == at


def test_a_touch_of_a_row_ticks_it(open_window: Any) -> None:
    from ui.games.fate.checklist import Tick

    fake = states.monsters_done()
    with film(open_window, fake) as (running, finger):
        ticks = [widget for widget in running.screen.walk() if isinstance(widget, Tick)]
        assert [tick.done for tick in ticks[:3]] == [True, False, True]
        finger.tap(ticks[1])
        assert fake.snapshot().steps[-1].changes[1].done
        assert running.screen.ids.main.text == "Bjorn's turn"
        finger.tap(running.screen.ids.main)
        assert fake.snapshot().stage == "heroes"


def test_without_a_table_the_list_has_no_ticks(open_window: Any) -> None:
    from ui.games.fate.checklist import Tick

    fake = states.monsters_done(at_table=False)
    running = open_window(fake)
    running.lay_out()
    assert fake.step.changes and not any(isinstance(widget, Tick) for widget in running.screen.walk())
