"""`.ci/setup` on a system with a fake list of packages."""

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
