"""A person in a game that is over, or goes on."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from ui.widgets.basics import Icon as Icon  # for the kv file

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class ResultChip(BoxLayout):
    """A person's figure and points, if there are any; dark with a laurel for who won."""

    figure = StringProperty("")
    points = StringProperty("")
    won = BooleanProperty(False)
