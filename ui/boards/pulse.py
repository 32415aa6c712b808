"""Pulsing colours on a board that draw attention to the next step."""

from math import cos, pi
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.graphics import Color
from kivy.uix.widget import Widget

from ui.lifetime import Lifetime

HALF_S = 0.6
STEP_S = 1 / 10
"""Time between two steps of the pulse: as many a second as a calm window draws."""
FAINTEST, SWING = 0.15, 0.55


class Pulsing(Widget):
    """A widget whose `pulse_colours` pulsate while it is visible.

    Call `run_pulse` after `pulse_colours` became empty or non-empty.
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.pulse_colours: list[Color] = []
        self.lifetime = Lifetime(go_on=self.run_pulse)
        # the clock holds a board only weakly; an Animation would keep it alive for ever
        self._breath = self.lifetime.trigger(self._breathe, STEP_S, repeat=True)

    def run_pulse(self) -> None:
        """Start pulsing if there are colours, else stop."""
        if self.pulse_colours:
            self._breath()
        else:
            self._breath.cancel()

    def _breathe(self, _: float) -> None:
        overlay = getattr(App.get_running_app(), "overlay", None)
        if self.get_root_window() and not (overlay and overlay.asleep):
            share = (1 - cos(pi * Clock.get_boottime() / HALF_S)) / 2
            for colour in self.pulse_colours:
                colour.a = FAINTEST + SWING * share
