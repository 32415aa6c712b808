"""The first screen: a new game, or one to go on with."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget

from ui import theme
from ui.screens.page import Page
from ui.widgets.basics import TouchButton

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_MOST_PLAYERS = 4
_ICONS = {"fae": "ritual", "fate": "attack"}


class NameField(TextInput):
    """The name of one player."""


class NewGameScreen(Page):
    """What beginning a game needs, whichever it is: players, and a camera or the simulated table."""

    count = NumericProperty(2)
    camera = BooleanProperty(False)
    table = StringProperty("simulated")

    def open(self, **about: Any) -> None:
        """Look again which cameras are there; what people chose stays."""
        before, self.camera = self.camera, App.get_running_app().controller.has_camera()
        if self.camera != before:
            self.table = "camera" if self.camera else "simulated"
        super().open(**about)

    def names(self, fields: Sequence[NameField]) -> list[str]:
        """The players; names left empty get a number. [] when two are the same."""
        names = [field.text.strip() or field.hint_text for field in fields[: self.count]]
        if len(set(names)) == len(names):
            return names
        self.problem = App.get_running_app().tr.gettext("Every player needs a name of their own.")
        return []


class StartScreen(NewGameScreen):
    """A game of Fae, and the stored games."""

    saved = ListProperty([])

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._fields = [NameField() for _ in range(_MOST_PLAYERS)]
        self.bind(count=self._arrange)
        self._arrange()

    def open(self, **about: Any) -> None:
        """Look again which games and cameras are there."""
        self.saved = list(App.get_running_app().controller.archive.saved_games())
        super().open(**about)

    def refresh_text(self) -> None:
        """Texts that the widget file cannot bind."""
        tr = App.get_running_app().tr
        for i, field in enumerate(self._fields, 1):
            field.hint_text = tr.gettext("Player {n}").format(n=i)
        self.ids.saved.clear_widgets()
        for game in self.saved:
            moves = tr.ngettext("{n} move", "{n} moves", game.moves).format(n=game.moves)
            label = f"{', '.join(game.players)}\n{game.game.capitalize()} · {moves} · {game.when}"
            button = TouchButton(icon=_ICONS.get(game.game, "redo"), text=label)
            button.size_hint_x, button.height = 1, theme.mm(12)
            button.bind(on_release=lambda _, chosen=game.id: self._resume(chosen))
            self.ids.saved.add_widget(button)

    def start(self) -> None:
        """Begin the game; its set-up is read by a camera."""
        if self.table == "none":
            tr = App.get_running_app().tr
            self.problem = tr.gettext("A new game of Fae needs a camera, or the simulated table.")
        elif names := self.names(self._fields):
            self.attempt(lambda: App.get_running_app().controller.start_game(names, self.table))

    def _resume(self, game: int) -> None:
        self.attempt(lambda: App.get_running_app().controller.resume_game(game, self.table))

    def _arrange(self, *_: Any) -> None:
        self.ids.names.clear_widgets()
        for field in self._fields[: self.count]:
            self.ids.names.add_widget(field)
        for _empty in range(_MOST_PLAYERS - self.count):
            self.ids.names.add_widget(Widget())
