"""Modal sheet over the screen: a title, a text and large rows to touch; used for menus and card pages."""

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite
from typing import Any

from kivy.animation import Animation
from kivy.core.window import Window
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.modalview import ModalView
from kivy.uix.widget import Widget

from ui import theme
from ui.lifetime import Lifetime
from ui.widgets.basics import PanelBox, Text, TouchButton, text_height
from ui.widgets.page_parts import WrapLabel
from ui.widgets.rows import Row, RowList

_WIDE, _NARROW = 2 / 3, 0.5
"""Shares of the window that a sheet of several columns and of one takes at most."""
_DIALOG_MM = 64.0
_FAINT, _APPEAR_S = 0.2, 0.18
"""Opacity with which a sheet begins to appear, and how long that takes."""
_TWO_LINES = 2.4
"""Height in ems of the words of answers that stand side by side."""


class _Veiled(ModalView):
    """A sheet of paper over a veiled screen; a touch beside it closes it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(background="", background_color=theme.CLEAR, overlay_color=theme.SCRIM, **kwargs)
        self.lifetime = Lifetime()
        self._free_px = 0.0
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
        most = min(most, Window.height - self._free_px - 2 * theme.mm(2))
        self.page.height = min(most, high)


class ModalSheet(_Veiled):
    """Sheet at the right, or at the bottom of an upright window, as high as needed.

    A tap on a row acts and closes it; so do its cross and a tap beside it. `free_px`: so much stays free at
    the top, where somebody reads; then nothing is veiled.
    """

    def __init__(
        self,
        title: str,
        rows: Sequence[Row | Widget] = (),
        text: str = "",
        columns: int = 1,
        free_px: float = 0,
    ) -> None:
        super().__init__(anchor_x="right", anchor_y="bottom")
        self._free_px = free_px
        if free_px:
            self.overlay_color = theme.CLEAR
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
