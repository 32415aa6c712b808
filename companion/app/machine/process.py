"""What the whole process promises: an end that comes in time, and memory that nobody else reads."""

import ctypes
import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn

_PR_SET_DUMPABLE = 4
"""prctl(2)"""
log = logging.getLogger(__name__)


def keep_memory_private() -> None:
    """No core dump, and no other program of the same user that looks into the memory, where secrets are."""
    try:
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    except (AttributeError, OSError) as error:  # no Linux
        log.info("memory is not kept private: %s", error)


@contextmanager
def ended_within(limit_s: float, code: int, leave: Callable[[int], object] = os._exit) -> Iterator[None]:
    """What is done here takes no longer, else the process ends, whatever is still at work, such as a driver
    that does not answer. What people played is on the disk before anything is shown.
    """

    def end() -> None:
        log.warning("the end is not waited for any longer; still at work: %s", ", ".join(at_work()))
        leave(code)

    timer = threading.Timer(limit_s, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def at_work() -> list[str]:
    """The names of all threads but this one."""
    here = threading.current_thread()
    return [thread.name for thread in threading.enumerate() if thread is not here]


def leave(code: int, patience_s: float = 0.3) -> NoReturn:
    """End the process. Threads that are still at work in a library, which would break it, are left out."""
    until_s = time.monotonic() + patience_s
    for thread in threading.enumerate():
        if thread is not threading.current_thread():
            thread.join(max(0.0, until_s - time.monotonic()))
    if not at_work():
        sys.exit(code)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)
