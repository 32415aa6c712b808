"""Waits for a screen that is connected or switched on after the computer."""

import logging
import time
from collections.abc import Callable

from companion.app.machine.service import Service
from ui import display
from ui.display import Screen

PERIOD_S = 1.0
PATIENCE_S = 10.0
"""Time in which drivers usually load; until then the picture at boot is no screen."""
WAITING = "waiting for a screen"
log = logging.getLogger(__name__)


def wait(
    service: Service,
    screens: Callable[[], list[Screen]] = display.connected,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], object] = time.sleep,
) -> None:
    """Return when a screen is connected; at once on a desktop or in a terminal, where people read errors."""
    if service.beat_s is None or display.on_desktop():
        return
    began_s, told = clock(), False
    while not _usable(screens(), late := clock() - began_s >= PATIENCE_S):
        if late and not told:
            told = True
            log.warning("no screen is connected; waiting for one")
            service.waiting(WAITING)
        service.alive()
        sleep(PERIOD_S)
    if told:
        log.warning("a screen is connected; starting")


def _usable(screens: list[Screen], late: bool) -> bool:
    return any(late or not screen.for_boot for screen in screens)
