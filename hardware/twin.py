"""What all twins share: a device without wires, which can be made to fail as a real one does."""

import threading
import time

NOISE = repr(b"\xff\x00\xfe")


class Twin:
    """`plugged_in = False` takes it away, `delay_s` makes it slow, `garbled` makes it answer nonsense; while
    it is `stuck` it does not answer at all: who asks waits.
    """

    plugged_in = True
    delay_s = 0.0
    garbled = False
    _stuck: threading.Event | None = None
    """Set once it is free again."""

    @property
    def stuck(self) -> bool:
        """Whether it hangs."""
        return self._stuck is not None

    @stuck.setter
    def stuck(self, hangs: bool) -> None:
        before, self._stuck = self._stuck, threading.Event() if hangs else None
        if before:
            before.set()

    def found_instead(self) -> str | None:
        """What there is instead of an answer, None when all is well; takes `delay_s`, and as long as it is
        stuck.
        """
        if self.delay_s:
            time.sleep(self.delay_s)
        if self._stuck:
            self._stuck.wait()
        if not self.plugged_in:
            return "none"
        return NOISE if self.garbled else None
