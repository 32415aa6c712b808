"""Scoreboard: turn, magic token, remaining pages, and the next tile."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.gridlayout import GridLayout

from companion.games.fairytile.board import TileFace, placed_hexes
from ui import theme
from ui.boards.art import WHITE
from ui.games.fairytile import board_map, lands
from ui.games.fairytile.lands import Pen
from ui.widgets.painted import Painted

_ROW_MM, _ROWS_MM = 8.2, 26.6
"""Height of a row, and maximum height of all rows, in mm; with more players rows are lower."""


class Scoreboard(NamedTuple):
    """A player: symbol, remaining and narrated pages, magic token, and if still in the game."""

    name: str
    picture: str
    left: int
    narrated: int
    magic: bool
    turn: bool
    out: bool


class PlayerRow(Painted):
    """One player; in the accent colour on their turn."""

    def __init__(self, shown: Scoreboard) -> None:
        super().__init__()
        self.shown = shown

    def paint(self) -> None:
        """Draw the row."""
        shown = self.shown
        ink = theme.SURFACE if shown.turn else theme.SOFT if shown.out else theme.INK
        ground = theme.INK if shown.turn else theme.SURFACE
        self.box(self.pos, self.size, ground, theme.mm(1.6))
        left, right, y = self.x + theme.mm(1), self.right - theme.mm(1.4), self.middle[1]
        side = min(self.height * 0.8, theme.mm(5.4))
        if shown.picture:
            tint = ink if shown.picture == "bot" else WHITE
            self.draw(shown.picture, left + side / 2, y, side, tint)
            left += side + theme.mm(0.8)
        size = min(self.height * 0.5, theme.mm(3.8))
        if shown.out:
            self.draw("cross", right - side * 0.4, y, side * 0.8, ink)
            right -= side
        for icon, number in (("ft-page", shown.left), ("ft-tell", shown.narrated)):
            if not shown.out:
                right -= self.text(str(number), right, y, size, ink, align=1) + theme.mm(0.3)
                self.draw(icon, right - side * 0.42, y, side * 0.84, ink)
                right -= side * 0.84 + theme.mm(1.2)
        if shown.magic and not shown.out:
            self.draw("ft-magic", right - side * 0.45, y, side * 0.9, ink)
            right -= side + theme.mm(0.4)
        self.fitting(shown.name, left, right, y, theme.text_mm(3.6), ink)


class PlayerRows(GridLayout):
    """All players in one or several columns; its height is that of the rows."""

    _shown: Any = None

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(row_force_default=True, size_hint_y=None, **kwargs)
        self.bind(minimum_height=self.setter("height"))

    def show(self, players: Sequence[Scoreboard]) -> None:
        """Show the players."""
        if players == self._shown:
            return
        self._shown = players
        self.clear_widgets()
        rows = -(-len(players) // self.cols)
        gaps = (rows - 1) * self.spacing[1]
        self.row_default_height = min(theme.mm(_ROW_MM), (theme.mm(_ROWS_MM) - gaps) / rows)
        for player in players:
            self.add_widget(PlayerRow(player))


class StackView(ButtonBehavior, Painted):
    """Top tile of the stack, as turned, with the number of tiles; a touch takes it in hand."""

    watched = ("face", "turn", "left", "title", "chosen", "state", "disabled")
    face: TileFace | None = ObjectProperty(None, allownone=True)
    turn = NumericProperty(0)
    left = NumericProperty(0)
    title = StringProperty("")
    chosen = BooleanProperty(False)

    def paint(self) -> None:
        """Draw stack and tile."""
        ground = theme.INK if self.chosen else theme.SUNK if self.state == "down" else theme.SURFACE
        self.box(self.pos, self.size, ground, theme.mm(1.6))
        x, y = self.middle
        if self.face is None:
            self.draw("ft-tile", x, y, min(self.size) * 0.5, theme.LINE)
        else:
            shown = placed_hexes(self.face, (0, 0), self.turn)
            mx, my = board_map.middle([*shown])
            side = min(self.width / 4.2, self.height / 4.2)
            pen = Pen(self.canvas.before, lambda at: (x + (at[0] - mx) * side, y + (at[1] - my) * side), side)
            alpha = 0.45 if self.disabled else 1.0
            lands.all_lands(pen, shown, alpha)
        badge = theme.mm(5)
        ink = theme.SURFACE if self.chosen else theme.INK
        self.text(
            self.title or str(self.left),
            self.right - theme.mm(1.2),
            self.y + badge * 0.6,
            theme.mm(3.6),
            ink,
            align=1,
        )
