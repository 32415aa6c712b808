"""Statistics of all people over finished games: games, wins, best points, and what each is best at."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from ui import all_games, background, theme
from ui.boards import people as art
from ui.game_ui import PicturedChoice
from ui.player_names import shown_name
from ui.screens.page import Page
from ui.screens.person_chips import Flow as Flow
from ui.screens.person_chips import Pill
from ui.screens.strengths import strengths
from ui.services import GameFigures, History, PlayerFigures, RoleFigures, Tally
from ui.widgets.basics import Icon, PanelBox, Text, TouchButton, text_width
from ui.widgets.page_parts import PageHead as PageHead
from ui.widgets.painted import Painted

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


_LONG_MIN = 120
_STEP_S = 0.03
"""Longest time in seconds that games are read for before the window draws again."""
ALL = "*"
"""Stands for all games."""
_GAP_MM, _LEAST_SQUARE_MM = 0.5, 1.6
"""Room between squares and the least side of one."""
_HIGHEST_MM = 21.0
"""Height of a row where there is room."""


class WonSquares(Painted):
    """A square for every game, those that were won filled; a bar if they would be too small."""

    watched = ("won", "of")
    won = NumericProperty(0)
    of = NumericProperty(0)

    def paint(self) -> None:
        """Draw them from the left."""
        gap = theme.mm(_GAP_MM)
        side = min(self.height, (self.width + gap) / max(1, self.of) - gap)
        if side < theme.mm(_LEAST_SQUARE_MM):
            self._hollow(self.x, self.width, theme.SUNK)
            if self.won:
                self._hollow(self.x, max(self.height, self.width * self.won / self.of), theme.ACCENT)
            return
        for number in range(int(self.of)):
            filled = theme.ACCENT if number < self.won else theme.SUNK
            self._hollow(self.x + number * (side + gap), side, filled)

    def _hollow(self, x: float, wide: float, filled: theme.Rgba) -> None:
        rim, high = theme.mm(0.3), min(wide, self.height)
        y, radius = self.middle[1] - high / 2, theme.mm(1.2)
        self.box((x, y), (wide, high), theme.SOFT, radius)
        self.box((x + rim, y + rim), (wide - 2 * rim, high - 2 * rim), filled, radius - rim)


class FiguresRow(PanelBox):
    """A person, or a role: games won of those played, best points, and one thing they are best at."""

    player = StringProperty("")
    picture = StringProperty("")
    won = NumericProperty(0)
    of = NumericProperty(0)
    said = StringProperty("")
    best = StringProperty("")
    word = StringProperty("")
    detail = StringProperty("")
    least = NumericProperty(0)
    """Minimum height, by which the rows fill the page."""


class FilterChip(Pill):
    """A game, or all of them."""


class Fact(BoxLayout):
    """A number and what it counts."""

    number = StringProperty("")
    words = StringProperty("")


class StatisticsScreen(Page):
    """Statistics of one game at a time; the most played game comes first."""

    game = StringProperty("")
    said = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        self._figures: Sequence[PlayerFigures] = ()
        self._totals: Sequence[GameFigures] = ()
        self._chips: list[FilterChip] = []
        self._roles: dict[str, Sequence[RoleFigures]] = {}
        self._unread: Iterator[History] = iter(())
        self._tally: Tally
        self._read = 0
        super().__init__(**kwargs)
        self._read_on = self.lifetime.trigger(self._step, 0)
        self.ids.scrolled.bind(height=self._fill)
        self.bind(width=self._place_chips)

    def open(self, game: str = "", **about: Any) -> None:
        """Compute the statistics and show a game; thousands of stored games take many frames."""
        self._figures, self._totals, self._roles = (), (), {}
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
        self._figures, self._totals = self._tally.players(), self._tally.games()
        played = self._played()
        if self.game not in (*played, ALL):
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
        app, rows = App.get_running_app(), self.ids.rows
        played = self._played()
        figures = [one for one in self._figures if one.game == self.game]
        if self.game == ALL:
            figures = _over_all_games([one for one in self._figures if one.game in played])
        self._show_chips([ALL, *played] if len(played) > 1 else list(played))
        self._show_facts(played)
        rows.clear_widgets()
        if not self._figures:
            rows.add_widget(_nothing_yet())
        colours = {person.name: person.colour for person in app.controller.profiles.people()}
        known = strengths(app.tr, figures)
        for one in figures:
            colour = colours.get(one.player)
            row = FiguresRow(player=shown_name(one.player), won=one.wins, of=one.games)
            row.picture = art.picture(colour) if colour else "person"
            row.said = _won(one.wins, one.games)
            row.best = "" if one.best is None else f"{one.best:g}"
            row.word, row.detail = known.get(one.player, ("", ""))
            rows.add_widget(row)
        self._show_roles()
        self._fill()

    def _fill(self, *_: Any) -> None:
        """Let the rows fill the page if they are few."""
        rows = [row for row in self.ids.rows.children if isinstance(row, FiguresRow)]
        gap = self.ids.rows.spacing[1]
        for row in rows:
            row.least = min(theme.mm(_HIGHEST_MM), (self.ids.scrolled.height + gap) / len(rows) - gap)

    def _show_chips(self, games: Sequence[str]) -> None:
        """Show the games beside the title if there is room, else below it."""
        tr, chips = App.get_running_app().tr, []
        for game in games:
            name = tr.gettext("All") if game == ALL else all_games.of(game).title
            chip = FilterChip(text=name, chosen=game == self.game)
            chip.bind(on_release=lambda _, chosen=game: self.choose(chosen))
            chips.append(chip)
        self._chips = chips
        self._place_chips()

    def _place_chips(self, *_: Any) -> None:
        head, line = self.ids.games, self.ids.line
        head.clear_widgets()
        line.clear_widgets()
        wide = sum(text_width(chip.text, "note") + theme.mm(7) for chip in self._chips)
        title = 0.5 * theme.em("title") * len(self.ids.head.title) + theme.mm(24)
        box = head if not theme.portrait() and wide + title < self.width else line
        for chip in self._chips:
            box.add_widget(chip)

    def _show_facts(self, played: Mapping[str, int]) -> None:
        """Show how many games there were, how long, and how close."""
        tr, box = App.get_running_app().tr, self.ids.facts
        box.clear_widgets()
        totals = [one for one in self._totals if one.game in ((self.game,) if self.game != ALL else played)]
        if not totals:
            return
        games, minutes = sum(one.games for one in totals), sum(one.minutes for one in totals)
        if self.game == ALL:
            words = tr.ngettext("game", "games", games)
        else:
            title = all_games.of(self.game).title
            words = tr.ngettext("game of {game}", "games of {game}", games).format(game=title)
        facts = [(games, words)]
        hours = round(minutes / 60)
        if 0 < minutes < _LONG_MIN:
            facts.append((minutes, tr.ngettext("minute together", "minutes together", minutes)))
        elif minutes:
            facts.append((hours, tr.ngettext("hour together", "hours together", hours)))
        if len(totals) == 1 and totals[0].apart is not None:
            apart = round(totals[0].apart)
            facts.append((apart, tr.ngettext("point apart on average", "points apart on average", apart)))
        for number, words in facts:
            box.add_widget(Fact(number=str(number), words=words))

    def _show_roles(self) -> None:
        """Show the roles below the people, e.g. decks: games won, opponents, duration."""
        found = [one for one in self._roles.get(self.game, ()) if one.games]
        looks = {choice.value: choice for choice in all_games.of(self.game).roles} if found else {}
        for one in found:
            row = FiguresRow(player=_role(one.role, looks), won=one.wins, of=one.games)
            row.picture = looks[one.role].icon if one.role in looks else "star"
            row.said, row.word = _won(one.wins, one.games), _a_game(one.minutes)
            rivals = [f"{_role(name, looks)} {won}/{of}" for name, (won, of) in sorted(one.against.items())]
            row.detail = " \N{MIDDLE DOT} ".join(rivals)
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


def _won(wins: int, games: int) -> str:
    return str(App.get_running_app().tr.gettext("won {n} of {games}").format(n=wins, games=games))


def _over_all_games(figures: Sequence[PlayerFigures]) -> list[PlayerFigures]:
    """Everybody's figures of several games together, most games first; points of games do not compare."""
    found: dict[str, PlayerFigures] = {}
    for one in figures:
        so_far = found.get(one.player, PlayerFigures(one.player, ALL, 0, 0))
        games, wins, minutes = so_far.games + one.games, so_far.wins + one.wins, so_far.minutes + one.minutes
        found[one.player] = PlayerFigures(one.player, ALL, games, wins, minutes=minutes)
    return sorted(found.values(), key=lambda one: (-one.games, one.player.casefold()))
