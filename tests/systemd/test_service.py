import configparser
import os
import shutil
import subprocess
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "systemd"
UNIT = FOLDER / "companion.service"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd on this machine")
def test_systemd_accepts_the_unit_without_a_word(tmp_path: Path) -> None:
    program = tmp_path / "companion"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text().replace("/opt/companion/bin/companion", str(program)))
    result = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)],
        env=os.environ | {"SYSTEMD_UNIT_PATH": f"{tmp_path}:"},
        capture_output=True,
        text=True,
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd on this machine")
def test_systemd_would_complain_about_a_misspelt_unit(tmp_path: Path) -> None:
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text().replace("Restart=on-failure", "Restrat=on-failure"))
    result = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True
    )
    assert "Restrat" in result.stderr


def test_service_restarts_after_a_crash_but_not_on_wrong_settings() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.read(UNIT)
    service = unit["Service"]
    assert service["Restart"] == "on-failure"
    assert service["RestartPreventExitStatus"] == "2"
    assert service["User"] != "root"


@pytest.mark.parametrize("script", ["install.sh", "uninstall.sh"])
def test_script_is_executable_and_well_formed(script: str) -> None:
    assert os.access(FOLDER / script, os.X_OK)
    subprocess.run(["sh", "-n", FOLDER / script], check=True)


@pytest.mark.skipif(os.geteuid() != 0 or shutil.which("setpriv") is None, reason="needs root to give up root")
@pytest.mark.parametrize("script", ["install.sh", "uninstall.sh"])
def test_script_says_what_to_run_when_not_root(script: str) -> None:
    result = subprocess.run(
        ["setpriv", "--reuid=65534", "--clear-groups", "sh", "-s"],
        input=(FOLDER / script).read_text(),
        capture_output=True,
        text=True,
    )
    assert result.returncode == 1
    assert f"sudo systemd/{script}" in result.stderr
