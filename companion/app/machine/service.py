"""Reports to systemd: start finished, and watchdog signals of the window's thread."""

import logging
import os
import time
from collections.abc import Callable
from functools import partial
from typing import Protocol

log = logging.getLogger(__name__)

CANNOT_START = "cannot start"
"""Prefix of the status while the screen shows why the start failed; systemd/switch.sh searches for it."""
SHARE = 3
"""Number of watchdog signals per systemd timeout."""


class Notified(Protocol):
    """Client of systemd's notify protocol."""

    def ready(self) -> None:
        """Report that the start has finished."""

    def notify(self) -> None:
        """Send a watchdog signal."""

    def status(self, msg: str) -> None:
        """Set the status shown by `systemctl status`."""


class Service:
    """Does nothing if systemd does not listen; may be called from any thread.

    `beat_s` is the interval in seconds at which to call `alive`, None for never.
    """

    def __init__(
        self,
        systemd: Notified | None = None,
        limit_s: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`limit_s` is systemd's watchdog timeout in seconds."""
        self._systemd, self._clock = systemd, clock
        self.beat_s = limit_s / SHARE if systemd else None
        self._next_s = float("-inf")
        self._waits = False

    def ready(self) -> None:
        """Report that the app has started."""
        if self._systemd:
            if self._waits:
                self._waits = False
                self._send(partial(self._systemd.status, ""))
            self._send(self._systemd.ready)

    def waiting(self, what: str) -> None:
        """Report that the start waits for a person, however long; until `ready` it must be `alive`."""
        if self._systemd:
            self._send(partial(self._systemd.status, what))
            self.ready()
            self._waits = True

    def cannot_start(self, why: str) -> None:
        """Report that the screen shows why the start failed; systemd must not restart the app."""
        if self._systemd:
            self._send(partial(self._systemd.status, f"{CANNOT_START}: {why}"))
            self.ready()

    def alive(self) -> None:
        """Report that the calling thread runs; forwarded to systemd only as often as needed."""
        if self._systemd and self.beat_s and self._clock() >= self._next_s:
            self._next_s = self._clock() + self.beat_s / 2
            self._send(self._systemd.notify)

    def _send(self, message: Callable[[], None]) -> None:
        try:
            message()
        except OSError as error:
            log.warning("systemd does not listen: %s", error)


def open_service() -> Service:
    """Return the service of this process; a silent one if it is not a service."""
    if not os.environ.get("NOTIFY_SOCKET"):
        return Service()
    from systemd_watchdog.systemd_watchdog import WatchDog

    systemd = WatchDog()
    return Service(systemd, systemd.timeout_td.total_seconds())
