"""Pace of a game on the screen: what the app did is seen before anything that follows it."""

from collections import deque
from collections.abc import Callable
from typing import Any

from companion.session.snapshot import Snapshot
from ui.lifetime import Lifetime


class Playback:
    """Shows snapshots in order, each for as long as its scene takes.

    `show` shows a snapshot and returns the length of its scene in seconds, 0 for none; `ended` is called
    after a scene that nothing follows.
    """

    def __init__(
        self, lifetime: Lifetime, show: Callable[[Snapshot], float], ended: Callable[[], object]
    ) -> None:
        self._lifetime, self._show, self._ended = lifetime, show, ended
        self._waiting: deque[Snapshot] = deque()
        self._shown: Snapshot | None = None
        self._scene: Any = None

    @property
    def playing(self) -> bool:
        """True while a scene lasts."""
        return self._scene is not None

    def take(self, snapshot: Snapshot) -> None:
        """Show a snapshot after those that wait; at once after an undo, a refusal or another game."""
        last = self._waiting[-1] if self._waiting else self._shown
        goes_on = last and last.game == snapshot.game and last.played <= snapshot.played
        if not goes_on or snapshot.problem:
            self.stop()
        self._waiting.append(snapshot)
        if not self.playing:
            self._go_on()

    def skip(self) -> bool:
        """End the scene; return whether there was one."""
        if not self.playing:
            return False
        self._scene.cancel()
        self._end_scene()
        return True

    def stop(self) -> None:
        """End the scene and forget what waits."""
        if self._scene:
            self._scene.cancel()
        self._scene = self._shown = None
        self._waiting.clear()

    def _go_on(self) -> None:
        while self._waiting and not self.playing:
            self._shown = self._waiting.popleft()
            seconds = self._show(self._shown)
            if seconds > 0:
                self._scene = self._lifetime.once(lambda _: self._end_scene(), seconds)

    def _end_scene(self) -> None:
        self._scene = None
        if not self._waiting:
            self._ended()
        self._go_on()
