"""Pictures for the set-up: a board from above with an edge to tap, and a camera above a board."""

from typing import Any

from kivy.graphics import Color, Line
from kivy.properties import ObjectProperty, StringProperty

from ui import theme
from ui.setup_service import CameraPlace
from ui.widgets.painted import Painted

_RIM_MM, _CORNER = 11.0, 0.14
"""Width of the touchable edge in mm, and the share of each side that counts as corner."""
_WOOD = [0.33, 0.23, 0.16, 1]
MOST_SHOWN_MM = 1600.0


class TableEdge(Painted):
    """A tap on the edge dispatches `on_place("top")` (a side or a corner, "top_left"); `seen` is the last."""

    watched = ("seen",)
    seen = StringProperty("")
    __events__ = ("on_place",)

    def on_place(self, place: str) -> None:
        """Handle a tap on a place of the edge."""

    def on_touch_down(self, touch: Any) -> bool:
        """Dispatch the touched place of the edge, if any."""
        if not self.collide_point(*touch.pos):
            return False
        if place := self.place(*touch.pos):
            self.seen = place
            self.dispatch("on_place", place)
        return True

    def place(self, x: float, y: float) -> str:
        """The side or corner at a point of the window; "" in the middle, far from all of them."""
        left, low, width, height = self._board()
        across, up = (x - left) / width, (y - low) / height
        row = "bottom" if up < _CORNER else "top" if up > 1 - _CORNER else ""
        column = "left" if across < _CORNER else "right" if across > 1 - _CORNER else ""
        if row and column:
            return f"{row}_{column}"
        gaps = {"bottom": up, "top": 1 - up, "left": across, "right": 1 - across}
        nearest = min(gaps, key=lambda side: gaps[side])
        return nearest if gaps[nearest] < 0.4 else ""

    def paint(self) -> None:
        """Paint the board and the strip around it, with a ring at the place seen last."""
        left, low, width, height = self._board()
        rim = theme.mm(_RIM_MM) / 3
        self.box((left - rim, low - rim), (width + 2 * rim, height + 2 * rim), theme.SUNK, rim)
        self.box((left, low), (width, height), _WOOD, theme.mm(2))
        self.draw("board", left + width / 2, low + height / 2, min(width, height) * 0.4, theme.SOFT)
        if self.seen:
            x = left + width * (0 if "left" in self.seen else 1 if "right" in self.seen else 0.5)
            y = low + height * (0 if "bottom" in self.seen else 1 if "top" in self.seen else 0.5)
            self.draw("check", x, y, theme.mm(6), theme.GOOD)

    def _board(self) -> tuple[float, float, float, float]:
        """Left, bottom, width and height of the board in pixels."""
        rim = theme.mm(_RIM_MM) / 2
        width, height = self.width - 2 * rim, self.height - 2 * rim
        wide = min(width, height * 1.5)
        high = min(height, wide)
        x, y = self.middle
        return x - wide / 2, y - high / 2, wide, high


class CameraHeight(Painted):
    """Board from the side with the range of camera heights above it; `about` is a `CameraPlace`."""

    watched = ("about", "least", "most")
    about = ObjectProperty(None, allownone=True)
    least, most = StringProperty(""), StringProperty("")

    def paint(self) -> None:
        """Paint the lowest position with its field of view, and the highest, both with their heights."""
        place: CameraPlace | None = self.about
        if place is None:
            return
        top_mm = min(place.most_mm, MOST_SHOWN_MM) * 1.12
        ground, room = self.y + theme.mm(7), self.height - theme.mm(10)
        scale = min(room / top_mm, self.width * 0.62 / max(place.board_mm))
        middle = self.x + self.width * 0.4
        half = max(place.board_mm) * scale / 2
        low, high = (ground + mm * scale for mm in (place.least_mm, min(place.most_mm, MOST_SHOWN_MM)))
        self.box((middle - half, ground - theme.mm(3)), (2 * half, theme.mm(3)), _WOOD, theme.mm(1))
        for side in (-1, 1):
            self._line([middle, low, middle + side * half, ground], theme.ACCENT, theme.mm(0.35))
        self._line([middle, ground, middle, high], theme.SOFT, theme.mm(0.3), dash=True)
        for y, words in ((low, self.least), (high, self.most)):
            self.draw("camera", middle, y, theme.mm(8), theme.INK)
            self.text(words, middle + theme.mm(7), y, theme.em("body"), theme.INK, align=0)

    def _line(self, points: list[float], colour: Any, width: float, dash: bool = False) -> None:
        self.canvas.before.add(Color(*colour))
        style = {"dash_length": theme.mm(1.5), "dash_offset": theme.mm(1.2)} if dash else {"width": width}
        self.canvas.before.add(Line(points=points, **style))
