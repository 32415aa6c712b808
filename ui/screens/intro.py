"""Page about a game, before the first one: cover, two lines, a turn in three pictures."""

from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.core.window import Window
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from ui import all_games, theme
from ui.screens import start_game
from ui.screens.page import Page

_LINES = 20
"""Height of the page in ems; below it the page is tight."""

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class TurnPicture(BoxLayout):
    """A part of a turn: its picture and a few words."""

    icon = StringProperty("")
    text = StringProperty("")


class IntroPage(Page):
    """Page about a game; then a guided first round, or the page of a new game."""

    title = StringProperty("")
    lines = StringProperty("")
    tile = ObjectProperty(None, allownone=True)
    tight = BooleanProperty(False)
    """True if large letters leave little height."""

    def open(self, game: str = "", **about: Any) -> None:
        """Show what a game is about, and read it aloud."""
        self.of_game = game
        self.tile = all_games.tiles().get(game)
        self.tight = Window.height < theme.em("body") * _LINES
        super().open(**about)
        App.get_running_app().say_aloud(self.lines)

    def refresh_text(self) -> None:
        """Show the words of the game."""
        if not self.of_game:
            return
        shown, tr = all_games.of(self.of_game), App.get_running_app().tr
        self.title = shown.title
        intro = shown.intro
        assert intro
        self.lines = "\n".join(map(tr.gettext, intro.lines))
        turn = self.ids.turn
        turn.clear_widgets()
        for icon, words in intro.pictures:
            turn.add_widget(TurnPicture(icon=icon, text=tr.gettext(words)))

    def learn(self) -> None:
        """Begin the guided first round."""
        app = App.get_running_app()
        self.attempt(lambda: start_game.learn(app, all_games.of(self.of_game)))

    def just_play(self) -> None:
        """Go on to a new game; the page does not come by itself again."""
        app, game = App.get_running_app(), self.of_game
        self.attempt(lambda: app.controller.profiles.begun(game, ()))
        app.back()
        app.open("new", game=game)
