"""Setting a game of Fate up: who plays which hero, and what was agreed on."""

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.games.fate.heroes import HEROES, NAMES
from companion.games.fate.position import Options
from companion.games.fate.setup import Player
from ui import theme
from ui.boards import fate_art
from ui.screens.start import NameField, NewGameScreen
from ui.widgets.basics import TouchButton

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class FateSetupScreen(NewGameScreen):
    """One to four players with a hero each, the track and the difficulty options (F-420 to F-423)."""

    count = NumericProperty(2)
    track = StringProperty("short")
    monster_die = BooleanProperty(False)
    dear_upgrades = BooleanProperty(False)
    no_start_kit = BooleanProperty(False)
    legend_swaps_legend = BooleanProperty(True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._fields = [NameField(size_hint_y=None, height=theme.mm(9.1)) for _ in HEROES]
        self._heroes = list(HEROES)
        self._buttons = [self._hero_button(seat) for seat in range(len(HEROES))]
        self.bind(count=self._arrange)
        self._arrange()

    @property
    def options(self) -> Options:
        """What is chosen now."""
        return Options(
            "long" if self.track == "long" else "short",
            self.monster_die,
            self.dear_upgrades,
            self.no_start_kit,
            self.legend_swaps_legend,
        )

    def refresh_text(self) -> None:
        """Texts that the widget file cannot bind."""
        tr = App.get_running_app().tr
        for i, field in enumerate(self._fields, 1):
            field.hint_text = tr.gettext("Player {n}").format(n=i)

    def next_hero(self, seat: int) -> None:
        """Give a seat the next hero; who had it gets the one given up."""
        mine = self._heroes[seat]
        wanted = HEROES[(HEROES.index(mine) + 1) % len(HEROES)]
        self._heroes[self._heroes.index(wanted)] = mine
        self._heroes[seat] = wanted
        self._arrange()

    def start(self) -> None:
        """Begin the game."""
        if names := self.names(self._fields):
            players = [Player(name, hero) for name, hero in zip(names, self._heroes, strict=False)]
            controller = App.get_running_app().controller
            self.attempt(lambda: controller.start_fate(players, self.options, self.table))

    def _hero_button(self, seat: int) -> TouchButton:
        made = TouchButton(font_mm=3.8)
        made.size = (theme.mm(28), theme.mm(9.1))
        made.bind(on_release=lambda _: self.next_hero(seat))
        return made

    def _arrange(self, *_: Any) -> None:
        seats = self.ids.seats
        seats.clear_widgets()
        for seat, (field, button) in enumerate(zip(self._fields, self._buttons, strict=True)):
            button.icon, button.text = fate_art.picture(self._heroes[seat]), NAMES[self._heroes[seat]]
            button.ink = theme.TEXT
            for widget in (field, button):
                if widget.parent:
                    widget.parent.remove_widget(widget)
            if seat < self.count:
                line = BoxLayout(spacing=theme.mm(1.5), size_hint_y=None, height=theme.mm(9.1))
                line.add_widget(field)
                line.add_widget(button)
                seats.add_widget(line)
        seats.add_widget(Widget())
