"""Exported files: on a USB stick if there is one, otherwise in the documents folder."""

import errno
import os
import re
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.errors import StorageError
from companion.games.base import N_, Sentence
from companion.storage import atomic
from companion.storage.failure import failure
from companion.storage.folders import documents_folder, is_plain, plain_file_name

MOUNTS = Path("/proc/self/mounts")
BLOCK_DEVICES = Path("/sys/class/block")
FOLDER = "Table Companion"
"""Name of the app's folder on a USB stick."""
MOST_FILES = 50
"""Maximum number of files offered from one folder."""
_ROOT = Path("/")
_BELOW = (Path("/media"), Path("/run/media"))
_OCTAL = re.compile(r"\\([0-7]{3})")


class ExportFolder(NamedTuple):
    """A folder for exported files, and its description for users: a pattern with {name}."""

    folder: Path
    pattern: str
    stick: bool = False


class Saved(NamedTuple):
    """An exported file, and the sentence that tells the user where it is."""

    path: Path
    said: Sentence


def sticks() -> Sequence[Path]:
    """Mount points of the writable USB sticks."""
    try:
        listed = MOUNTS.read_text("utf-8", errors="surrogateescape")
    except OSError:
        return ()
    found, elsewhere = [], set()
    for device, mount_point, *_ in (line.split(" ") for line in listed.splitlines() if " " in line):
        point = Path(_OCTAL.sub(lambda code: chr(int(code[1], 8)), mount_point))
        if not any(folder in point.parents for folder in _BELOW):
            elsewhere.add(device)  # the system itself may be on USB, and a desktop shows its other partitions
        elif _is_usb(device):
            with suppress(OSError):  # a stick may be removed at any time
                if point.stat().st_dev != _ROOT.stat().st_dev and os.access(point, os.W_OK):
                    found.append((device, point))
    return [point for device, point in found if device not in elsewhere]


def export_folder() -> ExportFolder:
    """The current export folder."""
    for stick in sticks():
        return ExportFolder(stick / FOLDER, _ON_STICK, stick=True)
    folder = documents_folder()
    return ExportFolder(folder, _IN_HOME if folder.parent == Path.home() else _IN_DOCUMENTS)


def write(stem: str, suffix: str, content: bytes | str) -> Saved:
    """Export a file; when this returns the stick can be removed.

    Raises StorageError `not_exported`.
    """
    place = export_folder()
    path = place.folder / plain_file_name(stem, suffix)
    try:
        atomic.write(path, content)
        if place.stick and place.folder.parent not in sticks():
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
    except OSError as error:
        raise _not_written(place, path, error) from error
    return Saved(path, Sentence(place.pattern, {"name": path.name, "folder": place.folder.name}))


def found(pattern: str) -> Sequence[Path]:
    """Importable files with matching names: on a stick (app's folder or root), then elsewhere."""
    folders = [folder for stick in sticks() for folder in (stick / FOLDER, stick)]
    return [path for folder in (*folders, documents_folder()) for path in matching(folder, pattern)]


def matching(folder: Path, pattern: str) -> Sequence[Path]:
    """Files of a folder with matching, harmless names, at most `MOST_FILES`; none if it cannot be read."""
    try:
        paths = sorted(folder.glob(pattern))
        plain = (path for path in paths if is_plain(unicodedata.normalize("NFC", path.name), 255))
        return [path for path in plain if path.is_file()][:MOST_FILES]
    except OSError:  # the stick was removed meanwhile
        return ()


def _is_usb(device: str) -> bool:
    """Return True if a device such as "/dev/sda1" is connected by USB."""
    if not device.startswith("/dev/"):
        return False
    where = (BLOCK_DEVICES / Path(device).name).resolve()
    return any(re.fullmatch(r"usb\d+", part) for part in where.parts)


def _not_written(place: ExportFolder, path: Path, error: OSError) -> StorageError:
    cause = error.strerror or str(error)
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        pattern = _STICK_FULL if place.stick else _FULL
    else:
        pattern = _STICK_LOST if place.stick else _NOT_WRITTEN
    return failure("not_exported", pattern, path=str(path), found=cause)


_ON_STICK = N_("Saved on the USB stick, in the folder {folder}: {name}")
_IN_DOCUMENTS = N_("Saved on this device, in Documents: {name}")
_IN_HOME = N_("Saved on this device, in the folder {folder}: {name}")
_STICK_FULL = N_(
    "The USB stick is full. Delete something on it, or pull it out to save on this device; then try again."
)
_STICK_LOST = N_(
    "The USB stick cannot be written ({found}). Plug it in again, or pull it out to save on this device; "
    "then try again."
)
_FULL = N_("This device has no room left. Delete games that you do not need, or plug in a USB stick.")
_NOT_WRITTEN = N_("{path}: expected to write the file there, found: {found}; check the folder and the disk.")
