"""Hint for the player to move: first the spaces to look at, then good moves with reasons.

A good move depends on the player's secret, so hints are private if other people play.
"""

from collections.abc import Sequence
from math import cos, pi
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.games.base import Advice
from companion.i18n import say
from ui import all_games, theme
from ui.player_names import shown_name
from ui.screens.page import Page
from ui.widgets.basics import Icon, PanelBox, Text, TouchButton
from ui.widgets.page_parts import PageHead
from ui.widgets.secret import HoldToSee, SecretCover

_LOOK_S = 0.1


class HintPage(Page):
    """Page that searches first; leaving it stops the search. The first touch shows spaces, the next moves."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._found: Sequence[Advice[Any]] | None = None
        self._thinking: _Thinking | None = None
        self._more = False
        self._played = 0
        self._poll = self.lifetime.trigger(self._look, _LOOK_S, repeat=True)
        self.bind(on_enter=lambda _: self._poll())

    def open(self, **about: Any) -> None:
        """Start the search in the present position."""
        app = App.get_running_app()
        self._found, self._more = None, False
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
        page.add_widget(
            PageHead(title=tr.gettext("A hint for {player}").format(player=shown_name(player)), icon="lamp")
        )
        page.add_widget(self._body())
        self.clear_widgets()
        self.add_widget(page)

    def more(self) -> None:
        """Go on from the spaces to the good moves."""
        self._more = True
        self.refresh_text()

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
        spaces = [space for one in found for space in one.way] if self._more else found[0].highlighted
        App.get_running_app().controller.hints.point(tuple(spaces))
        if not self._more:
            words = App.get_running_app().tr.gettext("Show good moves")
            about = App.get_running_app().tr.gettext("Shows up to three good moves, each with its reason.")
            button = TouchButton(about=about, icon="lamp", text=words, primary=True, size_hint=(1, None))
            button.bind(on_release=lambda _: self.more())
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
            page.add_widget(draw(shown.assumed_table, (), [one.way for one in found]))
            texts = _reasons([say(app.tr, [one.reason]) for one in found])
        else:
            page.add_widget(draw(shown.assumed_table, found[0].highlighted, ()))
            look = found[0].look
            texts = [("", say(app.tr, [look]) if look else app.tr.gettext("Look around here."))]
        lines = BoxLayout(orientation="vertical", spacing=theme.mm(3), size_hint=_BESIDE[theme.portrait()])
        sheet = PanelBox(orientation="vertical", padding=theme.mm(3), spacing=theme.mm(2))
        for letter, text in texts:
            sheet.add_widget(_reason(letter, text))
        lines.add_widget(sheet)
        page.add_widget(lines)
        return page


def _reasons(texts: Sequence[str]) -> list[tuple[str, str]]:
    """Letters of the moves, those with the same reason together, and the reason."""
    letters: dict[str, list[str]] = {}
    for number, text in enumerate(texts):
        letters.setdefault(text, []).append(chr(ord("A") + number))
    return [(" ".join(of), text) for text, of in letters.items()]


_BESIDE = {True: (1, 0.7), False: (0.8, 1)}
"""Share of the list of reasons: below the board in a portrait window (True), else beside it."""


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


def _reason(letter: str, text: str) -> Widget:
    line = BoxLayout(spacing=theme.mm(1.5))
    head: Widget = Text(text=letter, color=theme.ASK, halign="center", em="title")
    if not letter:
        head = Icon(name="eye")
    head.size_hint_x, head.width = None, theme.mm(8) * max(1, len(letter.split()))
    line.add_widget(head)
    line.add_widget(Text(text=text, em="note" if letter else "body", bold=True))
    return line


def _line(widget: Widget, high_mm: float) -> Widget:
    widget.size_hint_y, widget.height = None, theme.mm(high_mm)
    return widget
