"""The time track with the Rune Stone, and the town pieces left, at the outer edge of the board."""

from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.utils import get_color_from_hex

from companion.games.fate.track import TRACKS
from companion.session.fate.pieces import Counts
from ui import theme
from ui.explanation import About
from ui.games.fate import explanations, icons
from ui.widgets.painted import Painted
from ui.widgets.spotlight import Box

_COLOURS: dict[str, theme.Rgba] = {
    "y": icons.GOLD,
    "r": get_color_from_hex("#9e3424"),
    "s": get_color_from_hex("#3a2a2a"),
}
_SIGNS: dict[str, tuple[str, float, theme.Rgba]] = {
    "y": ("more", 0.8, icons.INK),
    "r": ("more", 0.8, [1, 1, 1, 1]),
    "s": ("skull", 0.74, get_color_from_hex("#f1e3c8")),
}
_SIDE_MM, _HIGHEST_MM = 4.8, 5.0


class TimeTrack(Painted):
    """Spaces of the track: yellow ones and red ones reinforce, skulls make all charge.

    It is a column, or a row if `lying`; the space of the stone is orange.
    """

    watched = ("track", "step", "town", "lying")
    track = StringProperty("short")
    step = NumericProperty(1)
    town = NumericProperty(0)
    lying = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self._places: dict[int, tuple[tuple[float, float], float]] = {}
        super().__init__(**kwargs)

    def show(self, track: str, counts: Counts) -> None:
        """Show which track it is, where the stone is, and the town pieces left."""
        self.track, self.step, self.town = track, counts.step, counts.town

    def stone_box(self) -> Box | None:
        """Return where the Rune Stone is seen in the window; None before the first painting."""
        if self.step not in self._places:
            return None
        (x, y), half = self._places[int(self.step)]
        left, low = self.to_window(x - half, y - half)
        return Box(left, low, 2 * half, 2 * half)

    def about_at(self, x: float, y: float) -> About:
        """Explain a space of the track, or the town pieces."""
        tr = App.get_running_app().tr
        for number, letter in enumerate(TRACKS[self.track], 1):
            (mx, my), half = self._places.get(number, ((0.0, 0.0), -1.0))
            if abs((x - mx) if self.lying else (y - my)) <= half:
                return explanations.track(tr, letter, number == self.step, number)
        return explanations.town(tr, int(self.town))

    def paint(self) -> None:
        """Draw the town count and the track."""
        self._places.clear()
        spaces, em = TRACKS[self.track], theme.em("body")
        x, y = self.middle
        colour = theme.INK if self.town > 2 else theme.BAD
        count, house = str(int(self.town)), theme.mm(5.4)
        if self.lying:
            self.draw("town", self.x + house / 2, y, house, theme.INK)
            begin = self.x + house + theme.mm(0.6)
            begin += self.text(count, begin, y, em, colour, align=0) + theme.mm(1.4)
            length, across = self.x + self.width - begin, min(self.height, theme.mm(5.6))
        else:
            self.draw("town", x, self.top - house / 2, house, theme.INK)
            self.text(count, x, self.top - house - em * 0.5, em, colour)
            begin = self.top - house - em * 1.1
            length, across = begin - self.y, min(self.width, theme.mm(_SIDE_MM))
        pitch = min(length / len(spaces), theme.mm(7))
        side = min(pitch - theme.mm(0.6), theme.mm(_HIGHEST_MM))
        for number, letter in enumerate(spaces, 1):
            at = pitch * (number - 0.5)
            spot = (begin + at, y) if self.lying else (x, begin - at)
            self._places[number] = spot, pitch / 2
            self._space(spot, (side, across) if self.lying else (across, side), number, letter)

    def _space(self, spot: tuple[float, float], size: tuple[float, float], number: int, letter: str) -> None:
        here, fade = number == self.step, 0.5 if number < self.step else 1.0

        def plate(colour: theme.Rgba, grow_mm: float, alpha: float = 1.0) -> None:
            wide, high = size[0] + 2 * theme.mm(grow_mm), size[1] + 2 * theme.mm(grow_mm)
            pos = spot[0] - wide / 2, spot[1] - high / 2
            self.box(pos, (wide, high), [*colour[:3], alpha], theme.mm(1 + grow_mm))

        if here:
            plate(theme.INK, 0.5)
            plate(theme.ACCENT, 0)
        else:
            plate(theme.LINE, 0, fade)
            plate(_COLOURS.get(letter, theme.SUNK), -0.3, fade)
        side = min(size)
        if here:
            self.draw("stone", *spot, 0.94 * side, theme.ON_ACCENT)
        elif letter in _SIGNS:
            sign, share, ink = _SIGNS[letter]
            self.draw(sign, *spot, share * side, [*ink[:3], fade])
