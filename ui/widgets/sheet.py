"""Modal sheet over the screen: a title, a text and large rows to tap; used for menus and card pages."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import isfinite
from typing import Any

from kivy.animation import Animation
from kivy.app import App
from kivy.core.window import Window
from kivy.effects.scroll import ScrollEffect
from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.modalview import ModalView
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from ui import theme
from ui.explanation import About
from ui.lifetime import Lifetime
from ui.widgets.basics import PanelBox, Text, TouchButton, text_height
from ui.widgets.page_parts import WrapLabel
from ui.widgets.reuse import ReusedWidgets, arrange

ROW_MM = 10.2
_SLOW_DRAG_MS = 200
"""Milliseconds within which a moving finger scrolls the list; later it presses the row."""
_DIM = 0.5
_WIDE, _NARROW = 2 / 3, 0.5
"""Shares of the window that a sheet of several columns and of one takes at most."""
_DIALOG_MM = 64.0
_FAINT, _APPEAR_S = 0.2, 0.18
"""Opacity with which a sheet begins to appear, and how long that takes."""
_TWO_LINES = 2.4
"""Height in ems of the words of answers that stand side by side."""


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

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(do_scroll_x=False, scroll_distance=theme.mm(1.5), bar_width=theme.mm(1.0), **kwargs)
        self.bar_color = self.bar_inactive_color = theme.SOFT
        self.scroll_timeout, self.effect_cls = _SLOW_DRAG_MS, ScrollEffect
        self._buttons = ReusedWidgets()
        self._grid = GridLayout(spacing=theme.mm(1.2), size_hint_y=None)
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

    def shown(self) -> list[Widget]:
        """What is listed, from the top."""
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


class _Veiled(ModalView):
    """A sheet of paper over a veiled screen; a touch beside it closes it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(background="", background_color=theme.CLEAR, overlay_color=theme.SCRIM, **kwargs)
        self.lifetime = Lifetime()
        self.padding = theme.mm(2)
        self.page = PanelBox(
            orientation="vertical", padding=theme.mm(3), spacing=theme.mm(2), size_hint=(None, None)
        )
        self.add_widget(self.page)

    def on_touch_down(self, touch: Any) -> bool:
        """Close it if the touch is beside it."""
        if not self.page.collide_point(*touch.pos):
            self.shut()
            return True
        return bool(super().on_touch_down(touch))

    def appear(self) -> None:
        """Open and become visible."""
        self.open(animation=False)
        self.opacity = _FAINT
        self.lifetime.animate(self, Animation(opacity=1, duration=_APPEAR_S, t="out_quad"))

    def on_dismiss(self) -> None:
        """Stop everything."""
        self.lifetime.end()

    def shut(self) -> None:
        """Close at once."""
        self.dismiss(animation=False)

    def put(self, words: str, em: theme.TextSize, colour: theme.Rgba = theme.INK) -> None:
        """Add a text below what is there."""
        if words:
            said = WrapLabel(text=words, em=em, color=colour)
            said.bind(height=self.fit)
            self.page.add_widget(said)

    def fit(self, *_: Any) -> None:
        """Make the sheet as high as what is on it."""
        parts = [getattr(part, "needed", part.height) for part in self.page.children]
        high = sum(parts) + self.page.spacing * (len(parts) - 1) + 2 * theme.mm(3)
        most = Window.height * (_WIDE if theme.portrait() else 1) - 2 * theme.mm(2)
        self.page.height = min(most, high)


class ModalSheet(_Veiled):
    """Sheet at the right, or at the bottom of an upright window, as high as needed.

    A tap on a row acts and closes it; so do its cross and a tap beside it.
    """

    def __init__(
        self, title: str, rows: Sequence[Row | Widget] = (), text: str = "", columns: int = 1
    ) -> None:
        super().__init__(anchor_x="right", anchor_y="bottom")
        share = 1 if theme.portrait() else _WIDE if columns > 1 else _NARROW
        self.page.width = share * Window.width - 2 * theme.mm(2)
        side = theme.mm(10)
        inside = self.page.width - 2 * theme.mm(3)
        title_px = text_height(title, "title", inside - side - theme.mm(2))
        head = BoxLayout(size_hint_y=None, spacing=theme.mm(2))
        head.height = max(side, title_px) if isfinite(title_px) else 2 * side
        head.add_widget(Text(text=title, em="title"))
        close = TouchButton(icon="cross", quiet=True, size=(side, side), pos_hint={"top": 1})
        close.bind(on_release=lambda _: self.shut())
        head.add_widget(close)
        self.page.add_widget(head)
        self.rows = RowList()
        said = [WrapLabel(text=text, em="note" if rows else "body")] if text else []
        if columns > 1:
            self.put(text, "note")
            said = []
        self.rows.show([*said, *rows], columns, lambda row: None if row.keep else self.shut())
        self.rows.bind(needed=self.fit)
        self.page.add_widget(self.rows)
        self.fit()
        self.appear()


class Dialog(_Veiled):
    """A question with two answers: at the left the safe one, which changes nothing, at the right `row`."""

    def __init__(self, title: str, text: str, safe: str, row: Row) -> None:
        super().__init__()
        self.page.width = min(theme.text_mm(_DIALOG_MM), Window.width - theme.mm(6))
        self.put(title, "title")
        self.put(text, "note", theme.SOFT)
        answers = [Row(safe, self.shut), replace(row, icon="")]
        half = (self.page.width - 2 * theme.mm(3) - theme.mm(1.2)) / 2 - theme.mm(2.4)
        abreast = all(
            text_height(one.text, "body", half, bold=True) <= _TWO_LINES * theme.em("body") for one in answers
        )
        self.rows = RowList()
        self.rows.show(answers, 2 if abreast else 1, lambda _: self.shut())
        for key in self.rows.shown():
            key.align = "center"
        self.rows.bind(needed=self.fit)
        self.page.add_widget(self.rows)
        self.fit()
        self.appear()
