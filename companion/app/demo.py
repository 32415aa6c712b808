"""`companion demo`: one simulated game through the whole app, and how well it was followed."""

import threading
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from gettext import NullTranslations
from pathlib import Path
from time import sleep
from typing import TypeAlias

from companion.app.annotated_frame import Look
from companion.app.app import App
from companion.settings.settings import Settings
from companion.storage.journal import Journal
from ui.app import close as close_window
from ui.controller import AnySnapshot

Shown: TypeAlias = Callable[[AnySnapshot], None]


@dataclass(frozen=True, slots=True)
class Pace:
    """Pictures a second, quiet time after each act, whether pictures come when their time has come."""

    fps: float
    rest_s: float
    realtime: bool


PATIENCE = 3
"""How many rests players wait for the app to take a move before they touch it on the screen."""

NORMAL = Pace(5.0, 1.2, realtime=True)
FAST = Pace(2.0, 1.5, realtime=False)


class Demo(App):
    """The app at a simulated table where one game is played to the end, without anybody touching it."""

    def __init__(self, settings: Settings, journal: Journal, seed: int, pace: Pace) -> None:
        super().__init__(settings, journal)
        self._table_seed, self._pace = seed, pace
        self.finished = threading.Event()
        self.looks: list[Look] = []

    @abstractmethod
    def begin(self) -> None:
        """Sit down and start to play."""

    @abstractmethod
    def told(self, tr: NullTranslations, echo: Callable[[str], object], live: bool) -> Shown:
        """What shows snapshots as text; `live` where the terminal may be drawn over."""

    @abstractmethod
    def write_report(self, out: Path, tr: NullTranslations) -> tuple[list[tuple[str, str]], bool]:
        """Write index.html and game.json; returns rows of label and value, and whether all was right."""

    def over(self) -> None:
        """Let the demo end."""
        self._keep_look()
        self._thread.stop()
        self.finished.set()

    def close_window_after(self, linger_s: float) -> None:
        """Close the window so many seconds after the game."""

        def wait() -> None:
            self.finished.wait()
            sleep(linger_s)
            close_window()

        threading.Thread(target=wait, name="curtain", daemon=True).start()

    def _keep_look(self) -> None:
        if self._watcher and self._watcher.latest:
            self.looks.append(self._watcher.latest)
