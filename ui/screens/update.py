"""Updating the app: what is new, then the question whether it is wanted."""

from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout

from companion.games.base import N_
from ui import theme
from ui.machine_service import NewsLook
from ui.screens.page import Page
from ui.widgets.basics import FitLabel, TouchButton
from ui.widgets.pictured import PageHead
from ui.widgets.sheet import Row, RowList

LOOK_S = 0.3
MOST_LETTERS = 160
"""Of a point that is shown."""


class UpdatePage(Page):
    """Looks when it is opened."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._shown = NewsLook()
        self._ticks = Clock.create_trigger(lambda _: self._look(), LOOK_S, interval=True)
        self.bind(on_enter=lambda _: self._ticks(), on_leave=lambda _: self._ticks.cancel())

    def open(self, **about: Any) -> None:
        """Begin to look."""
        App.get_running_app().controller.machine.look_for_news()
        super().open(**about)

    def stop(self) -> None:
        """Look no more."""
        self._ticks.cancel()

    def refresh_text(self) -> None:
        """Show everything anew."""
        app = App.get_running_app()
        tr = app.tr
        shown = self._shown = app.controller.machine.news()
        page = BoxLayout(orientation="vertical", padding=theme.mm(2.5), spacing=theme.mm(2))
        page.add_widget(PageHead(title=tr.gettext("Update"), icon="redo"))
        problem = self.problem or (app.explain(shown.problem) if shown.problem else "")
        said = FitLabel(text=problem or tr.gettext(_words(shown)), max_font_mm=3.8, size_hint_y=None)
        said.height, said.color = theme.mm(11), theme.BAD if problem else theme.TEXT
        page.add_widget(said)
        rows = RowList()
        rows.show([Row(_short(point), lambda: None, "plus", keep=True) for point in shown.found or ()])
        page.add_widget(rows)
        if shown.different and not self.problem:
            update = TouchButton(
                icon="redo", text=tr.gettext("Update now"), colour=theme.ACCENT, size_hint=(1, None)
            )
            update.height = theme.mm(10)
            update.bind(on_release=lambda _: self._update())
            page.add_widget(update)
        self.clear_widgets()
        self.add_widget(page)

    def _update(self) -> None:
        app = App.get_running_app()
        if self.attempt(lambda: app.controller.machine.act("update")):
            app.back()
        else:
            self.refresh_text()

    def _look(self) -> None:
        if App.get_running_app().controller.machine.news() != self._shown:
            self.refresh_text()


def _words(shown: NewsLook) -> str:
    if shown.found is None:
        return N_("One moment …")
    if not shown.different:
        return N_("Nothing is new: the newest version runs.")
    if not shown.found:
        return N_("There is a new version with small changes.")
    return N_("This is new. The version there is comes back if the new one does not start.")


def _short(point: str) -> str:
    return point if len(point) <= MOST_LETTERS else f"{point[: MOST_LETTERS - 2]} …"
