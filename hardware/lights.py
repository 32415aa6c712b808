"""Interface of the light strips, a simulated one, and the available drivers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from hardware.errors import lights_lost, unknown_driver
from hardware.strip import DARK, Light, Strip
from hardware.twin import Twin


class Lights(Protocol):
    """A strip around the board.

    Lamp 0 is at the board's top left corner, the rest follow clockwise.
    `answer` is the strip's description of itself, "" if it sent none.
    """

    strip: Strip
    answer: str
    frames_s: float
    """Pictures a second of a pattern that moves; 0 if it is shown at rest."""

    @property
    def again_s(self) -> float | None:
        """Seconds after which the strip forgets a pattern; None for never."""

    def show(self, lights: Sequence[Light]) -> None:
        """Light all lamps.

        Raises HardwareError if the strip does not respond, ValueError for a wrong number of lamps.
        """

    def close(self) -> None:
        """Close the device."""


class LightsTwin(Twin):
    """A simulated strip that stores its pattern."""

    again_s: float | None = None
    answer = ""
    frames_s = 0.0  # the screen moves what it draws

    def __init__(self, strip: Strip | None = None) -> None:
        self.strip = strip or Strip()
        self.shown: tuple[Light, ...] = (DARK,) * self.strip.count
        self.colours = b""

    def show(self, lights: Sequence[Light]) -> None:
        """Store a pattern. Raises HardwareError `lights_lost` if a fault is set, ValueError."""
        colours = self.strip.colours(lights)
        if found := self.found_instead():
            raise lights_lost("twin", found)
        self.shown, self.colours = tuple(lights), colours

    def close(self) -> None:
        """Do nothing: there is no device."""


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
"""Drivers by name; their libraries are imported only when they are opened."""


def open_lights(driver: str, strip: Strip, port: str = "auto", baud: int = 115_200) -> Lights:
    """Open the strip of a driver, at a serial port or network host; "auto" searches for it.

    Raises HardwareError `unknown_driver`.
    """
    if driver not in DRIVERS:
        raise unknown_driver("lights", ", ".join(DRIVERS), driver)
    return DRIVERS[driver](port, baud, strip)
