"""Colours on a board that breathe, so that what is to be done catches the eye."""

from typing import Any

from kivy.animation import Animation
from kivy.graphics import Color
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

HALF_S = 0.6
FAINTEST, SWING = 0.15, 0.55


class Pulsing(Widget):
    """A widget whose `pulse_colours` breathe; call `run_pulse` when there are some, or none any more."""

    pulse = NumericProperty(0.0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.pulse_colours: list[Color] = []
        self._breath: Animation | None = None
        self.bind(pulse=self._draw_pulse)

    def run_pulse(self) -> None:
        """Start or stop, as there are colours or not."""
        if bool(self.pulse_colours) == (self._breath is not None):
            return
        if self._breath is None:
            up, down = (Animation(pulse=goal, duration=HALF_S, t="in_out_sine") for goal in (1, 0))
            self._breath = up + down
            self._breath.repeat = True
            self._breath.start(self)
        else:
            self._breath.cancel(self)
            self._breath = None

    def _draw_pulse(self, *_: Any) -> None:
        for colour in self.pulse_colours:
            colour.a = FAINTEST + SWING * self.pulse
