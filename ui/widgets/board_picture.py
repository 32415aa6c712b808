"""A small picture of a stored game's board for a row of a list; its cover until it is there."""

from typing import Any

from kivy.graphics import Color, Fbo, Line, Rectangle, Translate
from kivy.graphics.texture import Texture
from kivy.properties import ObjectProperty
from kivy.utils import get_color_from_hex

from ui import theme
from ui.boards import art, drawing
from ui.boards.geometry import Point
from ui.game_ui import GameUi
from ui.services import Where
from ui.tile import Tile
from ui.widgets.chart import dashed
from ui.widgets.painted import Painted

SIZE_MM = (17.0, 12.0)
_RADIUS_MM = 2.0
_LARGER = 4
"""A board is drawn this many times larger, a power of 2, because its lines do not get thinner with it."""
_DASH_MM = 1.1


def picture_of(game: GameUi, tile: Tile, position: Any) -> Texture | None:
    """Draw the board of a position, which has no secrets; None if the game has no such board."""
    if game.past_board is None:
        return None
    made: Any = game.past_board()
    full = theme.mm(_LARGER * SIZE_MM[0]), theme.mm(_LARGER * SIZE_MM[1])
    aspect = getattr(made, "aspect", full[0] / full[1])
    high = max(full[1], full[0] / aspect)  # the board fills the picture
    made.size_hint, made.size = (None, None), (high * aspect, high)
    made.look_at(position, Where())
    made.paint()
    return _smaller(made, full, get_color_from_hex(tile.papers.day.ground))


def _smaller(board: Any, full: Point, ground: theme.Rgba) -> Texture:
    """The middle of a board as a texture; every step halves it, so that no pixel is left out."""
    size = round(full[0]), round(full[1])
    canvas = Fbo(size=size, clear_color=ground, with_stencilbuffer=True)
    with canvas:
        Translate((full[0] - board.width) / 2, (full[1] - board.height) / 2, 0)
    canvas.add(board.canvas)
    canvas.draw()
    canvas.remove(board.canvas)
    for _ in range(_LARGER.bit_length() - 1):
        size = size[0] // 2, size[1] // 2
        half = Fbo(size=size, clear_color=ground)
        with half:
            Color(1, 1, 1, 1)
            Rectangle(texture=canvas.texture, size=size)
        half.draw()
        canvas = half
    return canvas.texture


class BoardPicture(Painted):
    """The `picture` of a board, else the cover of the `tile`; without both a dashed frame with a bin."""

    watched = ("tile", "picture")
    tile = ObjectProperty(None, allownone=True)
    picture = ObjectProperty(None, allownone=True)

    def paint(self) -> None:
        """Draw it with round corners and a thin dark rim."""
        radius, middle = theme.mm(_RADIUS_MM), self.middle
        if self.tile is None:
            self._frame(radius)
            self.draw("trash", *middle, theme.mm(6.4), theme.SOFT)
            return
        shade = 1 - theme.board_veil()[3]
        tint = [shade, shade, shade, 1]
        shown = self.picture or (
            self.tile.cover and art.cover_part(self.tile.cover, self.tile.focus, self.size)
        )
        if shown is None:
            self.box(self.pos, self.size, get_color_from_hex(self.tile.strip), radius)
            self.draw(self.tile.icon, *middle, 0.8 * min(self.size), tint)
            return
        drawing.rounded(self.canvas.before, shown, self.pos, self.size, (radius, radius), theme.INK, tint)

    def _frame(self, radius: float) -> None:
        corners = ((1, 1, 0), (0, 1, 90), (0, 0, 180), (1, 0, 270))
        outline = [
            point
            for right, top, start in corners
            for point in art.arc(
                self.x + radius + right * (self.width - 2 * radius),
                self.y + radius + top * (self.height - 2 * radius),
                radius, start, start + 90, 8,
            )
        ]  # fmt: skip
        self.canvas.before.add(Color(*theme.SOFT))
        for dash in dashed([*outline, outline[0]], theme.mm(_DASH_MM), theme.mm(_DASH_MM)):
            self.canvas.before.add(Line(points=art.flat(dash), width=1.1))
