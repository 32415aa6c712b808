"""Updates that start, and updates that do not, in a folder of their own with a systemd that only pretends."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.app.machine.service import CANNOT_START

SWITCH = Path(__file__).resolve().parents[2] / "systemd/switch.sh"
SYSTEMCTL = """#!/bin/sh
echo "$*" >>"$COMPANION_BASE/said"
[ "$1" != show ] || cat "$COMPANION_BASE/current/status" 2>/dev/null
[ "$1" != restart ] || [ ! -e "$COMPANION_BASE/current/broken" ]
"""


class Box:
    """A machine without a keyboard: what is installed there, and what its systemd was told."""

    def __init__(self, folder: Path) -> None:
        self.base, self.units = folder / "opt", folder / "units"
        self._tools = folder / "tools"
        for each in (self.base / "versions", self._tools, folder / "systemd"):
            each.mkdir(parents=True)
        (self._tools / "systemctl").write_text(SYSTEMCTL)
        (self._tools / "systemctl").chmod(0o755)
        self._around = {
            "COMPANION_BASE": str(self.base), "COMPANION_UNITS": str(self.units),
            "COMPANION_SYSTEMD": str(folder / "systemd"), "PATH": f"{self._tools}:{os.environ['PATH']}",
        }  # fmt: skip

    def update(self, name: str, broken: bool = False, status: str = "") -> "subprocess.CompletedProcess[str]":
        version = self.base / "versions" / name
        (version / "systemd").mkdir(parents=True)
        (version / "systemd/companion.service").write_text(f"# unit of {name}\n")
        (version / "app").write_text(name)
        if broken:
            (version / "broken").touch()
        (version / "status").write_text(status)
        return subprocess.run([SWITCH, name], env=self._around, capture_output=True, text=True)

    def refuse(self, tool: str, where: str) -> None:
        """From now on a tool finds the disk full when it writes there; it leaves half of what it began."""
        real = shutil.which(tool)
        script = f'#!/bin/sh\ncase "$*" in *{where}*) for last; do :; done; : >"$last"; exit 1 ;; esac\n'
        (self._tools / tool).write_text(f'{script}exec {real} "$@"\n')
        (self._tools / tool).chmod(0o755)

    def boot(self) -> None:
        subprocess.run([SWITCH, "--boot"], env=self._around, check=True, capture_output=True)

    def cut(self, state: str) -> None:
        """As a power cut leaves it: the mark as it was in that state."""
        old = next(iter(self.kept - {self.current}), "")
        (self.base / "on-trial").write_text(f"{state} {self.current} {old}\n")

    @property
    def current(self) -> str:
        return (self.base / "current").resolve().name

    @property
    def kept(self) -> set[str]:
        return {version.name for version in (self.base / "versions").iterdir()}

    @property
    def result(self) -> list[str]:
        return (self.base / "update-result").read_text().split()

    @property
    def unit(self) -> str:
        return (self.units / "companion.service").read_text()

    @property
    def said(self) -> list[str]:
        return (self.base / "said").read_text().splitlines()


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(tmp_path)


def test_two_versions_are_kept(box: Box) -> None:
    for name in ("1", "2", "3"):
        assert box.update(name).returncode == 0
    assert (box.current, box.kept, box.unit) == ("3", {"2", "3"}, "# unit of 3\n")
    assert box.result[:2] == ["ready", "3"]


def test_an_update_that_does_not_report_ready_is_taken_back(box: Box) -> None:
    box.update("1")
    failed = box.update("2", broken=True)
    assert failed.returncode == 1
    assert "2 does not start; 1 runs again" in failed.stderr
    assert (box.current, box.kept, box.unit) == ("1", {"1"}, "# unit of 1\n")
    assert box.result == ["back", "1", "2"]
    assert box.said[-4:-1] == ["daemon-reload", "reset-failed companion.service", "restart companion.service"]
    assert box.update("3").returncode == 0
    assert (box.current, box.kept) == ("3", {"1", "3"})


def test_an_update_that_only_says_why_it_cannot_start_is_taken_back(box: Box) -> None:
    box.update("1")
    assert box.update("2", status=f"{CANNOT_START}: journal_newer\n").returncode == 1
    assert box.result == ["back", "1", "2"]


def test_a_first_version_that_does_not_start_is_told(box: Box) -> None:
    failed = box.update("1", broken=True)
    assert failed.returncode == 1 and "none before it" in failed.stderr
    assert (box.current, box.result) == ("1", ["failed", "1"])


def test_without_systemd_the_version_waits_for_the_next_start(box: Box, tmp_path: Path) -> None:
    (tmp_path / "systemd").rmdir()
    assert box.update("1", broken=True).returncode == 0
    assert box.current == "1" and not (box.base / "said").exists()


@pytest.mark.parametrize(
    ("tool", "where"),
    [
        ("install", "companion.service"),
        ("mv", "current"),
        ("mv", "manifest"),
        ("sync", "on-trial"),
        ("mv", "update-result"),
    ],
)
def test_a_step_that_fails_takes_the_update_back(box: Box, tool: str, where: str) -> None:
    box.update("1")
    box.refuse(tool, where)
    box.update("2")
    (box.base.parent / "tools" / tool).unlink()
    box.boot()
    assert (box.current, box.kept, box.unit) == ("1", {"1"}, "# unit of 1\n")
    assert box.result[:2] != ["ready", "2"]


def test_an_update_that_a_power_cut_ended_is_taken_back_at_the_next_boot(box: Box) -> None:
    box.update("1")
    box.update("2")
    box.cut("trial")
    box.boot()
    assert (box.current, box.kept, box.unit) == ("1", {"1"}, "# unit of 1\n")
    assert box.result == ["cut", "1", "2"] and box.said[-1] == "daemon-reload"
    box.boot()
    assert box.current == "1"


@pytest.mark.parametrize("lost", ["app", "systemd/companion.service", "manifest"])
def test_a_version_whose_files_were_lost_after_it_was_ready_is_taken_back(box: Box, lost: str) -> None:
    box.update("1")
    box.update("2")
    (box.base / "versions/2" / lost).write_bytes(b"")
    box.boot()
    assert (box.current, box.unit, box.result) == ("1", "# unit of 1\n", ["cut", "1", "2"])


def test_a_version_that_is_whole_stays_and_is_looked_at_once(box: Box) -> None:
    box.update("1")
    box.update("2")
    assert (box.base / "on-trial").read_text() == "ready 2 1\n"
    box.boot()
    assert (box.current, box.result[0]) == ("2", "ready") and not (box.base / "on-trial").exists()


def test_a_first_version_that_a_power_cut_ended_stays(box: Box) -> None:
    box.update("1")
    box.cut("trial")
    box.boot()
    assert (box.current, box.kept) == ("1", {"1"})
