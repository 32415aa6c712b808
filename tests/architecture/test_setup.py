"""`.ci/setup` and `systemd/install.sh` on a system with fake tools."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT

INSTALLED = """\
Package: {name}
Status: install ok installed
Version: 1
Architecture: all
Maintainer: nobody
Description: a library
Provides: {provides}

"""


@pytest.mark.skipif(shutil.which("dpkg-query") is None, reason="not a Debian system")
def test_a_package_that_another_one_provides_is_not_missing(tmp_path: Path) -> None:
    for name, content in (("id", "echo 1000"), ("sudo", "exit 1")):  # a user who may not install
        (tmp_path / name).write_text(f"#!/bin/sh\n{content}\n")
        (tmp_path / name).chmod(0o755)
    (tmp_path / "status").write_text(
        INSTALLED.format(name="libglib2.0-0t64", provides="libglib2.0-0 (= 2.84.4-3)")
        + INSTALLED.format(name="libgl1", provides="libgl")
    )
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci/setup", tmp_path / ".ci/setup")
    result = subprocess.run(
        [tmp_path / ".ci/setup"],
        env=os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}", "DPKG_ADMINDIR": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert result.returncode == 1
    missing = set(result.stderr.split("--no-install-recommends ")[1].split())
    assert "libmtdev1" in missing and not missing & {"libgl1", "libglib2.0-0"}


@pytest.mark.parametrize("script", [".ci/setup", "systemd/install.sh"])
def test_a_32_bit_system_is_named_before_anything_happens(script: str, tmp_path: Path) -> None:
    """A 64-bit kernel under it changes nothing."""
    tools = tmp_path / "tools"
    tools.mkdir()
    wrote = tmp_path / "wrote"
    answers = {"getconf": "echo 32", "dpkg": "echo armhf", "uname": "echo aarch64"}
    forbidden = dict.fromkeys(("apt-get", "sudo", "python3", "mkdir", "dpkg-query"), f"touch '{wrote}'")
    for name, content in (answers | forbidden).items():
        (tools / name).write_text(f"#!/bin/sh\n{content}\n")
        (tools / name).chmod(0o755)
    copy = tmp_path / script
    copy.parent.mkdir()
    shutil.copy(ROOT / script, copy)
    result = subprocess.run(
        [copy], env=os.environ | {"PATH": f"{tools}:{os.environ['PATH']}"}, capture_output=True, text=True
    )
    assert result.returncode == 1
    assert result.stderr == (
        "Table Companion needs a 64-bit system, found armhf with 32 bits."
        " Install the 64-bit Raspberry Pi OS or Debian.\n"
    )
    assert not wrote.exists()
