"""The computer as the doctor sees it."""

import os
import shutil
import socket
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.app.diagnostics import doctor_computer, doctor_devices, doctor_phones
from companion.app.diagnostics.doctor_computer import Library, library
from companion.app.machine import machine
from companion.errors import CompanionError
from companion.settings.settings import DEFAULTS, load
from companion.storage import clock, exports
from hardware import gpio_chip, serial_port
from tests.hardware.decoder import WledBoard
from tests.hardware.tag_board import TagBoard
from ui import display
from ui.display import Screen

SETTINGS = load(DEFAULTS)


def test_a_library_that_is_there_but_broken_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "badly_built.py").write_text("raise ValueError('numpy.dtype size changed')")
    monkeypatch.syspath_prepend(str(tmp_path))
    check = library(Library("badly_built", "badly-built", "vision"))
    assert (check.state, str(check.found)) == ("failed", "cannot be loaded: numpy.dtype size changed")


def test_a_library_whose_own_library_is_missing_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "halfway.py").write_text("import not_a_module")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert library(Library("halfway", "halfway", "vision")).state == "failed"
    assert library(Library("not_a_module", "not-a-module", "vision")).state == "not_there"


FIRMWARES = (
    "soc/soc:firmware",  # Raspberry Pi 4 and before
    "soc@107c000000/soc@107c000000:firmware",  # Raspberry Pi 5
    "soc@107c000000:firmware",
)


@pytest.mark.parametrize("firmware", FIRMWARES)
@pytest.mark.parametrize(
    ("bits", "state"), [("0", "passed"), ("50000", "failed"), ("1", "failed"), ("2", "passed")]
)
def test_a_weak_power_supply(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, firmware: str, bits: str, state: str
) -> None:
    (tmp_path / firmware).mkdir(parents=True)
    (tmp_path / firmware / "get_throttled").write_text(bits)
    monkeypatch.setattr(machine, "PLATFORM", tmp_path)
    assert doctor_computer.power().state == state


@pytest.mark.parametrize(("alarm", "state"), [("0\n", "passed"), ("1\n", "failed"), ("", "not_there")])
def test_a_weak_power_supply_under_debians_kernel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, alarm: str, state: str
) -> None:
    for number, name in enumerate(("cpu_thermal", "nvme", "rpi_volt")):
        sensor = tmp_path / f"hwmon{number}"
        sensor.mkdir()
        (sensor / "name").write_text(f"{name}\n")
        (sensor / "in0_lcrit_alarm").write_text(alarm if name == "rpi_volt" else "1\n")
    monkeypatch.setattr(machine, "PLATFORM", tmp_path / "none")
    monkeypatch.setattr(machine, "SENSORS", tmp_path)
    assert doctor_computer.power().state == state


@pytest.mark.parametrize("number", [0, 3])
@pytest.mark.parametrize(("heat", "state"), [("55000", "passed"), ("84000", "failed"), ("", "not_there")])
def test_heat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, heat: str, state: str, number: int) -> None:
    for zone, kind, text in ((1, "gpu-thermal", "90000"), (number, "cpu-thermal", heat)):
        (tmp_path / f"thermal_zone{zone}").mkdir()
        (tmp_path / f"thermal_zone{zone}/type").write_text(kind)
        (tmp_path / f"thermal_zone{zone}/temp").write_text(text)
    monkeypatch.setattr(machine, "ZONES", tmp_path)
    assert doctor_computer.heat().state == state


@pytest.mark.parametrize(("known", "state"), [(True, "passed"), (False, "not_there")])
def test_a_date_that_is_unknown_is_told(monkeypatch: pytest.MonkeyPatch, known: bool, state: str) -> None:
    monkeypatch.setattr(clock, "is_set", lambda: known)
    assert doctor_computer.date().state == state


UDEVADM = """#!/bin/sh
echo SUBSYSTEM=tty
case $4 in
/dev/ttyKnown) echo ID_MM_DEVICE_IGNORE=1 ;;
esac
"""


@pytest.mark.parametrize(
    ("there", "port", "state"),
    [
        (False, "/dev/ttyOther", "passed"),
        (True, "/dev/ttyKnown", "passed"),
        (True, "/dev/ttyOther", "failed"),
    ],
)
def test_modem_manager_must_not_speak_to_a_strip(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool, port: str, state: str
) -> None:
    (tmp_path / "udevadm").write_text(UDEVADM)
    (tmp_path / "udevadm").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(doctor_devices, "MODEM_MANAGER", tmp_path if there else tmp_path / "none")
    monkeypatch.setattr(serial_port, "ports", lambda: iter([port]))
    check = doctor_devices.modem_manager()
    assert check.state == state
    assert port in str(check.found) or not there


def test_sticks_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert doctor_computer.sticks().state == "not_there"
    monkeypatch.setattr(exports, "sticks", lambda: [tmp_path])
    assert doctor_computer.sticks().found == f"{tmp_path.name} ({tmp_path})"


def test_a_full_disk_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert doctor_computer.disk(tmp_path / "not" / "made" / "yet").state == "passed"
    monkeypatch.setattr(machine, "free_mb", lambda _: 12.0)
    assert doctor_computer.disk(tmp_path).state == "failed"


def test_only_groups_that_the_settings_need_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(os, "getegid", lambda: 1000)
    monkeypatch.setattr(os, "getgroups", lambda: [1000])
    with_camera = {check.name: check for check in doctor_computer.groups(SETTINGS, "/dev/video0")}
    without = {check.name: check for check in doctor_computer.groups(SETTINGS, "sim:1")}
    assert (with_camera["group_video"].state, without["group_video"].state) == ("failed", "not_there")
    assert "usermod -aG video" in str(with_camera["group_video"].todo)
    assert without["group_dialout"].state == "not_there"


@pytest.mark.parametrize(
    ("enabled", "active", "state"),
    [
        ("enabled", "active", "passed"),
        ("enabled", "failed", "failed"),
        ("disabled", "inactive", "not_there"),
        ("", "inactive", "not_there"),
    ],
)
def test_the_service(monkeypatch: pytest.MonkeyPatch, enabled: str, active: str, state: str) -> None:
    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        told = {"is-enabled": enabled, "is-active": active}[command[1]]
        return subprocess.CompletedProcess(command, 0, f"{told}\n", "")

    monkeypatch.setattr(shutil, "which", lambda _: "/usr/bin/systemctl")
    monkeypatch.setattr(subprocess, "run", run)
    assert doctor_computer.service().state == state


def test_a_strip_that_answers_passed_and_says_what_it_is() -> None:
    board = WledBoard()
    lights = replace(SETTINGS.lights, driver="wled", port=board.port)
    check = doctor_devices.strip(replace(SETTINGS, lights=lights))
    assert (check.state, str(check.found)) == ("passed", f"wled, {board.port}: WLED 0.15.0")
    assert board.until(1) == [(0, 0, 0)] * 60


def test_pins_without_a_driver_say_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert doctor_devices.buttons(SETTINGS).found == "this computer has no pins"
    (tmp_path / "gpiochip0").touch()
    monkeypatch.setattr(gpio_chip, "CHIPS", tmp_path)
    monkeypatch.setattr(doctor_devices, "_PINS", ("not_a_driver", "nor_this"))
    check = doctor_devices.buttons(SETTINGS)
    assert check.state == "not_there"
    assert "python3-lgpio" in str(check.todo)
    monkeypatch.setattr(doctor_devices, "_PINS", ("json", "nor_this"))
    assert doctor_devices.buttons(SETTINGS).found == "gpiochip0"
    monkeypatch.setattr(gpio_chip, "label", lambda _: "pinctrl-rp1")
    check = doctor_devices.buttons(SETTINGS)
    assert (check.state, check.found) == ("passed", "gpiochip0 (pinctrl-rp1)")


def test_opengl_is_asked_without_a_desktop_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(doctor_computer, "SCREENS", tmp_path)
    assert doctor_computer.graphics().state != "passed"
    (tmp_path / "card0").touch()
    check = doctor_computer.graphics()
    assert (check.state, str(check.found)[:4]) == ("passed", "EGL ")


def test_screens_are_listed_by_the_names_that_the_settings_take(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    found: list[Screen] = []
    monkeypatch.setattr(display, "connected", lambda: found)
    assert doctor_computer.screen(SETTINGS).state == "not_there"
    found += [Screen("DSI-1", 1, "drm-rp1-dsi"), Screen("HDMI-A-1", 0, "vc4-drm")]
    check = doctor_computer.screen(SETTINGS)
    assert (check.state, check.found) == ("passed", "DSI-1 (drm-rp1-dsi), HDMI-A-1 (vc4-drm)")
    for wanted, state, used in (("HDMI-A-1", "passed", "HDMI-A-1"), ("HDMI-A-2", "failed", "DSI-1")):
        window = replace(SETTINGS.window, screen=wanted)
        check = doctor_computer.screen(replace(SETTINGS, window=window))
        assert check.state == state and str(check.found).startswith(used)
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert doctor_computer.screen(SETTINGS).found == "that of the desktop"


def test_a_card_reader_is_tried_by_opening_its_port() -> None:
    assert doctor_devices.reader(SETTINGS).state == "not_there"
    board = TagBoard()
    there = replace(SETTINGS.reader, driver="rdm6300", port=board.port)
    assert doctor_devices.reader(replace(SETTINGS, reader=there)).state == "passed"
    gone = replace(there, port="/dev/no-such-reader")
    check = doctor_devices.reader(replace(SETTINGS, reader=gone))
    assert check.state == "failed"
    assert isinstance(check.todo, CompanionError) and "plug it in" in str(check.todo)


@pytest.mark.parametrize(
    ("controllers", "state", "todo"),
    [("cpu memory pids\n", "passed", ""), ("cpuset cpu io pids\n", "not_there", "cgroup_enable=memory")],
)
def test_a_memory_limit_that_is_not_kept_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, controllers: str, state: str, todo: str
) -> None:
    file = tmp_path / "cgroup.controllers"
    file.write_text(controllers)
    monkeypatch.setattr(doctor_computer, "CONTROLLERS", file)
    check = doctor_computer.memory()
    assert check.state == state and todo in str(check.todo)


@pytest.mark.parametrize(
    ("on", "running", "addresses", "state"),
    [
        (False, True, ["10.0.0.7"], "not_there"),
        (True, True, ["10.0.0.7"], "passed"),
        (True, True, [], "failed"),
        (True, False, ["10.0.0.7"], "failed"),
    ],
)
def test_phones_with_something_at_their_port(
    on: bool, running: bool, addresses: list[str], state: str
) -> None:
    with socket.create_server(("", 0)) as program:
        port = program.getsockname()[1]
        check = doctor_phones.phones(on, port, running, lambda: addresses)
    assert check.state == state
    assert state != "passed" or check.found == f"http://10.0.0.7:{port}"


@pytest.mark.parametrize(("running", "state"), [(True, "failed"), (False, "passed")])
def test_phones_with_nothing_at_their_port(running: bool, state: str) -> None:
    with socket.create_server(("", 0)) as program:
        port = program.getsockname()[1]
    assert doctor_phones.phones(True, port, running, lambda: ["10.0.0.7", "fd00::7"]).state == state
