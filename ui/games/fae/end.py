"""End screen: spirits are revealed one after another, then the winner (rules E-042, E-043)."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.errors import CompanionError
from companion.i18n import listed, say
from companion.session.fae.snapshot import FaeSnapshot
from companion.session.messages import Reveal, Undo
from companion.settings.people import SIDES, Person
from ui.boards import people as people_art
from ui.games.fae.art import DRUID_COLOURS
from ui.games.fae.history import LINES
from ui.games.fae.reveal import EndRow, SpiritReveal
from ui.lifetime import LivingScreen
from ui.player_names import figures
from ui.screens.start_game import rematch
from ui.services import History, Light
from ui.widgets.basics import TouchButton
from ui.widgets.history_chart import HistoryChart

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_BLACK_LIGHT: Light = (90, 90, 110)
"""Light that stands for black."""


class FaeEndScreen(LivingScreen):
    """The result, spirit by spirit, then the chart of the game."""

    title = StringProperty("")
    all_shown = BooleanProperty(False)
    reveal_done = BooleanProperty(False)
    stored = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        self._snapshot: FaeSnapshot | None = None
        self._shown = 0
        self._reveal: SpiritReveal | None = None
        self._asked = False
        self._lit: set[str] = set()
        super().__init__(**kwargs)
        self.bind(reveal_done=self._arrange, stored=self._arrange)
        self._arrange()

    def show(self, snapshot: FaeSnapshot) -> None:
        """Show a snapshot of a finished game; nothing is redrawn if nothing changed."""
        before, self._snapshot = self._snapshot, snapshot
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
        self.stored = snapshot.stored_as or 0
        asked, self._asked = self._asked, False
        self.refresh_text()
        if asked and snapshot.revealed:
            self._next_spirit()

    def next(self) -> None:
        """Reveal the next spirit, or finish the running one at once; after the last start a rematch."""
        app = App.get_running_app()
        if self._snapshot is None or self._asked:
            return
        if self._reveal:
            self._reveal.skip()
        elif self.all_shown:
            self._attempt(lambda: rematch(app))
        elif self._snapshot.revealed:
            self._next_spirit()
        else:
            self._asked = True
            reveal = Reveal(self._snapshot.game)
            self._attempt(lambda: app.controller.tell(reveal))

    def undo(self) -> None:
        """Undo the last move; the game goes on."""
        if before := self._snapshot:
            self._stop()
            self._shown, self._snapshot = 0, None
            self._attempt(lambda: App.get_running_app().controller.tell(Undo(before.game)))

    def leave(self) -> None:
        """Return to the start page."""
        self._attempt(App.get_running_app().leave_game)

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
        self._arrange()
        self.ids.scores.scores = dict(snapshot.scores)
        self.ids.rows.clear_widgets()
        known = self._people()
        for i, player in enumerate(snapshot.players):
            row = EndRow(player=player)
            if player in known:
                row.person = people_art.picture(known[player].colour)
            if i < self._shown and player in snapshot.revealed:
                row.track = snapshot.scores[snapshot.revealed[player]]
                row.cards = snapshot.ritual_cards[player]
                row.spirit = f"druid-{snapshot.revealed[player]}"
                row.progress = 1.0
            self.ids.rows.add_widget(row)
        self._tell()

    def _arrange(self, *_: Any) -> None:
        """Arrange the buttons; at the end "Play again" is not where a finger just tapped "Next spirit"."""
        app = App.get_running_app()
        again, ids, tr = self.reveal_done, self.ids, app.tr
        ids.left.clear_widgets()
        ids.right.clear_widgets()
        text = tr.gettext("Play again") if again else tr.gettext("Next spirit")
        main = TouchButton(icon="redo" if again else "eye", text=text, primary=True)
        main.bind(on_release=lambda _: self.next())
        (ids.left if again else ids.right).add_widget(main)
        ways: dict[str, Callable[[], object]] = {
            "home": self.leave,
            "board": app.show_board,
            "chart": lambda: app.open("history", game=self.stored),
        }
        for way, act in ways.items():
            button = TouchButton(icon=way)
            button.bind(on_release=lambda _, act=act: act())
            button.disabled = way == "chart" and not (again and self.stored)
            (ids.right if again else ids.left).add_widget(button)
        for button in (*ids.left.children, *ids.right.children):
            button.size_hint = (1, 1)

    def _tell(self) -> None:
        """Write the title, and at the end the winners and the chart."""
        assert self._snapshot
        tr, snapshot = App.get_running_app().tr, self._snapshot
        result: Mapping[str, Any] = snapshot.result or {}
        self.reveal_done = over = bool(self.all_shown and not self._reveal)
        self.ids.history_chart.clear_widgets()
        if over and result:
            winners = listed(result["winners"]).say(tr)
            pattern = tr.ngettext("{players} wins!", "{players} win together!", len(result["winners"]))
            self.title = pattern.format(players=winners)
        elif snapshot.dealt:
            self.title = tr.gettext("Who was which spirit?")
        else:
            self.title = say(tr, [snapshot.message])
        if over:
            for row in self.ids.rows.children:
                row.winner = row.player in result.get("winners", ())
            self._show_chart()

    def _show_chart(self) -> None:
        if self.stored:
            chart = HistoryChart()
            self._attempt(lambda: chart.show(_history(int(self.stored)), LINES))
            self.ids.history_chart.add_widget(chart)

    def _next_spirit(self) -> None:
        """Begin the reveal of the player who is next."""
        assert self._snapshot
        self._shown += 1
        self.refresh_text()
        app = App.get_running_app()
        player = self._snapshot.players[self._shown - 1]
        row = next(row for row in self.ids.rows.children if row.player == player)
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

    def _people(self) -> dict[str, Person]:
        return figures(App.get_running_app(), self._snapshot.players) if self._snapshot else {}

    def _light(self, player: str) -> None:
        """Light the strip in front of a player in the colour of the spirit."""
        if person := self._people().get(player):
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

    def _stop(self) -> None:
        if self._reveal:
            self._reveal.cancel()
            self._reveal = None
        self._darken()

    def _attempt(self, act: Any) -> None:
        app = App.get_running_app()
        try:
            act()
        except CompanionError as error:
            self._asked = False
            self.title = app.explain(error)


def _shown_values(snapshot: FaeSnapshot) -> tuple[Any, ...]:
    """Values of a snapshot that this screen shows."""
    return snapshot.game, snapshot.players, snapshot.revealed, snapshot.scores, snapshot.ritual_cards


def _lamp(colour: str) -> Light:
    if colour == "black":
        return _BLACK_LIGHT
    red, green, blue = (round(255 * channel) for channel in DRUID_COLOURS[colour][:3])
    return red, green, blue


def _history(game: int) -> History:
    history: History = App.get_running_app().controller.archive.history(game)
    return history
