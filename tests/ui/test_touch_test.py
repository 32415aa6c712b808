from collections.abc import Callable
from typing import Any

import pytest

from companion.i18n import LANGUAGES
from tests.ui.games.fae.fake import FakeFae
from tests.ui.layout import at_any_size, check_layout
from ui.touch import TURNS, on_panel, turned

pytestmark = pytest.mark.slow  # many windows; every run opens its pages in the gallery


class Panel:
    """A panel that sends every touch turned in its own way, to the running app's filter and widgets."""

    def __init__(self, running: Any, turn: str = "straight", times: int = 1) -> None:
        self.running, self.times = running, times
        back = [name for name in TURNS if turned(turn, *turned(name, 0.2, 0.7)) == pytest.approx((0.2, 0.7))]
        self.sent: Callable[[float, float], tuple[float, float]] = lambda x, y: turned(back[0], x, y)

    def tap(self, x_px: float, y_px: float) -> None:
        """A finger on a place in the window."""
        from kivy.base import EventLoop
        from kivy.tests.common import UnitTestTouch

        window = self.running.window
        place = on_panel(x_px / window.width, y_px / window.height, window.rotation)
        touches = [UnitTestTouch(0, 0) for _ in range(self.times)]
        for kind in ("begin", "end"):
            for touch in touches:
                touch.sx, touch.sy = self.sent(*place)
                EventLoop._dispatch_input(kind, touch)
            EventLoop.dispatch_input()
        self.running.lay_out()

    def touch_rings(self) -> None:
        for place in self.running.screen.ids.rings.places():
            self.tap(*place)
            self.running.screen._advance()
        self.running.screen._next.cancel()
        self.running.lay_out()


def begun(open_window: Any, size: tuple[int, int] = (800, 480)) -> Any:
    controller = FakeFae()
    controller.playing = False
    running = open_window(controller, size=size)
    running.app.open("touch_test")
    running.lay_out()
    return running


@pytest.mark.parametrize("size", [(720, 1280), (1280, 720)])
def test_a_panel_either_way_round_is_upright_and_touched_right_at_its_first_start(
    open_window: Any, size: tuple[int, int]
) -> None:
    """A panel that is portrait by nature is a tall window, which nothing turns."""
    controller = FakeFae()
    controller.playing = False
    running = open_window(controller, size=size)
    running.lay_out()
    assert (tuple(running.window.size), running.window.rotation) == (size, 0)
    assert tuple(running.screen.size) == size
    check_layout(running)
    running.app.open("touch_test")
    running.lay_out()
    Panel(running).touch_rings()
    assert (running.screen.finding.turn, running.screen.fixable) == ("straight", False)


@pytest.mark.parametrize("rotation", [0, 90])
@pytest.mark.parametrize("turn", TURNS)
def test_turned_touches_are_found_and_put_right(open_window: Any, turn: str, rotation: int) -> None:
    running = begun(open_window)
    running.controller.profiles.prefer(rotation=rotation)
    running.settle(2)
    panel = Panel(running, turn)
    panel.touch_rings()
    assert (running.screen.finding.turn, running.screen.fixable) == (turn, turn != "straight")
    if turn != "straight":
        panel.tap(*running.screen.ids.fix.center)
        assert running.screen.fixed
    assert running.controller.profiles.liked.touch == turn
    panel.tap(*running.screen.ids.leave.center)
    assert running.screen.name == "start"
    assert running.app.touches.turn == turn


def test_an_orientation_not_kept_is_forgotten(open_window: Any) -> None:
    running = begun(open_window)
    panel = Panel(running, "half")
    panel.touch_rings()
    assert running.app.touches.turn == "half"
    running.app.back()
    assert running.app.touches.turn == "straight"


def test_doubled_touches_are_reported_and_taken_once(open_window: Any) -> None:
    running = begun(open_window)
    Panel(running, times=2).touch_rings()
    assert running.screen.text == "Every touch arrives twice; the app ignores the second."
    assert running.app.touches.doubles == 4


def test_rings_wait_and_the_page_leaves_when_nothing_is_felt(open_window: Any) -> None:
    running = begun(open_window)
    for _ in range(4):
        assert running.screen.name == "touch_test"
        running.screen._gave_up()
    running.lay_out()
    assert running.screen.name == "start"
    assert "cable" in running.window.children[0].children[1].text


def test_a_corner_without_feeling_is_named_and_the_page_leaves_in_the_end(open_window: Any) -> None:
    running = begun(open_window)
    panel = Panel(running)
    places = running.screen.ids.rings.places()
    for place in places[:3]:
        panel.tap(*place)
        running.screen._advance()
    running.screen._gave_up()
    assert running.screen.text == "The panel reported no touch at the crossed rings."
    assert running.screen.ids.rings.states == ["felt"] * 3 + ["missed"]
    running.screen._gave_up()
    assert running.screen.name == "start"


@at_any_size
def test_touch_test_fits_in_every_language(open_window: Any, size: tuple[int, int]) -> None:
    running = begun(open_window, size)
    panel = Panel(running, "mirrored", times=2)
    for shown in ("rings", "found"):
        for language in LANGUAGES:
            running.app.speak(language)
            running.lay_out()
            check_layout(running)
        running.screenshot(f"touch_test_{shown}_{size[0]}x{size[1]}.png")
        panel.touch_rings()


def test_nonsense_is_reported_and_the_window_stays_usable(open_window: Any) -> None:
    from kivy.base import EventLoop
    from kivy.tests.common import UnitTestTouch

    controller = FakeFae()
    controller.playing = False
    running = open_window(controller)
    for place in ((float("nan"), 0.5), (0.5, float("inf")), (-7.0, 0.2), (0.5, 9.0)):
        touch = UnitTestTouch(0, 0)
        touch.sx, touch.sy = place
        for kind in ("begin", "update", "end"):
            EventLoop._dispatch_input(kind, touch)
        EventLoop.dispatch_input()
    assert running.window.children[0].children[1].text.startswith("The touch screen sometimes sends")
    check_layout(running)
    running.app.open("settings")
    running.lay_out()
    Panel(running).tap(*running.window.children[0].children[0].center)
    assert len(running.window.children) == 1


def test_first_touch_only_wakes(open_window: Any) -> None:
    running = begun(open_window)
    running.app.overlay._sleep(0)
    assert running.app.overlay.asleep
    panel = Panel(running)
    for _bounce in range(2):
        panel.tap(*running.screen.ids.leave.center)
        assert (running.app.overlay.asleep, running.screen.name) == (False, "touch_test")
    running.app.touches._lifted.clear()
    panel.tap(*running.screen.ids.leave.center)
    assert running.screen.name == "start"


def test_a_move_on_the_table_wakes(open_window: Any) -> None:
    controller = FakeFae()
    running = open_window(controller)
    running.app.overlay._sleep(0)
    controller.publish()
    running.lay_out()
    assert not running.app.overlay.asleep


def test_sleep_comes_after_the_minutes_people_chose(open_window: Any) -> None:
    running = begun(open_window)
    waits = []
    for minutes in (5, 0):
        running.controller.profiles.prefer(sleep_min=minutes)
        running.lay_out()
        timer = running.app.overlay._timer
        waits.append((timer.timeout, bool(timer.is_triggered)))
    assert waits == [(300, True), (0, False)]


def test_a_window_without_backlight_gets_a_veil(open_window: Any) -> None:
    from kivy.core.image import Image

    running = begun(open_window)

    def light() -> float:
        picture = Image(str(running.screenshot("veil.png")), keep_data=True, nocache=True)
        return float(sum(picture.read_pixel(*running.screen.ids.leave.center)[:3]))

    bright = light()
    running.controller.profiles.prefer(brightness=0.4)
    running.settle(2)
    assert light() < 0.6 * bright


@pytest.mark.parametrize("size", [(320, 240), (470, 400), (300, 900)])
def test_too_small_a_window_says_so(open_window: Any, size: tuple[int, int]) -> None:
    controller = FakeFae()
    running = open_window(controller, size=size)
    assert running.screen.name == "too_small"
    assert f"{size[0]} by {size[1]} pixels" in running.screen.text
    check_layout(running)
    running.window.size = (800, 480)
    running.settle()
    running.app._refill(0)
    assert running.screen.name == "fae_play"


def test_two_fingers_on_the_panel_are_two_touches(open_window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from kivy.base import EventLoop

    from ui.multitouch import TouchWindow

    class Panel:
        def __init__(self, inner: Any) -> None:
            self.inner = inner
            self.received = [
                (kind, finger, 0.2 + 0.5 * finger, 0.25, 1.0) for kind in ("down", "up") for finger in (0, 1)
            ]

        def __getattr__(self, name: str) -> Any:
            return getattr(self.inner, name)

        def poll(self) -> Any:
            return ("finger" + self.received[0][0], *self.received.pop(0)[1:]) if self.received else False

    running = begun(open_window)
    window = running.window
    assert isinstance(window._win, TouchWindow)
    monkeypatch.setattr(window, "_win", TouchWindow(Panel(window._win._window), window._win._heard))
    felt: list[Any] = []
    monkeypatch.setattr(running.app.touches, "on_raw", lambda *received: felt.append(received))
    window.mainloop()
    EventLoop.dispatch_input()
    assert felt == [
        ("down", pytest.approx(0.2), 0.75), ("down", pytest.approx(0.7), 0.75),
        ("up", pytest.approx(0.2), 0.75), ("up", pytest.approx(0.7), 0.75),
    ]  # fmt: skip
