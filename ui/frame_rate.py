"""Frames per second of the window: few while nothing moves, full speed from the first touch on."""

from collections.abc import Callable
from math import inf
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.core.window import Window

from ui.lifetime import Lifetime

FULL_FPS, CALM_FPS, ASLEEP_FPS = 60, 10, 4
"""Frames per second if something is touched or moves, if only hints pulsate, and if the window is dark."""
CALM_AFTER_S = 2.0
"""Time from the last touch to calm; lists that were flung roll to their end."""


class FrameRate:
    """Sets the frame rate of Kivy's clock before each frame.

    Messages of other threads do not wait for the next frame: the clock is one that can be interrupted
    (`kivy_clock = interrupt`, see `ui.app.configure`).
    """

    def __init__(self, asleep: Callable[[], bool]) -> None:
        """Begin; `asleep` says whether the window is dark."""
        self._asleep = asleep
        self._touched_s = Clock.time()
        self._lifetime = Lifetime()
        self._lifetime.bind(Window, on_motion=self._touched, on_key_down=self._touched)
        # Else an event of every frame would end each pause at once: only what is scheduled anew does.
        Clock._get_min_timeout_func = lambda: inf
        self._lifetime.trigger(self._choose, 0, repeat=True)()

    def end(self) -> None:
        """Leave the clock alone, at full speed."""
        self._lifetime.end(closed=True)
        Clock._max_fps = FULL_FPS

    def _touched(self, *_: Any) -> None:
        self._touched_s = Clock.time()
        Clock._max_fps = FULL_FPS

    def _choose(self, _: float) -> None:
        if Clock.time() < self._touched_s + CALM_AFTER_S or Animation._instances:
            Clock._max_fps = FULL_FPS
        else:
            Clock._max_fps = ASLEEP_FPS if self._asleep() else CALM_FPS
