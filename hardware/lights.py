"""What every light strip does, real or twin, and which there are."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from hardware.errors import lights_lost, unknown_driver
from hardware.strip import DARK, Light, Strip
from hardware.twin import Twin


class Lights(Protocol):
    """A strip around the board; lamp 0 is at the board's top left corner, the rest follow clockwise.

    `answer` is what the strip said about itself, "" where it said nothing.
    """

    strip: Strip
    answer: str

    @property
    def again_s(self) -> float | None:
        """How long a pattern lasts by itself; None for ever."""

    def show(self, lights: Sequence[Light]) -> None:
        """Light all lamps. Raises HardwareError when the strip does not answer, ValueError for another number
        of lamps.
        """

    def close(self) -> None:
        """Let go of the device."""


class LightsTwin(Twin):
    """A strip that only remembers what it shows."""

    again_s: float | None = None
    answer = ""

    def __init__(self, strip: Strip | None = None) -> None:
        self.strip = strip or Strip()
        self.shown: tuple[Light, ...] = (DARK,) * self.strip.count
        self.colours = b""

    def show(self, lights: Sequence[Light]) -> None:
        """Light all lamps. Raises HardwareError `lights_lost` when it fails, ValueError."""
        colours = self.strip.colours(lights)
        if found := self.found_instead():
            raise lights_lost("twin", found)
        self.shown, self.colours = tuple(lights), colours

    def close(self) -> None:
        """There is nothing to let go of."""


def _adalight(port: str, baud: int, strip: Strip) -> Lights:
    from hardware.serial_lights import SerialLights

    return SerialLights(port, baud, strip, "adalight")


def _wled(port: str, baud: int, strip: Strip) -> Lights:
    from hardware.serial_lights import SerialLights

    return SerialLights(port, baud, strip, "wled")


def _network(port: str, baud: int, strip: Strip) -> Lights:
    from hardware.ddp import DdpLights

    return DdpLights(port, strip)


DRIVERS: Mapping[str, Callable[[str, int, Strip], Lights]] = {
    "twin": lambda port, baud, strip: LightsTwin(strip),
    "adalight": _adalight,
    "wled": _wled,
    "network": _network,
}
"""Drivers by name; a library that one of them needs is imported when it is opened."""


def open_lights(driver: str, strip: Strip, port: str = "auto", baud: int = 115_200) -> Lights:
    """The strip that a driver speaks to, at a serial port or at a host of the network; "auto" looks for it.

    Raises HardwareError `unknown_driver`.
    """
    if driver not in DRIVERS:
        raise unknown_driver("lights", ", ".join(DRIVERS), driver)
    return DRIVERS[driver](port, baud, strip)
