"""The Kivy app: screens, language, and snapshots that may come from any thread.

Import only after `ui.app.configure`.
"""

from gettext import NullTranslations
from typing import Any

from kivy.app import App
from kivy.clock import Clock, mainthread
from kivy.core.window import Window
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.modalview import ModalView
from kivy.uix.screenmanager import NoTransition, Screen, ScreenManager

from companion.errors import CompanionError
from companion.i18n import LANGUAGES, phrases, translator
from companion.session.fate.snapshot import Snapshot as FateSnapshot
from ui import theme
from ui.controller import AnySnapshot, Controller
from ui.screens.end import EndScreen
from ui.screens.fate.end import FateEndScreen
from ui.screens.fate.play import FatePlayScreen
from ui.screens.fate.setup import FateSetupScreen
from ui.screens.game import GameScreen
from ui.screens.look import LookScreen
from ui.screens.play import PlayScreen
from ui.screens.start import StartScreen
from ui.widgets.basics import FitLabel, Panel

_SCREENS: dict[str, type[Screen]] = {
    "start": StartScreen,
    "look": LookScreen,
    "play": PlayScreen,
    "end": EndScreen,
    "fate_setup": FateSetupScreen,
    "fate_play": FatePlayScreen,
    "fate_end": FateEndScreen,
}


class CompanionApp(App):
    """Shows what the controller publishes; `tr` is the catalogue of the language in use."""

    tr = ObjectProperty(NullTranslations())
    language = StringProperty("en")

    def __init__(self, controller: Controller, language: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.title = "Table Companion"
        self.controller = controller
        self.language = language
        self.tr = translator(language)
        self._snapshot: AnySnapshot | None = None
        self._new_game = "fae"
        self._board_wanted = False
        self._rebuild = Clock.create_trigger(lambda _: self._fill(), 0.2)

    def build(self) -> ScreenManager:
        """Make the screens and listen to the game."""
        Window.clearcolor = theme.BACKGROUND
        Window.bind(size=self._resized)
        self._screens = ScreenManager(transition=NoTransition())
        self._fill()
        self.controller.subscribe(self._on_snapshot)
        return self._screens

    def on_stop(self) -> None:
        """Let go of the window."""
        Window.unbind(size=self._resized)
        self._stop_screens()

    def choose_screen(self) -> None:
        """Go to the screen that fits the state of the game."""
        snapshot = self._snapshot
        if snapshot is None:
            self._go("start" if self._new_game == "fae" else "fate_setup")
        elif isinstance(snapshot, FateSnapshot):
            over = snapshot.stage == "over" and not self._board_wanted
            self._go("fate_end" if over else "fate_play", snapshot)
        elif unseen := self.controller.unseen():
            self._screen("look").hand_to(unseen[0], known=bool(snapshot.log))
            self._go("look")
        elif snapshot.status == "finished" and not self._board_wanted:
            self._go("end", snapshot)
        else:
            self._go("play", snapshot)

    def new_game(self, game: str) -> None:
        """Set up a game of "fae" or "fate"."""
        self._new_game = game
        self.choose_screen()

    def show_board(self) -> None:
        """The board of a finished game."""
        self._board_wanted = True
        self.choose_screen()

    def show_result(self) -> None:
        """Back from the board to the result."""
        self._board_wanted = False
        self.choose_screen()

    def leave_game(self) -> None:
        """Back to the start, where the stored games are; after the end of Fate to a new game of it."""
        self.controller.leave_game()
        again = isinstance(self._snapshot, FateSnapshot) and self._snapshot.stage == "over"
        self._snapshot, self._new_game = None, "fate" if again else "fae"
        self.choose_screen()

    def next_language(self) -> None:
        """Switch to the next language at once."""
        codes = list(LANGUAGES)
        self.language = codes[(codes.index(self.language) + 1) % len(codes)]
        self.tr = translator(self.language)
        for screen in self._screens.screens:
            screen.refresh_text()

    def explain(self, error: CompanionError) -> str:
        """An error in the player's language."""
        return phrases.short(self.tr, error)

    def help(self) -> None:
        """The rules of a turn on one page."""
        page = Panel(orientation="vertical", padding=theme.mm(5), spacing=theme.mm(2))
        for text in (
            self.tr.gettext(
                "Move all druids of a space to a neighbour space with druids. Rivers do not matter."
            ),
            self.tr.gettext(
                "Never into an empty space, across a lake, or out of a space with seven or more."
            ),
            self.tr.gettext(
                "A group with only empty spaces around it holds a ritual and uses the next card."
            ),
            self.tr.gettext("Every colour in the group scores: one point per druid, more on blessed ground."),
            self.tr.gettext(
                "On cursed ground all druids leave. With all five colours, lone druids leave first."
            ),
        ):
            page.add_widget(FitLabel(text=text, max_font_mm=4))
        view = ModalView(size_hint=(0.8, 0.84), background="", background_color=theme.CLEAR)
        view.add_widget(page)
        page.bind(on_touch_up=lambda *_: view.dismiss())
        view.open()

    @mainthread  # type: ignore[untyped-decorator]  # Kivy has no types
    def _on_snapshot(self, snapshot: AnySnapshot) -> None:
        over = (
            snapshot.stage == "over" if isinstance(snapshot, FateSnapshot) else snapshot.status != "playing"
        )
        if not over:
            self._board_wanted = False
        self._snapshot = snapshot
        self.choose_screen()

    def _resized(self, *_: Any) -> None:
        self._rebuild()

    def _fill(self) -> None:
        theme.set_window(*Window.size)
        self._stop_screens()
        self._screens.clear_widgets()
        self.choose_screen()

    def _screen(self, name: str) -> Screen:
        """A screen, made when it is needed first: boards take a moment to paint."""
        if not self._screens.has_screen(name):
            self._screens.add_widget(_SCREENS[name](name=name))
        return self._screens.get_screen(name)

    def _go(self, name: str, snapshot: AnySnapshot | None = None) -> None:
        screen = self._screen(name)
        if snapshot:
            screen.show(snapshot)
        self._screens.current = name

    def _stop_screens(self) -> None:
        for screen in self._screens.screens:
            if isinstance(screen, GameScreen):
                screen.stop()
