"""A page of what the machine looks for in the background, shown as it is found."""

from collections.abc import Sequence
from typing import Any

from kivy.app import App
from kivy.uix.boxlayout import BoxLayout

from ui import theme
from ui.machine_service import Machine
from ui.screens.page import Page
from ui.widgets.basics import FitLabel
from ui.widgets.page_parts import PageHead
from ui.widgets.sheet import Row, RowList

LOOK_S = 0.3


class ScanPage(Page):
    """Looks when it is opened; made anew whenever something else was found."""

    icon = ""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._seen: object = None
        self._ticks = self.lifetime.trigger(lambda _: self._look(), LOOK_S, repeat=True)
        self.bind(on_enter=lambda _: self._ticks())

    @property
    def machine(self) -> Machine:
        """Where is looked."""
        machine: Machine = App.get_running_app().controller.machine
        return machine

    def begin(self) -> None:
        """Begin to look."""
        raise NotImplementedError

    def found(self) -> object:
        """What is known now."""
        raise NotImplementedError

    def open(self, **about: Any) -> None:
        """Begin to look."""
        self.begin()
        super().open(**about)

    def show(self, title: str, said: str, bad: bool, rows: Sequence[Row]) -> BoxLayout:
        """A head, a sentence and what was found below it; returns the column they stand in."""
        self._seen = self.found()
        column = BoxLayout(orientation="vertical", padding=theme.mm(2.5), spacing=theme.mm(2))
        column.add_widget(PageHead(title=title, icon=self.icon))
        colour = theme.BAD if bad else theme.TEXT
        sentence = FitLabel(text=said, color=colour, max_font_mm=3.8, size_hint_y=None, height=theme.mm(11))
        column.add_widget(sentence)
        listed = RowList()
        listed.show(rows)
        column.add_widget(listed)
        self.clear_widgets()
        self.add_widget(column)
        return column

    def _look(self) -> None:
        if self.found() != self._seen:
            self.refresh_text()
