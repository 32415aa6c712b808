"""Result of a game: its cover with the winners, three numbers, its course, and what comes next."""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from kivy.app import App
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, OptionProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget
from kivy.utils import get_color_from_hex

from ui import theme
from ui.boards import art
from ui.boards.art import WHITE
from ui.explanation import About
from ui.tile import Tile
from ui.widgets.basics import Text, largest_em, text_height
from ui.widgets.painted import Painted

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

FIGURE_MM, _FEW_MM = 25.0, 15.0
"""Side of the figure of one winner, and of each of several."""
_LAUREL = 0.42
_GRADIENT = ((0.0, 0.95), (0.44, 0.72), (0.72, 0.0), (1.0, 0.0))
"""Opacity of the dark over a cover by the share of its width: words stand on its left."""
_GRADIENT_PX = 64
_FOCUS = (0.5, 0.74)
"""The point of a cover around which a low, wide part of it is shown, as shares from the left and the top."""
_FALLEN: theme.Rgba = [0.5, 0.42, 0.4, 1]
"""Tint of the cover after a common defeat."""


class Count(NamedTuple):
    """One number of the result and its label."""

    number: int | str
    label: str


class CoverBackdrop(Widget):
    """Cover of `tile` that fills this widget, dark on one `side` for words; dim if all is `fallen`."""

    side = OptionProperty("left", options=["left", "right"])
    tile = ObjectProperty(None, allownone=True)
    fallen = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "tile", "fallen", "side"):
            self.fbind(name, self._draw)

    def _draw(self, *_: Any) -> None:
        self.canvas.clear()
        tile: Tile | None = self.tile
        if tile is None or min(self.size) < 2:
            return
        dark = [0.55 * channel for channel in get_color_from_hex(tile.strip)[:3]]
        with self.canvas:
            Color(*dark)
            Rectangle(pos=self.pos, size=self.size)
        if tile.cover:
            picture = art.part(tile.cover, self.width / self.height, _FOCUS)
            with self.canvas:
                Color(*(_FALLEN if self.fallen else WHITE))
                Rectangle(texture=picture, pos=self.pos, size=self.size)
        shade = _shade()
        with self.canvas:
            Color(*dark)
            left, right = (0, 1) if self.side == "left" else (1, 0)
            across = (left, 0, right, 0, right, 1, left, 1)
            Rectangle(texture=shade, pos=self.pos, size=self.size, tex_coords=across)
            Color(*theme.board_veil())
            Rectangle(pos=self.pos, size=self.size)


@cache
def _shade() -> Texture:
    """White that fades out to the right, to be tinted."""
    pixels = bytearray()
    for i in range(_GRADIENT_PX):
        at = i / (_GRADIENT_PX - 1)
        (x0, a0), (x1, a1) = next(pair for pair in pairwise(_GRADIENT) if at <= pair[1][0])
        pixels += bytes((255, 255, 255, round(255 * (a0 + (a1 - a0) * (at - x0) / (x1 - x0)))))
    made = Texture.create(size=(_GRADIENT_PX, 1), colorfmt="rgba")
    made.blit_buffer(bytes(pixels), colorfmt="rgba", bufferfmt="ubyte")
    return made


class Winners(Painted):
    """Figures of those who won, with a laurel; nobody is crowned after a common defeat."""

    watched = ("figures", "crowned")
    figures = ListProperty([])
    crowned = BooleanProperty(True)

    def paint(self) -> None:
        """Draw one large figure, or rows of two."""
        count = len(self.figures)
        if not count:
            return
        x, y = self.middle
        side = theme.mm(FIGURE_MM if count == 1 else _FEW_MM)
        rows = (count + 1) // 2 if count > 1 else 1
        step = side * 1.12
        y -= theme.mm(2) if self.crowned else 0
        top = y + (rows - 1) / 2 * step
        for i, figure in enumerate(self.figures):
            row, column = divmod(i, 2)
            last = count % 2 and i == count - 1
            across = x if count == 1 or last else x + (column - 0.5) * step
            at = top - row * step
            if self.crowned:
                self.draw("shadow", across, at, side * 1.2, theme.ACCENT)
            self.draw(figure, across, at, side)
        if self.crowned:
            self.draw("thing-laurel-crown", x, top + side * 0.62, theme.mm(FIGURE_MM) * _LAUREL, theme.ACCENT)


class ResultCount(BoxLayout):
    """A number with its label."""

    number = StringProperty("")
    label = StringProperty("")

    def about_at(self, x: float, y: float) -> About:
        """Explain the number."""
        return About(f"{self.number} {self.label}", App.get_running_app().tr.gettext("Counted in this game."))


class EndPage(BoxLayout):
    """Result of a game: `title` is the result, `detail` a line below, `tile` the game; and the ways on.

    `kept`: the game is stored, so that it can be watched and kept. `reviewed`: what decided it can be said.
    """

    tile = ObjectProperty(None, allownone=True)
    title = StringProperty("")
    detail = StringProperty("")
    kept = BooleanProperty(False)
    reviewed = BooleanProperty(False)

    __events__ = ("on_home", "on_again", "on_watch", "on_keep", "on_board")

    def on_home(self) -> None:
        """Handle the way to the start page."""

    def on_again(self) -> None:
        """Handle the wish to play again."""

    def on_watch(self) -> None:
        """Handle the wish to watch the game, or to see what decided it."""

    def on_keep(self) -> None:
        """Handle the wish to keep the game."""

    def on_board(self) -> None:
        """Handle the way back to the board, where the last action can be undone."""


class ResultKeys(GridLayout):
    """The ways on from a `page`; in a portrait window they have two rows."""

    page = ObjectProperty(None, allownone=True, rebind=True)  # the keys follow what the page holds


class ResultPage(EndPage):
    """The result of a game on the cover of its `tile`, what it was like, and the ways on.

    `how` is a sentence beside an `emblem`. `fallen`: all lost together.
    """

    emblem = StringProperty("")
    how = StringProperty("")
    figures = ListProperty([])
    fallen = BooleanProperty(False)
    counts = ListProperty([])

    def on_kv_post(self, base_widget: Widget) -> None:
        """Lay the words out whenever they or their room change."""
        for name in ("title", "how", "detail", "emblem"):
            self.fbind(name, self._lay_words)
        self.ids.words.bind(size=self._lay_words)

    def on_counts(self, *_: Any) -> None:
        """Show the numbers."""
        self.ids.counts.clear_widgets()
        for count in self.counts:
            self.ids.counts.add_widget(ResultCount(number=str(count.number), label=count.label))

    def show_course(self, widgets: Sequence[Widget]) -> None:
        """Show the course of the game; without one the numbers have all the room."""
        course = self.ids.course
        course.clear_widgets()
        course.size_hint = (1, 1) if widgets else (None, None)
        course.size = (0, 0)
        course.opacity = 1 if widgets else 0
        for widget in widgets:
            course.add_widget(widget)

    def _lay_words(self, *_: Any) -> None:
        """Give each line its height; the title is smaller where it would take more than two lines."""
        ids = self.ids
        room = ids.words.width
        if room < theme.em("display"):
            return
        ids.title.em = largest_em(self.title, room, 2.4 * theme.em("display"), "display", "title", "body")
        ids.title.bold = ids.title.em == "body"
        beside = theme.text_mm(6.4) + ids.how.spacing if self.emblem else 0
        how = text_height(self.how, "body", room - beside, bold=True) if self.how else 0
        ids.how.height = max(theme.text_mm(7), min(how, ids.words.height)) if self.how else 0
        for text in (ids.title, ids.detail):
            assert isinstance(text, Text)
            high = text_height(text.text, text.em, room, bold=text.bold) if text.text else 0
            text.height = min(high, ids.words.height)  # infinite while the page has not its size
