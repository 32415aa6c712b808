"""What the last screen of every game does: show the result once, play again, take the last act back."""

from collections.abc import Callable
from typing import Any

from kivy.app import App
from kivy.properties import NumericProperty, StringProperty

from companion.errors import CompanionError
from companion.session.messages import Undo
from ui.lifetime import LivingScreen
from ui.screens.start_game import rematch


class EndScreen(LivingScreen):
    """A finished game; the last act can still be taken back. A game's own writes its texts and rows."""

    title = StringProperty("")
    detail = StringProperty("")
    stored = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        self._snapshot: Any = None
        super().__init__(**kwargs)

    def show(self, snapshot: Any) -> None:
        """Take a snapshot of a finished game; one that tells nothing new disturbs nothing."""
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
        """Say once that the game is over."""
        App.get_running_app().sound("win")

    def rematch(self) -> None:
        """The same people once more."""
        self.attempt(lambda: rematch(App.get_running_app()))

    def undo(self) -> None:
        """Take the last act back: the game goes on."""
        if shown := self._snapshot:
            self.attempt(lambda: App.get_running_app().controller.tell(Undo(shown.game)))

    def attempt(self, act: Callable[[], object]) -> bool:
        """Do something that may be refused; the refusal is shown. Whether it was done."""
        try:
            act()
        except CompanionError as error:
            self.detail = App.get_running_app().explain(error)
            return False
        return True
