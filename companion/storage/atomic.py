"""Atomic file writes that survive a kill or a power cut."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO


def write(path: Path, content: bytes | str, *, private: bool = False) -> None:
    """Write `content` (text as UTF-8) to `path` as `writing` does. Raises OSError."""
    with writing(path, private=private) as file:
        file.write(content.encode() if isinstance(content, str) else content)


@contextmanager
def writing(path: Path, *, private: bool = False) -> Iterator[IO[bytes]]:
    """Context with a file that takes the place of `path` at its end; its folder is created.

    A `private` file has mode 600.
    On disk when this ends. Raises OSError; after any error the old content of `path` is unchanged.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}.draft")
    try:
        draft_fd = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600 if private else 0o666)
        with os.fdopen(draft_fd, "w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise
    sync(path.parent)


def flush(path: Path) -> None:
    """Flush the content of a file to disk. Raises OSError."""
    fd = os.open(path, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def sync(folder: Path) -> None:
    """Flush a folder's entries to disk, on file systems that support it."""
    with suppress(OSError):
        folder_fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder_fd)
        finally:
            os.close(folder_fd)
