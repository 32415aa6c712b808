"""What every light strip does, real or twin, and which there are."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeAlias

from companion.errors import HardwareError
from hardware.twin import Twin, unknown_driver

Light: TypeAlias = tuple[int, int, int]
"""Red, green and blue of one lamp, 0..255 each."""
DARK: Light = (0, 0, 0)


class Lights(Protocol):
    """A strip around the board; lamp 0 is at the board's top left corner, the rest follow clockwise."""

    @property
    def count(self) -> int:
        """How many lamps the strip has."""

    def show(self, lights: Sequence[Light]) -> None:
        """Light all lamps. Raises HardwareError `lights_lost` when the strip does not answer."""


class LightsTwin(Twin):
    """A strip that only remembers what it shows."""

    def __init__(self, count: int) -> None:
        """A dark strip of `count` lamps, 1 or more."""
        self.shown: tuple[Light, ...] = (DARK,) * count

    @property
    def count(self) -> int:
        """How many lamps the strip has."""
        return len(self.shown)

    def show(self, lights: Sequence[Light]) -> None:
        """Light all lamps.

        Raises HardwareError `lights_lost` when it fails, ValueError for another number of lamps.
        """
        if len(lights) != self.count:
            raise ValueError(f"expected {self.count} lamps, found {len(lights)}")
        if found := self.found_instead():
            raise HardwareError(
                "lights_lost",
                f"light strip: expected an answer, found {found}; check the cable and power",
                found=found,
            )
        self.shown = tuple(lights)


DRIVERS: Mapping[str, Callable[[int], Lights]] = {"twin": LightsTwin}


def open_lights(driver: str, count: int) -> Lights:
    """The strip of `count` lamps that a driver speaks to. Raises HardwareError `unknown_driver`."""
    if driver not in DRIVERS:
        raise unknown_driver("lights", ", ".join(DRIVERS), driver)
    return DRIVERS[driver](count)
