"""Statistics of all people over finished games: games, wins, best and mean points."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from ui import all_games, background, theme
from ui.boards import people as art
from ui.game_ui import PicturedChoice
from ui.player_names import shown_name
from ui.screens.page import Page
from ui.services import History, PlayerFigures, RoleFigures, Tally
from ui.widgets.basics import Icon, PanelBox, Text, TouchButton
from ui.widgets.chart import Bar
from ui.widgets.page_parts import PageHead as PageHead
from ui.widgets.page_parts import PictureButton

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


_LONG_MIN = 120
_STEP_S = 0.03
"""Longest time in seconds that games are read for before the window draws again."""
_ALL = 99
"""Picture share of a button without text."""


class FiguresRow(PanelBox):
    """A person with three bars: games won of all games, best points, mean points."""

    player = StringProperty("")
    lasted = StringProperty("")
    picture = StringProperty("")


class StatisticsScreen(Page):
    """Statistics of one game at a time; the most played game comes first."""

    game = StringProperty("")
    said = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        self._figures: Sequence[PlayerFigures] = ()
        self._roles: dict[str, Sequence[RoleFigures]] = {}
        self._unread: Iterator[History] = iter(())
        self._tally: Tally
        self._read = 0
        super().__init__(**kwargs)
        self._read_on = self.lifetime.trigger(self._step, 0)

    def open(self, game: str = "", **about: Any) -> None:
        """Compute the statistics and show a game; thousands of stored games take many frames."""
        self._figures, self._roles = (), {}
        super().open(**about)
        self.game = game or self.game
        self._read = 0
        if self.attempt(self._begin):
            self._step()

    def stop(self) -> None:
        """Stop reading."""
        super().stop()
        if self._read_on.is_triggered:
            self._read_on.cancel()
            self._keep()

    def _begin(self) -> None:
        archive = App.get_running_app().controller.archive
        self._tally, self._unread = archive.tally(), iter(archive.games())

    def _step(self, *_: Any) -> None:
        """Read games until the next frame is due, then show how many were read, or the statistics."""
        until = perf_counter() + _STEP_S
        while perf_counter() < until:
            try:
                if not self.attempt(lambda: self._tally.add(next(self._unread))):
                    return
            except StopIteration:
                self._finish()
                return
            self._read += 1
        n = self._read
        tr = App.get_running_app().tr
        self.said = tr.ngettext("{n} game read …", "{n} games read …", n).format(n=n)
        self._read_on()

    def _finish(self) -> None:
        self._figures = self._tally.players()
        played = self._played()
        if self.game not in played:
            self.game = max(played, key=lambda game: played[game], default="")
        self._roles = {game: self._tally.roles(game) for game in played if all_games.of(game).roles}
        self.refresh_text()
        self._keep()

    def _keep(self) -> None:
        """Store the summaries beside the window: the file has megabytes with thousands of games."""
        if self._read:
            background.run(App.get_running_app().controller.archive.keep_summaries, lambda *_: None)

    def state(self) -> dict[str, Any]:
        """Shown game."""
        return {"game": self.game}

    def choose(self, game: str) -> None:
        """Show the figures of a game."""
        self.game = game
        self.refresh_text()

    def refresh_text(self) -> None:
        """Write all figures again."""
        self.said = ""
        self.ids.games.clear_widgets()
        for game in self._played():
            game_ui = all_games.of(game)
            button = PictureButton(icon=game_ui.tile, chosen=game == self.game, tint=[1, 1, 1, 0.999])
            button.picture_share = _ALL
            button.size_hint, button.size = (None, None), (theme.mm(13), theme.mm(11))
            button.bind(on_release=lambda _, chosen=game: self.choose(chosen))
            self.ids.games.add_widget(button)
        figures = [one for one in self._figures if one.game == self.game]
        colours = {
            person.name: person.colour for person in App.get_running_app().controller.profiles.people()
        }
        self.ids.rows.clear_widgets()
        if not self._figures:
            self.ids.rows.add_widget(_nothing_yet())
        if figures:
            self.ids.rows.add_widget(_titles(figures))
        for one in figures:
            colour = colours.get(one.player)
            row = FiguresRow(
                player=shown_name(one.player), picture=art.picture(colour) if colour else "people"
            )
            row.lasted = _lasted(one.minutes)
            for bar in _bars(one, figures):
                row.ids.bars.add_widget(bar)
            self.ids.rows.add_widget(row)
        self._show_roles()

    def _show_roles(self) -> None:
        """Show the roles below the people, e.g. decks: games won, opponents, duration."""
        found = [one for one in self._roles.get(self.game, ()) if one.games]
        looks = {choice.value: choice for choice in all_games.of(self.game).roles} if found else {}
        for one in found:
            row = FiguresRow(
                player=_role(one.role, looks), picture=looks[one.role].icon if one.role in looks else "star"
            )
            row.lasted = _a_game(one.minutes)
            most = max(other.games for other in found)
            bar = Bar(value=one.games, most=most, part=one.wins, parted=True)
            bar.number = f"{one.wins}/{one.games}"
            row.ids.bars.add_widget(bar)
            rivals = [f"{_role(name, looks)} {won}/{of}" for name, (won, of) in sorted(one.against.items())]
            label = Text(text="  \N{MIDDLE DOT}  ".join(rivals), em="note", color=theme.SOFT)
            row.ids.bars.add_widget(label)
            self.ids.rows.add_widget(row)

    def _played(self) -> dict[str, int]:
        """Number of finished games by game, in the order of the games."""
        return {
            game.name: most
            for game in all_games.each()
            if (most := max((one.games for one in self._figures if one.game == game.name), default=0))
        }


def _nothing_yet() -> BoxLayout:
    """A cover, what will be here, and the way to it."""
    app = App.get_running_app()
    upright = theme.portrait()
    page = BoxLayout(orientation="vertical" if upright else "horizontal", spacing=theme.mm(6))
    page.size_hint_y, page.height = None, theme.mm(110 if upright else 62)
    page.add_widget(Icon(name=next(iter(all_games.tiles().values())).icon, colour=[1, 1, 1, 1]))
    side = BoxLayout(orientation="vertical", spacing=theme.mm(3), size_hint_x=1 if upright else 1.4)
    side.add_widget(Widget())
    words = app.tr.gettext("Here you will see who won, and how.")
    side.add_widget(Text(text=words, em="title", size_hint_y=None, height=3.6 * theme.em("title")))
    key = TouchButton(icon="play", text=app.tr.gettext("Play a game"), primary=True, size_hint=(1, None))
    key.height = theme.mm(13)
    key.bind(on_release=lambda _: app.home())
    side.add_widget(key)
    side.add_widget(Widget())
    page.add_widget(side)
    return page


def _role(role: str, looks: Mapping[Any, PicturedChoice]) -> str:
    """Title of a role; its key if the role no longer exists."""
    choice = looks.get(role)
    return str(App.get_running_app().tr.gettext(choice.words)) if choice else role


def _a_game(minutes: float) -> str:
    """Mean duration of a game as text."""
    tr = App.get_running_app().tr
    n = max(1, round(minutes))
    return str(tr.ngettext("{n} minute a game", "{n} minutes a game", n).format(n=n))


def _lasted(minutes: int) -> str:
    """Total playing time as text, in hours if it is long."""
    tr = App.get_running_app().tr
    if minutes < _LONG_MIN:
        return str(tr.ngettext("{n} minute", "{n} minutes", minutes).format(n=minutes))
    hours = round(minutes / 60)
    return str(tr.ngettext("{n} hour", "{n} hours", hours).format(n=hours))


def _bars(one: PlayerFigures, figures: Sequence[PlayerFigures]) -> list[Bar]:
    games = Bar(value=one.games, most=max(other.games for other in figures), part=one.wins, parted=True)
    games.number = f"{one.wins}/{one.games}"
    bars = [games]
    if one.best is not None and one.mean is not None:
        top = max(other.best or 0 for other in figures)
        bars += [
            Bar(value=one.best, most=top, number=f"{one.best:g}"),
            Bar(value=one.mean, most=top, number=f"{one.mean:.1f}"),
        ]
    return bars


def _titles(figures: Sequence[PlayerFigures]) -> BoxLayout:
    """Show the titles of the columns of bars."""
    tr = App.get_running_app().tr
    titles = [("trophy", tr.gettext("Wins of all games"))]
    if any(one.best is not None for one in figures):
        titles += [("star", tr.gettext("Best")), ("chart", tr.gettext("Mean"))]
    high = (5.2 if theme.portrait() and theme.large_text() else 2.6) * theme.em("note")
    line = BoxLayout(size_hint_y=None, height=high, padding=[theme.mm(2), 0], spacing=theme.mm(1.5))
    if not theme.portrait():
        line.add_widget(BoxLayout(size_hint_x=0.95))
    columns = BoxLayout(spacing=theme.mm(1.5), size_hint_x=2.4)
    for icon, text in titles:
        column = BoxLayout(spacing=theme.mm(1))
        column.add_widget(Icon(name=icon, colour=theme.SOFT, size_hint_x=None, width=theme.mm(5)))
        column.add_widget(Text(text=text, color=theme.SOFT, em="note"))
        columns.add_widget(column)
    line.add_widget(columns)
    return line
