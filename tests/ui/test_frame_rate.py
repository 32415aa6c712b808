"""The frame rate follows touches, animations and sleep."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from tests.ui.games.fae.fake import FakeFae


@pytest.fixture
def frame_rate(open_window: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A frame rate over an open window that nobody has touched for a while."""
    open_window(FakeFae())
    from kivy.animation import Animation
    from kivy.clock import Clock

    from ui.frame_rate import CALM_AFTER_S, FrameRate

    monkeypatch.setattr(Animation, "_instances", set())  # of other windows
    before = Clock._max_fps
    rate: Any = FrameRate(lambda: rate.dark)
    rate.dark, rate._touched_s = False, Clock.time() - 2 * CALM_AFTER_S
    yield rate
    rate.end()
    Clock._max_fps = before


def chosen(rate: Any) -> float:
    from kivy.clock import Clock

    rate._choose(0.0)
    return float(Clock._max_fps)


def test_an_untouched_window_is_calm_and_a_dark_one_sleeps(frame_rate: Any) -> None:
    from ui.frame_rate import ASLEEP_FPS, CALM_FPS

    assert chosen(frame_rate) == CALM_FPS
    frame_rate.dark = True
    assert chosen(frame_rate) == ASLEEP_FPS


def test_a_touch_and_an_animation_have_full_speed(frame_rate: Any) -> None:
    from kivy.animation import Animation
    from kivy.clock import Clock
    from kivy.core.window import Window
    from kivy.uix.widget import Widget

    from ui.frame_rate import CALM_AFTER_S, CALM_FPS, FULL_FPS

    Window.dispatch("on_motion", "begin", SimpleNamespace(type_id="touch", is_touch=False))
    assert Clock._max_fps == chosen(frame_rate) == FULL_FPS, "at once"
    frame_rate._touched_s -= 2 * CALM_AFTER_S
    assert chosen(frame_rate) == CALM_FPS
    widget, animation = Widget(), Animation(opacity=0.0, duration=9.0)
    animation.start(widget)
    assert chosen(frame_rate) == FULL_FPS
    animation.cancel(widget)
    assert chosen(frame_rate) == CALM_FPS
