"""Checks that take a moment, made on a thread of their own while somebody looks at them."""

import threading
import time
from collections.abc import Callable, Iterable

from ui.services import Check

RENEW_S = 30.0


class CachedChecks:
    """`latest` returns at once and has the checks made anew where they are older than `RENEW_S`."""

    def __init__(
        self, examine: Callable[[], Iterable[Check]], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._examine, self._clock = examine, clock
        self._found: tuple[Check, ...] = ()
        self._next_s = float("-inf")
        self._thread: threading.Thread | None = None

    def latest(self) -> tuple[Check, ...]:
        """What was found last; nothing before the first time is over."""
        if self._clock() >= self._next_s:
            self._next_s = self._clock() + RENEW_S
            self._thread = threading.Thread(target=self._run, name="checkup", daemon=True)
            self._thread.start()
        return self._found

    def wait(self) -> None:
        """Return when nothing is being looked at."""
        if self._thread:
            self._thread.join()

    def _run(self) -> None:
        self._found = tuple(self._examine())
