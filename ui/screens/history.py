"""A stored game looked back on: its result, chart and key moments, to be shown again and saved."""

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty

from companion.errors import CompanionError
from ui import games, theme
from ui.screens import start_game
from ui.screens.page import Page
from ui.services import History
from ui.widgets.basics import TouchButton
from ui.widgets.history_chart import HistoryChart, result
from ui.widgets.pictured import PageHead as PageHead
from ui.widgets.sheet import Row, Sheet

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class HistoryScreen(Page):
    """Result, chart and key moments of the game with the id it is opened with."""

    said = StringProperty("")
    broken = BooleanProperty(False)
    playing = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self.game = 0
        self._history: History | None = None
        self._written = ""
        super().__init__(**kwargs)

    def open(self, **about: Any) -> None:
        """Read the stored game."""
        app = App.get_running_app()
        self.game, self._history, self._written = about["game"], None, ""
        super().open()
        try:
            self._history = app.controller.archive.history(self.game)
        except CompanionError as error:
            self.problem = app.explain(error)
        self.refresh_text()

    def refresh_text(self) -> None:
        """Show the game again."""
        tr, history = App.get_running_app().tr, self._history
        self.broken, self.playing = history is None, self._played_now()
        self._offer_to_go_on(history is not None and not history.finished)
        self.ids.history_chart.clear_widgets()
        if history is None:
            self.ids.head.title, self.said = tr.gettext("Stored game"), self.problem
            return
        game_ui = games.of(history.game)
        self.ids.head.icon = ""
        self.ids.head.title = f"{game_ui.title} · {', '.join(history.players)}"
        if self._written:
            self.said = tr.gettext("Saved as {path}").format(path=self._written)
        else:
            lasted = tr.ngettext("{n} minute", "{n} minutes", history.minutes).format(n=history.minutes)
            self.said = " · ".join((result(history), history.when, lasted))
        if self.problem:
            self.said = self.problem
        chart = HistoryChart(beside=not theme.portrait())
        chart.show(history, game_ui.chart)
        self.ids.history_chart.add_widget(chart)

    def export(self) -> None:
        """Write the record where people find it, and say where."""
        archive = App.get_running_app().controller.archive

        def write() -> None:
            self._written = archive.export(self.game)

        self.attempt(write)
        self.refresh_text()

    def _offer_to_go_on(self, offered: bool) -> None:
        self.ids.bar.clear_widgets(self.ids.bar.children[:-3])
        if offered:
            text = App.get_running_app().tr.gettext("Go on")
            button = TouchButton(icon="next", text=text, colour=theme.ACCENT)
            button.size_hint_x = 1
            button.bind(on_release=lambda _: self.go_on())
            self.ids.bar.add_widget(button)

    def ask_to_delete(self) -> None:
        """Delete after a question."""
        tr = App.get_running_app().tr
        rows = [
            Row(tr.gettext("Keep the game"), lambda: None, "check"),
            Row(tr.gettext("Delete it for good"), self.delete, "trash"),
        ]
        Sheet(tr.gettext("Delete this game?"), rows)

    def delete(self) -> None:
        """Forget the game; back to the list."""
        app = App.get_running_app()
        if self.attempt(lambda: app.controller.archive.delete(self.game)):
            app.back()
        else:
            self.refresh_text()

    def go_on(self) -> None:
        """Play on, watched as games of this kind were last."""
        app = App.get_running_app()
        assert self._history
        if self._played_now():
            app.home()
            return
        table = start_game.plan_for(app, games.of(self._history.game)).table
        if self.attempt(lambda: app.controller.resume(self.game, table)):
            app.forget_game()
            app.home()
        else:
            self.refresh_text()

    def _played_now(self) -> bool:
        """Whether this is the game on the table."""
        shown = App.get_running_app().snapshot
        return shown is not None and shown.stored_as == self.game
