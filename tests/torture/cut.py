"""Power cuts: games are stored on ext4 on a block device whose content is copied at a random moment.

The device is a file (loop) in a second file system, which is frozen during the copy. So the copy holds what
the device held at that moment, in no better order than the file system on it had asked for.
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

from companion.games import registry
from tests.torture import evening
from tests.torture.tally import Tally

INNER_MB, OUTER_MB = 16, 48
A_WRITE_S, PATIENCE_S = 0.02, 20.0
EVENINGS_A_DEVICE = 10
_FREEZE, _THAW = 0xC0045877, 0xC0045878


def torture(times: int, seed: int = 1) -> Tally:
    """Take `times` images; mount, repair by their own log and check each. Raises OSError if not allowed."""
    tally, chance = Tally("power cut"), random.Random(seed)
    kinds = [(name, old) for name in registry.registered() for old in (False, True)]
    while tally.tried < times:
        name, old = kinds[tally.tried // EVENINGS_A_DEVICE % len(kinds)]
        evening.full_game_events(name)
        with memory() as base, mounted(base / "outer.img", base / "outer", OUTER_MB) as outer:
            _cut(tally, base, outer, name, old, min(EVENINGS_A_DEVICE, times - tally.tried), chance)
    return tally


def _cut(
    tally: Tally, base: Path, outer: Path, name: str, old: bool, times: int, chance: random.Random
) -> None:
    image, taken = outer / "inner.img", base / "taken.img"
    with mounted(image, base / "inner", INNER_MB) as inner:
        for number in range(times):
            folder, pipe = inner / f"evening{number}", evening.EventPipe()
            folder.mkdir()
            evening.begin(folder, old)
            _done("sync", "-f", str(folder))
            child = os.fork()
            if child == 0:
                _play(folder, name, pipe)
            reported = _received_until(pipe, chance.randint(0, len(evening.full_game_events(name))))
            time.sleep(chance.uniform(0, A_WRITE_S))
            reported += pipe.received()
            with frozen(outer):
                shutil.copyfile(image, taken)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            pipe.close()
            tally.note("events confirmed before the cut", reported[-1][1] if reported else 0)
            with tally.trying(f"{name}, evening {number}"), mounted(taken, base / "after", None) as after:
                evening.check(after / folder.name, name, reported, old)


def _received_until(pipe: evening.EventPipe, events: int) -> list[tuple[int, int]]:
    """Wait until this number of events is stored; return the reports received."""
    reported: list[tuple[int, int]] = []
    until_s = time.monotonic() + PATIENCE_S
    while (reported[-1][1] if reported else 0) < events and time.monotonic() < until_s:
        time.sleep(0.002)
        reported += pipe.received()
    return reported


def _play(folder: Path, name: str, pipe: evening.EventPipe) -> None:
    with suppress(BaseException):
        for number in count():
            evening.play(
                folder if number == 0 else folder / f"more{number}", name, _reporter(pipe, number == 0)
            )
    os._exit(0)


def _reporter(pipe: evening.EventPipe, first: bool) -> Callable[[int, int], object]:
    return pipe.report if first else lambda *_: None


@contextmanager
def mounted(image: Path, at: Path, size_mb: int | None) -> Iterator[Path]:
    """Mount a file as ext4, made anew if a size is given. Raises OSError."""
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
    """Freeze the file system of a folder: nothing is written to it meanwhile."""
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
    """Temporary folder, in memory if possible."""
    with TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as base:
        yield Path(base)


def _done(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise OSError(f"{' '.join(command)}: {done.stderr.strip()}")
