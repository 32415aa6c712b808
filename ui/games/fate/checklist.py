"""Last page of the monsters' turn: a row for each change, with a tick if it is compared with a real table."""

from collections.abc import Callable
from math import isfinite
from typing import Any

from kivy.graphics import Color, Rectangle, SmoothEllipse
from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.session.fate.changes import Change
from companion.session.fate.snapshot import GuideEntry
from ui import theme
from ui.explanation import About
from ui.games.fate import art, messages
from ui.games.fate.hero_parts import Portrait
from ui.games.fate.panels import SidePanel
from ui.widgets.basics import Icon, Key, PanelBox, Text, text_height
from ui.widgets.painted import Painted

_ROW_MM, _PICTURE_MM, _TICK_MM, _RING_MM, _GAP_MM, _BAR_MM = 10.0, 8.0, 6.2, 0.5, 1.2, 1.4
"""Least height of a row, sides of its picture and its tick, width of the line of an open tick, room between
them, and room for the bar that scrolls."""
_RULE_MM = 0.25
"""Width of the line below a row."""


class Tick(Painted):
    """A green disc with a check, or a ring for what is still open."""

    watched = ("done",)
    done = BooleanProperty(False)

    def paint(self) -> None:
        """Draw the disc or the ring in the middle of the box."""
        (x, y), side = self.middle, theme.mm(_TICK_MM)
        canvas = self.canvas.before
        if self.done:
            canvas.add(Color(*theme.GOOD))
            canvas.add(SmoothEllipse(pos=(x - side / 2, y - side / 2), size=(side, side)))
            self.draw("check", x, y, 0.7 * side, theme.SURFACE)
        else:
            for tint, wide in ((theme.SOFT, side), (theme.SURFACE, side - 2 * theme.mm(_RING_MM))):
                canvas.add(Color(*tint))
                canvas.add(SmoothEllipse(pos=(x - wide / 2, y - wide / 2), size=(wide, wide)))


class ChecklistPanel(SidePanel):
    """All changes of the monsters' turn in a list that scrolls.

    `tick` takes the number of a row that somebody touches; None without a real table, where nothing is to be
    done and no row has a tick.
    """

    def __init__(self, step: GuideEntry, tick: Callable[[int], object] | None) -> None:
        super().__init__()
        card = PanelBox(padding=(theme.mm(1.6), theme.mm(0.4), theme.mm(0.4), theme.mm(0.4)))
        card.add_widget(self.rows)
        self.add_widget(card)
        self.rows.show([_row(self.tr, n, change, tick) for n, change in enumerate(step.changes)])


def _row(tr: Any, number: int, change: Change, tick: Callable[[int], object] | None) -> Widget:
    return _ChangeRow(change, messages.say(tr, change.text), tick and (lambda: tick(number)))


class _ChangeRow(Key):
    """Picture, words and tick of a change; a touch ticks it."""

    def __init__(self, change: Change, text: str, tick: Callable[[], object] | None) -> None:
        super().__init__(quiet=True, size_hint=(1, None), height=theme.mm(_ROW_MM), spacing=theme.mm(_GAP_MM))
        self.padding = 0, 0, theme.mm(_BAR_MM), 0
        self.text, self._tick, self.change = text, tick, change
        self.add_widget(_picture(change))
        self._words = Text(text=text)
        self.add_widget(self._words)
        if tick:
            self.add_widget(Tick(done=change.done, size_hint_x=None, width=theme.mm(_TICK_MM)))
        with self.canvas.after:
            Color(*theme.LINE)
            self._rule = Rectangle()
        self.bind(width=self._grow, pos=self._draw_rule, size=self._draw_rule)

    def _draw_rule(self, *_: Any) -> None:
        """Draw the line below the row."""
        thick = theme.mm(_RULE_MM)
        self._rule.pos, self._rule.size = (self.x, self.y - thick), (self.width - theme.mm(_BAR_MM), thick)

    def about_at(self, x: float, y: float) -> About | None:
        """Explain what a touch does."""
        return super().about_at(x, y) if self._tick else None

    def on_release(self) -> None:
        """Tick the row."""
        if self._tick and not self.change.done:
            self._tick()

    def _grow(self, *_: Any) -> None:
        """Make room for all lines of the words."""
        beside = _PICTURE_MM + _GAP_MM + _BAR_MM + (_TICK_MM + _GAP_MM if self._tick else 0)
        needed = text_height(self.text, "body", max(1.0, self.width - theme.mm(beside)))
        self.height = max(theme.mm(_ROW_MM), needed + theme.mm(1) if isfinite(needed) else 0)


def _picture(change: Change) -> Widget:
    """Return the picture of what has changed: a piece, a hero's card, a house or the stone."""
    box = BoxLayout(size_hint=(None, 1), width=theme.mm(_PICTURE_MM), padding=(0, theme.mm(0.6)))
    if change.what == "card":
        box.add_widget(Portrait(hero=change.kind, radius_mm=1.8))
    else:
        name = {"town": "house", "stone": "stone"}.get(change.what) or art.picture(
            change.kind, int(change.kind in art.LEGENDS)
        )
        box.add_widget(Icon(name=name, colour=theme.INK))
    return box
