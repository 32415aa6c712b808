"""Base of pages that show the results of a background scan as they arrive."""

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
    """Page that scans when it is opened and rebuilds itself whenever the result changed."""

    icon = ""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._seen: object = None
        self._ticks = self.lifetime.trigger(lambda _: self._look(), LOOK_S, repeat=True)
        self.bind(on_enter=lambda _: self._ticks())

    @property
    def machine(self) -> Machine:
        """The machine that scans."""
        machine: Machine = App.get_running_app().controller.machine
        return machine

    def begin(self) -> None:
        """Start the scan."""
        raise NotImplementedError

    def found(self) -> object:
        """Present result."""
        raise NotImplementedError

    def open(self, **about: Any) -> None:
        """Start the scan."""
        self.begin()
        super().open(**about)

    def show(self, title: str, said: str, bad: bool, rows: Sequence[Row]) -> BoxLayout:
        """Show a head, a sentence and the results; return their column."""
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
