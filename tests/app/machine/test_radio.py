"""A radio that hears nothing: the reason, and what switches it on."""

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from companion.app.devices import time_zones
from companion.app.machine import radio
from companion.app.machine.networks import Networks

WIFI = Path(__file__).resolve().parents[3] / "systemd/wifi.sh"
NMCLI = r"""#!/bin/sh
cd "$(dirname "$0")"
case $* in
"--terse --fields TYPE device") echo ethernet; cat device 2>/dev/null || true ;;
"--terse --fields WIFI radio") cat radio ;;
"--terse --fields IN-USE,SIGNAL,SECURITY,BSSID,SSID-HEX device wifi list")
    [ -e device ] || { echo "Error: No Wi-Fi device found." >&2; exit 10; }
    [ "$(cat radio)$(cat rfkill0/soft)" = enabled0 ] && cat near || true ;;
"radio wifi on") echo enabled >radio ;;
*) exit 2 ;;
esac
"""
IW = r"""#!/bin/sh
cd "$(dirname "$0")"
case $1$2 in
regget) printf 'global\ncountry %s: DFS-UNSET\n\t(755 - 928 @ 2), (N/A, 20), (N/A)\n' "$(cat country)" ;;
regset) echo "$3" >country ;;
esac
"""
RFKILL = '#!/bin/sh\n[ "$*" = "unblock wifi" ] && echo 0 >"$(dirname "$0")/rfkill0/soft"\n'
SYSTEMCTL = r"""#!/bin/sh
unit=${2#companion-wifi@}
exec env MODPROBE_D="$(dirname "$0")" "$WIFI_SH" "${unit%.service}"
"""
BLOCKED = {"device": "wifi", "radio": "enabled", "country": "BR", "soft": "0", "hard": "0"}


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with a working radio in a country, near one network."""
    programs = {"nmcli": NMCLI, "iw": IW, "rfkill": RFKILL, "systemctl": SYSTEMCTL}
    for name, text in programs.items():
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    (tmp_path / "rfkill0").mkdir()
    (tmp_path / "rfkill0/type").write_text("wlan\n")
    (tmp_path / "near").write_text(":64:WPA2:02\\:00\\:00\\:00\\:00\\:01:4B69746368656E\n")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setenv("WIFI_SH", str(WIFI))
    monkeypatch.setattr(radio, "BLOCKS", tmp_path)
    monkeypatch.setattr(radio, "LAW", tmp_path / "no law")
    set_up(tmp_path)
    return tmp_path


def set_up(box: Path, **changed: str) -> None:
    for name, value in (BLOCKED | changed).items():
        (box / ("rfkill0" if name in ("soft", "hard") else "") / name).write_text(f"{value}\n")


@pytest.mark.parametrize(
    ("changed", "reason", "repair"),
    [
        ({"radio": "disabled"}, "switched off", "switch_on"),
        ({"soft": "1"}, "switched off", "switch_on"),
        ({"soft": "1", "country": "00"}, "until a country is set", "country"),
        ({"radio": "disabled", "country": "00"}, "until a country is set", "country"),
    ],
)
def test_a_blocked_radio_is_explained_and_switched_on(
    box: Path, changed: dict[str, str], reason: str, repair: str
) -> None:
    set_up(box, **changed)
    made = Networks()
    made.look()
    made.wait()
    assert made.result.found == () and made.result.repair == repair and not made.result.problem
    assert reason in str(made.result.silent) and "password" not in str(made.result.silent)
    assert radio.check().state == "failed"
    made.switch_on("PT" if repair == "country" else "")
    made.wait()
    assert made.result.found and made.result.found[0].name == "Kitchen", made.result
    assert made.result.silent is None and made.result.repair == "" and not made.result.problem
    assert radio.country() == ("PT" if repair == "country" else "BR")
    assert radio.check().state == "passed"


@pytest.mark.parametrize(
    ("changed", "reason"),
    [({"hard": "1"}, "switch on this machine"), ({"near": ""}, "None")],
)
def test_what_no_program_can_repair_offers_nothing(box: Path, changed: dict[str, str], reason: str) -> None:
    set_up(box, **changed)
    silent, repair = radio.why_silent()
    assert reason in str(silent) and repair == ""


def test_a_machine_without_radio_says_so(box: Path) -> None:
    (box / "device").unlink()
    (box / "rfkill0/type").write_text("bluetooth\n")
    made = Networks()
    made.look()
    made.wait()
    assert "has no Wi-Fi" in str(made.result.silent) and not made.result.problem


def test_the_country_at_the_start_counts_where_iw_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: Any, **__: Any) -> Any:
        raise FileNotFoundError("iw")

    monkeypatch.setattr(radio, "LAW", tmp_path / "regdom")
    assert radio.country(none) == ""
    for written, known in (("00\n", ""), ("BR\n", "BR")):
        radio.LAW.write_text(written)
        assert radio.country(none) == known


def test_the_country_of_the_time_zone_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name, text in (
        (radio, "COUNTRIES", "# comment\nAF\tAfghanistan\nBR\tBrazil\nPT\tPortugal\n"),
        (time_zones, "ZONES", "BR\t-2332-04637\tAmerica/Sao_Paulo\tBrazil (southeast)\n"),
    ):
        monkeypatch.setattr(module, name, tmp_path / name)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(time_zones, "CLOCK", tmp_path / "localtime")
    time_zones.CLOCK.symlink_to("/usr/share/zoneinfo/America/Sao_Paulo")
    assert radio.countries() == [("BR", "Brazil"), ("AF", "Afghanistan"), ("PT", "Portugal")]
    time_zones.CLOCK.unlink()
    assert radio.countries()[0][0] == "AF"


@pytest.mark.parametrize("country", ["", "br", "BRA", "B;R", "/"])
def test_nothing_but_a_country_reaches_the_system(box: Path, country: str) -> None:
    ended = subprocess.run([WIFI, country], capture_output=True, text=True, check=False)
    assert ended.returncode == 64 and "expected a country" in ended.stderr
