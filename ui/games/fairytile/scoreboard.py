"""Scoreboard: turn, magic token, remaining pages, and the next tile."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from kivy.app import App
from kivy.graphics import Color, Mesh
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.games.fairytile.board import TileFace, placed_hexes
from ui import theme
from ui.boards import drawing, patches
from ui.explanation import About
from ui.games.fairytile import art, board_map, explanations, lands
from ui.games.fairytile.lands import Pen
from ui.widgets.basics import ButtonThatSaysWhyNot
from ui.widgets.painted import Painted
from ui.widgets.seat_chip import SeatChip

_ROW_MM, _IN_A_COLUMN = 9.0, 3
"""Height of a row, and the most players below each other; more stand in two columns."""
_MARK_MM = 2.0
_MARK_GAP_MM = 0.6
_CUT = "\N{HORIZONTAL ELLIPSIS}"


class Scoreboard(NamedTuple):
    """A player: symbol, remaining and narrated pages, magic token, and if still in the game.

    `player` is the name in the game, `name` the shown one.
    """

    name: str
    picture: str
    left: int
    narrated: int
    magic: bool
    turn: bool
    out: bool
    player: str = ""


class ToldPages(Painted):
    """Bookmarks for the pages of a book, those told in red, and how many of them: the goal."""

    def __init__(self, shown: Scoreboard, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._shown = shown
        self._told, self._of = str(shown.narrated), _of(shown)
        self.size_hint_x, self.width = None, self.words_px

    @property
    def words_px(self) -> float:
        """Width of all but the bookmarks."""
        if self._shown.out:
            return theme.text_mm(5)
        parts = [(self._told, True), (self._of, False)]
        wide = sum(_wide(text, bold) for text, bold in parts) + theme.mm(2.4)
        return wide + (theme.text_mm(5.4) if self._shown.magic else 0)

    @property
    def marks_px(self) -> float:
        """Width of the bookmarks."""
        pages = 0 if self._shown.out else self._shown.narrated + self._shown.left
        return theme.mm(pages * (_MARK_MM + _MARK_GAP_MM))

    def paint(self) -> None:
        """Draw bookmarks and words."""
        shown, y = self._shown, self.middle[1]
        ink = theme.SURFACE if shown.turn else theme.INK
        soft = theme.SURFACE if shown.turn else theme.SOFT
        right = self.right - theme.mm(1.2)
        if shown.out:
            self.draw("cross", right - theme.text_mm(2), y, theme.text_mm(4), soft)
            return
        right -= self.text(self._of, right, y, theme.em("note"), soft, align=1) + theme.mm(0.8)
        right -= self.text(self._told, right, y, theme.em("body"), ink, align=1) + theme.mm(1.2)
        if self.width >= self.words_px + self.marks_px:
            empty = theme.SOFT if shown.turn else theme.SUNK
            for page in reversed(range(shown.narrated + shown.left)):
                right -= theme.mm(_MARK_MM)
                self._mark(right, y, art.BOOKMARK if page < shown.narrated else empty)
                right -= theme.mm(_MARK_GAP_MM)
        if shown.magic:
            self.draw("ft-magic", right - theme.text_mm(2.6), y, theme.text_mm(4.6), ink)

    def _mark(self, x: float, y: float, colour: theme.Rgba) -> None:
        wide, high = theme.mm(_MARK_MM), theme.mm(1.8 * _MARK_MM)
        top, low = y + high / 2, y - high / 2
        points = ((x, top), (x, low), (x + wide / 2, low + 0.24 * high), (x + wide, low), (x + wide, top))
        fan = [value for px, py in ((x + wide / 2, top), *points) for value in (px, py, 0, 0)]
        self.canvas.before.add(Color(*colour))
        self.canvas.before.add(Mesh(vertices=fan, indices=list(range(6)), mode="triangle_fan"))


def _of(shown: Scoreboard) -> str:
    text: str = App.get_running_app().tr.gettext("of {n}")
    return text.format(n=shown.narrated + shown.left)


def _wide(text: str, bold: bool) -> float:
    size = theme.em("body" if bold else "note")
    return float(drawing.word(text, 0, 0, size, theme.INK).size[0])


class PlayerRow(SeatChip):
    """A player's chip with the pages told; it is dark on the player's turn."""

    def __init__(self, shown: Scoreboard) -> None:
        super().__init__(named=True, turn=shown.turn, figure=shown.picture, size_hint=(1, 1))
        self.told = ToldPages(shown)
        self._shown = shown
        self._full, self.player = shown.name, shown.player
        self.add_widget(Widget())
        self.add_widget(self.told)
        self.bind(width=self._share)

    def about_at(self, x: float, y: float) -> About:
        """Explain the pages of the player."""
        shown, tr = self._shown, App.get_running_app().tr
        pages = shown.narrated + shown.left
        return explanations.told_pages(tr, shown.name, shown.narrated, pages, shown.magic)

    def _share(self, *_: Any) -> None:
        """Show the bookmarks where the name leaves room for them; a name that is too long is cut."""
        told, room = self.told, self.width - theme.mm(14)
        with_marks = told.words_px + told.marks_px
        wide = _wide(self._full, True)
        told.width = with_marks if wide + with_marks <= room else told.words_px
        name = self._full
        while len(name) > 2 and _wide(name, True) > room - told.width:
            name = f"{name.removesuffix(_CUT)[:-1].rstrip()}{_CUT}"
        self.name = name if len(name) > 2 or name == self._full else ""


class PlayerRows(ButtonBehavior, GridLayout):
    """All players in one or several columns; its height is that of the rows. A touch: the story so far."""

    _shown: Any = None

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(cols=1, row_force_default=True, size_hint_y=None, **kwargs)
        self.bind(minimum_height=self.setter("height"))

    def show(self, players: Sequence[Scoreboard]) -> None:
        """Show the players."""
        shown = tuple(players), App.get_running_app().language
        if shown == self._shown:
            return
        self._shown = shown
        self.clear_widgets()
        below = _IN_A_COLUMN - theme.large_text()
        self.cols = 2 if theme.portrait() or len(players) > below else 1
        self.row_default_height = theme.mm(_ROW_MM)
        for player in players:
            self.add_widget(PlayerRow(player))


class StackView(ButtonThatSaysWhyNot, Painted):
    """Top tile of the stack, as turned, with the number of tiles; a touch takes it in hand."""

    watched = ("face", "turn", "left", "title", "chosen", "state", "disabled")
    face: TileFace | None = ObjectProperty(None, allownone=True)
    turn = NumericProperty(0)
    left = NumericProperty(0)
    title = StringProperty("")
    chosen = BooleanProperty(False)

    def about_at(self, x: float, y: float) -> About:
        """Explain the stack."""
        return explanations.next_tile(App.get_running_app().tr, int(self.left))

    def paint(self) -> None:
        """Draw stack and tile."""
        ground = theme.INK if self.chosen else theme.SUNK if self.state == "down" else theme.SURFACE
        self.canvas.before.add(Color(*theme.SHADE))
        self.canvas.before.add(patches.drawn("shadow", self.pos, self.size))
        self.canvas.before.add(Color(*ground))
        self.canvas.before.add(patches.drawn("card", self.pos, self.size, 2.6))
        x, y = self.middle
        if self.face is None:
            self.draw("ft-tile", x, y, min(self.size) * 0.5, theme.LINE)
        else:
            shown = placed_hexes(self.face, (0, 0), self.turn)
            mx, my = board_map.middle([*shown])
            side = min(self.width / 3.9, self.height / 3.9)
            pen = Pen(self.canvas.before, lambda at: (x + (at[0] - mx) * side, y + (at[1] - my) * side), side)
            lands.all_lands(pen, shown, 0.45 if self.disabled else 1.0)
        words = self.title or App.get_running_app().tr.gettext("{n} left").format(n=self.left)
        size = theme.em("note")
        wide = float(drawing.word(words, 0, 0, size, theme.INK).size[0]) + theme.mm(2.4)
        high = theme.text_mm(4.8)
        left, low = self.right - theme.mm(0.8) - wide, self.y + theme.mm(0.8)
        self.box((left, low), (wide, high), theme.SUNK, high / 2)
        self.text(words, left + wide / 2, low + high / 2, size, theme.INK)
