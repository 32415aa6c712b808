"""What all twins share: a device without wires, which can be made to fail as a real one does."""

import time

NOISE = repr(b"\xff\x00\xfe")


class Twin:
    """`plugged_in = False` takes it away, `delay_s` makes it slow, `garbled` makes it answer nonsense."""

    plugged_in = True
    delay_s = 0.0
    garbled = False

    def found_instead(self) -> str | None:
        """What there is instead of an answer, None when all is well; takes `delay_s`."""
        if self.delay_s:
            time.sleep(self.delay_s)
        if not self.plugged_in:
            return "none"
        return NOISE if self.garbled else None
