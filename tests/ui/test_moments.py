"""Kept moments: one touch keeps one; the page lists, copies and deletes them."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.base import Sentence
from tests.ui.finger import Finger
from tests.ui.games.fae.fake import FakeFae
from tests.ui.press import buttons, press
from ui.services import KeptMoment


@pytest.fixture
def controller(monkeypatch: pytest.MonkeyPatch) -> FakeFae:
    made = FakeFae()
    monkeypatch.setattr(made, "watched", lambda: True)
    return made


@pytest.fixture
def opened(open_window: Any, controller: FakeFae) -> Callable[[], Any]:
    """The page with two moments."""

    def make() -> Any:
        for _ in range(2):
            controller.moments.keep()
        running = open_window(controller)
        running.app.open("moments")
        Finger(running).until(lambda: len(cards(running)) == 2, "the moments")
        return running

    return make


def cards(running: Any) -> list[Any]:
    from ui.screens.moments import MomentCard

    return [widget for widget in running.screen.walk() if isinstance(widget, MomentCard)]


def test_one_touch_in_the_menu_keeps_the_moment(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    running.app.open("menu")
    running.lay_out()
    press(running, "That was wrong")
    assert len(controller.moments.kept) == 1
    assert running.screen.name != "menu"


def test_without_a_camera_there_is_no_such_key(open_window: Any) -> None:
    running = open_window(FakeFae())
    running.app.open("menu")
    running.lay_out()
    assert not any(button.text == "That was wrong" for button in buttons(running))


def test_a_deleted_moment_comes_back_or_goes(opened: Callable[[], Any], controller: FakeFae) -> None:
    running = opened()
    press(running, icon="trash")
    assert len(cards(running)) == 1
    assert not controller.moments.calls
    press(running, "Undo")
    assert len(cards(running)) == 2
    press(running, icon="trash")
    running.app.overlay.unnotice()
    assert controller.moments.calls == [("delete", "moment-0")]  # the lowest on the page is pressed first
    assert len(cards(running)) == 1


def test_a_moment_is_copied(opened: Callable[[], Any], controller: FakeFae) -> None:
    running = opened()
    press(running, icon="save")
    assert controller.moments.calls == [("export", "moment-0")]


def test_the_screen_says_that_a_button_kept_the_moment(open_window: Any, controller: FakeFae) -> None:
    running = open_window(controller)
    controller.kept()
    Finger(running).until(lambda: bool(running.app.overlay._notice), "the notice")


def test_a_damaged_moment_says_why_and_can_be_deleted(open_window: Any, controller: FakeFae) -> None:
    from ui.widgets.lines import Lines

    damaged = KeptMoment("moment-x", "", "", Sentence("Expected a moment, found nothing."))
    controller.moments.kept.append(damaged)
    running = open_window(controller)
    running.app.open("moments")
    Finger(running).until(lambda: len(cards(running)) == 1, "the moment")
    texts = [widget.text for widget in cards(running)[0].walk() if isinstance(widget, Lines)]
    assert "moment-x: damaged" in texts and "Expected a moment, found nothing." in texts
    running.screen.delete(damaged)
    assert cards(running) == []
