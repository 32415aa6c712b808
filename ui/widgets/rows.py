"""Rows to touch, in a list that scrolls; a number with keys for one less and one more."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import isfinite
from typing import Any

from kivy.app import App
from kivy.effects.scroll import ScrollEffect
from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from ui import theme
from ui.explanation import About
from ui.widgets.basics import Text, TouchButton, text_height
from ui.widgets.reuse import ReusedWidgets, arrange

ROW_MM = 10.2
_SLOW_DRAG_MS = 200
"""Milliseconds within which a moving finger scrolls the list; later it presses the row."""
_DIM = 0.5


@dataclass(frozen=True, slots=True)
class Row:
    """A row to tap; disabled without `act`, then `why_not` says why. `keep`: the sheet stays open.

    `dim`: a tap only explains why the action is impossible. `about` is shown while a finger holds the row.
    """

    text: str
    act: Callable[[], object] | None = None
    icon: str = ""
    chosen: bool = False
    keep: bool = False
    dim: bool = False
    why_not: str = ""
    about: About | None = None


class RowList(ScrollView):
    """Rows in a column, or in several if they are short; `needed` is the total height in pixels."""

    needed = NumericProperty(0)

    def __init__(self, gap_mm: float = 1.2, **kwargs: Any) -> None:
        super().__init__(do_scroll_x=False, scroll_distance=theme.mm(1.5), bar_width=theme.mm(1.0), **kwargs)
        self.bar_color = self.bar_inactive_color = theme.SOFT
        self.scroll_timeout, self.effect_cls = _SLOW_DRAG_MS, ScrollEffect
        self._buttons = ReusedWidgets()
        self._grid = GridLayout(spacing=theme.mm(gap_mm), size_hint_y=None)
        self._grid.bind(minimum_height=self._grid.setter("height"))
        self._grid.bind(minimum_height=self.setter("needed"))
        self.add_widget(self._grid)

    def show(
        self, rows: Sequence[Row | Widget], columns: int = 1, tapped: Callable[[Row], None] | None = None
    ) -> None:
        """Show rows, or widgets with a height; `tapped` is called before a row acts.

        A row that looks as before keeps its button, which acts as the new one.
        """
        self._grid.cols = columns
        wanted = [row for row in rows if isinstance(row, Row)]
        made = self._buttons.get((_look(row), partial(RowButton, row)) for row in wanted)
        for row, shown in zip(wanted, made, strict=True):
            shown.row, shown.tapped = row, tapped
        buttons = iter(made)
        arrange(self._grid, [next(buttons) if isinstance(row, Row) else row for row in rows])

    def in_sight(self, widget: Widget) -> bool:
        """Return true if a part of a row of the only column is seen; false before it has its place."""
        bottom = self._grid.y + self.scroll_y * max(0, self._grid.height - self.height)
        placed = widget.width == self._grid.width
        return bool(placed and widget.top > bottom and widget.y < bottom + self.height)

    def shown(self) -> list[Widget]:
        """Return what is listed, from the top."""
        return list(reversed(self._grid.children))

    def add(self, widget: Widget) -> None:
        """Put a widget of another kind below the rows; it needs a height of its own."""
        self._grid.add_widget(widget)


class RowButton(TouchButton):
    """The button of a row; `tapped` is called before the row acts."""

    def __init__(self, row: Row, tapped: Callable[[Row], None] | None = None) -> None:
        super().__init__(icon=row.icon, text=row.text, chosen=row.chosen, size_hint=(1, None))
        self.row, self.tapped = row, tapped
        self.align, self.height = "left" if row.text else "", theme.mm(ROW_MM)
        self.bind(width=self._grow)
        self.disabled, self.opacity = row.act is None, _DIM if row.dim else 1.0
        self.why_not = row.why_not

    def about_at(self, x: float, y: float) -> About | None:
        """Explain what the row does, or why it is disabled."""
        return (not self.disabled and self.row.about) or super().about_at(x, y)

    def _grow(self, *_: Any) -> None:
        """Make room for all lines of the text, which is a note, without the icon, if a word needs that."""
        alone = self.width - theme.mm(2.4)
        beside = self.width - theme.mm(10.4) if self.icon else alone
        ways: tuple[tuple[theme.TextSize, float], ...] = (
            (self.em, beside),
            ("note", beside),
            ("note", alone),
        )
        heights = (text_height(self.text, em, width, bold=True) for em, width in ways)
        needed = next(filter(isfinite, heights), 0.0) + theme.mm(2)
        self.height = max(theme.mm(ROW_MM), needed)

    def on_release(self) -> None:
        """Act."""
        if self.tapped:
            self.tapped(self.row)
        if self.row.act:
            self.row.act()


def _look(row: Row) -> Row:
    """All that the button of a row shows: an act that was made anew looks the same."""
    return replace(row, act=row.act and _nothing)


def _nothing() -> None:
    """Stand for any act."""


class Stepper(BoxLayout):
    """A number with buttons for one less and one more; `change(number)` is called.

    `shade` calls `most` again, because it may depend on other numbers.
    """

    def __init__(
        self, text: str, value: int, change: Callable[[int], None], most: Callable[[], int] = lambda: 999
    ) -> None:
        super().__init__(spacing=theme.mm(1.2), size_hint_y=None, height=theme.mm(ROW_MM))
        self.value, self._change, self._most = value, change, most
        self.add_widget(Text(text=text, em="note", bold=True))
        self._less = self._key("less", -1)
        self._number = Text(text=str(value), em="title", halign="center", size_hint_x=None)
        self._number.font_name, self._number.bold = "text", True  # digits of titles dance
        self._number.width = theme.mm(13)
        self.add_widget(self._number)
        self._more = self._key("more", 1)
        self.shade()

    def shade(self) -> None:
        """Enable the buttons that have an effect now."""
        tr = App.get_running_app().tr
        self._less.why_not = tr.gettext("It cannot be less than 0.")
        self._more.why_not = tr.gettext("There are no more than {n}.").format(n=self._most())
        self._less.disabled, self._more.disabled = self.value <= 0, self.value >= self._most()

    def _key(self, icon: str, by: int) -> TouchButton:
        made = TouchButton(icon=icon)
        made.size = (theme.mm(10.2), theme.mm(ROW_MM))
        made.bind(on_release=lambda _: self._step(by))
        self.add_widget(made)
        return made

    def _step(self, by: int) -> None:
        self.value += by
        self._number.text = str(self.value)
        self._change(self.value)
        self.shade()
