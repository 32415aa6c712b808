"""Memory that is free is given back to the system."""

import ctypes
import gc
import sys
from functools import cache
from typing import Any


def keep() -> None:
    """What there is now stays for good: `give_back` need not look through it any more."""
    gc.collect()
    gc.freeze()


def give_back() -> None:
    """Forget what was thrown away, and let go of what is free now; takes about 0.02 s after `keep`.

    Painting boards and icons needs much room for a moment. The C library would keep it for the process.
    """
    gc.collect()
    if trim := _trim():
        trim(0)


@cache
def _trim() -> Any:
    """The C library's function for it; None where there is none."""
    return getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
