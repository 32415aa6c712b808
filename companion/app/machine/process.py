"""Process-wide guarantees: a bounded shutdown, and memory that other programs cannot read."""

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
    """Disable core dumps and ptrace by the same user, because the memory holds secrets."""
    try:
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
    except (AttributeError, OSError) as error:  # not Linux
        log.info("memory is not kept private: %s", error)


@contextmanager
def ended_within(limit_s: float, code: int, leave: Callable[[int], object] = os._exit) -> Iterator[None]:
    """Limit the time of the `with` block; after `limit_s` the process exits with `code`.

    This covers blocked threads, such as a driver that does not answer. Nothing is lost: every event is
    on the disk before it is shown.
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
    """Names of all other threads."""
    here = threading.current_thread()
    return [thread.name for thread in threading.enumerate() if thread is not here]


def leave(code: int, patience_s: float = 0.3) -> NoReturn:
    """Exit without waiting for threads blocked in a library, which normal shutdown could crash."""
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
