"""Stations: a button per seat, and a lamp in a tube that only its player sees."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol, TypeAlias

from hardware.errors import station_lost, unknown_driver
from hardware.strip import DARK, Light
from hardware.twin import Twin

SeatPins: TypeAlias = Mapping[str, Sequence[int]]
"""GPIO numbers of a seat's button and of red, green and blue of its lamp."""
Listener: TypeAlias = Callable[[str, bool], None]
"""Called with a seat and True when its button goes down, False when it goes up."""


class Stations(Protocol):
    """The stations around the table."""

    @property
    def seats(self) -> Iterable[str]:
        """Seats with a station."""

    def on_change(self, listener: Listener) -> None:
        """Call `listener` on the driver's own thread for every change."""

    def show(self, seat: str, light: Light) -> None:
        """Light the lamp of a seat.

        Raises HardwareError `station_lost`; KeyError for a seat without station.
        """

    def close(self) -> None:
        """Switch all lamps off and release the pins."""


class StationsTwin(Twin):
    """Simulated stations: `press` presses a button, the lamps store their colour.

    While they are stuck a pressed button stays down.
    """

    def __init__(self, seats: Iterable[str] = ()) -> None:
        """Start with all lamps off."""
        self.shown: dict[str, Light] = dict.fromkeys(seats, DARK)
        self._listeners: list[Listener] = []

    @property
    def seats(self) -> Iterable[str]:
        """Seats with a station."""
        return self.shown.keys()

    def on_change(self, listener: Listener) -> None:
        """Call `listener` for every change."""
        self._listeners.append(listener)

    def press(self, seat: str, down: bool) -> None:
        """Press or release the button of a seat."""
        heard = down if self.stuck else self.found_instead() is None
        if heard and seat in self.shown:
            for listener in self._listeners:
                listener(seat, down)

    def show(self, seat: str, light: Light) -> None:
        """Light the lamp of a seat. Raises HardwareError `station_lost`."""
        if not self.stuck and (found := self.found_instead()):
            raise station_lost(seat, found)
        if seat not in self.shown:
            raise KeyError(seat)
        self.shown[seat] = light

    def close(self) -> None:
        """Switch all lamps off."""
        self.shown = dict.fromkeys(self.shown, DARK)


def _gpio(pins: SeatPins) -> Stations:
    from hardware.gpio import GpioStations

    return GpioStations(pins)


DRIVERS: Mapping[str, Callable[[SeatPins], Stations]] = {"twin": StationsTwin, "gpio": _gpio}


def open_stations(driver: str, pins: Mapping[str, Sequence[int]] = {}) -> Stations:
    """Open the stations at the seats with pins.

    Raises HardwareError `unknown_driver`, or `pin_unusable` if a pin cannot be used.
    """
    if driver not in DRIVERS:
        raise unknown_driver("stations", ", ".join(DRIVERS), driver)
    return DRIVERS[driver](pins)
