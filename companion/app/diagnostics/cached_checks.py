"""Slow checks, run on their own thread and cached."""

import threading
import time
from collections.abc import Callable, Iterable

from ui.services import Check

RENEW_S = 30.0


class CachedChecks:
    """Returns cached checks at once and renews them in the background after `RENEW_S`."""

    def __init__(
        self, examine: Callable[[], Iterable[Check]], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._examine, self._clock = examine, clock
        self._found: tuple[Check, ...] = ()
        self._next_s = float("-inf")
        self._thread: threading.Thread | None = None

    def latest(self) -> tuple[Check, ...]:
        """Results of the last run; empty before the first has finished."""
        if self._clock() >= self._next_s:
            self._next_s = self._clock() + RENEW_S
            self._thread = threading.Thread(target=self._run, name="checkup", daemon=True)
            self._thread.start()
        return self._found

    def wait(self) -> None:
        """Block until no check is running."""
        if self._thread:
            self._thread.join()

    def _run(self) -> None:
        self._found = tuple(self._examine())
