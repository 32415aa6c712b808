"""Detection of an unset clock.

A Raspberry Pi without a clock chip starts at the time of its last shutdown, or years back,
until the network corrects it.
"""

import ctypes
import time
from contextlib import suppress
from pathlib import Path

BOARD = Path("/proc/device-tree")
"""Computers described by a device tree may lack a clock chip; others have one."""
CHIPS = Path("/sys/class/rtc")
"""One folder per clock chip, with `since_epoch`."""
MARK = Path("/run/companion/clock-set")
"""There once a person has set the clock; gone at the next start of the computer, as the time may be."""
_SET_S = 1_735_689_600
"""2025-01-01 as Unix time, before the first version. A chip without battery starts earlier."""
_TIMEX_BYTES = 512
"""Size of a buffer for `struct timex` on every architecture; zeros only query (adjtimex(2))."""
_TIME_ERROR = 5


def is_set() -> bool:
    """Return True if the date is reliable."""
    return time.time() >= _SET_S and (
        not BOARD.exists() or MARK.exists() or _chip_is_set() or _synchronised()
    )


def set_by_hand() -> None:
    """Remember until the next start of the computer that a person has set the clock."""
    with suppress(OSError):  # no service: the clock of another computer is kept by its chip
        MARK.touch()


def _chip_is_set() -> bool:
    for chip in CHIPS.glob("*/since_epoch"):
        with suppress(OSError, ValueError):
            if int(chip.read_text("ascii")) >= _SET_S:
                return True
    return False


def _synchronised() -> bool:
    """Return True if any program has synchronised the kernel's clock since the start."""
    with suppress(OSError, AttributeError):
        state = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(_TIMEX_BYTES))
        return 0 <= int(state) < _TIME_ERROR
    return True
