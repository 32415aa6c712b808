"""What virtual players see and touch of the running app."""

from collections.abc import Callable

from companion.app.base import Latest
from companion.app.fate.players import TouchedScreen
from companion.session.fate.snapshot import FateSnapshot
from companion.session.messages import Message


class Panel(TouchedScreen):
    """The app's screen as `FatePlayers` want it.

    Pictures and touches wait in one queue: after a touch nothing is looked at before the next picture was
    taken, and with it the touch.
    """

    def __init__(self, latest: Latest, tell: Callable[[Message], None]) -> None:
        self._latest, self._tell = latest, tell
        self._touched = False

    def shown(self) -> FateSnapshot | None:
        """What is shown now; None while nobody looks."""
        touched, self._touched = self._touched, False
        shown = None if touched else self._latest()
        return shown if isinstance(shown, FateSnapshot) else None

    def touch(self, message: Callable[[int], Message]) -> None:
        """Tell the app, and look away until the next picture."""
        if shown := self._latest():
            self._tell(message(shown.game))
            self._touched = True
