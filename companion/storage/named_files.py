"""Small named files, such as learnt boards, in the user's state folder, last used first.

A name may come from outside; only one that `is_plain` becomes part of a path. Checksums in a separate folder
detect damaged files; older files have none.
"""

import hashlib
import logging
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from companion.errors import CompanionError, ExitCode, StorageError
from companion.games.base import N_
from companion.storage import atomic, bounded
from companion.storage.failure import failure
from companion.storage.folders import MOST_LETTERS, is_plain, state_folder

T = TypeVar("T")
log = logging.getLogger(__name__)
_NOT_WRITTEN = N_("{path}: cannot be written ({cause}); make room or check who owns the folder.")
_MISSING = N_("Nothing named {name} was learnt; expected one of: {names}.")
_SPOILED = N_(
    "{path}: expected the file as it was saved, found it changed on the disk; forget it and learn it again."
)
_UNREADABLE = N_(
    "{path}: expected a file as this app saves it, found: {cause}; delete it, or check who owns it."
)
MOST_BYTES = 250_000_000
"""Maximum size of a file in bytes; a backup holds no larger one."""
BOARDS = "boards"
"""Sort that every game with a board has: the appearance of its board."""
CHECKSUMS = "checksums"
"""Name of the folder of the checksums, next to the folders of the sorts."""
_DIGEST_BYTES = 16
_MOST_CHECKSUM_BYTES = 1000
_BAD_NAME = N_(
    "{name}: expected a name of 1 to {most} letters, without / and \\, that does not begin with a dot; found "
    "another one: choose a plain name."
)
_NOTHING = N_("Nothing was learnt yet; see companion learn --help.")


class NamedFileStore:
    """The files of one sort for one game, in their own folder: `boards/GAME/mine.jpg`."""

    def __init__(self, sort: str, game: str, suffix: str) -> None:
        self._folder, self._suffix = state_folder() / sort / game, suffix

    def names(self) -> list[str]:
        """Names of the files, last used first."""
        used_ns = {}
        for path in self._folder.glob(f"*{self._suffix}"):
            with suppress(OSError):  # another program has just deleted it
                found = path.lstat()  # a link that leads nowhere is listed too, so that it can be deleted
                if is_plain(path.stem) and not stat.S_ISDIR(found.st_mode):
                    used_ns[path.stem] = found.st_mtime_ns
        return sorted(used_ns, key=lambda name: used_ns[name], reverse=True)

    def each(self, read: Callable[[str], T]) -> Iterator[tuple[str, T | CompanionError]]:
        """Yield name and result of `read` for every file, last used first, or the error of `read`."""
        for name in self.names():
            try:
                yield name, read(name)
            except CompanionError as error:
                yield name, error

    def last(self, read: Callable[[str], T | None]) -> T | None:
        """The first result of `read`, last used file first, that is neither an error nor None."""
        for name, found in self.each(read):
            if isinstance(found, CompanionError):
                log.warning("%s: passed over: %s", self.path(name), found)
            elif found is not None:
                return found
        return None

    def save(self, name: str, content: bytes) -> None:
        """Save a file atomically. Raises StorageError `not_written`."""
        path = self.path(name)
        try:
            _checksum(path).unlink(missing_ok=True)
            atomic.write(path, content)
            atomic.write(_checksum(path), _digest(content))
        except OSError as error:
            raise _not_written(path, error) from error

    def used(self, name: str) -> Path:
        """Mark a file as last used and return its path.

        Raises StorageError `not_learnt`, `not_written`.
        """
        return self._change(name, os.utime)

    def read(self, name: str) -> bytes:
        """Content of a file. Raises StorageError `not_learnt`, `learnt_spoiled`."""
        path = self.path(name)
        if not os.path.lexists(path):
            raise self._missing(name)
        return read(path)

    def forget(self, name: str) -> None:
        """Delete a file. Raises StorageError `not_learnt`, `not_written`."""
        self._change(name, Path.unlink)

    def path(self, name: str) -> Path:
        """The path of the file of that name, which may not exist. Raises StorageError `bad_name`."""
        if not is_plain(name):
            error = failure("bad_name", _BAD_NAME, name=name[: 2 * MOST_LETTERS], most=MOST_LETTERS)
            error.exit_code = ExitCode.WRONG_INPUT
            raise error
        return self._folder / f"{name}{self._suffix}"

    def _change(self, name: str, change: Callable[[Path], object]) -> Path:
        path = self.path(name)
        if not os.path.lexists(path):
            raise self._missing(name)
        try:
            change(path)
        except OSError as error:
            raise _not_written(path, error) from error
        return path

    def _missing(self, name: str) -> StorageError:
        names = ", ".join(self.names())
        error = failure("not_learnt", _MISSING if names else _NOTHING, name=name, names=names)
        error.exit_code = ExitCode.WRONG_INPUT
        return error


def spoiled() -> Iterator[CompanionError]:
    """Yield an error for every damaged file."""
    folder = state_folder() / CHECKSUMS
    for checksum in sorted(folder.glob("*/*/*")):
        path = state_folder() / checksum.relative_to(folder)
        try:
            if os.path.lexists(path):
                read(path)
        except StorageError as error:
            yield error


def read(path: Path) -> bytes:
    """Content of a stored file. Raises StorageError `learnt_spoiled`."""
    try:
        content = bounded.read(path, MOST_BYTES)
        wanted = bounded.read(_checksum(path), _MOST_CHECKSUM_BYTES) if _checksum(path).exists() else None
    except OSError as error:
        cause = error.strerror or str(error)
        raise failure("learnt_spoiled", _UNREADABLE, path=str(path), cause=cause) from error
    if wanted is not None and wanted != _digest(content):
        raise failure("learnt_spoiled", _SPOILED, path=str(path))
    return content


def _checksum(path: Path) -> Path:
    """Path of the checksum of a file."""
    return state_folder() / CHECKSUMS / path.relative_to(state_folder())


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=_DIGEST_BYTES).hexdigest().encode()


def _not_written(path: Path, error: OSError) -> StorageError:
    return failure("not_written", _NOT_WRITTEN, path=str(path), cause=error.strerror or str(error))
