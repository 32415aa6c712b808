"""What the demos of all games share: their pace, and how they end."""

import threading
from collections.abc import Callable
from random import Random
from time import sleep

from companion.app.app import App
from companion.app.base import Pace, SimulatedGame
from companion.app.table.annotated_frame import AnnotatedFrame
from companion.settings.settings import Settings
from companion.storage.journal import Journal
from ui.app import close as close_window
from vision.cameras.sources import Camera

PATIENCE = 3
"""How many rests players wait for the app to take a move before they touch it on the screen."""

NORMAL = Pace(5.0, 1.2, realtime=True)
FAST = Pace(2.0, 1.5, realtime=False)


class DemoRun:
    """The app at a simulated table where one game is played to the end, without anybody touching it.

    `frames` are camera pictures for the report; `before_end` is what people do when the game is over.
    """

    def __init__(
        self,
        settings: Settings,
        journal: Journal,
        seed: int,
        simulated: Callable[[SimulatedGame], Camera],
        before_end: Callable[[], None] = lambda: None,
    ) -> None:
        self.app = App(
            settings, journal, chance=Random(seed), interactive=False, simulated=simulated, over=self._over
        )
        self.frames: list[AnnotatedFrame] = []
        self._finished, self._before_end = threading.Event(), before_end

    def wait(self, timeout_s: float | None = None) -> bool:
        """Return when the game is over, or after so long; whether it is over."""
        return self._finished.wait(timeout_s)

    def keep_frame(self) -> None:
        """Keep what the camera saw last for the report."""
        if frame := self.app.latest_frame():
            self.frames.append(frame)

    def close(self) -> None:
        """Stop everything."""
        self.app.close()

    def _over(self) -> None:
        self._before_end()
        self.keep_frame()
        self.app.stop_game()
        self._finished.set()


def close_window_after(wait: Callable[[], bool], linger_s: float) -> None:
    """Close the window so many seconds after `wait` returned."""

    def close() -> None:
        wait()
        sleep(linger_s)
        close_window()

    threading.Thread(target=close, name="end of the demo", daemon=True).start()
