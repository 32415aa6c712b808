"""Permissions of the app's user, as polkit would decide."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

RULES = Path(__file__).resolve().parents[2] / "systemd/companion.rules"
POLKIT = """
var rules = [];
var polkit = { Result: { YES: "yes", NOT_HANDLED: "not handled" }, addRule: (rule) => rules.push(rule) };
"""
ASKED = """
const [id, user, details] = JSON.parse(process.argv[1]);
console.log(rules[0]({ id, lookup: (key) => details[key] }, { user }));
"""
UNITS = "org.freedesktop.systemd1.manage-units"
UPDATE = {"unit": "companion-update.service", "verb": "start"}
NEWS = {"unit": "companion-news.service", "verb": "start"}


@pytest.mark.skipif(shutil.which("node") is None, reason="nothing here runs JavaScript")
@pytest.mark.parametrize(
    ("action", "user", "details", "allowed"),
    [
        ("org.freedesktop.login1.power-off", "companion", {}, True),
        ("org.freedesktop.login1.reboot", "companion", {}, True),
        (UNITS, "companion", UPDATE, True),
        (UNITS, "companion", NEWS, True),
        ("org.freedesktop.NetworkManager.wifi.scan", "companion", {}, True),
        ("org.freedesktop.NetworkManager.network-control", "companion", {}, True),
        ("org.freedesktop.NetworkManager.wifi.share.protected", "companion", {}, True),
        ("org.freedesktop.NetworkManager.wifi.share.open", "companion", {}, False),
        ("org.freedesktop.NetworkManager.settings.modify.system", "companion", {}, True),
        ("org.freedesktop.timedate1.set-time", "companion", {}, True),
        ("org.freedesktop.timedate1.set-timezone", "companion", {}, True),
        ("org.freedesktop.timedate1.set-ntp", "companion", {}, True),
        ("org.freedesktop.timedate1.set-local-rtc", "companion", {}, False),
        ("org.freedesktop.timedate1.set-time", "ana", {}, False),
        ("org.freedesktop.NetworkManager.enable-disable-network", "companion", {}, False),
        ("org.freedesktop.NetworkManager.settings.modify.hostname", "companion", {}, False),
        ("org.freedesktop.login1.power-off", "ana", {}, False),
        (UNITS, "ana", UPDATE, False),
        (UNITS, "companion", UPDATE | {"verb": "stop"}, False),
        (UNITS, "companion", UPDATE | {"unit": "ssh.service"}, False),
        (UNITS, "companion", UPDATE | {"unit": "companion-wifi@BR.service"}, True),
        (UNITS, "companion", UPDATE | {"unit": "companion-wifi@00.service"}, True),
        (UNITS, "companion", UPDATE | {"unit": "companion-wifi@br.service"}, False),
        (UNITS, "companion", UPDATE | {"unit": "companion-wifi@BR.service.d"}, False),
        (UNITS, "companion", UPDATE | {"unit": "companion-wifi@B R.service"}, False),
        ("org.freedesktop.login1.suspend", "companion", {}, False),
        ("org.freedesktop.policykit.exec", "companion", {}, False),
    ],
)
def test_exactly_these_are_allowed(action: str, user: str, details: dict[str, str], allowed: bool) -> None:
    program = POLKIT + RULES.read_text("utf-8") + ASKED
    asked = json.dumps([action, user, details])
    answer = subprocess.run(["node", "-e", program, asked], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == ("yes" if allowed else "not handled")
