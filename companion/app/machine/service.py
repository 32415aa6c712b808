"""What systemd is told of the app: that it is ready, and that the thread that owns the game goes on."""

import logging
import os
import time
from collections.abc import Callable
from functools import partial
from typing import Protocol

log = logging.getLogger(__name__)

CANNOT_START = "cannot start"
"""What `systemctl status` begins with while the screen says why; systemd/switch.sh looks for it."""
SHARE = 3
"""So often the app is heard of in the time after which systemd would end it."""


class Notified(Protocol):
    """What speaks systemd's protocol."""

    def ready(self) -> None:
        """The start has finished."""

    def notify(self) -> None:
        """The app goes on."""

    def status(self, msg: str) -> None:
        """What people see who ask for the state of the app."""


class Service:
    """Says nothing where nobody listens; may be called from any thread.

    `beat_s` is how often `alive` wants to be called, None for never.
    """

    def __init__(
        self,
        systemd: Notified | None = None,
        limit_s: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`limit_s` is after how long a silent app is ended."""
        self._systemd, self._clock = systemd, clock
        self.beat_s = limit_s / SHARE if systemd else None
        self._next_s = float("-inf")

    def ready(self) -> None:
        """The app has started."""
        if self._systemd:
            self._tell(self._systemd.ready)

    def cannot_start(self, why: str) -> None:
        """The screen says why, and waits for somebody: nothing to start the app anew for."""
        if self._systemd:
            self._tell(partial(self._systemd.status, f"{CANNOT_START}: {why}"))
            self.ready()

    def alive(self) -> None:
        """The calling thread goes on; told to systemd only as often as needed."""
        if self._systemd and self.beat_s and self._clock() >= self._next_s:
            self._next_s = self._clock() + self.beat_s / 2
            self._tell(self._systemd.notify)

    def _tell(self, message: Callable[[], None]) -> None:
        try:
            message()
        except OSError as error:
            log.warning("systemd does not listen: %s", error)


def open_service() -> Service:
    """The service that this process is, if it is one."""
    if not os.environ.get("NOTIFY_SOCKET"):
        return Service()
    from systemd_watchdog.systemd_watchdog import WatchDog

    systemd = WatchDog()
    return Service(systemd, systemd.timeout_td.total_seconds())
