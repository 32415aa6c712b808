"""Clock and time zone by a program like systemd's timedatectl."""

import os
from datetime import datetime
from functools import partial
from pathlib import Path

import pytest

from companion.app.devices import time_zones
from companion.app.machine import radio
from companion.app.machine.machine_clock import AppClock
from companion.errors import HardwareError
from companion.storage import clock

TIMEDATECTL = r"""#!/bin/sh
# timedatectl: a time is refused while the network may set it, and for a while after that was switched off
cd "$(dirname "$0")"
no() { echo "Failed: $1" >&2; exit 1; }
[ "$1" = --no-ask-password ] && shift
echo "$*" >>calls
case $1 in
show) cat ntp ;;
set-ntp) [ "$2" = true ] && echo yes >ntp || { echo no >ntp; printf xx >stopping; } ;;
set-timezone) [ -e denied ] && no 'Access denied'; echo "$2" >zone ;;
set-time)
    [ -e denied ] && no 'Access denied'
    [ "$(cat ntp)" = yes ] && no 'Automatic time synchronization is enabled'
    if [ -s stopping ]; then
        left=$(cat stopping); printf %s "${left#x}" >stopping
        no 'Previous request is not finished, refusing.'
    fi
    echo "$2" >time ;;
*) exit 2 ;;
esac
"""
OUTSIDE = b"/".join((b"..", b"..", b"x"))
WHEN = datetime(2026, 11, 27, 15, 30)


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine whose network may set the clock."""
    (tmp_path / "timedatectl").write_text(TIMEDATECTL)
    (tmp_path / "timedatectl").chmod(0o755)
    (tmp_path / "ntp").write_text("yes\n")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(clock, "MARK", tmp_path / "clock-set")
    return tmp_path


def text(path: Path) -> str:
    return path.read_text().strip()


def test_a_time_is_set_although_the_synchronisation_ends_late_and_is_on_again(box: Path) -> None:
    waits: list[float] = []
    AppClock(True, sleep=waits.append).set(WHEN)
    assert text(box / "time") == "2026-11-27 15:30:00" and text(box / "ntp") == "yes"
    assert len(waits) == 2, "refused twice"


def test_a_clock_that_no_network_sets_stays_so(box: Path) -> None:
    (box / "ntp").write_text("no\n")
    AppClock(True).set(WHEN)
    assert text(box / "time") == "2026-11-27 15:30:00" and "set-ntp" not in text(box / "calls")


def test_a_clock_set_by_hand_knows_the_date(box: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "BOARD", box)
    monkeypatch.setattr(clock, "CHIPS", box / "none")
    monkeypatch.setattr(clock, "_synchronised", lambda: False)
    made = AppClock(True, sleep=lambda _: None)
    assert not made.is_set()
    made.set(WHEN)
    assert made.is_set() and clock.is_set()


def test_a_refusal_is_told_and_the_synchronisation_is_on_again(box: Path) -> None:
    (box / "denied").touch()
    made = AppClock(True)
    for order in (partial(made.set, WHEN), partial(made.use_zone, "Asia/Kabul")):
        with pytest.raises(HardwareError, match="Access denied") as caught:
            order()
        assert caught.value.code == "machine_refused"
    assert text(box / "ntp") == "yes" and not clock.MARK.exists()


def test_a_clock_is_set_only_on_a_service(box: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert AppClock(True).is_settable() and not AppClock(False).is_settable()
    monkeypatch.setenv("PATH", str(box / "none"))
    assert not AppClock(True).is_settable()


def test_zones_are_those_of_the_country(box: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_zones, "ZONES", box / "zone.tab")
    time_zones.ZONES.write_text(
        "# comment\nBR\t-0351-03225\tAmerica/Noronha\tislands\nAF\t+3431+06912\tAsia/Kabul\n"
        "BR\t-2332-04637\tAmerica/Sao_Paulo\tsoutheast\nnonsense\n"
    )
    made = AppClock(True)
    assert made.zones("BR") == ("America/Noronha", "America/Sao_Paulo") and made.zones("") == ()
    monkeypatch.setattr(time_zones, "CLOCK", box / "localtime")
    assert made.zone() == ""
    time_zones.CLOCK.symlink_to("/usr/share/zoneinfo/America/Sao_Paulo")
    assert made.zone() == "America/Sao_Paulo"
    made.use_zone("Asia/Kabul")
    assert text(box / "zone") == "Asia/Kabul"


def test_zones_with_odd_names_are_left_out(box: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_zones, "ZONES", box / "zone.tab")
    odd = [OUTSIDE, b"/abs", b"A//B", b"A b", b"A\x00b", b"\xff\xfe", b"--help me", b""]
    lines = [b"BR\t-2332-04637\t" + name for name in [*odd, b"America/Port-au-Prince", b"Etc/GMT+3"]]
    time_zones.ZONES.write_bytes(b"\n".join(lines))
    assert AppClock(True).zones("BR") == ("America/Port-au-Prince", "Etc/GMT+3")
    monkeypatch.setattr(time_zones, "CLOCK", box / "localtime")
    for name in (b"\xff\xfe", b"a b", OUTSIDE, b"x\ny"):
        time_zones.CLOCK.symlink_to(os.fsdecode(b"/usr/share/zoneinfo/" + name))
        assert AppClock(True).zone() == ""
        time_zones.CLOCK.unlink()


def test_a_machine_without_a_radio_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(radio, "BLOCKS", tmp_path / "rfkill")
    monkeypatch.setattr(radio, "NETS", tmp_path / "net")
    (tmp_path / "net/eth0").mkdir(parents=True)
    assert not radio.is_present()
    (tmp_path / "net/wlan0/phy80211").mkdir(parents=True)
    assert radio.is_present()
