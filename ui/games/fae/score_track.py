"""Score track of Fae, as on the real board."""

from typing import Any

from kivy.properties import DictProperty, ListProperty

from companion.games.fae import board
from ui import theme
from ui.widgets.painted import Painted

_ACROSS = 10


class ScoreTrack(Painted):
    """Numbers in rows of ten from the top left, each with the markers that stand there.

    `moved` are the colours whose markers have moved last.
    """

    watched = ("scores", "moved")
    scores = DictProperty({})
    moved = ListProperty([])

    def paint(self) -> None:
        """Draw the used rows of the track and one more."""
        most = max(self.scores.values(), default=0)
        rows = max(3, most // _ACROSS + 2)
        wide, high = self.width / _ACROSS, min(self.height / rows, theme.mm(13))
        for number in range(rows * _ACROSS):
            here = [colour for colour in board.COLOURS if self.scores.get(colour, 0) == number]
            x = self.x + (number % _ACROSS + 0.5) * wide
            y = self.y + self.height - (number // _ACROSS + 0.5) * high
            lit = any(colour in self.moved for colour in here)
            ground = theme.INK if lit else theme.SUNK if here else theme.SURFACE
            size = (wide - theme.mm(0.6), high - theme.mm(0.6))
            self.box((x - size[0] / 2, y - size[1] / 2), size, ground, theme.mm(0.8))
            self._cell(number, here, x, y, size, theme.SURFACE if lit else theme.SOFT)

    def _cell(self, number: int, here: list[str], x: float, y: float, size: Any, ink: theme.Rgba) -> None:
        note = theme.em("note")
        if not here:
            self.text(str(number), x, y, note, theme.LINE)
            return
        self.text(str(number), x, y + (size[1] - note) / 2, note, ink)
        side = min(size[1] - note, size[0] / len(here))
        for i, colour in enumerate(here):
            self.draw(f"druid-{colour}", x + (i - (len(here) - 1) / 2) * side, y - note / 2, side)
