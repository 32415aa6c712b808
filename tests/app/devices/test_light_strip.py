"""The lamps on their own thread: the newest pattern is shown, also by lamps that were unplugged meanwhile."""

import threading
from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest

from companion.app.devices import light_strip
from companion.app.devices.light_effects import BLINK_S, BREATHE_S, RUN_S, Led, frame, moves
from companion.app.devices.light_strip import LightStrip
from companion.errors import HardwareError
from hardware.lights import LightsTwin
from hardware.strip import Light, Strip
from tests.patience import WAIT_S

DARK, RED = Led(), Led((255, 0, 0))
BLINKING = Led((255, 0, 0), "blink")


class Lamps(LightsTwin):
    """A strip that moves its patterns, and tells when it was spoken to, and on which thread."""

    frames_s = 25.0

    def __init__(self) -> None:
        super().__init__(Strip(3, 0, 0, 0))
        self.asked, self.threads = 0, set[str]()
        self.news = threading.Condition()
        self.may_answer = threading.Event()
        self.may_answer.set()
        self.closed = False

    def show(self, lights: Sequence[Light]) -> None:
        self.may_answer.wait(WAIT_S)
        with self.news:
            self.asked += 1
            self.threads.add(threading.current_thread().name)
            try:
                super().show(lights)
            finally:
                self.news.notify_all()

    def close(self) -> None:
        self.closed = True

    def until(self, fits: Callable[[], bool]) -> None:
        with self.news:
            assert self.news.wait_for(fits, WAIT_S)

    def until_shown(self, *shown: Led) -> None:
        self.until(lambda: self.shown == tuple(lamp.light for lamp in shown))


def test_lamps_that_are_plugged_in_again_show_what_they_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(light_strip, "RETRY_S", 0.01)
    lamps, errors = Lamps(), list[HardwareError]()
    strip = LightStrip(lamps, [DARK] * 3, errors.append)
    lamps.until(lambda: lamps.asked >= 1)
    lamps.plugged_in = False
    strip.show([RED, DARK, DARK])
    lamps.until(lambda: lamps.asked >= 4)
    assert [error.code for error in errors] == ["lights_lost"], "told once"
    lamps.plugged_in = True
    lamps.until_shown(RED, DARK, DARK)
    strip.close()
    assert lamps.threads == {"lights"}
    assert lamps.closed


def test_nobody_waits_for_lamps_that_hang() -> None:
    lamps = Lamps()
    lamps.may_answer.clear()
    strip = LightStrip(lamps, [DARK] * 3, lambda _: None)
    for _ in range(50):
        strip.show([RED] * 3)
        strip.show([RED, DARK, RED])
    assert list(strip.wanted) == [RED, DARK, RED]
    lamps.may_answer.set()
    lamps.until_shown(RED, DARK, RED)
    strip.close()
    assert lamps.asked <= 3, "patterns that were overtaken are passed over"


def test_a_pattern_that_moves_is_drawn_again_and_again_and_one_that_stands_is_not() -> None:
    lamps = Lamps()
    strip = LightStrip(lamps, [DARK] * 3, lambda _: None)
    strip.show([BLINKING] * 3)
    lamps.until_shown(RED, RED, RED)
    lamps.until_shown(DARK, DARK, DARK)
    strip.show([RED, DARK, DARK])
    lamps.until_shown(RED, DARK, DARK)
    asked = lamps.asked
    strip.show([DARK, DARK, RED])
    lamps.until_shown(DARK, DARK, RED)
    assert lamps.asked == asked + 1
    strip.close()


def test_lamps_that_forget_are_told_again() -> None:
    lamps = Lamps()
    lamps.again_s = 0.01
    strip = LightStrip(lamps, [RED] * 3, lambda _: None)
    lamps.until(lambda: lamps.asked >= 5)
    assert lamps.shown == (RED.light,) * 3
    strip.close()


def test_effects_differ_without_colour() -> None:
    light = (200, 200, 200)

    def over_time(lamp: Led, span_s: float) -> list[int]:
        return [frame([lamp], step * span_s / 100)[0][0] for step in range(100)]

    still, blink = over_time(Led(light), 1), over_time(Led(light, "blink"), BLINK_S)
    assert set(still) == {200}
    assert set(blink) == {0, 200} and blink.count(0) == 50
    breathe = over_time(Led(light, "breathe"), BREATHE_S)
    assert min(breathe) == 50 and max(breathe) == 200
    assert max(abs(a - b) for a, b in pairwise(breathe)) < 10
    run = over_time(Led(light, "run"), RUN_S)
    later = over_time(Led(light, "run", 0.5), RUN_S)
    assert run[50:] + run[:50] == later
    assert not moves([Led(light)]) and moves([Led(), Led(light, "run")])


def test_lamps_that_are_gone_are_not_asked_once_more_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(light_strip, "RETRY_S", 60.0)
    lamps, told = Lamps(), threading.Event()
    lamps.plugged_in = False
    strip = LightStrip(lamps, [DARK] * 3, lambda _: told.set())
    assert told.wait(WAIT_S)
    asked = lamps.asked
    strip.close()
    assert lamps.asked == asked
    assert lamps.closed


def test_lamps_that_are_dimmed_show_it_at_once() -> None:
    lamps = Lamps()
    strip = LightStrip(lamps, [RED] * 3, lambda _: None)
    lamps.until_shown(RED, RED, RED)
    strip.dim(0.2)
    lamps.until_shown(*[Led((51, 0, 0))] * 3)
    strip.close()
