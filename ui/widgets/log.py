"""Log of a game: one line per move; a tap shows the position, which people can go back to."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from ui import theme
from ui.boards import drawing
from ui.boards.art import WHITE, coloured
from ui.lifetime import Lifetime
from ui.player_names import shown_name
from ui.widgets.basics import TouchButton
from ui.widgets.painted import Painted
from ui.widgets.reuse import ReusedWidgets
from ui.widgets.sheet import RowList

ROW_MM = 9.2
_NAME_MM = 15.0
"""Width in mm reserved for number and name; results of a move are shown before the moved pieces."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A move: its number, its player, and pictures (art, and a word on it) of its effects.

    `gains` are pictures of its results. `undone`: it was taken back.
    """

    number: int
    who: str
    pictures: tuple[tuple[str, str], ...] = ()
    gains: tuple[tuple[str, str], ...] = ()
    undone: bool = False


class LogRow(ButtonBehavior, Painted):
    """One line, painted: hundreds of them are made at once."""

    watched = ("chosen", "state")
    line = ObjectProperty(LogLine(0, ""))
    chosen = BooleanProperty(False)

    def paint(self) -> None:
        """Draw the line."""
        line, (_, y) = self.line, self.middle
        ground = theme.INK if self.chosen else theme.SUNK if self.state == "down" else theme.SURFACE
        ink = theme.SURFACE if self.chosen else theme.INK
        soft = theme.SURFACE if self.chosen else theme.SOFT
        fade = 0.45 if line.undone else 1.0
        self.box(self.pos, self.size, ground, theme.mm(1.2))
        side, right = theme.mm(5), self.right - theme.mm(1)
        gained = theme.SURFACE if self.chosen else theme.GOOD
        for art, word in reversed(line.gains):
            needed = _wide(word, "note") + side
            if right - needed - self.x < theme.mm(_NAME_MM):
                break
            right -= self.text(word, right, y, theme.em("note"), [*gained[:3], fade], align=1)
            self.draw(art, right - side / 2, y, side, _tint(art, ink, fade))
            right -= side + theme.mm(0.4)
        right -= theme.mm(1) if line.gains else 0
        room = right - self.x - theme.mm(_NAME_MM)
        for art, word in reversed(line.pictures if len(line.pictures) * side <= room else ()):
            self.draw(art, right - side / 2, y, side, _tint(art, ink, fade))
            if word:
                self.text(word, right - side / 2, y, theme.mm(2.6), theme.INK)
            right -= side
        left = self.x + theme.mm(1.4)
        left += self.text(str(line.number), left, y, theme.em("note"), [*soft[:3], fade], align=0)
        who, ends = shown_name(line.who), right - theme.mm(1)
        left += theme.mm(1.6)
        shown = next(
            shown for shown in _shorter(who) if left + _wide(shown, "body") <= ends or len(shown) < 3
        )
        self.text(shown, left, y, theme.em("body"), [*ink[:3], fade], align=0)


def _tint(art: str, ink: theme.Rgba, fade: float) -> theme.Rgba:
    """Colour in which a picture is seen: its own, or that of the words for one that has none."""
    return [*(WHITE if coloured(art) else ink)[:3], fade]


def _shorter(name: str) -> Iterator[str]:
    """A name, then its beginnings, the longest first."""
    yield name
    for letters in range(len(name) - 1, 0, -1):
        yield f"{name[:letters].rstrip()}\N{HORIZONTAL ELLIPSIS}"


def _wide(text: str, em: theme.TextSize) -> float:
    return float(drawing.word(text, 0, 0, theme.em(em), theme.INK).size[0])


class LogView(BoxLayout):
    """Lines of a game, scrolled to the last. `look` gets the number of the tapped line, 0 for the start,
    `back` the number to go back to; `close` ends the view.
    """

    def __init__(
        self, look: Callable[[int], None], back: Callable[[int], None], close: Callable[[], None]
    ) -> None:
        super().__init__(orientation="vertical", spacing=theme.mm(1.4))
        self._look = look
        self.lifetime = Lifetime()
        self._rows: list[Any] = []
        self._made = ReusedWidgets()
        self.looked_at = 0
        self.list = RowList()
        self.add_widget(self.list)
        high = max(theme.mm(10), 2.6 * theme.em("note") + theme.mm(1.2))
        foot = BoxLayout(size_hint_y=None, height=high, spacing=theme.mm(1.4))
        shut = TouchButton(icon="cross", size=(theme.mm(10), theme.mm(10)))
        shut.bind(on_release=lambda _: close())
        self.back = TouchButton(icon="undo", size_hint=(1, 1), disabled=True)
        self.back.bind(on_release=lambda _: back(self.looked_at))
        foot.add_widget(shut)
        foot.add_widget(self.back)
        self.add_widget(foot)

    def show(self, lines: Sequence[LogLine], at: int) -> None:
        """Show lines; the first `at` of them are not taken back. Lines that were shown keep their rows."""
        tr = App.get_running_app().tr
        self._at = at
        self.back.text = tr.gettext("Back to here")
        start = LogLine(0, tr.gettext("Start"))
        self._rows = self._made.get((line, partial(self._row, line)) for line in (start, *lines))
        self.list.show(self._rows)
        self.choose(at)
        self.lifetime.once(lambda _: self.list.scroll_to(self._rows[min(at, len(lines))], animate=False), 0)

    def _row(self, line: LogLine) -> LogRow:
        row = LogRow(line=line, size_hint_y=None, height=theme.mm(ROW_MM))
        row.bind(on_release=self._tapped)
        return row

    def choose(self, number: int) -> None:
        """Mark a line; from any but the present one people can go back or forward."""
        self.looked_at = number
        for row in self._rows:
            row.chosen = row.line.number == number
        self.back.disabled = number == self._at
        self.back.why_not = App.get_running_app().tr.gettext(
            "The game is at this point. Choose another line."
        )
        self.back.icon = "redo" if number > self._at else "undo"
        self.back.primary = not self.back.disabled

    def _tapped(self, row: Any) -> None:
        self.choose(row.line.number)
        self._look(row.line.number)
