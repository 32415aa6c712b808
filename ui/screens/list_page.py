"""Base of pages of a sentence and rows, which may be part of the first start."""

from collections.abc import Sequence
from typing import Any

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from ui import theme
from ui.machine_service import Machine
from ui.screens import first_start
from ui.screens.page import Page
from ui.widgets.basics import Icon, TouchButton
from ui.widgets.lines import Lines
from ui.widgets.page_parts import PageHead
from ui.widgets.rows import Row, RowList

_BESIDE = 0.5
"""Width of picture and sentence as a share of that of the rows beside them."""


class ListPage(Page):
    """A head, a sentence and rows; at the first start the foot leads to the next page and to play."""

    icon = ""
    first_start = False

    @property
    def machine(self) -> Machine:
        """The computer that runs the app."""
        machine: Machine = App.get_running_app().controller.machine
        return machine

    def open(self, **about: Any) -> None:
        """Show the page, as part of the first start or alone."""
        self.first_start = about.pop("first_start", False)
        super().open(**about)

    def done(self) -> None:
        """Leave the page after a choice."""
        if self.first_start:
            first_start.go_on(self.name)
        else:
            App.get_running_app().back()

    def show(
        self, title: str, said: str, bad: bool = False, rows: Sequence[Row] = (), columns: int = 1
    ) -> BoxLayout:
        """Show a head, a sentence and rows; return their column."""
        upright = theme.portrait()
        column = BoxLayout(orientation="vertical", padding=theme.mm(3), spacing=theme.mm(3))
        column.add_widget(PageHead(title=title))
        colour = theme.BAD if bad else theme.INK
        body = BoxLayout(orientation="vertical" if upright else "horizontal", spacing=theme.mm(4))
        beside = BoxLayout(
            orientation="horizontal" if upright else "vertical",
            spacing=theme.mm(3),
            padding=theme.mm(1),
            size_hint=(1, None) if upright else (_BESIDE, 1),
        )
        beside.add_widget(Icon(name=self.icon, colour=theme.SOFT, size_hint_max=(theme.mm(30), theme.mm(30))))
        words = Lines(text=said, color=colour)
        beside.add_widget(words)
        if upright:
            words.pos_hint = {"center_y": 0.5}
            least, rim = theme.mm(32), theme.mm(2)
            words.bind(height=lambda _, height: setattr(beside, "height", max(least, height + rim)))
            beside.height = least
        else:
            beside.add_widget(Widget())
        listed = RowList()
        listed.show(rows, columns)
        body.add_widget(beside)
        body.add_widget(listed)
        column.add_widget(body)
        if self.first_start:
            column.add_widget(self._foot())
        self.clear_widgets()
        self.add_widget(column)
        return column

    def _foot(self) -> BoxLayout:
        tr = App.get_running_app().tr
        high = max(theme.mm(11), theme.mm(2) + 2.3 * theme.em("note"))
        foot = BoxLayout(spacing=theme.mm(2), size_hint_y=None, height=high)
        if first_start.after(self.name):
            following = TouchButton(icon="next", text=tr.gettext("Next page"), size_hint=(1, 1))
            following.bind(on_release=lambda _: first_start.go_on(self.name))
            foot.add_widget(following)
        play = TouchButton(icon="play", text=tr.gettext("Play now"), primary=True, size_hint=(1, 1))
        play.bind(on_release=lambda _: first_start.play())
        foot.add_widget(play)
        return foot
