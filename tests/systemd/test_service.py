import importlib.util
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.errors import ExitCode
from ui.app import SETTLED_S

FOLDER = Path(__file__).resolve().parents[2] / "systemd"
UNIT = FOLDER / "companion.service"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd on this machine")
def test_systemd_accepts_the_unit_without_a_word(tmp_path: Path) -> None:
    program = tmp_path / "companion"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text().replace("/opt/companion/current/bin/companion", str(program)))
    result = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)],
        env=os.environ | {"SYSTEMD_UNIT_PATH": f"{tmp_path}:"},
        capture_output=True,
        text=True,
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd on this machine")
@pytest.mark.parametrize(
    ("name", "script"),
    [
        ("boot", "switch.sh"),
        ("news", "news.sh"),
        ("stick@", "stick.sh"),
        ("update", "update.sh"),
        ("wifi@", "wifi.sh"),
    ],
)
def test_systemd_accepts_the_other_units_without_a_word(tmp_path: Path, name: str, script: str) -> None:
    program = tmp_path / script
    shutil.copy(FOLDER / script, program)
    unit = tmp_path / f"companion-{name}.service"
    unit.write_text((FOLDER / unit.name).read_text().replace(f"/opt/companion/{script}", str(program)))
    result = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd on this machine")
def test_systemd_would_complain_about_a_misspelt_unit(tmp_path: Path) -> None:
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text().replace("Restart=always", "Restrat=always"))
    result = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True
    )
    assert "Restrat" in result.stderr


def section(name: str) -> dict[str, str]:
    """Values of a section; those of a key that is repeated are joined."""
    values: dict[str, str] = {}
    inside = False
    for line in UNIT.read_text().splitlines():
        if line.startswith("["):
            inside = line == f"[{name}]"
        elif inside and "=" in line and not line.startswith("#"):
            key, _, value = line.partition("=")
            values[key] = f"{values[key]} {value}" if key in values else value
    return values


def service() -> dict[str, str]:
    return section("Service")


def test_service_restarts_whatever_happens_but_not_on_wrong_settings() -> None:
    assert service()["Restart"] == "always"
    assert service()["RestartPreventExitStatus"] == str(ExitCode.WRONG_INPUT.value)
    assert service()["User"] != "root"


def test_service_waits_until_the_app_says_that_it_is_ready_and_goes_on() -> None:
    assert (service()["Type"], service()["NotifyAccess"]) == ("notify", "main")
    assert float(service()["WatchdogSec"]) >= 10 * SETTLED_S
    assert float(service()["TimeoutStartSec"]) >= 10 * SETTLED_S


def test_systemd_never_gives_up_to_start_the_app() -> None:
    assert section("Unit")["StartLimitIntervalSec"] == "0"


def test_a_splash_is_ended_before_the_app_draws_and_is_never_waited_for_without_end() -> None:
    assert "plymouth-quit.service" in section("Unit")["After"].split()
    assert "plymouth-quit-wait.service" not in section("Unit")["After"].split()
    (quits,) = re.findall(r"^ExecStartPre=(.*plymouth.*)$", UNIT.read_text(), re.MULTILINE)
    assert quits.startswith("-+"), "as root, and a splash that is not there is no failure"
    assert "timeout" in quits and "quit --retain-splash" in quits


def test_devices_that_come_later_are_known_to_the_kernel_at_the_start() -> None:
    """`DeviceAllow` names of drivers that are not loaded are skipped for good."""
    drivers = {
        "drm": "drm",
        "video4linux": "videodev",
        "ttyUSB": "usbserial",
        "ttyACM": "cdc_acm",
        "alsa": "snd",
    }
    text = UNIT.read_text()
    for device, driver in drivers.items():
        assert f"DeviceAllow=char-{device} rw" in text
        for key in ("Wants", "After"):
            assert re.search(rf"^{key}=.*modprobe@{driver}\.service", text, re.MULTILINE), (key, driver)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd on this machine")
def test_service_has_its_devices_and_little_more() -> None:
    """The score of `systemd-analyze security` is at most 3.0 of 10."""
    result = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=30", "--no-pager", UNIT],
        capture_output=True, text=True,
    )  # fmt: skip
    assert result.returncode == 0, result.stdout[-200:] + result.stderr


@pytest.mark.parametrize(
    "script", ["install.sh", "news.sh", "switch.sh", "uninstall.sh", "update.sh", "wifi.sh"]
)
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


def test_what_installs_and_builds_the_app_is_known_by_its_hash() -> None:
    spec = importlib.util.spec_from_file_location("locked", FOLDER / "locked.py")
    assert spec and spec.loader
    locked = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(locked)
    lines = locked.requirements("uv", "hatchling")
    assert {"uv", "hatchling", "pluggy", "packaging"} <= {line.partition("==")[0] for line in lines}
    assert all(re.fullmatch(r"[\w-]+==[\w.]+( --hash=sha256:[0-9a-f]{64})+", line) for line in lines)
    with pytest.raises(KeyError):
        locked.requirements("no-such-package")
    script = (FOLDER / "install.sh").read_text()
    assert "--require-hashes" in script and "--no-build-isolation-package table-companion" in script
    assert "--frozen" in script and len(re.findall(r'pip"? install', script)) == script.count(
        "--require-hashes"
    )
    (built,) = locked.requirements("lgpio")
    assert built.count("--hash") > 1, "its source too"


def test_no_core_dump_holds_what_players_keep() -> None:
    assert service()["LimitCORE"] == "0"
