"""Status of the devices, from the threads of camera and game to the diagnostics page."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.app.controller.app import App
from companion.app.devices.health import KEPT, Health
from companion.app.diagnostics.cached_checks import RENEW_S, CachedChecks
from companion.app.diagnostics.devices import AppDevices
from companion.app.machine import machine
from companion.errors import HardwareError, VisionError
from companion.i18n import translator
from companion.i18n.error_text import translated_text
from companion.session.base import GameConfig
from companion.settings.settings import Settings, load
from companion.storage.journal import Journal
from hardware.backlight import PanelBacklight
from tests.patience import WAIT_S
from ui.services import Check, DeviceStatus
from vision.cameras.state import CameraState

GREY = np.full((96, 128, 3), 51, np.uint8)


class Clock:
    now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def settings() -> Settings:
    return load()


@pytest.fixture
def app(tmp_path: Path, settings: Settings) -> Iterator[App]:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        app = App(settings, journal)
        yield app
        app.close()


def from_camera(settings: Settings, source: str) -> Settings:
    return replace(settings, camera=replace(settings.camera, source=source))


def test_pictures_a_second_and_light() -> None:
    clock = Clock()
    health = Health(clock)
    assert (health.pictures_s, health.light, health.reading_ms) == (None, None, None)
    for _ in range(5):
        health.picture(GREY)
        clock.now_s += 0.25
    assert health.pictures_s == pytest.approx(4.0)
    assert health.light == pytest.approx(0.2)
    clock.now_s += 60
    assert (health.pictures_s, health.light) == (None, None)


def test_recognition_time_is_a_median() -> None:
    health = Health()
    for took_s in (0.1, 0.12, 2.0):
        health.reading(took_s)
    assert health.reading_ms == pytest.approx(120)


def test_errors_newest_first_and_the_same_only_once() -> None:
    health = Health()
    for number in range(KEPT + 3):
        for _ in range(2):
            health.failed(VisionError("no_board", f"error {number}"))
    assert len(health.errors) == KEPT
    assert str(health.errors[0][1]) == f"error {KEPT + 2}"
    assert health.errors[0][0].count(":") == 1


def test_a_camera_that_gives_pictures_again_is_not_lost() -> None:
    health = Health()
    health.failed(VisionError("no_board", "no board"))
    assert not health.lost
    health.failed(VisionError("camera_lost", "gone"))
    assert health.lost
    health.picture(GREY)
    assert not health.lost


def test_twins_say_that_they_are(app: App) -> None:
    assert [(sign.device, sign.state) for sign in app.devices.signs()] == [
        ("camera", "twin"),
        ("lights", "twin"),
        ("buttons", "twin"),
    ]


def test_a_camera_that_is_not_there_is_missing_and_its_failure_is_kept(
    tmp_path: Path, settings: Settings
) -> None:
    source = str(tmp_path / "no-camera")
    with Journal(tmp_path / "journal.sqlite3") as journal:
        app = App(from_camera(settings, source), journal)
        failed = threading.Event()
        app.subscribe(lambda shown: failed.set() if shown.problem else None)
        app.begin("fate", GameConfig(("Ana",), ("bjorn",)), "camera")
        assert failed.wait(WAIT_S)
        assert app.devices.signs()[0] == DeviceStatus("camera", "missing", source)
        (_, error), *_ = app.devices.diagnostics().errors
        assert error.code == "bad_source"
        app.close()


def test_a_camera_has_time_to_appear_after_the_start(tmp_path: Path, settings: Settings) -> None:
    clock = Clock()
    with Journal(tmp_path / "journal.sqlite3") as journal:
        app = App(from_camera(settings, "/dev/video97"), journal)
        devices = AppDevices(app, settings, journal.path, clock=clock)
        clock.now_s += 14.9
        assert devices.signs()[0].state == "starting"
        clock.now_s += 0.2
        assert devices.signs()[0].state == "missing"
        app.close()


def test_what_the_camera_gives_is_shown(tmp_path: Path, settings: Settings) -> None:
    source = str(tmp_path)
    with Journal(tmp_path / "journal.sqlite3") as journal:
        app = App(from_camera(settings, source), journal)
        app.health.camera = CameraState(1280, 720, "YUYV", 10.0, "60 Hz", "held")
        (check,) = [check for check in app.devices.diagnostics().checks if check.name == "camera"]
        app.close()
    shown = translated_text(translator("en"), check.found)
    assert shown == "1280x720 YUYV, 10 pictures a second; against flickering light: 60 Hz; focus: held"


def test_people_choose_another_camera(tmp_path: Path, app: App) -> None:
    app.profiles.prefer(camera=str(tmp_path))
    assert app.has_camera()
    assert app.devices.signs()[0] == DeviceStatus("camera", "ok", str(tmp_path))


def test_the_simulated_table_is_measured(app: App) -> None:
    read = threading.Event()
    app.subscribe(lambda shown: read.set() if app.devices.diagnostics().reading_ms else None)
    app.begin("fae", GameConfig(("Ana", "Bo")), "simulated")
    assert read.wait(WAIT_S)
    found = app.devices.diagnostics()
    assert found.reading_ms
    assert found.reading_ms > 0
    assert not found.errors


def test_brightness(tmp_path: Path, app: App) -> None:
    (tmp_path / "max_brightness").write_text("10\n")
    devices = AppDevices(app, load(), tmp_path / "journal.sqlite3", PanelBacklight(tmp_path))
    assert devices.dim(0.4)
    assert (tmp_path / "brightness").read_text() == "4\n"
    (tmp_path / "max_brightness").unlink()
    assert not devices.dim(0.6)
    assert isinstance(devices.diagnostics().errors[0][1], HardwareError)


def test_the_machine(tmp_path: Path, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    found = app.devices.diagnostics()
    assert found.machine
    assert found.version.count(".") == 2
    assert found.free_mb
    heat, throttled = tmp_path / "thermal_zone0/temp", tmp_path / "soc/soc:firmware/get_throttled"
    for file, text in ((heat, "81250\n"), (throttled, "50005\n")):
        file.parent.mkdir(parents=True)
        file.write_text(text)
    for place in ("ZONES", "PLATFORM"):
        monkeypatch.setattr(machine, place, tmp_path)
    found = app.devices.diagnostics()
    assert found.temperature_c == pytest.approx(81.25)
    assert found.slowed_down
    throttled.write_text("50000\n")
    assert app.devices.diagnostics().slowed_down is False
    heat.write_text("nonsense")
    throttled.unlink()
    found = app.devices.diagnostics()
    assert (found.temperature_c, found.slowed_down) == (None, None)


def test_the_page_has_the_checks_of_the_doctor_without_opening_a_device(app: App) -> None:
    first = {check.name: check.state for check in app.devices.diagnostics().checks}
    assert [first[name] for name in ("camera", "lights", "buttons")] == ["not_there"] * 3


def test_a_check_up_runs_beside_and_only_now_and_then() -> None:
    clock, ran = Clock(), threading.Semaphore(0)

    def examine() -> Iterator[Check]:
        ran.release()
        yield Check("disk", "Disk", "passed", str(clock.now_s))

    checkup = CachedChecks(examine, clock)
    checkup.latest()
    checkup.wait()
    assert [check.found for check in checkup.latest()] == ["100.0"]
    assert ran.acquire(blocking=False) and not ran.acquire(blocking=False)
    clock.now_s += RENEW_S
    checkup.latest()
    checkup.wait()
    assert [check.found for check in checkup.latest()] == [str(clock.now_s)]
