"""Interface of the card readers, a simulated one, and the available drivers."""

from collections.abc import Callable, Mapping
from typing import Protocol

from hardware.errors import reader_garbled, reader_lost, unknown_driver
from hardware.tags import Failure, TagListener
from hardware.twin import Twin


class Reader(Protocol):
    """A reader for cards and figures with tags. `lost`: it does not respond and is retried."""

    @property
    def lost(self) -> bool:
        """Return True if no tag can be read now."""

    def start(self, heard: TagListener, failed: Failure) -> None:
        """Start reading; both listeners are called on the driver's own thread.

        `heard` is called for every tag, `failed` once per outage.
        """

    def close(self) -> None:
        """Close the device."""


class ReaderTwin(Twin):
    """A simulated reader; tags are held to it by calling `hold`."""

    def __init__(self) -> None:
        """Start without listeners."""
        self._heard: TagListener = lambda tag: None
        self._failed: Failure = lambda error: None

    @property
    def lost(self) -> bool:
        """Return True if it is unplugged."""
        return not self.plugged_in

    def start(self, heard: TagListener, failed: Failure) -> None:
        """Set the listeners."""
        self._heard, self._failed = heard, failed

    def hold(self, tag: str) -> None:
        """Simulate a tag; a fault is reported instead, a stuck reader does nothing."""
        if self.stuck:
            return
        found = self.found_instead()
        if found is None:
            self._heard(tag)
        elif self.lost:
            self._failed(reader_lost("twin", found))
        else:
            self._failed(reader_garbled("twin", found))

    def close(self) -> None:
        """Do nothing: there is no device."""


def _lines(port: str, baud: int) -> Reader:
    from hardware.serial_reader import SerialReader
    from hardware.tags import Lines

    return SerialReader(port, baud, Lines)


def _rdm6300(port: str, baud: int) -> Reader:
    from hardware.serial_reader import SerialReader
    from hardware.tags import Rdm6300

    return SerialReader(port, baud, Rdm6300)


DRIVERS: Mapping[str, Callable[[str, int], Reader]] = {
    "twin": lambda port, baud: ReaderTwin(),
    "lines": _lines,
    "rdm6300": _rdm6300,
}


def open_reader(driver: str, port: str = "", baud: int = 9600) -> Reader:
    """Open the reader of a driver. Raises HardwareError `unknown_driver`."""
    if driver not in DRIVERS:
        raise unknown_driver("reader", ", ".join(DRIVERS), driver)
    return DRIVERS[driver](port, baud)
