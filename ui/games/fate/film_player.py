"""The monsters' turn goes on by itself after a touch of its key: each step stays for a while."""

from collections.abc import Callable
from typing import Any

from companion.session.fate.snapshot import FateSnapshot
from ui.games.fate.knock_out import fallen
from ui.lifetime import Lifetime

PAGE_S = 2.5
"""Time for which a step is shown while the film plays."""


class FilmPlayer:
    """Goes on to the next step after a while, with `go_on`, once it is told to play.

    It stops at the last step, because a hero's turn follows, and at a fallen hero. While it is not `free`, as
    below a sheet, the present step stays.
    """

    def __init__(self, lifetime: Lifetime, free: Callable[[], bool], go_on: Callable[[], object]) -> None:
        self._lifetime, self._free, self._go_on = lifetime, free, go_on
        self._shown: object = None
        self._timer: Any = None
        self.playing = False

    def toggle(self, snapshot: FateSnapshot) -> None:
        """Play, or wait for touches again."""
        if self.playing:
            self.stop()
        else:
            self.playing = self._plays(snapshot)
            self.follow(snapshot)

    def follow(self, snapshot: FateSnapshot) -> None:
        """Take a new snapshot; a step shown already keeps its time."""
        if not self.playing:
            return
        if not self._plays(snapshot):
            self.stop()
        elif (shown := (snapshot.steps, snapshot.done)) != self._shown:
            self._shown = shown
            self._start()

    def stop(self) -> None:
        """Wait for touches."""
        if self._timer:
            self._timer.cancel()
        self._timer, self._shown, self.playing = None, None, False

    def _plays(self, snapshot: FateSnapshot) -> bool:
        shown = snapshot.stage == "guide" and snapshot.is_film
        return shown and snapshot.done + 1 < len(snapshot.steps) and fallen(snapshot) is None

    def _start(self) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = self._lifetime.once(lambda _: self._end(), PAGE_S)

    def _end(self) -> None:
        if self._free():
            self._go_on()
        else:
            self._start()
