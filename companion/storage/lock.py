"""A lock that lets one program write a journal.

The system releases it if its holder is killed.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.errors import StorageError
from companion.games.base import N_
from companion.storage import exchange
from companion.storage.failure import failure


def take(path: Path) -> int:
    """Keep other programs out until the file descriptor is closed.

    Finish an interrupted restore.
    Raises StorageError `already_running`, `restore_unfinished`, OSError.
    """
    lock_fd = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock_fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        pid = os.pread(lock_fd, 20, 0).decode("ascii", "replace").strip()
        os.close(lock_fd)
        raise failure(
            "already_running", _RUNNING, path=str(path), pid=pid if pid.isdecimal() else "?"
        ) from None
    with suppress(OSError):  # the process id is only for the message: a full disk must not prevent the lock
        os.ftruncate(lock_fd, 0)
        os.pwrite(lock_fd, f"{os.getpid()}\n".encode(), 0)
    try:
        exchange.finish(path.parent, path)
    except BaseException:
        os.close(lock_fd)
        raise
    return lock_fd


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Keep other programs from opening the journal meanwhile.

    Raises StorageError `already_running`.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    lock_fd = take(path)
    try:
        yield
    finally:
        os.close(lock_fd)


def in_use(path: Path) -> bool:
    """Return True if another program has the journal open for writing."""
    try:
        with alone(path):
            return False
    except StorageError:
        return True


_RUNNING = N_(
    "{path}: expected to be the only one writing, found another Table Companion running (process {pid}); "
    "close it first."
)
