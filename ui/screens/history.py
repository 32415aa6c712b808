"""A stored game: its board, who is next or who won, and the ways on: continue, watch, keep, delete."""

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty

from companion.errors import CompanionError
from ui import all_games, days
from ui.player_names import figure_of, figures, shown_name
from ui.screens import start_game
from ui.screens.page import Page
from ui.services import History, Where
from ui.widgets.basics import TouchButton
from ui.widgets.history_chart import lasted, result
from ui.widgets.page_parts import PageHead as PageHead
from ui.widgets.result_chip import ResultChip

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class HistoryScreen(Page):
    """The game with the id it is opened with: `said` about `whose` figure, and `when` it was played."""

    said = StringProperty("")
    when = StringProperty("")
    whose = StringProperty("")
    broken = BooleanProperty(False)
    playing = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self.game = 0
        self._history: History | None = None
        super().__init__(**kwargs)

    def open(self, **about: Any) -> None:
        """Read the stored game."""
        app = App.get_running_app()
        self.game, self._history = about["game"], None
        super().open()
        try:
            self._history = app.controller.archive.history(self.game)
        except CompanionError as error:
            self.problem = app.explain(error)
        self._show_board()
        self.refresh_text()

    def refresh_text(self) -> None:
        """Write everything again."""
        app, history = App.get_running_app(), self._history
        now = app.snapshot
        self.broken, self.playing = history is None, self._played_now() and not (now and now.over)
        self.ids.people.clear_widgets()
        self.ids.first.clear_widgets()
        if history is None:
            self.ids.head.title, self.said, self.when, self.whose = "", app.tr.gettext("Stored game"), "", ""
            self.when = self.problem
            return
        title, names = all_games.of(history.game).title, ", ".join(map(shown_name, history.players))
        self.ids.head.title = f"{title} · {names}"
        ended = result(history, app.tr)
        self.said = ended[:1].upper() + ended[1:]
        moves = app.tr.ngettext("{n} move", "{n} moves", history.played).format(n=history.played)
        day = days.moment(app.tr, history.when)
        self.when = self.problem or " · ".join((day, moves, lasted(history, app.tr)))
        self._show_people(history)
        self._show_way_on(history)

    def delete(self) -> None:
        """Put the game away and show the list, which offers it back."""
        app, game, manager = App.get_running_app(), self.game, self.manager
        if self._played_now():  # it is over: its result is left, too
            app.leave_game()
        else:
            app.back()
        here = manager.current_screen
        lists = here.name in ("start", "games")  # a page that lists it looks again
        app.deleted.put_away(game, here.open if lists else here.refresh_text, here.name == "games")

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

    def _show_way_on(self, history: History) -> None:
        """Offer to continue a game, or what decided one that is over."""
        app = App.get_running_app()
        key = TouchButton(icon="next", text=app.tr.gettext("Continue"), primary=True, size_hint=(1, 1))
        if not history.finished:
            key.bind(on_release=lambda _: self.go_on())
        elif app.controller.reviews.offered(history.game):
            key.icon, key.text = "chart", app.tr.gettext("What decided it")
            key.bind(on_release=lambda _: app.open("review", game=self.game))
        else:
            return
        self.ids.first.add_widget(key)

    def _show_people(self, history: History) -> None:
        """Show everybody's figure with their points, and large the one whose turn it is, or who won."""
        known = figures(App.get_running_app(), history.players)
        one = history.turn or (history.winners[0] if len(history.winners) == 1 else "")
        self.whose = figure_of(history.bots, known, one) if one else "trophy" if history.winners else "people"
        for name in history.players:
            points = str(history.points[name]) if name in history.points else ""
            chip = ResultChip(figure=figure_of(history.bots, known, name), points=points)
            chip.won = name in history.winners
            self.ids.people.add_widget(chip)

    def _show_board(self) -> None:
        """Show how the game stands, if it has a board."""
        box, archive = self.ids.board, App.get_running_app().controller.archive
        box.clear_widgets()
        if self._history is None:
            return
        made = all_games.of(self._history.game).past_board
        steps = archive.replay(self.game) if made else ()
        if made and steps:
            board: Any = made()
            box.add_widget(board)
            board.look_at(steps[-1].position, Where())

    def _played_now(self) -> bool:
        """Return true if this is the running game."""
        shown = App.get_running_app().snapshot
        return shown is not None and shown.stored_as == self.game
