"""How well does it see my table? Pictures, judged by touch, and the figures."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.ui.games.fae.fake import FakeFae
from tests.ui.press import press
from ui.services import RgbPicture
from ui.table_test_service import PICTURES, SeenThing, TestPicture

THINGS = (SeenThing("red", 1, (0.2, 0.2)), SeenThing("red", 2, (0.8, 0.2)), SeenThing("blue", 3, (0.8, 0.8)))


def picture() -> TestPicture:
    return TestPicture(RgbPicture(40, 30, bytes(3600)), THINGS, "capture")


@pytest.fixture
def controller(monkeypatch: pytest.MonkeyPatch) -> FakeFae:
    made = FakeFae()
    monkeypatch.setattr(made, "watched", lambda: True)
    made.moments.pictures = [picture() for _ in range(PICTURES)]
    return made


@pytest.fixture
def opened(open_window: Any, controller: FakeFae) -> Callable[[], Any]:
    def make() -> Any:
        running = open_window(controller)
        running.app.open("menu")
        running.lay_out()
        press(running, "How well does it see?")
        return running

    return make


def test_five_pictures_give_figures_and_wrong_ones_are_kept(
    opened: Callable[[], Any], controller: FakeFae
) -> None:
    running = opened()
    page = running.screen
    press(running, "Take a picture")
    page.touched((0.21, 0.2))
    assert page.touched_name == "Red: wrong"
    for _ in range(PICTURES - 1):
        press(running, "Take the next picture")
    page.touched((0.5, 0.5))
    press(running, "To the figures")
    assert page.said == "88 % right: 14 right, 1 wrong, 1 missed. 2 pictures are kept."
    rows = [row.text for row in page.ids.figures.shown()]
    assert rows == ["Red: 9 of 10 right", "Blue: 5 of 5 right"]
    first, second = controller.moments.judged
    assert (first.wrong_things, first.missed) == ([THINGS[0]], [])
    assert (second.wrong_things, second.missed) == ([], [(0.5, 0.5)])


def test_a_second_touch_takes_it_back(opened: Callable[[], Any], controller: FakeFae) -> None:
    running = opened()
    page = running.screen
    press(running, "Take a picture")
    for place in ((0.2, 0.2), (0.5, 0.5)):
        page.touched(place)
        page.touched(place)
    press(running, "Take the next picture")
    assert not controller.moments.judged
    assert page.taken == 2


def test_the_test_goes_on_after_a_look_at_the_game(opened: Callable[[], Any]) -> None:
    running = opened()
    press(running, "Take a picture")
    running.app.home()
    running.app.open("table_test")
    running.lay_out()
    press(running, "Take the next picture")
    assert running.screen.taken == 2


def test_without_a_picture_it_says_why(opened: Callable[[], Any], controller: FakeFae) -> None:
    controller.moments.pictures = []
    running = opened()
    press(running, "Take a picture")
    assert "no picture" in running.screen.problem
    assert running.screen.taken == 0
