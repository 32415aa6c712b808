"""A screen that is connected after the start is waited for."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from companion.app.machine import screen
from companion.app.machine.service import Service
from tests.app.machine.test_service import Clock, Heard
from ui.display import Screen

HDMI = Screen("HDMI-A-1", 1, "vc4-drm")
BOOT = Screen("Unknown-1", 0, "simple-framebuffer")


class HeardWhen(Heard):
    """Keeps signs of life apart, with their times."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.beats_s: list[float] = []
        self._clock = clock

    def notify(self) -> None:
        self.beats_s.append(self._clock())


class Evening:
    """Time goes on while the app sleeps; `screens` says what is connected when."""

    def __init__(self, screens: Callable[[float], list[Screen]], watched: bool = True) -> None:
        self.clock, self.asked = Clock(), 0
        self.heard = HeardWhen(self.clock)
        self.began_s = self.clock()
        self._screens = screens
        self.service = Service(self.heard, 30.0, self.clock) if watched else Service()

    def wait(self) -> float:
        """Seconds until the app goes on."""
        screen.wait(self.service, self._connected, self.clock, self._sleep)
        return self.clock() - self.began_s

    def _connected(self) -> list[Screen]:
        self.asked += 1
        return self._screens(self.clock() - self.began_s)

    def _sleep(self, time_s: float) -> None:
        self.clock.now_s += time_s


@pytest.fixture(autouse=True)
def no_desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("comes_s", [0.0, 0.5, 90.0, 7200.0])
def test_the_app_goes_on_soon_after_a_screen_is_connected(comes_s: float) -> None:
    evening = Evening(lambda now_s: [HDMI] if now_s >= comes_s else [])
    assert comes_s <= evening.wait() <= comes_s + screen.PERIOD_S


def test_systemd_neither_ends_the_wait_nor_counts_it() -> None:
    evening = Evening(lambda now_s: [HDMI] if now_s >= 900 else [])
    evening.wait()
    assert evening.heard.sent == [screen.WAITING, "ready"]
    gaps = [later - earlier for earlier, later in pairwise(evening.heard.beats_s)]
    assert len(gaps) > 60 and max(gaps) < 15
    evening.service.ready()
    assert evening.heard.sent[2:] == ["", "ready"]


def test_a_driver_that_loads_a_little_later_is_an_ordinary_start() -> None:
    evening = Evening(lambda now_s: [HDMI] if now_s >= 4 else [])
    assert evening.wait() == 4
    evening.service.ready()
    assert evening.heard.sent == ["ready"]


def test_the_picture_at_boot_is_no_screen_unless_nothing_else_comes() -> None:
    evening = Evening(lambda now_s: [BOOT] if now_s < 3 else [] if now_s < 5 else [HDMI])
    assert evening.wait() == 5
    assert Evening(lambda _: [BOOT]).wait() == screen.PATIENCE_S


def test_a_terminal_and_a_desktop_are_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Evening(lambda _: [], watched=False).wait() == 0
    monkeypatch.setenv("DISPLAY", ":0")
    evening = Evening(lambda _: [])
    assert (evening.wait(), evening.asked) == (0, 0)
