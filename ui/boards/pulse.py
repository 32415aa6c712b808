"""Colours on a board that breathe, so that what is to be done catches the eye."""

from math import cos, pi
from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color
from kivy.uix.widget import Widget

from ui.lifetime import Lifetime

HALF_S = 0.6
STEP_S = 1 / 30
FAINTEST, SWING = 0.15, 0.55


class Pulsing(Widget):
    """A widget whose `pulse_colours` breathe while it is seen.

    Call `run_pulse` when there are some, or none any more.
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.pulse_colours: list[Color] = []
        self.lifetime = Lifetime(go_on=self.run_pulse)
        # the clock lets go of a board that nothing else holds; an Animation would keep it for ever
        self._breath = self.lifetime.trigger(self._breathe, STEP_S, repeat=True)

    def run_pulse(self) -> None:
        """Start or stop, as there are colours or not."""
        if self.pulse_colours:
            self._breath()
        else:
            self._breath.cancel()

    def _breathe(self, _: float) -> None:
        if self.get_root_window():
            share = (1 - cos(pi * Clock.get_boottime() / HALF_S)) / 2
            for colour in self.pulse_colours:
                colour.a = FAINTEST + SWING * share
