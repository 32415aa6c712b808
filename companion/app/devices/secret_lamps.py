"""Shows a secret in the lamp of its own seat while the button there is held."""

import threading
import time
from collections.abc import Callable
from typing import NamedTuple

from companion.errors import HardwareError
from hardware.errors import button_stuck
from hardware.stations import Stations
from hardware.strip import DARK, Light

FRAME_S = 0.05
BLINK_S, PAUSE_S = 0.5, 1.0
MOST_S = 15.0
"""Longest time a secret is shown, in seconds; beyond it the button is stuck or covered."""


class SecretLight(NamedTuple):
    """A secret as a colour, and as a number of blinks for colour-blind users."""

    light: Light
    blinks: int


class SecretLamps:
    """Lights only the lamp of the seat whose button is held, and only while it is held.

    `secret` returns the secret of a seat, None if there is none; it is called at every press and its
    result is not kept. `failed` is called for lamps that do not answer.
    """

    def __init__(
        self,
        stations: Stations,
        secret: Callable[[str], SecretLight | None],
        failed: Callable[[HardwareError], object],
    ) -> None:
        self._stations, self._secret, self._failed = stations, secret, failed
        self._held: dict[str, tuple[SecretLight, float]] = {}
        self._closing = False
        self._condition = threading.Condition()
        self._worker = threading.Thread(target=self._run, name="secret lamps", daemon=True)
        self._worker.start()
        stations.on_change(self._changed)

    def close(self) -> None:
        """Switch all lamps off."""
        with self._condition:
            self._closing = True
            self._held.clear()
            self._condition.notify()
        self._worker.join()
        self._stations.close()

    def _changed(self, seat: str, down: bool) -> None:
        shown = self._secret(seat) if down else None
        with self._condition:
            if shown:
                self._held[seat] = shown, time.monotonic()
            elif self._held.pop(seat, None):
                self._light(seat, DARK)
            self._condition.notify()

    def _run(self) -> None:
        while True:
            with self._condition:
                self._condition.wait_for(lambda: self._closing or self._held)
                if self._closing:
                    return
                for seat, (secret, since_s) in [*self._held.items()]:
                    held_s = time.monotonic() - since_s
                    if held_s > MOST_S:
                        del self._held[seat]
                        self._failed(button_stuck(seat))
                    self._light(seat, frame(secret, held_s))
                self._condition.wait_for(lambda: self._closing, FRAME_S)

    def _light(self, seat: str, light: Light) -> None:
        try:
            self._stations.show(seat, light)
        except HardwareError as error:
            self._held.pop(seat, None)
            self._failed(error)


def frame(secret: SecretLight, held_s: float) -> Light:
    """Colour after `held_s` seconds: the blinks, then a pause, repeated."""
    at_s = held_s % (secret.blinks * BLINK_S + PAUSE_S)
    lit = held_s <= MOST_S and at_s < secret.blinks * BLINK_S and at_s % BLINK_S < BLINK_S / 2
    return secret.light if lit else DARK
