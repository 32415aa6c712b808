"""The first screen: a new game, or one to go on with."""

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.screenmanager import Screen
from kivy.uix.textinput import TextInput
from kivy.uix.widget import Widget

from companion.errors import CompanionError
from ui import theme
from ui.widgets.basics import TouchButton

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_MOST_PLAYERS = 4


class NameField(TextInput):
    """The name of one player."""


class StartScreen(Screen):
    """Players, camera or simulated table, and the stored games."""

    count = NumericProperty(2)
    camera = BooleanProperty(False)
    table = StringProperty("simulated")
    problem = StringProperty("")
    saved = ListProperty([])

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._fields = [NameField() for _ in range(_MOST_PLAYERS)]
        self.bind(count=self._arrange)
        self._arrange()

    def on_pre_enter(self, *_: Any) -> None:
        """Look again which games and cameras are there."""
        controller = App.get_running_app().controller
        self.camera = controller.has_camera()
        self.table = "camera" if self.camera else "simulated"
        self.saved = list(controller.saved_games())
        self.refresh_text()

    def refresh_text(self) -> None:
        """Texts that the widget file cannot bind."""
        tr = App.get_running_app().tr
        for i, field in enumerate(self._fields, 1):
            field.hint_text = tr.gettext("Player {n}").format(n=i)
        self.ids.saved.clear_widgets()
        for game in self.saved:
            moves = tr.ngettext("{n} move", "{n} moves", game.moves).format(n=game.moves)
            label = f"{', '.join(game.players)}\n{moves} · {game.when}"
            button = TouchButton(icon="redo", text=label)
            button.size_hint_x, button.height = 1, theme.mm(12)
            button.bind(on_release=lambda _, chosen=game.id: self._resume(chosen))
            self.ids.saved.add_widget(button)

    def start(self) -> None:
        """Begin the game; names left empty get a number."""
        names = [field.text.strip() or field.hint_text for field in self._fields[: self.count]]
        if len(set(names)) < len(names):
            self.problem = App.get_running_app().tr.gettext("Every player needs a name of their own.")
            return
        self._try(lambda controller: controller.start_game(names, self.table))

    def _resume(self, game: int) -> None:
        self._try(lambda controller: controller.resume_game(game, self.table))

    def _try(self, act: Any) -> None:
        app = App.get_running_app()
        self.problem = ""
        try:
            act(app.controller)
        except CompanionError as error:
            self.problem = app.explain(error)

    def _arrange(self, *_: Any) -> None:
        self.ids.names.clear_widgets()
        for field in self._fields[: self.count]:
            self.ids.names.add_widget(field)
        for _empty in range(_MOST_PLAYERS - self.count):
            self.ids.names.add_widget(Widget())
