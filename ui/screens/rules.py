"""Rules page: rules of the present situation first, then all by topic."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.games.registry import rules
from companion.games.rulebook import Book
from ui import all_games, theme
from ui.game_ui import Applies, GameUi
from ui.screens.page import Page
from ui.widgets.basics import TouchButton
from ui.widgets.page_parts import WrapLabel as WrapLabel  # used by the widget file
from ui.widgets.rows import Row
from ui.widgets.sheet import ModalSheet

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class RuleLine(BoxLayout):
    """One rule; `matters` marks the one that applies to the present situation."""

    text = StringProperty("")
    matters = BooleanProperty(False)


class RulesScreen(Page):
    """A topic in large letters beside the list of topics; those that apply now come first."""

    title = StringProperty("")
    icon = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        self._game = self._topic = ""
        super().__init__(**kwargs)
        self.bind(on_pre_leave=lambda _: App.get_running_app().say_aloud(""))

    def open(self, **about: Any) -> None:
        """Show the topics that apply now; `game` names the game if none runs, `topic` opens that topic."""
        shown = App.get_running_app().snapshot
        self._game = about.get("game") or (shown.name if shown else all_games.each()[0].name)
        now = self._now()
        self._topic = about.get("topic") or (now[0].topic if now else next(iter(self._book)))
        super().open(**about)

    def state(self) -> dict[str, Any]:
        """The open topic."""
        return {"game": self._game, "topic": self._topic}

    def refresh_text(self) -> None:
        """Write list and topic in the language in use."""
        if not self._game:
            return
        tr = App.get_running_app().tr
        self.ids.head.title = tr.gettext("Rules of {game}").format(game=self._game_ui.title)
        self._write_games()
        self._write_list()
        self._write_voice()
        self.choose(self._topic)

    def choose(self, key: str) -> None:
        """Show a topic."""
        tr = App.get_running_app().tr
        self._topic = key
        topic = self._book[key]
        self.title, self.icon = tr.gettext(topic.title), self._game_ui.topic_icons.get(key, "book")
        wanted = {applies.rule for applies in self._now() if applies.topic == key}
        lines = self.ids.lines
        lines.clear_widgets()
        for rule in topic.rules:
            lines.add_widget(RuleLine(text=tr.gettext(rule.text), matters=bool(wanted & set(rule.ids))))
        self.ids.scroll.scroll_y = 1
        for button in (*self.ids.now.children, *self.ids.topics.children):
            button.chosen = button.key == key

    def choose_game(self) -> None:
        """Ask which game's rules to show."""
        rows = [
            Row(one.title, partial(self.open, game=one.name), one.tile, chosen=one.name == self._game)
            for one in all_games.each()
        ]
        ModalSheet(App.get_running_app().tr.gettext("Games"), rows, columns=2)

    def read_aloud(self) -> None:
        """Speak the topic, rule by rule."""
        app = App.get_running_app()
        texts = [app.tr.gettext(rule.text) for rule in self._book[self._topic].rules]
        app.say_aloud(" ".join([f"{self.title}.", *texts]))

    @property
    def _game_ui(self) -> GameUi:
        return all_games.of(self._game)

    @property
    def _book(self) -> Book:
        return rules(self._game).book()

    def _now(self) -> Sequence[Applies]:
        shown = App.get_running_app().snapshot
        return self._game_ui.topics(shown) if shown and shown.name == self._game else ()

    def _write_games(self) -> None:
        """Show the choice of games if no game runs."""
        self.ids.games.clear_widgets()
        if App.get_running_app().snapshot:
            return
        button = TouchButton(icon=self._game_ui.tile, text=App.get_running_app().tr.gettext("Games"))
        button.size = theme.mm(26), theme.mm(11)
        button.bind(on_release=lambda _: self.choose_game())
        self.ids.games.add_widget(button)

    def _write_list(self) -> None:
        now = [applies.topic for applies in self._now()]
        for grid, keys in ((self.ids.now, now), (self.ids.topics, [*self._book])):
            grid.clear_widgets()
            for key in keys:
                if grid is self.ids.now or key not in now:
                    grid.add_widget(self._topic_button(key))

    def _topic_button(self, key: str) -> "TopicButton":
        tr = App.get_running_app().tr
        button = TopicButton(
            key=key, icon=self._game_ui.topic_icons.get(key, "book"), text=tr.gettext(self._book[key].title)
        )
        button.bind(on_release=lambda _: self.choose(key))
        return button

    def _write_voice(self) -> None:
        """Show the button that reads the topic aloud, if speech is available."""
        app = App.get_running_app()
        self.ids.aloud.clear_widgets()
        if app.controller.profiles.preferences().voice:
            button = TouchButton(icon="voice")
            button.bind(on_release=lambda _: self.read_aloud())
            self.ids.aloud.add_widget(button)


class TopicButton(TouchButton):
    """A topic of the list."""

    key = StringProperty("")
