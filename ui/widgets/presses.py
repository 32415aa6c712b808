"""A pattern of short and long touches."""

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock

from companion.settings.locks import PAUSE_S, Pattern, PatternPresses
from ui.lifetime import Lifetime

_DOT = "\N{BLACK CIRCLE}"
_LITTLE_S = 0.05


class PatternInput:
    """Collects presses; `given(pattern)` is called at the end, `say(count)` after each press."""

    def __init__(
        self, lifetime: Lifetime, given: Callable[[Pattern], object], say: Callable[[str], object]
    ) -> None:
        self._given, self._say = given, say
        self._ends = lifetime.trigger(self._end, PAUSE_S + _LITTLE_S)
        self.forget()

    def forget(self) -> None:
        """Begin anew."""
        self._presses, self._is_down = PatternPresses(), False
        self._ends.cancel()

    def down(self) -> None:
        """Begin a press."""
        self._ends.cancel()
        self._presses.down(Clock.time())
        self._is_down = True

    def up(self) -> None:
        """End the press, if one has begun."""
        if self._is_down:
            self._is_down = False
            self._presses.up(Clock.time())
            self._say(" ".join(_DOT * len(self._presses)))
            self._ends()

    def _end(self, *_: Any) -> None:
        pattern = self._presses.taken(Clock.time())
        if pattern:
            self._given(pattern)
