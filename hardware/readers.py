"""What every reader of cards and figures does, real or twin, and which there are."""

from collections.abc import Callable, Mapping
from typing import Protocol

from hardware.errors import reader_garbled, reader_lost, unknown_driver
from hardware.tags import Failure, TagListener
from hardware.twin import Twin


class Reader(Protocol):
    """Something to hold cards and figures to. `lost`: it does not answer, and is tried again."""

    @property
    def lost(self) -> bool:
        """Whether nobody would hear a tag now."""

    def start(self, heard: TagListener, failed: Failure) -> None:
        """Call `heard` for every tag that is held there, `failed` once each time something is wrong; both on
        a thread of the driver's own.
        """

    def close(self) -> None:
        """Let go of the device."""


class ReaderTwin(Twin):
    """A reader to which tags are held by calling `hold`."""

    def __init__(self) -> None:
        """Nobody listens yet."""
        self._heard: TagListener = lambda tag: None
        self._failed: Failure = lambda error: None

    @property
    def lost(self) -> bool:
        """Whether it is unplugged."""
        return not self.plugged_in

    def start(self, heard: TagListener, failed: Failure) -> None:
        """Call these from now on."""
        self._heard, self._failed = heard, failed

    def hold(self, tag: str) -> None:
        """Hold a tag to it; where it fails that is told instead, where it is stuck nothing."""
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
        """There is nothing to let go of."""


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
    """The reader that a driver listens to. Raises HardwareError `unknown_driver`."""
    if driver not in DRIVERS:
        raise unknown_driver("reader", ", ".join(DRIVERS), driver)
    return DRIVERS[driver](port, baud)
