"""Log of a game: one line per move; a touch shows all of it, or the position, which people can go back to."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from gettext import NullTranslations
from itertools import chain

from kivy.app import App
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.session.view import Line
from companion.session.view_json import sentence
from ui import theme
from ui.boards import drawing
from ui.boards.art import WHITE, coloured
from ui.explanation import About
from ui.lifetime import Lifetime
from ui.player_names import shown_name
from ui.widgets.basics import TouchButton
from ui.widgets.page_parts import WrapLabel
from ui.widgets.painted import Painted
from ui.widgets.reuse import ReusedWidgets
from ui.widgets.rows import Row, RowList

ROW_MM = 9.2
_MOST_TOLD = 60
"""Number of the last moves that are told in words."""
_NAME_MM = 15.0
"""Width in mm reserved for number and name; results of a move are shown before the moved pieces."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A move: its number, its player, and pictures (art, and a word on it) of its effects.

    `gains` are pictures of its results. `undone`: it was taken back. With `texts`, these say it instead,
    beside an `icon`.
    """

    number: int
    who: str
    pictures: tuple[tuple[str, str], ...] = ()
    gains: tuple[tuple[str, str], ...] = ()
    undone: bool = False
    texts: tuple[str, ...] = ()
    icon: str = ""


def told(
    tr: NullTranslations, story: Sequence[Line], icon: Callable[[Line], str] = lambda _: ""
) -> tuple[LogLine, ...]:
    """Return the last moves of a story in words; `icon`: art of a line, the first of a move counts."""
    moves: dict[int, list[Line]] = {}
    for line in story:
        moves.setdefault(line.number, []).append(line)
    return tuple(
        LogLine(
            number,
            "",
            texts=tuple(sentence(line.text, tr) for line in lines),
            icon=next(filter(None, map(icon, lines)), ""),
        )
        for number, lines in list(moves.items())[-_MOST_TOLD:]
    )


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
    """Lines of a game, scrolled to the last. `look` gets the number of the touched line, 0 for the start, and
    has it chosen; `back` gets the number to go back to, `close` ends the view.
    """

    def __init__(
        self, look: Callable[[int], None], back: Callable[[int], None], close: Callable[[], None]
    ) -> None:
        super().__init__(orientation="vertical", spacing=theme.mm(1.4))
        self._look = look
        self.lifetime = Lifetime()
        self._lines: tuple[LogLine, ...] = ()
        self._made = ReusedWidgets()
        self._at = self.looked_at = 0
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
        """Show lines; the first `at` moves are not taken back. Lines that were shown keep their rows."""
        tr = App.get_running_app().tr
        self._at, self._lines = at, (LogLine(0, tr.gettext("Start")), *lines)
        self.back.text = tr.gettext("Back to here")
        self.choose(at)
        self.lifetime.once(lambda _: self.list.scroll_to(self._chosen(), animate=False), 0)

    def choose(self, number: int) -> None:
        """Mark a line; from any but the present one people can go back or forward."""
        self.looked_at = number
        painted = [line for line in self._lines if not line.texts]
        made = self._made.get((line, partial(self._row, line)) for line in painted)
        rows = dict(zip(painted, made, strict=True))
        for line, row in rows.items():
            row.chosen = line.number == number
        shown = ([rows[line]] if line in rows else self._said(line) for line in self._lines)
        self.list.show([*chain.from_iterable(shown)])
        self.back.disabled = number == self._at
        self.back.why_not = App.get_running_app().tr.gettext(
            "The game is at this point. Choose another line."
        )
        self.back.icon = "redo" if number > self._at else "undo"
        self.back.primary = not self.back.disabled

    def _row(self, line: LogLine) -> LogRow:
        row = LogRow(line=line, size_hint_y=None, height=theme.mm(ROW_MM))
        row.bind(on_release=lambda row: self._look(row.line.number))
        return row

    def _said(self, line: LogLine) -> list[Row | Widget]:
        """Return the first sentence of a move, and all others once it is chosen."""
        tr, chosen, (first, *more) = App.get_running_app().tr, line.number == self.looked_at, line.texts
        count = "" if chosen or not more else " " + tr.gettext("And {n} more.").format(n=len(more))
        about = About(tr.gettext("What was done"), tr.gettext("Touch to see all of it."))
        text = f"{line.number}. {first}{count}"
        row = Row(text, partial(self._look, line.number), line.icon, chosen, about=about)
        return [row, *(WrapLabel(text=one, em="note") for one in (more if chosen else ()))]

    def _chosen(self) -> Widget:
        """Return the row of the chosen line, else the last."""
        shown = self.list.shown()
        return next((row for row in shown if getattr(row, "chosen", False)), shown[-1])
