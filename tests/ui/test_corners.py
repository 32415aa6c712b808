from typing import Any

import pytest

from tests.ui.games.fae.fake import FakeFae
from ui.services import RgbPicture

GREY = RgbPicture(400, 300, bytes([90]) * 400 * 300 * 3)


@pytest.fixture
def corners(open_window: Any) -> Any:
    running = open_window(FakeFae())
    from ui import all_games
    from ui.widgets.corners import CornerPicture

    view = CornerPicture(
        picture=GREY, corners=list(all_games.of("fae").corners), pos=(20, 30), size=(700, 400)
    )
    view.size_hint = (None, None)
    running.window.add_widget(view)
    running.lay_out()
    return view


def drag(start: tuple[float, float], end: tuple[float, float], view: Any) -> None:
    from kivy.tests.common import UnitTestTouch

    touch = UnitTestTouch(*start)
    touch.touch_down()
    touch.touch_move(*end)
    touch.touch_up()


def test_places_and_window_agree(corners: Any) -> None:
    for place in ((0, 0), (1, 1), (0.25, 0.75)):
        assert corners.place(*corners.spot(place)) == pytest.approx(place)
    left, bottom, width, height = corners.frame
    assert width / height == pytest.approx(4 / 3)
    assert corners.spot((0, 0)) == pytest.approx((left, bottom + height))


def test_a_corner_moves_by_as_much_as_the_finger(corners: Any) -> None:
    received = []
    corners.bind(on_dragged=lambda _: received.append(list(corners.corners)))
    x, y = corners.spot(corners.corners[1])
    drag((x + 10, y - 8), (x - 30, y - 28), corners)
    assert corners.spot(corners.corners[1]) == pytest.approx((x - 40, y - 20))
    assert len(received) == 1
    assert received[0] == corners.corners
    assert corners.held == -1


def test_a_corner_that_was_only_touched_is_not_dragged(corners: Any) -> None:
    received: list[Any] = []
    corners.bind(on_dragged=received.append)
    x, y = corners.spot(corners.corners[1])
    drag((x + 10, y - 8), (x + 11, y - 8), corners)
    assert (received, corners.held) == ([], -1)


def test_a_corner_stays_in_the_picture(corners: Any) -> None:
    x, y = corners.spot(corners.corners[0])
    drag((x, y), (-500, 900), corners)
    assert corners.corners[0] == (0, 0)


def test_a_touch_beside_the_corners_is_a_place(corners: Any) -> None:
    places: list[Any] = []
    corners.bind(on_place=lambda _, place: places.append(place))
    drag(corners.spot((0.5, 0.4)), corners.spot((0.6, 0.6)), corners)
    assert places == [pytest.approx((0.5, 0.4))]
    assert corners.corners[2] == pytest.approx((0.9, 0.9))


def test_looks(corners: Any) -> None:
    from kivy.clock import Clock

    from ui import all_games, theme
    from ui.widgets.corners import Outline

    corners.corners = list(all_games.of("fate").corners)
    corners.outlines = [Outline(((0.3, 0.3), (0.5, 0.3), (0.4, 0.5)), theme.BAD, "cross", "2")]
    corners.held = 2
    Clock.tick()
    Clock.tick_draw()
    assert len(corners.canvas.before.children) > 20
