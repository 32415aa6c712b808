"""Power cuts during an update: before and after every program that the switch of versions runs.

The installation is on ext4 on a block device (`cut`). Every program that an update calls is wrapped: each
wrapper waits until the content of the device was copied. Each image is mounted and the check of the next boot
runs on it; then the unit must belong to a version, old or new, with all its files unchanged.
"""

import os
import random
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator, Set
from contextlib import contextmanager
from pathlib import Path

from tests.torture.cut import INNER_MB, OUTER_MB, frozen, memory, mounted
from tests.torture.tally import Tally

SWITCH = Path(__file__).resolve().parents[2] / "systemd/switch.sh"
TOOLS = ("find", "install", "ln", "mv", "rm", "sha256sum", "sync", "systemctl")
OLD, NEW = "1", "2"
FILES = 12
"""Number of files of a version, besides its unit."""
_WRAPPER = """#!/bin/sh
stopped() {{ echo "$1 {tool} $*" >"$ASK"; read -r _ <"$GO"; }}
stopped before "$@"
rc=0
{real} "$@" || rc=$?
stopped after "$@"
exit $rc
"""
_SYSTEMCTL = '[ "$1" != restart ] || [ ! -e "$COMPANION_BASE/current/broken" ]\n'
Flush = Callable[[Path], object]
"""Writes that the kernel makes by itself before the power cut."""


def _other(inner: Path) -> None:
    """Another program flushes its file: all names are written, but not the content of other files."""
    file = os.open(inner, os.O_RDONLY)
    os.utime(file)
    os.fsync(file)
    os.close(file)


FLUSHES: dict[str, Flush] = {
    "nothing by itself": lambda inner: None,
    "names only": _other,
    "everything": lambda inner: subprocess.run(["/bin/sync", "-f", str(inner)], check=True),
}
UPDATES = ("starts", "does not start", "finds the disk full")


def torture(times: int, seed: int = 1) -> Tally:
    """Make `times` cuts, spread over updates that end well and badly, one of them after each update's end.

    Raises OSError if not allowed.
    """
    tally, chance = Tally("power cut during an update"), random.Random(seed)
    kinds = [(update, flush) for flush in FLUSHES for update in UPDATES]
    with memory() as base:
        for number, (update, flush) in enumerate(kinds):
            share = times // len(kinds) + (number < times % len(kinds))
            steps = _run(base, update, flush, set(), tally) if share else 0
            while share:
                cuts = {steps - 1, *chance.sample(range(steps - 1), min(share, steps) - 1)}
                _run(base, update, flush, cuts, tally)
                share -= len(cuts)
    return tally


def _run(base: Path, update: str, flush: str, cuts: Set[int], tally: Tally) -> int:
    """Run one update, cut at the steps `cuts`; return the number of steps, the last being its end."""
    step, tools = 0, base / "tools"
    with mounted(base / "outer.img", base / "outer", OUTER_MB) as outer:
        image = outer / "inner.img"
        with mounted(image, base / "inner", INNER_MB) as inner:
            installation = Installation(inner, tools)
            installation.prepare(update)
            for what in installation.update():
                if step in cuts:
                    FLUSHES[flush](inner)
                    with frozen(outer):
                        shutil.copyfile(image, base / "taken.img")
                    name = f"{update}, {flush}, step {step} ({what})"
                    with tally.trying(name), mounted(base / "taken.img", base / "after", None) as after:
                        tally.note(f"on version {check(after, base / 'tools')}")
                step += 1
    return step


def check(inner: Path, tools: Path) -> str:
    """Return the version that runs after the next boot. Raises AssertionError if it is not complete."""
    installation = Installation(inner, tools)
    for _ in range(2):  # the second finds nothing to do
        booted = installation.run("--boot")
        assert booted.returncode == 0, booted.stderr
    name = installation.current
    unit = (inner / "units/companion.service").read_text()
    assert unit == f"# unit of {name}\n", f"{name} has the unit {unit!r}"
    for path, content in contents(name).items():
        assert (inner / "opt/versions" / name / path).read_text() == content, f"{name}/{path} is not whole"
    assert not (inner / "opt/on-trial").exists()
    return name


def contents(name: str) -> dict[str, str]:
    """Files of a version, by path."""
    files = {f"lib/file{number}": f"{name} {number}\n" * 900 for number in range(FILES)}
    return {"systemd/companion.service": f"# unit of {name}\n", **files}


class Installation:
    """An installation in a file system, with wrapped programs for its update."""

    def __init__(self, inner: Path, tools: Path) -> None:
        self._inner, self._base, self._tools = inner, inner / "opt", tools
        self._wrapped = tools / "wrapped"
        self._ask, self._go = self._wrapped / "ask", self._wrapped / "go"
        self._wrapped.mkdir(parents=True, exist_ok=True)
        (tools / "systemctl").write_text(f"#!/bin/sh\n{_SYSTEMCTL}")
        (tools / "systemctl").chmod(0o755)
        self._environment = {
            "COMPANION_BASE": str(self._base), "COMPANION_UNITS": str(inner / "units"), "ASK": str(self._ask),
            "COMPANION_SYSTEMD": str(tools), "GO": str(self._go), "PATH": f"{tools}:{os.environ['PATH']}",
        }  # fmt: skip

    @property
    def current(self) -> str:
        return (self._base / "current").resolve(strict=True).name

    def prepare(self, update: str) -> None:
        """Make the old version run and write the new one, without a flush to the disk."""
        (self._inner / "units").mkdir()
        self._make(OLD)
        shutil.copy(SWITCH, self._base / "switch.sh")
        assert self.run(OLD).returncode == 0
        self.run("--boot")
        subprocess.run(["/bin/sync", "-f", self._inner], check=True)
        self._make(NEW)
        if update == "does not start":
            (self._base / "versions" / NEW / "broken").touch()
        if update == "finds the disk full":
            with (self._inner / "full").open("wb", buffering=0) as file, _until_full():
                while file.write(bytes(1 << 12)):
                    pass

    def run(self, argument: str) -> "subprocess.CompletedProcess[str]":
        """Run the switch without cuts."""
        command = [str(self._base / "switch.sh"), argument]
        return subprocess.run(command, env=self._environment, capture_output=True, text=True)

    def update(self) -> Iterator[str]:
        """Yield every step of the update; it continues when the next one is requested."""
        script = '"$0" "$1" 2>/dev/null; echo end >"$ASK"; read -r _ <"$GO"'
        switch = str(self._base / "switch.sh")
        command = ["/bin/sh", "-c", script, switch, NEW]
        with subprocess.Popen(command, env=self._stopping(), start_new_session=True) as process:
            try:
                what = ""
                while what != "end":
                    what = self._ask.read_text().strip()
                    yield what
                    self._go.write_text("\n")
            except BaseException:
                os.killpg(process.pid, signal.SIGKILL)
                raise

    def _make(self, name: str) -> None:
        for path, content in contents(name).items():
            file = self._base / "versions" / name / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content)

    def _stopping(self) -> dict[str, str]:
        """Return the environment in which every program waits before and after."""
        for fifo in (self._ask, self._go):
            fifo.unlink(missing_ok=True)
            os.mkfifo(fifo)
        for tool in TOOLS:
            real = shutil.which(tool, path=f"{self._tools}:{os.defpath}")
            (self._wrapped / tool).write_text(_WRAPPER.format(tool=tool, real=real))
            (self._wrapped / tool).chmod(0o755)
        return self._environment | {"PATH": f"{self._wrapped}:{self._environment['PATH']}"}


@contextmanager
def _until_full() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno != 28:
            raise
