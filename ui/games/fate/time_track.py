"""The time track with the Rune Stone, and the town pieces left."""

from typing import Any

from kivy.properties import NumericProperty, StringProperty

from companion.games.fate.position import Position
from companion.games.fate.track import TRACKS
from ui import theme
from ui.games.fate import icons
from ui.widgets.painted import Painted

_SKULL: theme.Rgba = [0.62, 0.2, 0.18, 1]
_RED: theme.Rgba = [0.8, 0.26, 0.2, 1]


class TimeTrack(Painted):
    """Spaces of the track: yellow ones (a plus) and red ones (two) reinforce, skulls make all charge."""

    watched = ("track", "step", "town")
    track = StringProperty("short")
    step = NumericProperty(1)
    town = NumericProperty(0)

    def show(self, position: Position) -> None:
        """Take the values of a position."""
        self.track, self.step, self.town = position.options.track, position.step, position.town

    def paint(self) -> None:
        """Draw the town count and the track."""
        self.box(self.pos, self.size, theme.SURFACE, theme.mm(1.6))
        y = self.middle[1]
        line = min(self.height, theme.mm(8))
        icon = line * 0.72
        self.draw("house", self.x + theme.mm(1) + icon / 2, y, icon)
        colour = theme.INK if self.town > 2 else theme.BAD
        self.text(str(int(self.town)), self.x + theme.mm(1.6) + icon, y, line * 0.56, colour, align=0)
        left = self.x + theme.mm(1.6) + icon + line * 0.78
        spaces = TRACKS[self.track]
        pitch = (self.x + self.width - theme.mm(1.2) - left) / len(spaces)
        for number, letter in enumerate(spaces, 1):
            self._space(left + pitch * (number - 0.5), y, pitch, number, letter)

    def _space(self, x: float, y: float, pitch: float, number: int, letter: str) -> None:
        side = pitch * 0.88
        here, past = number == self.step, number < self.step
        colours: dict[str, Any] = {"y": icons.GOLD, "r": _RED, "s": _SKULL, ".": theme.LINE}
        colour = [*colours[letter][:3], 0.35 if past else 1]
        high = min(self.height * 0.78, side * 1.5)
        if here:
            grow = theme.mm(0.5)
            pos = (x - side / 2 - grow, y - high / 2 - grow)
            self.box(pos, (side + 2 * grow, high + 2 * grow), theme.INK, theme.mm(1.2))
        self.box((x - side / 2, y - high / 2), (side, high), colour, theme.mm(0.8))
        ink = [*(icons.INK if letter == "y" else theme.INK)[:3], 0.4 if past else 1]
        if letter == "r":
            for up in (-0.25, 0.25):
                self.draw("more", x, y + up * high, min(side * 0.7, high * 0.46), ink)
        elif symbol := {"y": "more", "s": "skull"}.get(letter):
            self.draw(symbol, x, y, side * 0.7, ink)
        elif here:
            self.draw("stone", x, y, side * 0.66)
