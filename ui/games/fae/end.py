"""End screen: spirits are revealed one after another, then the winner (rules E-042, E-043)."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.i18n import listed, say
from companion.session.fae import words
from companion.session.fae.snapshot import FaeSnapshot
from companion.session.messages import Reveal
from companion.settings.people import SIDES
from ui.boards import people as people_art
from ui.games.fae.art import DRUID_COLOURS
from ui.games.fae.history import LINES
from ui.games.fae.reveal import EndRow, SpiritReveal
from ui.player_names import figures, shown_name
from ui.screens.end_of_game import EndScreen
from ui.services import Light
from ui.widgets.lines import Lines as Lines  # for the kv file
from ui.widgets.result import Count

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_HASTY_S = 0.8
"""Seconds after a touch for the next spirit in which another one means the same."""
_BLACK_LIGHT: Light = (90, 90, 110)
"""Light that stands for black."""


class SpiritsPage(BoxLayout):
    """Who was which spirit: a row for each player, and a key for the next one."""

    title = StringProperty("")
    __events__ = ("on_home", "on_next")

    def on_home(self) -> None:
        """Handle the way to the start page."""

    def on_next(self) -> None:
        """Handle the wish for the next spirit."""


class FaeEndScreen(EndScreen):
    """The spirits, one after the other, then the result."""

    all_shown = BooleanProperty(False)
    reveal_done = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self._shown = 0
        self._next_s = -_HASTY_S
        self._reveal: SpiritReveal | None = None
        self._asked = False
        self._lit: set[str] = set()
        super().__init__(**kwargs)
        self.spirits = SpiritsPage()
        self.spirits.bind(on_next=lambda _: self.next(), on_home=lambda _: self.leave())
        self.bind(title=self.spirits.setter("title"), reveal_done=lambda *_: self._turn_page())
        self._turn_page()

    def show(self, snapshot: FaeSnapshot) -> None:
        """Show a snapshot of a finished game; nothing is redrawn if nothing changed."""
        before, self._snapshot = self._snapshot, snapshot
        self.stored = snapshot.stored_as or 0  # known a moment after the end
        if before and _shown_values(before) == _shown_values(snapshot):
            if self._asked and snapshot.problem:  # the reveal was refused; allow another request
                self._asked = False
                self.title = App.get_running_app().explain(snapshot.problem)
            return
        if before is None or snapshot.game != before.game:
            self._shown = 0
        if (
            snapshot.revealed and not self._shown and not self._asked
        ):  # already revealed elsewhere, so nothing is left to reveal
            self._shown = len(snapshot.players)
        self.take(snapshot)
        asked, self._asked = self._asked, False
        self.refresh_text()
        if asked and snapshot.revealed:
            self._next_spirit()

    def next(self) -> None:
        """Reveal the next spirit, or finish the running one at once; after the last start a rematch."""
        self._next_s = Clock.get_time()
        app = App.get_running_app()
        if self._snapshot is None or self._asked:
            return
        if self._reveal:
            self._reveal.skip()
        elif self.all_shown:
            self.rematch()
        elif self._snapshot.revealed:
            self._next_spirit()
        else:
            self._asked = True
            reveal = Reveal(self._snapshot.game)
            self.attempt(lambda: app.tell(reveal))

    def leave(self) -> None:
        """Return to the start page."""
        self.attempt(App.get_running_app().leave_game)

    def on_leave(self, *_: Any) -> None:
        """Stop the reveal."""
        if self._reveal:
            self._reveal.skip()
        super().on_leave()
        self._darken()

    def refresh_text(self) -> None:
        """Write every row again."""
        if self._snapshot is None:
            return
        if self._reveal:
            self._reveal.cancel()
            self._reveal = None
        snapshot = self._snapshot
        self.all_shown = self._shown >= len(snapshot.players) or not snapshot.dealt
        rows = self.spirits.ids.rows
        rows.clear_widgets()
        known = figures(App.get_running_app(), self._snapshot.players)
        for i, player in enumerate(snapshot.players):
            row = EndRow(player=player)
            if player in known:
                row.person = people_art.picture(known[player].colour)
            if i < self._shown and player in snapshot.revealed:
                row.track = snapshot.scores[snapshot.revealed[player]]
                row.cards = snapshot.ritual_cards[player]
                row.spirit = f"druid-{snapshot.revealed[player]}"
                row.progress = 1.0
            rows.add_widget(row)
        self._tell()

    def _turn_page(self) -> None:
        """Show the result once all spirits are known."""
        self.clear_widgets()
        self.add_widget(self.page if self.reveal_done else self.spirits)
        if self.reveal_done:
            self.add_widget(self.sparks)
            self.sparks.burst()

    def on_touch_down(self, touch: Any) -> bool:
        """Drop touches, one soon after the other, meant for the next spirit: keys of the result are there."""
        if self.reveal_done and Clock.get_time() - self._next_s < _HASTY_S:
            self._next_s = Clock.get_time()
            return True
        return bool(super().on_touch_down(touch))

    def _tell(self) -> None:
        """Write the title, and at the end the result."""
        assert self._snapshot
        tr, snapshot = App.get_running_app().tr, self._snapshot
        result: Mapping[str, Any] = snapshot.result or {}
        self.reveal_done = over = bool(self.all_shown and not self._reveal)
        if over and result:
            winners = listed(result["winners"]).say(tr)
            pattern = tr.ngettext("{players} wins!", "{players} win together!", len(result["winners"]))
            self.title = pattern.format(players=winners)
        elif snapshot.dealt:
            self.title = tr.gettext("Who was which spirit?")
        else:
            self.title = say(tr, [snapshot.prompt.text])
        if over:
            for row in self.spirits.ids.rows.children:
                row.winner = row.player in result.get("winners", ())
            self._write_result(result.get("winners", ()))

    def _write_result(self, winners: Sequence[str]) -> None:
        """Write what the result page has besides its title."""
        tr, snapshot, page = App.get_running_app().tr, self._snapshot, self.page
        points = {
            player: snapshot.scores[spirit] + snapshot.ritual_cards[player]
            for player, spirit in snapshot.revealed.items()
        }
        page.figures = self.people(winners)
        page.emblem = page.how = self.detail = ""
        if len(winners) == 1:
            spirit = self._spirit(winners[0])
            page.emblem = f"druid-{spirit}"
            colour = words.colour(tr, spirit).lower()
            page.how = tr.gettext("with the {colour} spirit").format(colour=colour)
            others = {player: points[player] for player in points if player != winners[0]}
            second = max(others, key=lambda player: others[player])
            lead = points[winners[0]] - others[second]
            ahead = tr.ngettext("{n} point ahead of {player}.", "{n} points ahead of {player}.", lead)
            equal = tr.gettext("As many points as {player}, but more ritual cards.")
            self.detail = (ahead if lead else equal).format(n=lead, player=shown_name(second))
        rituals, moves = sum(snapshot.ritual_cards.values()), snapshot.played
        page.counts = [
            Count(rituals, tr.ngettext("ritual", "rituals", rituals)),
            Count(moves, tr.ngettext("move", "moves", moves)),
        ]
        if winners:
            won = points[winners[0]]
            page.counts.insert(0, Count(won, tr.ngettext("point", "points", won)))
        self.show_chart(LINES)

    def _next_spirit(self) -> None:
        """Begin the reveal of the player who is next."""
        assert self._snapshot
        self._shown += 1
        self.refresh_text()
        app = App.get_running_app()
        player = self._snapshot.players[self._shown - 1]
        row = next(row for row in self.spirits.ids.rows.children if row.player == player)
        row.shown = row.sum = row.total = ""
        row.progress = 0.0
        self._darken()
        app.sound("roll")

        def unveiled() -> None:
            app.sound("score")
            self._light(player)

        self._reveal = SpiritReveal(row, unveiled, self._over)
        self._tell()

    def _over(self) -> None:
        self._reveal = None
        self._tell()
        if self._snapshot and self.all_shown:
            app = App.get_running_app()
            app.sound("win")
            app.say_aloud(self.title, needed=False)
            for winner in (self._snapshot.result or {}).get("winners", ())[:1]:
                self._light_all(winner)

    def _light(self, player: str) -> None:
        """Light the strip in front of a player in the colour of the spirit."""
        if person := figures(App.get_running_app(), self._snapshot.players).get(player):
            self._spotlight(person.seat, _lamp(self._spirit(player)))

    def _light_all(self, winner: str) -> None:
        for seat in SIDES:
            self._spotlight(seat, _lamp(self._spirit(winner)))

    def _spirit(self, player: str) -> str:
        assert self._snapshot
        return str(self._snapshot.revealed[player])

    def _spotlight(self, seat: str, light: Light) -> None:
        self._lit.add(seat)
        App.get_running_app().controller.devices.spotlight(seat, light)

    def _darken(self) -> None:
        for seat in self._lit:
            App.get_running_app().controller.devices.spotlight(seat, None)
        self._lit.clear()

    def attempt(self, act: Callable[[], object]) -> bool:
        """Run `act` and return true if it succeeded; a refused reveal can be tried again."""
        done = super().attempt(act)
        if not done:
            self._asked, self.title = False, self.detail
        return done


def _shown_values(snapshot: FaeSnapshot) -> tuple[Any, ...]:
    """Values of a snapshot that this screen shows."""
    return snapshot.game, snapshot.players, snapshot.revealed, snapshot.scores, snapshot.ritual_cards


def _lamp(colour: str) -> Light:
    if colour == "black":
        return _BLACK_LIGHT
    red, green, blue = (round(255 * channel) for channel in DRUID_COLOURS[colour][:3])
    return red, green, blue
