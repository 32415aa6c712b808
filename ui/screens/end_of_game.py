"""Base of every game's end screen: announce the result once, rematch, undo the last action."""

from collections.abc import Callable
from typing import Any

from kivy.app import App
from kivy.properties import NumericProperty, StringProperty

from companion.errors import CompanionError
from companion.session.messages import Undo
from ui.lifetime import LivingScreen
from ui.screens.start_game import rematch


class EndScreen(LivingScreen):
    """End screen of a game; the last action can still be undone. Subclasses write texts and rows."""

    title = StringProperty("")
    detail = StringProperty("")
    stored = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        self._snapshot: Any = None
        super().__init__(**kwargs)

    def show(self, snapshot: Any) -> None:
        """Show a snapshot of a finished game; nothing is redrawn if nothing changed."""
        before, self._snapshot = self._snapshot, snapshot
        if before and (before.game, before.position) == (snapshot.game, snapshot.position):
            if snapshot.problem and snapshot.problem is not before.problem:
                self.detail = App.get_running_app().explain(snapshot.problem)
            return
        self.stored = snapshot.stored_as or 0
        self.refresh_text()
        self.announce(snapshot)

    def refresh_text(self) -> None:
        """Write everything again."""

    def announce(self, snapshot: Any) -> None:
        """Announce the end of the game once."""
        App.get_running_app().sound("win")

    def rematch(self) -> None:
        """Start a rematch of the same people."""
        self.attempt(lambda: rematch(App.get_running_app()))

    def undo(self) -> None:
        """Undo the last action; the game goes on."""
        if shown := self._snapshot:
            self.attempt(lambda: App.get_running_app().controller.tell(Undo(shown.game)))

    def attempt(self, act: Callable[[], object]) -> bool:
        """Run `act` and return true if it succeeded; a CompanionError is shown."""
        try:
            act()
        except CompanionError as error:
            self.detail = App.get_running_app().explain(error)
            return False
        return True
