"""List of all stored games; a tap opens the history of one."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.graphics.texture import Texture
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.errors import CompanionError
from ui import all_games, background, days, theme
from ui.player_names import figure_of, figures, joined, shown_name
from ui.screens.page import Page
from ui.services import History, ReplayStep
from ui.widgets.basics import Icon, Key, Text, text_width
from ui.widgets.board_picture import BoardPicture as BoardPicture
from ui.widgets.board_picture import picture_of
from ui.widgets.history_chart import result
from ui.widgets.page_parts import PageHead as PageHead
from ui.widgets.rows import Row, RowList

AT_ONCE = 12
"""Number of games listed at first; rows take a moment to make, so `more` adds further ones."""
_MOST_PICTURES = 60
"""Maximum number of kept pictures of boards, of some 100 KB each."""
_SOON_S = 0.1
"""Pause in seconds before the next board is drawn, while no finger scrolls."""
_WIDEST_RESULT_MM = 38.0
_Drawn = tuple[int, str, int]
"""Id of a game, when it began, and how many moves it has."""


class GamesScreen(Page):
    """The list, the latest game first.

    The boards of the rows in sight are drawn one after another, each read on a thread.
    """

    shown = NumericProperty(AT_ONCE)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._games: Sequence[History] = ()
        self._pictures: dict[_Drawn, Texture | None] = {}
        """Boards by game, the last drawn at the end; None if there is no board."""
        self._reading = False
        self._list = RowList(gap_mm=0)
        self.ids.list.add_widget(self._list)
        self._draw_next = self.lifetime.trigger(self._read_next, _SOON_S)
        for name in ("scroll_y", "size", "needed"):
            self._list.fbind(name, self._draw_soon)

    def open(self, **about: Any) -> None:
        """Reload the stored games; one that goes on may stand otherwise now."""
        self._games = ()  # those of before may be deleted
        super().open()
        self.attempt(self._look)
        self.refresh_text()

    def on_enter(self, *_: Any) -> None:
        """Go on with the boards."""
        super().on_enter()
        self._draw_soon()

    def refresh_text(self) -> None:
        """Write the list again."""
        tr = App.get_running_app().tr
        rows: list[Any] = [self._row(game) for game in self._games[: int(self.shown)]]
        if len(self._games) > self.shown:
            rows.append(Row(tr.gettext("More"), self.more, "plus"))
        if not rows and not self.problem:
            text = tr.gettext("No stored games yet.")
            rows.append(_nothing_yet(text))
        self._list.show(rows)
        self._draw_soon()

    def more(self) -> None:
        """List more of them."""
        self.shown += AT_ONCE
        self.refresh_text()

    def on_leave(self, *_: Any) -> None:
        """Stop everything; a game that was put away is deleted now."""
        App.get_running_app().deleted.settle()
        super().on_leave()

    def _look(self) -> None:
        self._games = App.get_running_app().controller.archive.games()
        listed = {game.id for game in self._games[: int(self.shown)] if game.finished}
        self._pictures = {key: made for key, made in self._pictures.items() if key[0] in listed}

    def _row(self, game: History) -> Any:
        app = App.get_running_app()
        if game.id == app.deleted.id:
            return DeletedRow(game)
        if game.problem:
            return Row(game.problem.say(app.tr), _opener(game.id), "warn")
        row = GameRow(game)
        row.ids.board.picture = self._pictures.get(_key(game))
        return row

    def _draw_soon(self, *_: Any) -> None:
        """Draw boards once the list stands still."""
        self._draw_next.cancel()
        self._draw_next()

    def _read_next(self, _: float) -> None:
        """Read the first game in sight whose board is not drawn yet."""
        if self._reading or not self._is_seen():
            return
        archive = App.get_running_app().controller.archive
        if row := next(filter(self._lacks_board, self._list.shown()), None):
            self._reading = True
            background.run(partial(archive.replay, row.game.id), partial(self._read, row))

    def _is_seen(self) -> bool:
        return self.manager is not None and self.manager.current_screen is self

    def _lacks_board(self, row: Widget) -> bool:
        """Return true for a row in sight whose board is not drawn yet."""
        return isinstance(row, GameRow) and _key(row.game) not in self._pictures and self._list.in_sight(row)

    def _read(self, row: "GameRow", steps: Sequence[ReplayStep] | None, error: CompanionError | None) -> None:
        """Draw the board of a row, unless the page was left; the cover stays if there is none."""
        self._reading = False
        if not self._is_seen():
            return
        made, name = None, row.game.game
        if steps and not error:
            made = picture_of(all_games.of(name), all_games.tiles()[name], steps[-1].position)
        if len(self._pictures) >= _MOST_PICTURES:
            self._pictures.pop(next(iter(self._pictures)))
        self._pictures[_key(row.game)] = made
        row.ids.board.picture = made
        self._draw_next()


class ListedGame(BoxLayout):
    """A line of the list: a picture and two lines of words."""

    text = StringProperty("")
    when = StringProperty("")


class DeletedRow(ListedGame):
    """A game that was put away, and a key that brings it back."""

    def __init__(self, game: History) -> None:
        super().__init__()
        tr = App.get_running_app().tr
        deleted = tr.gettext("Deleted") if theme.portrait() else tr.gettext("{game} is deleted")
        self.text = deleted.format(game=_title(game))


class GameRow(Key, ListedGame):
    """A stored game: board, people and date, figures, and how it stands; a narrow one leaves out figures."""

    result = StringProperty("")
    goes_on = BooleanProperty(False)
    won = BooleanProperty(False)

    def __init__(self, game: History) -> None:
        self.game: History = game
        app, tr = App.get_running_app(), App.get_running_app().tr
        super().__init__()
        self.ids.board.tile = all_games.tiles()[game.game]
        self.text = _title(game)
        moves = tr.ngettext("{n} move", "{n} moves", game.played).format(n=game.played)
        when = days.day(tr, game.when) if theme.large_text() else days.moment(tr, game.when)
        self.when = tr.gettext("{when}, {moves}").format(when=when, moves=moves) if game.played else when
        ended = result(game, tr)
        self.result = ended[:1].upper() + ended[1:]
        self.goes_on, self.won = not game.finished, bool(game.winners)
        known = figures(app, game.players)
        self._figures = [figure_of(game.bots, known, name) for name in game.players]
        self.bind(width=self._arrange, on_release=lambda _: _opener(game.id)())

    def _arrange(self, *_: Any) -> None:
        """Show the figures if they leave the words a line; an upright window has room for neither."""
        mark, box = self.ids.result, self.ids.figures
        box.clear_widgets()
        mark.width = 0 if theme.portrait() else mark.wanted()
        wide = len(self._figures) * theme.mm(7.9)
        room = self.width - theme.mm(17 + 4.4 + 1.2 + 4 * 2.4) - mark.width
        fit = not theme.portrait() and text_width(self.text) + wide <= room
        box.width = wide if fit else 0
        for figure in self._figures if fit else ():
            box.add_widget(Icon(name=figure, colour=[1, 1, 1, 1]))


class ResultMark(BoxLayout):
    """Who is next, on a dark ground, or who won, with a laurel."""

    text = StringProperty("")
    goes_on = BooleanProperty(False)
    won = BooleanProperty(False)

    def wanted(self) -> float:
        """Width in pixels for the words in a line, unless they are long."""
        beside = theme.mm(6.2 if self.goes_on else 6 if self.won else 1)
        words = text_width(self.text, "note") + theme.mm(0.6)
        return min(words, theme.mm(_WIDEST_RESULT_MM) - beside) + beside


Builder.load_file(str(Path(__file__).with_suffix(".kv")))


def _key(game: History) -> _Drawn:
    return game.id, game.when, game.played


def _title(game: History) -> str:
    if game.problem:  # nothing is known of its players, perhaps not even its game
        return game.game
    names = joined(App.get_running_app().tr, [shown_name(name) for name in game.players])
    return f"{all_games.of(game.game).title} \N{MIDDLE DOT} {names}"


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
