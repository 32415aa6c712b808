"""Guard of calls into games: one that does not come back ends the app, and its game is set aside once.

systemd would start the app anew, too, but the start page would read the same game again. So it is left out at
the next start; at the one after it is tried again.
"""

import faulthandler
import json
import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.games import strict
from companion.storage import atomic

log = logging.getLogger(__name__)

FILE = "hung.json"
HANG_S = 20.0
"""Longest time of a call into a game; systemd's watchdog ends the app after 30 s."""


class CallGuard:
    """Watches calls, on any thread, once it was started. `hung` is called when one takes too long."""

    def __init__(self, hung: Callable[[], object], limit_s: float = HANG_S) -> None:
        self._hung, self._limit_s = hung, limit_s
        self._changed = threading.Condition()
        self._since_s: dict[object, float] = {}

    def start(self) -> None:
        """Watch from now on."""
        threading.Thread(target=self._run, name="guard", daemon=True).start()

    @contextmanager
    def call(self) -> Iterator[None]:
        """Context of a call into a game."""
        key = object()
        with self._changed:
            self._since_s[key] = time.monotonic()
            self._changed.notify()
        try:
            yield
        finally:
            with self._changed:
                del self._since_s[key]

    def _run(self) -> None:
        with self._changed:
            while (left_s := self._left_s()) is None or left_s > 0:
                self._changed.wait(left_s)
        self._hung()

    def _left_s(self) -> float | None:
        """Time that the oldest call has left; None without one."""
        if not self._since_s:
            return None
        return min(self._since_s.values()) + self._limit_s - time.monotonic()


def end(folder: Path, game: int | None) -> None:
    """End the process because the stored game with this id, if it has one, does not come back."""
    log.critical("a call into game %s does not come back: the app ends", game)
    with suppress(OSError, ValueError):
        faulthandler.dump_traceback(sys.stderr)
    with suppress(OSError):
        atomic.write(folder / FILE, json.dumps({"game": game}))
    os._exit(1)


def take(folder: Path) -> int | None:
    """Return the id of the game that ended the app last time, if any; it is forgotten by that."""
    path = folder / FILE
    try:
        found = strict.loads(path.read_bytes())["game"]
        return found if isinstance(found, int) else None
    except (OSError, ValueError, TypeError, LookupError):
        return None
    finally:
        with suppress(OSError):
            path.unlink(missing_ok=True)
