"""Base of pages that show the results of a background scan as they arrive."""

from typing import Any

from kivy.uix.boxlayout import BoxLayout

from ui.screens.list_page import ListPage

LOOK_S = 0.3


class ScanPage(ListPage):
    """Page that scans when it is opened and rebuilds itself whenever the result changed."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._seen: object = None
        self._ticks = self.lifetime.trigger(lambda _: self._look(), LOOK_S, repeat=True)
        self.bind(on_enter=lambda _: self._ticks())

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

    def show(self, *args: Any, **kwargs: Any) -> BoxLayout:
        """Show a head, a sentence and the results; return their column."""
        self._seen = self.found()
        return super().show(*args, **kwargs)

    def _look(self) -> None:
        if self.found() != self._seen:
            self.refresh_text()
