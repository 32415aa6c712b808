"""The rule that keeps ModemManager away from strips and card readers."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "systemd"
RULES = FOLDER / "companion.udev"
VENDORS = {
    "QinHeng CH340": "1a86",
    "Silicon Labs CP210x": "10c4",
    "FTDI": "0403",
    "Espressif": "303a",
    "Arduino": "2341",
    "Raspberry Pi": "2e8a",
}


@pytest.mark.parametrize("vendor", VENDORS.values(), ids=VENDORS)
def test_modem_manager_ignores_the_usual_adapters(vendor: str) -> None:
    rule = next(line for line in RULES.read_text("utf-8").splitlines() if line.startswith("SUBSYSTEMS"))
    known = re.search(r'ATTRS\{idVendor\}=="([^"]+)"', rule)
    assert known and vendor in known[1].split("|")
    assert 'ENV{ID_MM_DEVICE_IGNORE}="1"' in rule


def test_the_rule_is_installed_in_force_at_once_and_removed() -> None:
    installer = (FOLDER / "install.sh").read_text("utf-8")
    assert "put 644 companion.udev /etc/udev/rules.d/70-companion.rules" in installer
    assert installer.index("companion.udev") < installer.index("udevadm control --reload")
    assert "/etc/udev/rules.d/70-companion.rules" in (FOLDER / "uninstall.sh").read_text("utf-8")


@pytest.mark.skipif(shutil.which("udevadm") is None, reason="no udev on this machine")
def test_udev_understands_the_rule(tmp_path: Path) -> None:
    shutil.copy(RULES, tmp_path / "70-companion.rules")
    result = subprocess.run(
        ["udevadm", "verify", tmp_path / "70-companion.rules"], capture_output=True, text=True
    )
    if "nknown" in result.stderr:
        pytest.skip("this udev cannot verify rules")
    assert result.returncode == 0, result.stdout + result.stderr
