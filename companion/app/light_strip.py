"""The thread of the light strip: no other one speaks to the lamps, so none waits for them."""

import logging
import threading
from collections.abc import Callable, Sequence

from companion.errors import HardwareError
from hardware.lights import Light, Lights

log = logging.getLogger(__name__)

RETRY_S = 2.0


class LightStrip:
    """Shows the newest pattern. Lamps that do not answer are tried again until they show it; `failed` is
    told once each time they stop to answer.
    """

    def __init__(
        self, lamps: Lights, dark: Sequence[Light], failed: Callable[[HardwareError], object]
    ) -> None:
        self.wanted: Sequence[Light] = dark
        self._lamps, self._failed = lamps, failed
        self._lit: Sequence[Light] | None = None
        self._closing = False
        self._news = threading.Condition()
        self._worker = threading.Thread(target=self._run, name="lights", daemon=True)
        self._worker.start()

    def show(self, pattern: Sequence[Light]) -> None:
        """Show this from now on; returns at once."""
        with self._news:
            self.wanted = pattern
            self._news.notify()

    def close(self) -> None:
        """End the thread, once the last pattern was tried."""
        with self._news:
            self._closing = True
            self._news.notify()
        self._worker.join()

    def _run(self) -> None:
        lost = False
        while True:
            with self._news:
                self._news.wait_for(lambda: self._closing or self.wanted != self._lit)
                pattern, closing = self.wanted, self._closing
            lost = not self._light(pattern, lost)
            if closing:
                return
            if lost:
                with self._news:
                    self._news.wait_for(lambda: self._closing, RETRY_S)

    def _light(self, pattern: Sequence[Light], lost: bool) -> bool:
        """Whether the lamps show the pattern now."""
        if pattern == self._lit:
            return True
        try:
            self._lamps.show(pattern)
        except HardwareError as error:
            self._lit = None
            if not lost:
                self._failed(error)
            return False
        self._lit = pattern
        return True
