"""The end: spirits are revealed one after another, then the winner (rules E-042, E-043)."""

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.screenmanager import Screen

from companion.errors import CompanionError
from companion.i18n import phrases, say
from companion.session.snapshot import Snapshot
from ui.widgets.basics import Panel

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class EndRow(Panel):
    """One player: the spirit once shown, and points on the track plus ritual cards."""

    player = StringProperty("")
    spirit = StringProperty("")
    sum = StringProperty("")
    total = StringProperty("")
    winner = BooleanProperty(False)


class EndScreen(Screen):
    """The result, spirit by spirit."""

    title = StringProperty("")
    all_shown = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        self._snapshot: Snapshot | None = None
        self._shown = 0
        super().__init__(**kwargs)

    def show(self, snapshot: Snapshot) -> None:
        """Take a snapshot of a finished game."""
        if self._snapshot is None or snapshot.game != self._snapshot.game:
            self._shown = 0
        if snapshot.spirits and not self._shown:  # shown by somebody else: nothing is left to reveal
            self._shown = len(snapshot.players)
        self._snapshot = snapshot
        self.refresh_text()

    def next(self) -> None:
        """Reveal the next spirit, or go back to the start after the last."""
        app = App.get_running_app()
        if self._snapshot is None or self.all_shown:
            app.leave_game()
            return
        self._shown += 1
        if self._snapshot.spirits:
            self.refresh_text()
            return
        try:
            app.controller.reveal()
        except CompanionError as error:
            self.title = app.explain(error)

    def undo(self) -> None:
        """Take the last move back: the game goes on."""
        self._shown = 0
        App.get_running_app().controller.undo()

    def refresh_text(self) -> None:
        """Write every row again."""
        if self._snapshot is None:
            return
        tr, snapshot = App.get_running_app().tr, self._snapshot
        players = snapshot.players
        self.all_shown = self._shown >= len(players) or not snapshot.spirits_dealt
        result: dict[str, Any] = dict(snapshot.result or {})
        self.ids.rows.clear_widgets()
        self.ids.scores.scores = dict(snapshot.scores)
        for i, player in enumerate(players):
            row = EndRow(player=player)
            if i < self._shown and player in snapshot.spirits:
                colour = snapshot.spirits[player]
                track, cards = snapshot.scores[colour], snapshot.ritual_cards[player]
                row.spirit = f"druid-{colour}"
                rituals = tr.ngettext("{n} ritual card", "{n} ritual cards", cards).format(n=cards)
                row.sum = f"{phrases.colour(tr, colour)} {track} + {rituals}"
                row.total = str(track + cards)
                row.winner = self.all_shown and player in result.get("winners", ())
            self.ids.rows.add_widget(row)
        if self.all_shown and result:
            winners = phrases.listed(tr, result["winners"])
            pattern = tr.ngettext("{players} wins!", "{players} win together!", len(result["winners"]))
            self.title = pattern.format(players=winners)
        elif snapshot.spirits_dealt:
            self.title = tr.gettext("Who was which spirit?")
        else:
            self.title = say(tr, [snapshot.message])
