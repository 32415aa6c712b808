"""A station a seat: a button and a lamp in a tube that only who sits there looks into."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol, TypeAlias

from hardware.errors import station_lost, unknown_driver
from hardware.strip import DARK, Light
from hardware.twin import Twin

SeatPins: TypeAlias = Mapping[str, Sequence[int]]
"""GPIO numbers of a seat's button and of red, green and blue of its lamp."""
Listener: TypeAlias = Callable[[str, bool], None]
"""Hears at which seat the button went down (True) or up."""


class Stations(Protocol):
    """The stations around the table."""

    @property
    def seats(self) -> Iterable[str]:
        """Where there are stations."""

    def on_change(self, listener: Listener) -> None:
        """Call `listener` for every change, on a thread of the driver's own."""

    def show(self, seat: str, light: Light) -> None:
        """Light the lamp of a seat. Raises HardwareError `station_lost`; KeyError where there is none."""

    def close(self) -> None:
        """All lamps dark, and let go of the pins."""


class StationsTwin(Twin):
    """Stations whose buttons are pressed by `press`, and whose lamps only remember. While they are stuck a
    button that went down stays there.
    """

    def __init__(self, seats: Iterable[str] = ()) -> None:
        """All dark."""
        self.shown: dict[str, Light] = dict.fromkeys(seats, DARK)
        self._listeners: list[Listener] = []

    @property
    def seats(self) -> Iterable[str]:
        """Where there are stations."""
        return self.shown.keys()

    def on_change(self, listener: Listener) -> None:
        """Call `listener` for every change."""
        self._listeners.append(listener)

    def press(self, seat: str, down: bool) -> None:
        """Hold the button of a seat, or let go of it."""
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
        """All lamps dark."""
        self.shown = dict.fromkeys(self.shown, DARK)


def _gpio(pins: SeatPins) -> Stations:
    from hardware.gpio import GpioStations

    return GpioStations(pins)


DRIVERS: Mapping[str, Callable[[SeatPins], Stations]] = {"twin": StationsTwin, "gpio": _gpio}


def open_stations(driver: str, pins: Mapping[str, Sequence[int]] = {}) -> Stations:
    """The stations at the seats for which there are pins.

    Raises HardwareError `unknown_driver`, or `pin_unusable` when a pin cannot be had.
    """
    if driver not in DRIVERS:
        raise unknown_driver("stations", ", ".join(DRIVERS), driver)
    return DRIVERS[driver](pins)
