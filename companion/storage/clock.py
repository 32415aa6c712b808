"""Whether the computer knows what day it is: a Raspberry Pi without a clock chip does not until it hears it.

Such a board begins every start at the time of its last one, or years back, until the network corrects it.
"""

import ctypes
from contextlib import suppress
from pathlib import Path

BOARD = Path("/proc/device-tree")
"""Boards that describe themselves by a device tree may lack a clock; other computers have one."""
CHIP = Path("/sys/class/rtc/rtc0/since_epoch")
_SET_S = 1_735_689_600
"""2025-01-01. A chip without a battery begins before it."""
_TIMEX_BYTES = 512
"""Room for `struct timex` on every architecture; left zero it asks and changes nothing (adjtimex(2))."""
_TIME_ERROR = 5


def is_set() -> bool:
    """Whether the date can be believed."""
    return not BOARD.exists() or _chip_is_set() or _synchronised()


def _chip_is_set() -> bool:
    with suppress(OSError, ValueError):
        return int(CHIP.read_text("ascii")) >= _SET_S
    return False


def _synchronised() -> bool:
    """Whether the kernel's clock was corrected since the start, by whichever program."""
    with suppress(OSError, AttributeError):
        state = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(_TIMEX_BYTES))
        return 0 <= int(state) < _TIME_ERROR
    return True
