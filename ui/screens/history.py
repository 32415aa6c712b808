"""History of a stored game: result, chart, key moments, replay and export."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty

from companion.errors import CompanionError
from companion.i18n import say
from companion.storage.exports import Saved
from ui import all_games, days, theme
from ui.player_names import figures, shown_name
from ui.poster import png
from ui.screens import start_game
from ui.screens.page import Page
from ui.services import Archive, History
from ui.widgets.basics import TouchButton
from ui.widgets.history_chart import HistoryChart, lasted, result
from ui.widgets.page_parts import PageHead as PageHead

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_SEEN_S = 0.1
"""Seconds between the busy message and the work that blocks the window."""


class HistoryScreen(Page):
    """Result, chart and key moments of the game with the id it is opened with."""

    said = StringProperty("")
    broken = BooleanProperty(False)
    playing = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self.game = 0
        self._history: History | None = None
        self._saved: Saved | None = None
        super().__init__(**kwargs)

    def open(self, **about: Any) -> None:
        """Read the stored game."""
        app = App.get_running_app()
        self.game, self._history, self._saved = about["game"], None, None
        super().open()
        try:
            self._history = app.controller.archive.history(self.game)
        except CompanionError as error:
            self.problem = app.explain(error)
        self.refresh_text()

    def refresh_text(self) -> None:
        """Show the game again."""
        tr, history = App.get_running_app().tr, self._history
        now = App.get_running_app().snapshot
        self.broken, self.playing = history is None, self._played_now() and not (now and now.over)
        self._offer_to_go_on(history is not None and not history.finished)
        self.ids.history_chart.clear_widgets()
        if history is None:
            self.ids.head.title, self.said = tr.gettext("Stored game"), self.problem
            return
        game_ui = all_games.of(history.game)
        self.ids.head.icon = game_ui.tile
        ended = result(history, tr)
        self.ids.head.title = ended[:1].upper() + ended[1:]
        if self._saved:
            self.said = say(tr, [self._saved.said])
        else:
            people = ", ".join(map(shown_name, history.players))
            self.said = " · ".join(
                (game_ui.title, people, days.moment(tr, history.when), lasted(history, tr))
            )
        if self.problem:
            self.said = self.problem
        chart = HistoryChart(side_by_side=not theme.portrait())
        chart.show(history, game_ui.chart)
        self.ids.history_chart.add_widget(chart)

    def export(self) -> None:
        """Export the record and show its path."""
        self._write(lambda archive, _: archive.export(self.game))

    def draw(self) -> None:
        """Export a printable picture of the game and show its path; takes about a second."""
        app = App.get_running_app()

        def write(archive: Archive, history: History) -> Saved:
            known = figures(app, history.players)
            steps = archive.replay(self.game)
            return archive.save_picture(
                self.game, png(history, steps, all_games.of(history.game), known, app.tr)
            )

        self.problem, self.said = "", app.tr.gettext("One moment …")
        self.lifetime.once(lambda _: self._write(write), _SEEN_S)

    def _write(self, write: Callable[[Archive, History], Saved]) -> None:
        history = self._history
        assert history

        def written() -> None:
            self._saved = write(App.get_running_app().controller.archive, history)

        self.attempt(written)
        self.refresh_text()

    def _offer_to_go_on(self, offered: bool) -> None:
        self.ids.bar.clear_widgets(self.ids.bar.children[:-3])
        if offered:
            text = App.get_running_app().tr.gettext("Go on")
            button = TouchButton(icon="next", text=text, primary=True)
            button.size_hint = (1, 1)
            button.bind(on_release=lambda _: self.go_on())
            self.ids.bar.add_widget(button)

    def delete(self) -> None:
        """Put the game away and show the list, which offers it back."""
        app, game, manager = App.get_running_app(), self.game, self.manager
        if self._played_now():  # it is over: its result is left, too
            app.leave_game()
        else:
            app.back()
        here = manager.current_screen
        lists = here.name in ("start", "games")  # a page that lists it looks again
        app.deleted.put_away(game, here.open if lists else here.refresh_text)

    def go_on(self) -> None:
        """Resume the game, with the table kind used last for this game."""
        app = App.get_running_app()
        assert self._history
        if self._played_now():
            app.home()
            return
        table = start_game.plan_for(app, all_games.of(self._history.game)).table
        if self.attempt(lambda: app.controller.resume(self.game, table)):
            app.forget_game()
            app.home()
        else:
            self.refresh_text()

    def _played_now(self) -> bool:
        """Return true if this is the running game."""
        shown = App.get_running_app().snapshot
        return shown is not None and shown.stored_as == self.game
