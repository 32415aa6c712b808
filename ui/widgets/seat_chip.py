"""Chip of a player: figure and name; who has the turn stands out as a dark, full chip."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from ui.explanation import About
from ui.widgets.basics import Icon

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class SeatPiece(Icon):
    """A piece of a player, on a disc of paper."""


class SeatChip(BoxLayout):
    """A player: `figure` is art. One who is `named` shows the name too, and so does one with the `turn`.

    The sign of a phone shows while the phone of `player`, the name in the game, is connected.
    `begins`: has the flag of the first player. `thinks`: the app computes this player's move. `full_name` is
    the name if the shown one is cut; `topic` is that of the rules about turns; `piece` is art of this
    player's pieces.
    """

    figure = StringProperty("")
    name = StringProperty("")
    turn = BooleanProperty(False)
    named = BooleanProperty(False)
    begins = BooleanProperty(False)
    thinks = BooleanProperty(False)
    full_name = StringProperty("")
    piece = StringProperty("")
    topic = StringProperty("")
    player = StringProperty("")
    phone = BooleanProperty(False)

    def on_piece(self, *_: Any) -> None:
        """Show the piece after the name."""
        for shown in [child for child in self.children if isinstance(child, SeatPiece)]:
            self.remove_widget(shown)
        if self.piece:
            self.add_widget(SeatPiece(name=self.piece))

    def on_player(self, *_: Any) -> None:
        """Show whether the phone is connected now."""
        self.mark_phone(App.get_running_app().controller.phones.seated())

    def mark_phone(self, seated: Mapping[str, bool]) -> None:
        """Show whether the phone is connected; `seated` is that of the phones."""
        self.phone = seated.get(self.player, False)

    def about_at(self, x: float, y: float) -> About:
        """Explain the player."""
        tr = App.get_running_app().tr
        turn = tr.gettext("It is this player's turn.")
        words = [turn if self.turn else tr.gettext("A player. The dark chip shows whose turn it is.")]
        if self.begins:
            words.append(tr.gettext("The flag marks who began."))
        if self.piece:
            words.append(tr.gettext("The pieces of this colour are theirs."))
        if self.phone:
            words.append(tr.gettext("A phone is connected."))
        return About(self.full_name or self.name, " ".join(words), self.topic)
