"""The kernel's GPIO chips: which one has the pins of the header, and who uses a pin.

Their numbers changed with kernels (a Raspberry Pi 5's header was 4, 0 and 10), so the label decides.
ioctls and structures: linux/gpio.h.
"""

import fcntl
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

CHIPS = Path("/dev")
LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""Labels of the chip at the header: Raspberry Pi 5, 4, and those before."""
_CHIP_INFO, _LINE_INFO = 0x8044B401, 0xC100B405
_CHIP = struct.Struct("=32s32sI")
_LINE = struct.Struct("=32s32sIIQ176x")
_USED = 1


class Chip(NamedTuple):
    """A chip: its device, its number and its label."""

    path: Path
    number: int
    label: str


def paths() -> list[Path]:
    """Devices of all chips."""
    return sorted(CHIPS.glob("gpiochip*"))


def header() -> Chip | None:
    """The chip with the pins of the header; None if there is none, or none may be read."""
    found = [Chip(path, int(path.name.removeprefix("gpiochip")), label(path)) for path in paths()]
    return next((chip for known in LABELS for chip in found if chip.label == known), None)


def label(path: Path) -> str:
    """Label of a chip; "" if it cannot be read."""
    with suppress(OSError), _opened(path) as fd:
        answer = fcntl.ioctl(fd, _CHIP_INFO, bytes(_CHIP.size))
        return _text(_CHIP.unpack(answer)[1])
    return ""


def user(path: Path, pin: int) -> str:
    """Name that the user of a pin gave the kernel; "" if it is free or unknown."""
    with suppress(OSError), _opened(path) as fd:
        asked = _LINE.pack(b"", b"", pin, 0, 0)
        _, name, _, _, flags = _LINE.unpack(fcntl.ioctl(fd, _LINE_INFO, asked))
        return (_text(name) or "?") if flags & _USED else ""
    return ""


@contextmanager
def _opened(path: Path) -> Iterator[int]:
    fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        yield fd
    finally:
        os.close(fd)


def _text(value: bytes) -> str:
    return value.partition(b"\0")[0].decode("ascii", "replace")
