"""Why the wireless radio hears no network: absent, blocked, switched off, or without a country."""

import re
import subprocess
from pathlib import Path
from typing import TypeAlias

from companion.app.devices.mains import system_country
from companion.app.machine.system_tool import Run, ToolError, output
from companion.games.base import N_, Sentence
from ui.machine_service import Repair
from ui.services import Check

BLOCKS = Path("/sys/class/rfkill")
"""One folder per radio with `type`, `soft` and `hard` ("1": blocked by a program, by a switch)."""
NETS = Path("/sys/class/net")
"""One folder per network device, with `phy80211` if it is a radio."""
COUNTRIES = Path("/usr/share/zoneinfo/iso3166.tab")
LAW = Path("/sys/module/cfg80211/parameters/ieee80211_regdom")
"""Country at the start of the machine; "00" without one."""
PATIENCE_S = 5.0
Silence: TypeAlias = tuple[Sentence | None, Repair]
WORKS: Silence = (None, "")
_RADIO = ("nmcli", "--terse", "--fields", "WIFI", "radio")
_DEVICES = ("nmcli", "--terse", "--fields", "TYPE", "device")
_COUNTRY = re.compile(r"^country ([A-Z]{2}):", re.MULTILINE)


def why_silent(run: Run = subprocess.run) -> Silence:
    """Explain an empty list of networks; None if the radio works. Raises ToolError."""
    if "wifi" not in output(run, _DEVICES, PATIENCE_S).split() and not _blocked("type"):
        return Sentence(_ABSENT), ""
    if "1" in _blocked("hard"):
        return Sentence(_SWITCH), ""
    off = "1" in _blocked("soft") or output(run, _RADIO, PATIENCE_S).strip() == "disabled"
    if not country(run):
        return Sentence(_OFF_WITHOUT_COUNTRY if off else _NO_COUNTRY), "country"
    return (Sentence(_OFF), "switch_on") if off else WORKS


def is_present() -> bool:
    """Return True if this machine has a wireless radio, even if it is blocked."""
    return bool(_blocked("type")) or any(NETS.glob("*/phy80211"))


def country(run: Run = subprocess.run) -> str:
    """Code of the country whose radio law is in use; "" if none is set."""
    try:
        found = _COUNTRY.search(output(run, ("iw", "reg", "get"), PATIENCE_S))
    except ToolError:
        found = re.match("([A-Z]{2})$", _read(LAW))
    return found[1] if found else ""


def countries() -> list[tuple[str, str]]:
    """Code and name of every country by name, the one of the time zone first."""
    here = system_country({})
    listed = [line.split("\t") for line in _read(COUNTRIES).splitlines() if not line.startswith("#")]
    found = [(line[0], line[1]) for line in listed if len(line) == 2]
    return sorted(found, key=lambda place: (place[0] != here, place[1]))


def check(run: Run = subprocess.run) -> Check:
    """Check of `companion doctor`: whether the radio is on, and under which country's law."""
    title = N_("Wi-Fi")
    try:
        silent, repair = why_silent(run)
    except ToolError as error:
        return Check("wireless", title, "not_there", error.found)
    if silent is None:
        return Check("wireless", title, "passed", Sentence(_ON, {"country": country(run)}))
    if not repair:
        return Check("wireless", title, "not_there", silent)
    return Check("wireless", title, "failed", silent, _REPAIR)


def _blocked(kind: str) -> list[str]:
    """Values of a file of each wireless network radio."""
    radios = sorted(BLOCKS.glob("rfkill*"))
    return [_read(radio / kind) for radio in radios if _read(radio / "type") == "wlan"]


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8", errors="replace").strip()
    except OSError:
        return ""


_ABSENT = N_("This machine has no Wi-Fi.")
_SWITCH = N_("A switch on this machine blocks the Wi-Fi. Move the switch, then look again.")
_OFF = N_("The Wi-Fi is switched off.")
_NO_COUNTRY = N_("No network was found, and no country is set: choose the country you are in.")
_OFF_WITHOUT_COUNTRY = N_("The Wi-Fi is off until a country is set: choose the country you are in.")
_ON = N_("it is on, country {country}")
_REPAIR = N_("Settings, This machine, Network; or sudo /opt/companion/wifi.sh and your country, such as BR")
