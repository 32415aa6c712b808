"""Reading of files that anybody may have put there: bounded in size, and never waiting for a pipe."""

import errno
import os
import stat
from pathlib import Path


def read(path: Path, most_bytes: int) -> bytes:
    """Return the content of a regular file of at most `most_bytes` bytes.

    Raises OSError whose `strerror` says what was found, also for a folder, a pipe, a device or a larger file.
    """
    fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # a pipe without a writer would block for ever
    try:
        if stat.S_ISDIR(mode := os.fstat(fd).st_mode):
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "a pipe or a device", str(path))
        with os.fdopen(fd, "rb", closefd=False) as file:
            content = file.read(most_bytes + 1)
    finally:
        os.close(fd)
    if len(content) > most_bytes:
        raise OSError(errno.EFBIG, f"more than {most_bytes} bytes", str(path))
    return content
