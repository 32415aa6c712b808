"""Chip of a player: figure and name; who has the turn stands out as a dark, full chip."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class SeatChip(BoxLayout):
    """A player: `figure` is art. One who is `named` shows the name too, and so does one with the `turn`.

    `begins`: has the flag of the first player. `thinks`: the app computes this player's move.
    """

    figure = StringProperty("")
    name = StringProperty("")
    turn = BooleanProperty(False)
    named = BooleanProperty(False)
    begins = BooleanProperty(False)
    thinks = BooleanProperty(False)
