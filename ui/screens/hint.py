"""Hint for the player to move: first the spaces to look at, then good moves with reasons.

A good move depends on the player's secret, so hints are private if other people play.
"""

from collections.abc import Sequence
from math import cos, pi
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.games.base import Advice
from companion.i18n import say
from ui import all_games, theme
from ui.player_names import shown_name
from ui.screens.page import Page
from ui.widgets.basics import Icon, Key, PanelBox, Text, TouchButton
from ui.widgets.page_parts import PageHead
from ui.widgets.secret import HoldToSee, SecretCover

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_LOOK_S = 0.1
_ROWS = 3
"""Number of rows that share the height, also if there are fewer moves."""


class HintRow(Key):
    """A good move: its number and its reason; a touch shows it alone on the board."""

    number = StringProperty("")
    reason = StringProperty("")


class HintPage(Page):
    """Page that searches first; leaving it stops the search. The first touch shows spaces, the next moves.

    `chosen` is the index of the move that is shown alone, -1 for all.
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._found: Sequence[Advice[Any]] | None = None
        self._thinking: _Thinking | None = None
        self._more = False
        self.chosen = -1
        self._played = 0
        self._poll = self.lifetime.trigger(self._look, _LOOK_S, repeat=True)
        self.bind(on_enter=lambda _: self._poll())

    def open(self, **about: Any) -> None:
        """Start the search in the present position."""
        app = App.get_running_app()
        self._found, self._more, self.chosen = None, False, -1
        self._played = app.snapshot.played if app.snapshot else 0
        self.attempt(app.controller.hints.think)
        super().open(**about)

    def on_leave(self, *_: Any) -> None:
        """Stop the search."""
        super().on_leave()
        App.get_running_app().controller.hints.stop()
        self._found = None
        self.clear_widgets()

    def refresh_text(self) -> None:
        """Show the present result."""
        app = App.get_running_app()
        if app.snapshot is None:
            return
        tr, player = app.tr, app.snapshot.turn
        page = BoxLayout(orientation="vertical", padding=theme.mm(3), spacing=theme.mm(2))
        title = tr.gettext("A hint for {player}").format(player=shown_name(player))
        if self._more and self._found:
            n = len(self._found)
            title = tr.ngettext("A good move", "{n} good moves", n).format(n=n)
        page.add_widget(PageHead(title=title, icon="lamp"))
        page.add_widget(self._body())
        self.clear_widgets()
        self.add_widget(page)

    def more(self) -> None:
        """Go on from the spaces to the good moves."""
        self._more = True
        self.refresh_text()

    def choose(self, number: int) -> None:
        """Show a move alone on the board, or again all of them."""
        self.chosen = -1 if self.chosen == number else number
        self.refresh_text()

    def play(self) -> None:
        """Make the chosen move as if it was touched on the board; what hands must do is asked there."""
        assert self._found
        advice, manager = self._found[self.chosen], self.manager
        App.get_running_app().home()
        manager.current_screen.propose(advice)

    def _look(self, _: float) -> None:
        app = App.get_running_app()
        if app.snapshot is None:
            return
        if app.snapshot.played != self._played:
            app.home()
        elif self._found is None and (found := app.controller.hints.latest()) is not None:
            self._found, self._more = found, not (found and found[0].highlighted)  # no spaces to show first
            self.refresh_text()
        elif self._found is None and self._thinking:
            self._thinking.beat()

    def _body(self) -> Widget:
        tr = App.get_running_app().tr
        if self.problem or self._found is None:
            self._thinking = _Thinking(self.problem or tr.gettext("I am thinking."))
            return self._thinking
        if not self._found:
            return Text(text=tr.gettext("There is no hint here. Go on as you like."), halign="center")
        if not _private():
            return self._open_hint()
        hold = HoldToSee(owner=App.get_running_app().snapshot.turn, ask=self._hint)
        hold.words = (
            tr.gettext("Hold to see good moves") if self._more else tr.gettext("Hold to see where to look")
        )
        hold.bind(held=lambda _, held: None if held or self._more else self.more())
        page = BoxLayout(orientation="vertical", spacing=theme.mm(2))
        page.add_widget(hold)
        note = tr.gettext("Only for {player}: the others look away.")
        player = App.get_running_app().snapshot.turn
        page.add_widget(_line(Text(text=note.format(player=shown_name(player)), halign="center"), 7))
        return page

    def _open_hint(self) -> Widget:
        """Show the hint openly, because no other person plays."""
        page = self._hint()
        found = self._found or ()
        alone = found[self.chosen : self.chosen + 1] if self.chosen >= 0 else found
        spaces = [space for one in alone for space in one.way] if self._more else found[0].highlighted
        App.get_running_app().controller.hints.point(tuple(spaces))
        if not self._more:
            words = App.get_running_app().tr.gettext("Show good moves")
            about = App.get_running_app().tr.gettext("Shows up to three good moves, each with its reason.")
            button = TouchButton(about=about, icon="lamp", text=words, primary=True, size_hint=(1, None))
            button.bind(on_release=lambda _: self.more())
            page.children[0].add_widget(_line(button, 13))
        elif self.chosen >= 0:
            words = App.get_running_app().tr.gettext("Play this")
            button = TouchButton(icon="check", text=words, primary=True, size_hint=(1, None))
            button.bind(on_release=lambda _: self.play())
            page.children[0].add_widget(_line(button, 13))
        return page

    def _hint(self) -> BoxLayout:
        """Board with spaces to look at, or with good moves beside it."""
        app, found = App.get_running_app(), self._found or ()
        shown = app.snapshot
        draw = all_games.of(shown.name).hint_board
        assert draw and found
        page = BoxLayout(orientation="vertical" if theme.portrait() else "horizontal", spacing=theme.mm(2))
        if self._more:
            ways = [one.way if self.chosen in (-1, at) else () for at, one in enumerate(found)]
            page.add_widget(draw(shown.assumed_table, (), ways))
        else:
            page.add_widget(draw(shown.assumed_table, found[0].highlighted, ()))
        lines = BoxLayout(orientation="vertical", spacing=theme.mm(2), size_hint=_beside())
        for row in self._rows(found) if self._more else [_where(found[0])]:
            lines.add_widget(row)
        page.add_widget(lines)
        return page

    def _rows(self, found: Sequence[Advice[Any]]) -> list[Widget]:
        """A row for each move, to be touched where nobody else must see it."""
        rows: list[Widget] = []
        for at, one in enumerate(found):
            row = HintRow(number=str(at + 1), reason=say(App.get_running_app().tr, [one.reason]))
            row.chosen = at == self.chosen
            row.bind(on_release=lambda _, at=at: self.choose(at))
            rows.append(row)
        return [*rows, *(Widget() for _ in range(_ROWS - len(rows)))]


def _beside() -> tuple[float, float]:
    """Return the share of the list of reasons: below the board in a portrait window, else beside it."""
    if theme.portrait():
        return 1, 0.8
    return 1.35 if theme.large_text() else 0.95, 1


class _Thinking(SecretCover):
    """Text and pulsing clock while the search runs."""

    def __init__(self, words: str) -> None:
        super().__init__(words=words)
        self._clock, self.icon = self.ids.icon, "clock"

    def beat(self) -> None:
        """Pulse once a second."""
        self._clock.opacity = 0.65 + 0.35 * cos(2 * pi * Clock.get_boottime())


def _private() -> bool:
    """Return true if another person at the table must not see the hint."""
    shown = App.get_running_app().snapshot
    return bool(shown.dealt and not shown.revealed and len(shown.players) - len(shown.bots) > 1)


def _where(first: Advice[Any]) -> Widget:
    """What to look for on the marked spaces."""
    tr = App.get_running_app().tr
    sheet = PanelBox(padding=theme.mm(3), spacing=theme.mm(2))
    sheet.add_widget(Icon(name="eye", size_hint_x=None, width=theme.mm(8)))
    words = say(tr, [first.look]) if first.look else tr.gettext("Look around here.")
    sheet.add_widget(Text(text=words, bold=True))
    return sheet


def _line(widget: Widget, high_mm: float) -> Widget:
    widget.size_hint_y, widget.height = None, theme.mm(high_mm)
    return widget
