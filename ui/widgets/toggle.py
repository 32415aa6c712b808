"""A setting that is on or off."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import BooleanProperty

from ui import theme
from ui.widgets.basics import Key
from ui.widgets.painted import Painted

_KNOB_MM, _RIM_MM = 5.0, 0.5


class ToggleBody(Painted):
    """The picture of a switch: on is right, green and has a check."""

    watched = ("chosen",)
    chosen = BooleanProperty(False)

    def paint(self) -> None:
        """Draw body and knob."""
        knob, rim = theme.mm(_KNOB_MM), theme.mm(_RIM_MM)
        self.box(self.pos, self.size, theme.GOOD if self.chosen else theme.SOFT, self.height / 2)
        left = self.right - rim - knob if self.chosen else self.x + rim
        self.box((left, self.y + rim), (knob, knob), theme.SURFACE, knob / 2)
        if self.chosen:
            self.draw("check", left + knob / 2, self.y + self.height / 2, 0.72 * knob, theme.GOOD)


class Toggle(Key):
    """Words and a switch; a touch on any of it turns it."""

    on = BooleanProperty(False)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(quiet=True, **kwargs)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
