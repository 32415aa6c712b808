"""QR codes (by segno)."""

from functools import lru_cache

import segno
from kivy.graphics import Color, Rectangle
from kivy.properties import StringProperty

from ui.widgets.painted import Painted

QUIET = 4
"""Width of the white border in modules (ISO/IEC 18004)."""


@lru_cache(maxsize=2)
def modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """Rows from the top; True is black. Raises ValueError for a text that is too long for any code."""
    made = segno.make(text, error="l", micro=False)
    return tuple(tuple(bool(module) for module in row) for row in made.matrix)


class QrCode(Painted):
    """`text` as a code, as large as there is room for in whole pixels a module."""

    watched = ("text",)
    text = StringProperty("")

    def paint(self) -> None:
        """Paint black on white, independent of the theme."""
        if not self.text:
            return
        rows = modules(self.text)
        count = len(rows) + 2 * QUIET
        module = max(1, int(min(self.size) / count))
        side = module * count
        left, top = (int(self.x + (self.width - side) / 2), int(self.y + (self.height + side) / 2))
        self.canvas.before.add(Color(1, 1, 1, 1))
        self.canvas.before.add(Rectangle(pos=(left, top - side), size=(side, side)))
        self.canvas.before.add(Color(0, 0, 0, 1))
        for number, row in enumerate(rows):
            y = top - (QUIET + number + 1) * module
            start = 0
            for column, black in enumerate((*row, False)):
                if black and (column == 0 or not row[column - 1]):
                    start = column
                if not black and column and row[column - 1]:
                    x = left + (QUIET + start) * module
                    self.canvas.before.add(Rectangle(pos=(x, y), size=((column - start) * module, module)))
