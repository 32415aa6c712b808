"""The monsters' turn plays by itself: each step stays as long as it takes to read it."""

from collections.abc import Callable
from typing import Any

from kivy.app import App

from companion.session.fate.snapshot import FateSnapshot, GuideEntry
from ui.games.fate import messages
from ui.games.fate.knock_out import fallen
from ui.lifetime import Lifetime

_LEAST_S, _LETTERS_PER_S = 1.8, 14.0
"""Time for the picture of a step and its motion, and slow reading speed for the words."""


def seconds(step: GuideEntry) -> float:
    """Return how long a step is shown."""
    return _LEAST_S + len(messages.say(App.get_running_app().tr, step.title)) / _LETTERS_PER_S


class FilmPlayer:
    """Goes on to the next step after a while, with `go_on`.

    The last step waits for a touch, because a hero's turn follows; so do a fallen hero and all steps
    after people went back. With little motion, before a camera and during set-up every step waits. While
    it is not `free`, as below a sheet, the present step stays.
    """

    def __init__(self, lifetime: Lifetime, free: Callable[[], bool], go_on: Callable[[], object]) -> None:
        self._lifetime, self._free, self._go_on = lifetime, free, go_on
        self._shown: object = None
        self._timer: Any = None
        self._stopped_in: object = None

    @property
    def playing(self) -> bool:
        """True if the present step will end by itself."""
        return self._shown is not None

    def follow(self, snapshot: FateSnapshot) -> None:
        """Take a new snapshot; a step shown already keeps its time."""
        shown = (snapshot.steps, snapshot.done) if self._plays(snapshot) else None
        if shown != self._shown:
            self.leave()
            self._shown = shown
            if shown:
                self._start(seconds(snapshot.steps[snapshot.done]))

    def hold(self, snapshot: FateSnapshot) -> None:
        """Let the rest of this turn wait for touches."""
        self._stopped_in = snapshot.steps
        self.leave()

    def leave(self) -> None:
        """Stop until a snapshot follows."""
        if self._timer:
            self._timer.cancel()
        self._timer = self._shown = None

    def _plays(self, snapshot: FateSnapshot) -> bool:
        liked = App.get_running_app().controller.profiles.preferences()
        by_itself = liked.auto_advance and not liked.little_motion
        shown = snapshot.stage == "guide" and snapshot.together and bool(snapshot.log)
        more = snapshot.done + 1 < len(snapshot.steps)
        stopped = snapshot.steps == self._stopped_in
        return by_itself and shown and more and not stopped and fallen(snapshot) is None

    def _start(self, delay_s: float) -> None:
        self._timer = self._lifetime.once(lambda _: self._end(), delay_s)

    def _end(self) -> None:
        if self._free():
            self._go_on()
        else:
            self._start(_LEAST_S)
