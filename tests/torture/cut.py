"""The plug is pulled: evenings are written to ext4 on a block device whose content is taken at some moment.

The device is a file (loop) in a second file system, which is frozen while the content is copied: so it is
what the device held at that moment, in no better order than the file system on it had asked for.
"""

import fcntl
import os
import random
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from companion import games
from tests.torture import evening
from tests.torture.tally import Tally

INNER_MB, OUTER_MB = 16, 48
A_WRITE_S, PATIENCE_S = 0.02, 20.0
EVENINGS_A_DEVICE = 10
_FREEZE, _THAW = 0xC0045877, 0xC0045878


def torture(times: int, seed: int = 1) -> Tally:
    """So many images, each mounted, repaired by its own log and checked. Raises OSError where not allowed."""
    tally, chance = Tally("power cut"), random.Random(seed)
    kinds = [(name, old) for name in games.NAMES for old in (False, True)]
    while tally.tried < times:
        name, old = kinds[tally.tried // EVENINGS_A_DEVICE % len(kinds)]
        evening.whole(name)
        with memory() as base, mounted(base / "outer.img", base / "outer", OUTER_MB) as outer:
            _cut(tally, base, outer, name, old, min(EVENINGS_A_DEVICE, times - tally.tried), chance)
    return tally


def _cut(
    tally: Tally, base: Path, outer: Path, name: str, old: bool, times: int, chance: random.Random
) -> None:
    image, taken = outer / "inner.img", base / "taken.img"
    with mounted(image, base / "inner", INNER_MB) as inner:
        for number in range(times):
            folder, told = inner / f"evening{number}", evening.Told()
            folder.mkdir()
            evening.begin(folder, old)
            _done("sync", "-f", str(folder))
            child = os.fork()
            if child == 0:
                _play(folder, name, told)
            heard = _some(told, chance.randint(0, len(evening.whole(name))))
            time.sleep(chance.uniform(0, A_WRITE_S))
            heard += told.heard()
            with frozen(outer):
                shutil.copyfile(image, taken)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            told.close()
            tally.note("events confirmed before the cut", heard[-1][1] if heard else 0)
            with tally.trying(f"{name}, evening {number}"), mounted(taken, base / "after", None) as after:
                evening.check(after / folder.name, name, heard, old)


def _some(told: evening.Told, events: int) -> list[tuple[int, int]]:
    """What is told until so many events are stored."""
    heard: list[tuple[int, int]] = []
    until_s = time.monotonic() + PATIENCE_S
    while (heard[-1][1] if heard else 0) < events and time.monotonic() < until_s:
        time.sleep(0.002)
        heard += told.heard()
    return heard


def _play(folder: Path, name: str, told: evening.Told) -> None:
    with suppress(BaseException):
        for number in count():
            evening.play(folder if number == 0 else folder / f"more{number}", name, _only(told, number == 0))
    os._exit(0)


def _only(told: evening.Told, first: bool) -> Callable[[int, int], object]:
    return told.tell if first else lambda *_: None


@contextmanager
def mounted(image: Path, at: Path, size_mb: int | None) -> Iterator[Path]:
    """A file as an ext4 file system; a new one where a size is given. Raises OSError."""
    if size_mb:
        with image.open("wb") as file:
            file.truncate(size_mb << 20)
        _done("mkfs.ext4", "-q", "-F", str(image))
    at.mkdir(exist_ok=True)
    _done("mount", "-o", "loop", str(image), str(at))
    try:
        yield at
    finally:
        for _ in range(50):
            if subprocess.run(["umount", str(at)], capture_output=True).returncode == 0:
                break
            time.sleep(0.1)


@contextmanager
def frozen(folder: Path) -> Iterator[None]:
    """Nothing is written to the file system of a folder meanwhile."""
    folder_fd = os.open(folder, os.O_RDONLY)
    try:
        fcntl.ioctl(folder_fd, _FREEZE, 0)
        try:
            yield
        finally:
            fcntl.ioctl(folder_fd, _THAW, 0)
    finally:
        os.close(folder_fd)


@contextmanager
def memory() -> Iterator[Path]:
    """A folder in memory, if there is any."""
    with TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as base:
        yield Path(base)


def _done(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise OSError(f"{' '.join(command)}: {done.stderr.strip()}")
