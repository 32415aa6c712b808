"""What may lie where a file is expected, and is none: by name, a function that makes it."""

import os
from collections.abc import Callable
from pathlib import Path


def sparse(path: Path) -> None:
    """Make a file of a terabyte that takes no room."""
    path.touch()
    os.truncate(path, 1 << 40)


ODD: dict[str, Callable[[Path], object]] = {
    "pipe": os.mkfifo,
    "device": lambda path: path.symlink_to("/dev/zero"),
    "link to nothing": lambda path: path.symlink_to("nothing"),
    "link to itself": lambda path: path.symlink_to(path),
    "larger than memory": sparse,
}
