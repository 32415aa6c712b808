"""List of all stored games; a tap opens the history of one."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from ui import all_games, days, theme
from ui.player_names import shown_name
from ui.screens.page import Page
from ui.services import History
from ui.widgets.basics import Icon, Key, Text
from ui.widgets.history_chart import result
from ui.widgets.page_parts import PageHead as PageHead
from ui.widgets.rows import Row, RowList

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
            rows.append(_nothing_yet(text))
        self._list.show(rows, 1 if theme.portrait() or not self._games else 2)

    def more(self) -> None:
        """List more of them."""
        self.shown += AT_ONCE
        self.refresh_text()

    def _look(self) -> None:
        app = App.get_running_app()
        self._games = [game for game in app.controller.archive.games() if game.id != app.deleted.id]

    def on_leave(self, *_: Any) -> None:
        """Stop everything; a game that was put away is deleted now."""
        App.get_running_app().deleted.settle()
        super().on_leave()

    def _row(self, game: History) -> Any:
        tr = App.get_running_app().tr
        if game.problem:
            return Row(game.problem.say(tr), _opener(game.id), "warn")
        card, game_ui = GameCard(), all_games.of(game.game)
        card.size_hint_x = 1
        card.height = theme.mm(5) + theme.em("body") * 1.3 + theme.em("note") * 3.7
        card.bind(on_release=lambda _: _opener(game.id)())
        ended = result(game, tr)
        card.icon, card.text = game_ui.tile, ended[:1].upper() + ended[1:]
        card.players = " \N{MIDDLE DOT} ".join((game_ui.title, ", ".join(map(shown_name, game.players))))
        moves = tr.ngettext("{n} move", "{n} moves", game.played).format(n=game.played)
        when = days.day(tr, game.when) if theme.large_text() else days.moment(tr, game.when)
        card.when = tr.gettext("{when}, {moves}").format(when=when, moves=moves) if game.played else when
        return card


class GameCard(Key):
    """A stored game: picture, result, people and date."""

    players = StringProperty("")
    when = StringProperty("")


Builder.load_file(str(Path(__file__).with_suffix(".kv")))


def _opener(game: int) -> Callable[[], None]:
    return lambda: App.get_running_app().open("history", game=game)


def _nothing_yet(text: str) -> BoxLayout:
    """The covers of the games, and what will be here."""
    box = BoxLayout(orientation="vertical", size_hint_y=None, height=theme.mm(60), spacing=theme.mm(4))
    covers = BoxLayout(spacing=theme.mm(4))
    for tile in all_games.tiles().values():
        covers.add_widget(Icon(name=tile.icon))
    box.add_widget(covers)
    box.add_widget(Text(text=text, color=theme.SOFT, halign="center", size_hint_y=None, height=theme.mm(12)))
    return box
