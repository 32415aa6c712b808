"""The light strip's thread: only it writes to the lamps, so no other thread waits for them."""

import threading
import time
from collections.abc import Callable, Sequence

from companion.app.devices.light_effects import Led, frame, moves
from companion.errors import HardwareError
from companion.settings.settings import LightSettings
from hardware.lights import Lights
from hardware.strip import Light, Strip

RETRY_S = 2.0
CLOSING_S = 2.0
"""Longest delay at shutdown in seconds, for a strip that is still being opened."""


def strip_layout(settings: LightSettings) -> Strip:
    """The strip layout described by the settings."""
    return Strip(
        settings.top,
        settings.right,
        settings.bottom,
        settings.left,
        settings.start,
        settings.direction == "clockwise",
        settings.corner_gap,
        settings.order,
        settings.gamma,
        settings.brightness,
        settings.most_ma,
    )


class LightStrip:
    """Shows the newest pattern; repeats it while it is animated or before the strip times out.

    A strip that does not answer is `lost` and retried; `failed` is called once per outage.
    """

    def __init__(self, lamps: Lights, dark: Sequence[Led], failed: Callable[[HardwareError], object]) -> None:
        self.wanted: Sequence[Led] = dark
        self.level = 1.0
        """Brightness factor, 0..1."""
        self._lamps, self._failed = lamps, failed
        self._next = lamps
        self.problem: HardwareError | None = None
        """Why the lamps show nothing; None while they do."""
        self._lit: tuple[Sequence[Led], float] | None = None
        self._closing = False
        self._condition = threading.Condition()
        self._worker = threading.Thread(target=self._run, name="lights", daemon=True)
        self._worker.start()

    def show(self, pattern: Sequence[Led]) -> None:
        """Show this pattern from now on; returns at once."""
        with self._condition:
            self.wanted = pattern
            self._condition.notify()

    def dim(self, level: float) -> None:
        """Set the brightness factor, 0..1."""
        with self._condition:
            self.level = level
            self._condition.notify()

    def use(self, lamps: Lights, dark: Sequence[Led]) -> None:
        """Close the current strip and use this one."""
        with self._condition:
            self._next, self.wanted, self.problem, self._lit = lamps, dark, None, None
            self._condition.notify()

    @property
    def lost(self) -> bool:
        """Return True if the strip does not answer."""
        return self.problem is not None

    @property
    def showing(self) -> bool:
        """Return True if the strip has shown a pattern."""
        return self._lit is not None

    def now(self) -> list[Light]:
        """Colours for the screen.

        Breathing lamps are drawn at constant brightness, to avoid redrawing.
        """
        calm = [lamp._replace(effect="still") if lamp.effect == "breathe" else lamp for lamp in self.wanted]
        return frame(calm, time.monotonic(), self.level)

    def close(self) -> None:
        """Stop the thread after a working strip has shown the last pattern, and close the strip."""
        with self._condition:
            self._closing = True
            self._condition.notify()
        self._worker.join(CLOSING_S)
        if not self._worker.is_alive():
            self._lamps.close()

    def _run(self) -> None:
        while True:
            with self._condition:
                self._condition.wait_for(self._has_change, self._patience_s())
                pattern, level, closing = self.wanted, self.level, self._closing
                others, self._lamps = self._lamps, self._next
            if others is not self._lamps:
                others.close()
            if not (closing and self.lost):
                self._light(pattern, level)
            if closing:
                return

    def _has_change(self) -> bool:
        anew = self._next is not self._lamps
        return self._closing or anew or (not self.lost and (self.wanted, self.level) != self._lit)

    def _patience_s(self) -> float | None:
        if self.lost:
            return RETRY_S
        if self._lamps.frames_s and moves(self.wanted):
            return 1 / self._lamps.frames_s
        return self._lamps.again_s

    def _light(self, pattern: Sequence[Led], level: float) -> None:
        lamps = self._lamps
        try:
            lamps.show(frame(pattern, time.monotonic(), level))
        except HardwareError as error:
            if lamps is not self._next:
                return
            known, self.problem = self.problem, error
            if not known:
                self._failed(error)
        else:
            self._lit, self.problem = (pattern, level), None
