"""Editor of a tile: a touch of a land changes it, a touch of a side toggles a river."""

from math import hypot
from typing import Any

from kivy.app import App
from kivy.properties import NumericProperty, ObjectProperty

from companion.games.fairytile.board import CLOCK, Cell, TileFace, placed_hexes, tile_cells, turned_clock
from companion.games.fairytile.words import NAMES
from ui import theme
from ui.boards import drawing
from ui.boards.geometry import Point
from ui.games.fairytile import board_map, drafts, lands
from ui.games.fairytile.lands import Pen
from ui.widgets.painted import Painted

_SIDE_FROM = 0.55
"""Distance from the middle of a land, in sides of it, from which a touch means its nearest side."""


class TileEditor(Painted):
    """Shows `face` as it lies when so turned; dispatches `on_edit` with the changed face."""

    watched = ("face", "turn")
    turn = NumericProperty(0)
    face: TileFace | None = ObjectProperty(None, allownone=True)
    __events__ = ("on_edit",)

    def on_edit(self, face: TileFace) -> None:
        """Handle a change."""

    def paint(self) -> None:
        """Draw the tile, and small rings where a river may flow."""
        if self.face is None:
            return
        pen = Pen(self.canvas.before, self.place, self._side)
        shown = placed_hexes(self.face, (0, 0), self.turn)
        lands.all_lands(pen, shown)
        if self.face.start:
            x, y = self.place(board_map.centre(next(iter(shown))))
            drawing.picture(pen.group, f"figure-{self.face.start}", x, y, 1.5 * self._side)
        for cell in self._cells:
            for clock in CLOCK:
                x, y = self.place(board_map.gate(cell, clock))
                drawing.picture(pen.group, "shadow", x, y, 0.2 * self._side, [*theme.INK[:3], 0.55])

    def place(self, point: Point) -> Point:
        """Position in the window of a place of the lattice."""
        (x, y), (mx, my) = self.middle, board_map.middle(self._cells)
        return x + (point[0] - mx) * self._side, y + (point[1] - my) * self._side

    def on_touch_down(self, touch: Any) -> bool:
        """Change the touched land or side."""
        if self.face is None or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        (x, y), (mx, my) = self.middle, board_map.middle(self._cells)
        point = (touch.x - x) / self._side + mx, (touch.y - y) / self._side + my
        cell = board_map.land_at(point)
        if cell not in self._cells:
            return True
        part, (cx, cy) = self._cells.index(cell), board_map.centre(cell)
        if hypot(point[0] - cx, point[1] - cy) < _SIDE_FROM:
            self.dispatch("on_edit", drafts.with_next_terrain(self.face, part))
        else:
            clock = min(CLOCK, key=lambda clock: _apart(board_map.gate(cell, clock), point))
            self.dispatch("on_edit", drafts.with_river(self.face, part, turned_clock(clock, -self.turn)))
        return True

    @property
    def _cells(self) -> tuple[Cell, Cell, Cell]:
        return tile_cells((0, 0), int(self.turn))

    @property
    def _side(self) -> float:
        return float(min(self.width / 3.8, self.height / 3.8))


def figure_name(face: TileFace) -> str:
    """Name of the figure that starts on a tile, for a button that changes it."""
    tr = App.get_running_app().tr
    return str(tr.gettext(NAMES[face.start]) if face.start else tr.gettext("No figure"))


def _apart(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])
