"""Phases of a turn as a row of icons; the present one is highlighted."""

from kivy.properties import StringProperty

from ui import theme
from ui.widgets.painted import Painted

SIGNS = {
    "restoration": "fb-turn",
    "action": "fb-card",
    "offence": "fb-offence",
    "influence": "fb-influence",
    "end": "check",
}


class PhaseIndicator(Painted):
    """Row of phases; none is highlighted before the first turn."""

    watched = ("phase",)
    phase = StringProperty("")

    def paint(self) -> None:
        """Draw the row."""
        gap = theme.mm(0.8)
        each = (self.width - gap * (len(SIGNS) - 1)) / len(SIGNS)
        passed = self.phase in SIGNS
        for number, (phase, sign) in enumerate(SIGNS.items()):
            now = phase == self.phase
            passed = passed and not now
            colour = theme.INK if now else theme.SUNK if passed else theme.SURFACE
            ink = theme.SURFACE if now else theme.SOFT
            x = self.x + number * (each + gap)
            self.box((x, self.y), (each, self.height), colour, theme.mm(1.4))
            self.draw(sign, x + each / 2, self.y + self.height / 2, 0.72 * self.height, ink)
