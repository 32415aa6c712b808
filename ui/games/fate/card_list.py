"""Choice of cards: cells of one size, sorted by number or name, with keys for parts of long lists."""

from collections.abc import Callable, Sequence
from functools import partial
from math import ceil, isfinite
from typing import Any, NamedTuple
from unicodedata import normalize

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout

from ui import theme
from ui.explanation import About
from ui.widgets.basics import Text, TouchButton, text_height, text_width
from ui.widgets.rows import ROW_MM, Row, RowButton, RowList

_PAGE = 5
"""Number of visible lines of cells; one less below the keys."""
_MOST_KEYS = 4


class CardEntry(NamedTuple):
    """A card to pick: printed number, name, which may be "", handler of a tap, and its explanation."""

    number: int
    name: str
    tapped: Callable[[], None]
    about: About | None = None


class CardCell(TouchButton):
    """A card's number and name."""

    def __init__(self, entry: CardEntry) -> None:
        super().__init__(text=entry.name or str(entry.number))
        self._about = entry.about
        self.clear_widgets()
        self.size_hint_x, self.height = 1, max(theme.mm(ROW_MM), 2.3 * theme.em("note") + theme.mm(1.2))
        self.padding, self.spacing = [theme.mm(0.6), theme.mm(0.6)], theme.mm(0.6)
        self._number = number = Text(text=str(entry.number), bold=True, halign="center")
        self.add_widget(number)
        if entry.name:
            number.text = App.get_running_app().tr.gettext("No. {n}").format(n=entry.number)
            number.em = "note"
            self._name = Text(text=entry.name, em="note")
            self.add_widget(self._name)
            self.bind(width=self._lay)
        self.bind(on_release=lambda _: entry.tapped())

    def _lay(self, *_: Any) -> None:
        """Put the name beside the number, or below it if a word is long; make room for all its lines."""
        number, inner = self._number, self.width - theme.mm(1.2)
        width = max(text_width(word, "note") for word in number.text.split())
        high = text_height(self._name.text, "note", inner - width - theme.mm(0.6))
        below = not isfinite(high)
        self.orientation = "vertical" if below else "horizontal"
        number.size_hint = (1, None) if below else (None, 1)
        number.size = (inner, 1.3 * theme.em("note")) if below else (width, number.height)
        if below:
            high = text_height(self._name.text, "note", inner) + number.height + theme.mm(0.6)
        least = max(theme.mm(ROW_MM), 2.3 * theme.em("note") + theme.mm(1.2))
        self.height = max(least, high + theme.mm(1.4) if isfinite(high) else 0)

    def about_at(self, x: float, y: float) -> About | None:
        """Explain the card."""
        return self._about or super().about_at(x, y)


class CardList(BoxLayout):
    """Cards below other `rows`. With more than a page of them keys above show a part of the list, and change
    its order where cards have names.
    """

    def __init__(self, entries: Sequence[CardEntry], rows: Sequence[Row] = (), columns: int = 2) -> None:
        super().__init__(orientation="vertical", spacing=theme.mm(1.2))
        self._entries, self._columns = entries, columns
        self._by_letter, self._part = False, -1
        self._keys = BoxLayout(spacing=theme.mm(0.8), size_hint_y=None, height=theme.mm(ROW_MM))
        self._list = RowList()
        for row in rows:
            self.add_widget(RowButton(row))
        if len(entries) > _PAGE * columns:
            self.add_widget(self._keys)
        self.add_widget(self._list)
        self._show()

    def _show(self) -> None:
        ordered = sorted(self._entries, key=_by_name if self._by_letter else _by_number)
        pages = ceil(len(ordered) / ((_PAGE - 1) * self._columns))
        size = ceil(len(ordered) / min(_MOST_KEYS, pages))
        parts = [ordered[at : at + size] for at in range(0, len(ordered), size)]
        self._keys.clear_widgets()
        if any(entry.name for entry in ordered):
            self._keys.add_widget(self._key("1-9" if self._by_letter else "A-Z", False, self._turn))
        for index, part in enumerate(parts):
            text = _ends(part[0], part[-1], self._by_letter)
            self._keys.add_widget(self._key(text, index == self._part, partial(self._choose, index)))
        shown = ordered if self._part < 0 else parts[self._part]
        self._list.show([*map(CardCell, shown)], self._columns)
        self._list.scroll_y = 1

    def _key(self, text: str, chosen: bool, tapped: Callable[[], None]) -> TouchButton:
        made = RowButton(Row(text, tapped, chosen=chosen))
        made.align, made.padding = "", theme.mm(0.4)
        return made

    def _turn(self) -> None:
        """Switch between sorting by number and by name."""
        self._by_letter, self._part = not self._by_letter, -1
        self._show()

    def _choose(self, part: int) -> None:
        """Show a part of the list; a second touch shows all of it."""
        self._part = -1 if part == self._part else part
        self._show()


def _by_number(entry: CardEntry) -> int:
    return entry.number


def _by_name(entry: CardEntry) -> str:
    return normalize("NFKD", entry.name).casefold()


def _ends(first: CardEntry, last: CardEntry, by_letter: bool) -> str:
    """First and last label of a part."""
    ends = [_by_name(e)[:1].upper() if by_letter else str(e.number) for e in (first, last)]
    return "-".join(dict.fromkeys(ends))
