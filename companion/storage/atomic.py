"""Files that are written whole or not at all, also through a kill or a power cut."""

import os
from contextlib import suppress
from pathlib import Path


def write(path: Path, content: bytes | str, *, private: bool = False) -> None:
    """Put `content` (text as UTF-8) at `path`, and make its folder; a `private` file is its owner's alone.

    When this returns it is on the disk. Raises OSError; then what was at `path` is still there.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}.draft")
    try:
        draft_fd = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600 if private else 0o666)
        with os.fdopen(draft_fd, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise
    sync(path.parent)


def sync(folder: Path) -> None:
    """Put the names of a folder's files on the disk, on file systems that can."""
    with suppress(OSError):
        folder_fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder_fd)
        finally:
            os.close(folder_fd)
