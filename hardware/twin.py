"""Fault injection shared by all simulated devices."""

import threading
import time

NOISE = repr(b"\xff\x00\xfe")


class Twin:
    """A simulated device with injectable faults.

    `plugged_in = False` disconnects it, `delay_s` makes it slow, `garbled` makes it send nonsense.
    While it is `stuck` it does not answer: callers block.
    """

    plugged_in = True
    delay_s = 0.0
    garbled = False
    _stuck: threading.Event | None = None
    """Set when it is no longer stuck."""

    @property
    def stuck(self) -> bool:
        """Return True if it hangs."""
        return self._stuck is not None

    @stuck.setter
    def stuck(self, hangs: bool) -> None:
        before, self._stuck = self._stuck, threading.Event() if hangs else None
        if before:
            before.set()

    def found_instead(self) -> str | None:
        """The fault in place of an answer, None if there is none.

        Takes `delay_s` seconds, and as long as it is stuck.
        """
        if self.delay_s:
            time.sleep(self.delay_s)
        if self._stuck:
            self._stuck.wait()
        if not self.plugged_in:
            return "none"
        return NOISE if self.garbled else None
