"""List of all stored games; a tap opens the history of one."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import NumericProperty

from ui import games, theme
from ui.player_names import shown_name
from ui.screens.page import Page
from ui.services import History
from ui.widgets.basics import Text
from ui.widgets.history_chart import begun, result
from ui.widgets.page_parts import PageHead as PageHead
from ui.widgets.sheet import Row, RowButton, RowList

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

AT_ONCE = 20
"""Number of games listed at first; rows take a moment to make, so `more` adds further ones."""


class GamesScreen(Page):
    """The list, the latest game first."""

    shown = NumericProperty(AT_ONCE)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._games: Sequence[History] = ()
        self._list = RowList()
        self.ids.list.add_widget(self._list)

    def open(self, **about: Any) -> None:
        """Reload the stored games."""
        self._games = ()  # those of before may be deleted
        super().open()
        self.attempt(self._look)
        self.refresh_text()

    def refresh_text(self) -> None:
        """Write the list again."""
        tr = App.get_running_app().tr
        rows: list[Any] = [self._row(game) for game in self._games[: int(self.shown)]]
        if len(self._games) > self.shown:
            rows.append(Row(tr.gettext("More"), self.more, "plus"))
        if not rows and not self.problem:
            text = tr.gettext("No stored games yet.")
            rows.append(
                Text(text=text, color=theme.SOFT, size_hint_y=None, height=theme.mm(12), halign="center")
            )
        self._list.show(rows)

    def more(self) -> None:
        """List more of them."""
        self.shown += AT_ONCE
        self.refresh_text()

    def _look(self) -> None:
        self._games = App.get_running_app().controller.archive.games()

    def _row(self, game: History) -> Any:
        tr = App.get_running_app().tr
        if game.problem:
            text, icon = game.problem.say(tr), "warn"
        else:
            game_ui = games.of(game.game)
            players = ", ".join(map(shown_name, game.players))
            when = begun(game.when, tr)
            text = f"{players}\n{game_ui.title} · {result(game, tr)} · {when}"
            icon = game_ui.tile
        made = RowButton(Row(text, _opener(game.id), icon))
        made.height = theme.mm(13)
        return made


def _opener(game: int) -> Callable[[], None]:
    return lambda: App.get_running_app().open("history", game=game)
