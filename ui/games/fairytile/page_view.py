"""Private view of a page: its goal, and the state of each part (FT-110, FT-111)."""

from collections.abc import Sequence
from math import isfinite
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.games.fairytile.judge import fulfilled
from companion.games.fairytile.position import UNKNOWN, Position
from companion.games.fairytile.words import goal_sentence, parts
from companion.i18n import say
from companion.session.fairytile import own_sets
from ui import theme
from ui.games.fairytile import page_photo
from ui.games.fairytile.scenes import SceneView
from ui.games.fairytile.spread import Spread
from ui.widgets.basics import Text, largest_em, text_height, text_width
from ui.widgets.lines import Lines
from ui.widgets.painted import Painted


def page(book: Sequence[int]) -> Widget:
    """The open book with the page in hand, the only one that may be seen; discard it after use.

    On the left is its scene, or its photo; on the right the goal, with each part that holds checked.
    """
    app, number = App.get_running_app(), next(iter(book), UNKNOWN)
    position: Position = app.snapshot.position
    shown = Spread()
    if number not in position.box.goals:
        shown.right_leaf.add_widget(Text(text=app.tr.gettext("You have no page."), em="title"))
        return shown
    goal = position.box.goals[number]
    photo = page_photo.shown(own_sets.photo(number, position.box.pages[number]))
    shown.left.add_widget(photo or SceneView(goal=goal))
    leaf = shown.right_leaf
    rows = [(part.sentence.say(app.tr), part.holds) for part in parts(goal, position.moment)]
    words = say(app.tr, [goal_sentence(goal)])
    leaf.add_widget(_Words(words, [part for part, _ in rows]))
    for part, holds in rows:
        leaf.add_widget(_Check(part, holds))
    leaf.add_widget(Widget(size_hint_y=0.01))
    holds = fulfilled(goal, position.moment)
    number_text = app.tr.gettext("Page {number}").format(number=number)
    if holds:
        number_text = app.tr.gettext("Page {number}: tell it!").format(number=number)
    more = app.tr.ngettext("{n} more in your book", "{n} more in your book", len(book) - 1).format(
        n=len(book) - 1
    )
    foot = BoxLayout(size_hint_y=None, spacing=theme.mm(1))
    foot.bind(minimum_height=foot.setter("height"))
    colour = theme.GOOD if holds else theme.SOFT
    number_px = text_width(number_text, "note")
    foot.add_widget(
        Lines(text=number_text, em="note", color=colour, bold=holds, size_hint_x=None, width=number_px)
    )
    foot.add_widget(Lines(text=more, em="note", color=theme.SOFT, halign="right"))
    leaf.add_widget(foot)
    return shown


class _Words(Text):
    """The goal, as a title where it and its parts fit, else in the size of a text or of a note."""

    def __init__(self, words: str, parts: Sequence[str]) -> None:
        super().__init__(text=words, em="title", valign="top", size_hint_y=None)
        self._parts = parts
        self.fbind("width", self._choose)
        self.fbind("parent", lambda *_: self.parent and self.parent.bind(height=self._choose))

    def _choose(self, *_: Any) -> None:
        if self.parent is None or self.width < theme.mm(10):
            return
        rest = sum(_check_height(part, self.width) + self.parent.spacing for part in self._parts)
        room = self.parent.height - rest - theme.text_mm(6) - theme.mm(8)
        self.em = largest_em(self.text, self.width, room, "title", "body", "note")
        self.bold = self.em != "title"
        high = text_height(self.text, self.em, self.width, bold=self.bold)
        self.height = high if isfinite(high) else theme.text_mm(12)


class _Check(BoxLayout):
    """A part of the goal: a full circle with a check if it holds, else an empty one."""

    def __init__(self, part: str, holds: bool) -> None:
        super().__init__(spacing=theme.mm(1.6), size_hint_y=None, height=theme.text_mm(5.4))
        self.add_widget(_Circle(holds=holds, size_hint_x=None, width=theme.text_mm(5)))
        self.add_widget(Text(text=part, em=_check_em()))
        self.bind(width=lambda *_: setattr(self, "height", _check_height(part, self.width)))


def _check_em() -> theme.TextSize:
    return "note" if theme.large_text() else "body"


def _check_height(part: str, width: float) -> float:
    high = text_height(part, _check_em(), max(1.0, width - theme.text_mm(5) - theme.mm(1.6)))
    return max(theme.text_mm(5.2), high) if isfinite(high) else theme.text_mm(10)


class _Circle(Painted):
    holds = BooleanProperty(False)

    def paint(self) -> None:
        """Draw the circle."""
        (x, y), side = self.middle, theme.text_mm(5)
        self.draw("shadow", x, y, side, theme.GOOD if self.holds else theme.SOFT)
        if self.holds:
            self.draw("check", x, y, 0.72 * side, theme.ON_SIGNAL)
        else:
            self.draw("shadow", x, y, 0.78 * side, theme.SURFACE)
