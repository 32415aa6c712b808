"""Backups on a USB stick: named by table and time, read back after writing, the oldest deleted."""

import errno
import hashlib
import os
import re
import shutil
import socket
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from companion.errors import StorageError
from companion.games.base import N_
from companion.storage import backup, exports
from companion.storage.backup import Places, Progress
from companion.storage.exports import FOLDER
from companion.storage.failure import failure

KEPT = 7
"""Number of backups of this table that stay on a stick."""
PASSES = 3
"""How often `save` reports every byte as progress: hashed, packed, read back."""
SPARE_BYTES = 8_000_000
"""Room in bytes that a backup leaves free on a stick."""
MACHINE_ID = Path("/etc/machine-id")
_NAMED = re.compile(r"backup-([0-9a-f]{8})-(\d{8}-\d{6})\.zip(\.\d+\.draft)?")
"""Names that the app gives: table, time, and a suffix while the file is written (`atomic`)."""
_AHEAD_S = 86_400.0
"""How far the time of a backup may lie ahead in seconds: the time zone may have changed."""
_LOST = (errno.EIO, errno.ENODEV, errno.ENXIO, errno.EROFS, errno.ENOENT, errno.ENOTDIR)
"""Errors of a stick that was pulled out."""


def table() -> str:
    """Eight digits that differ from table to table; hashed, as machine-id(5) asks for."""
    try:
        name = MACHINE_ID.read_bytes().strip()
    except OSError:
        name = socket.gethostname().encode()
    return hashlib.sha256(b"table-companion backup " + name).hexdigest()[:8]


def save(places: Places, stick: Path, app: str, progress: Progress = lambda _: None) -> Path:
    """Write a backup to a stick and read it back; when this returns the stick can be removed.

    The oldest backups of this table beyond `KEPT` are deleted then. Raises StorageError `no_room`,
    `stick_lost`, or the errors of `backup`; then the earlier backups are still there.
    """
    folder = stick / FOLDER
    path = folder / f"backup-{table()}-{_stamp()}.zip"
    try:
        _make_room(folder, stick, backup.size_of(places) + SPARE_BYTES)
        backup.backup(places, path, app, progress)
        _forget_cached(path)
        backup.check(places, path, progress)
        if stick not in exports.sticks():
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
    except OSError as error:
        raise _explained(error, stick) or failure("stick_lost", _STICK_LOST, found=error.strerror) from error
    except StorageError as error:
        if error.code == "backup_broken":  # it was not read back as written
            with suppress(OSError):
                path.unlink()
        known = _explained(error.__cause__, stick)
        if known is None and error.code == "backup_broken":
            known = failure("stick_damaged", _STICK_DAMAGED)
        if known:
            raise known from error
        raise
    with suppress(OSError):  # the stick may be removed now
        for old in own(stick)[KEPT:]:
            old.unlink()
    return path


def no_stick() -> StorageError:
    """The error of a backup without a stick."""
    return failure("no_stick", _NO_STICK)


def own(stick: Path) -> Sequence[Path]:
    """Backups of this table on a stick, the newest first."""
    found = _named(stick / FOLDER, draft=False)
    return sorted(found, key=lambda path: (made_s(path), path.name), reverse=True)


def made_s(path: Path) -> float:
    """Unix time at which a backup was made, by its name; 0 if the app did not name it.

    0 also for a time to come: a clock was wrong, and such a backup must not count as newer than all others.
    """
    with suppress(ValueError, OverflowError):
        if found := _NAMED.fullmatch(path.name):
            made_s = time.mktime(time.strptime(found[2], "%Y%m%d-%H%M%S"))
            return made_s if 0 < made_s <= time.time() + _AHEAD_S else 0
    return 0


def candidates(stick: Path) -> Sequence[Path]:
    """Files on a stick that may be backups, of any table: in the app's folder, then beside it."""
    return [path for folder in (stick / FOLDER, stick) for path in exports.matching(folder, "*.zip")]


def _stamp() -> str:
    return time.strftime("%Y%m%d-%H%M%S")


def _named(folder: Path, draft: bool) -> list[Path]:
    """Files with names that this table gave, finished or left behind as drafts."""
    try:
        paths = list(folder.iterdir())
    except OSError:
        return []
    found = ((path, _NAMED.fullmatch(path.name)) for path in paths)
    return [path for path, named in found if named and named[1] == table() and bool(named[3]) == draft]


def _make_room(folder: Path, stick: Path, needed: int) -> None:
    """Delete drafts of interrupted backups; while room lacks, old backups except the newest.

    Raises StorageError `no_room`, OSError.
    """
    for draft in _named(folder, draft=True):
        draft.unlink()
    free, old = shutil.disk_usage(stick).free, list(own(stick)[1:])
    if free + sum(path.stat().st_size for path in old) < needed:
        raise failure("no_room", _NO_ROOM, free=free // 1_000_000, needed=needed // 1_000_000 + 1)
    while old and free < needed:
        free += old[-1].stat().st_size
        old.pop().unlink()


def _forget_cached(path: Path) -> None:
    """Make the system read a file from the disk next time, not from memory."""
    fd = os.open(path, os.O_RDONLY)
    try:
        os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)
    finally:
        os.close(fd)


def _explained(error: BaseException | None, stick: Path) -> StorageError | None:
    """The sentence about a stick behind an error of the system; None if it is about something else."""
    if not isinstance(error, OSError):
        return None
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return failure("no_room", _STICK_FULL)
    if error.errno in _LOST or stick not in exports.sticks():
        return failure("stick_lost", _STICK_LOST, found=error.strerror or str(error))
    return None


_NO_STICK = N_("There is no USB stick. Plug one in that is formatted as FAT32 or exFAT; then try again.")
_NO_ROOM = N_(
    "The USB stick has {free} MB free, a backup needs {needed} MB. Delete something on it or take another "
    "stick; then try again."
)
_STICK_FULL = N_("There is no room left for a backup. Delete something on the USB stick; then try again.")
_STICK_LOST = N_(
    "The USB stick stopped answering ({found}); the earlier backups on it are unchanged. Plug it in again "
    "and try again, or take another stick."
)
_STICK_DAMAGED = N_(
    "The USB stick did not give back what was written, so the backup was not kept. Take another stick."
)
