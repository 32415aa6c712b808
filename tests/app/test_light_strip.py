"""The lamps on their own thread: the newest pattern is shown, also by lamps that were unplugged meanwhile."""

import threading
from collections.abc import Sequence

import pytest

from companion.app import light_strip
from companion.app.light_strip import LightStrip
from companion.errors import HardwareError
from hardware.lights import Light, LightsTwin

DARK: Light = (0, 0, 0)
RED: Light = (255, 0, 0)
WAIT_S = 10


class Lamps(LightsTwin):
    """A strip that tells when it was spoken to, and on which thread."""

    def __init__(self) -> None:
        super().__init__(3)
        self.asked, self.threads = 0, set[str]()
        self._news = threading.Condition()
        self.may_answer = threading.Event()
        self.may_answer.set()

    def show(self, lights: Sequence[Light]) -> None:
        self.may_answer.wait(WAIT_S)
        with self._news:
            self.asked += 1
            self.threads.add(threading.current_thread().name)
            try:
                super().show(lights)
            finally:
                self._news.notify_all()

    def until(self, shown: Sequence[Light]) -> None:
        with self._news:
            assert self._news.wait_for(lambda: self.shown == tuple(shown), WAIT_S)

    def until_asked(self, times: int) -> None:
        with self._news:
            assert self._news.wait_for(lambda: self.asked >= times, WAIT_S)


def test_lamps_that_are_plugged_in_again_show_what_they_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(light_strip, "RETRY_S", 0.01)
    lamps, errors = Lamps(), list[HardwareError]()
    strip = LightStrip(lamps, [DARK] * 3, errors.append)
    lamps.until_asked(1)
    lamps.plugged_in = False
    strip.show([RED, DARK, DARK])
    lamps.until_asked(4)
    assert [error.code for error in errors] == ["lights_lost"], "told once"
    lamps.plugged_in = True
    lamps.until([RED, DARK, DARK])
    strip.close()
    assert lamps.threads == {"lights"}


def test_nobody_waits_for_lamps_that_hang() -> None:
    lamps = Lamps()
    lamps.may_answer.clear()
    strip = LightStrip(lamps, [DARK] * 3, lambda _: None)
    for _ in range(50):
        strip.show([RED] * 3)
        strip.show([RED, DARK, RED])
    assert list(strip.wanted) == [RED, DARK, RED]
    lamps.may_answer.set()
    lamps.until([RED, DARK, RED])
    strip.close()
    assert lamps.asked <= 3, "patterns that were overtaken are passed over"
