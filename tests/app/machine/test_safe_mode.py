"""After starts that did not finish no device is touched, until somebody wants to try again."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.controller.app import App
from companion.app.machine.safe_mode import SafeMode
from companion.errors import VisionError
from companion.session.base import GameConfig
from companion.settings.settings import DEFAULTS, load
from companion.storage.journal import Journal
from companion.storage.start_mark import StartMark


def careful(tmp_path: Path, why: str = "") -> StartMark:
    path = tmp_path / "starting.json"
    path.write_text(f'{{"unfinished": 3, "why": "{why}"}}')
    return StartMark(path)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    settings = load(DEFAULTS)
    with_devices = replace(
        settings,
        camera=replace(settings.camera, source="/dev/video0"),
        lights=replace(settings.lights, driver="wled", port="/dev/ttyUSB99"),
    )
    with Journal(tmp_path / "journal.sqlite3") as journal:
        made = App(with_devices, journal, safe=SafeMode(careful(tmp_path)))
        yield made
        made.close()


def test_no_device_is_used(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def opened(*_: object, **__: object) -> None:
        raise VisionError("no_camera", "it was opened")

    monkeypatch.setattr("vision.cameras.live_camera.devices", opened)
    monkeypatch.setattr("vision.cameras.sources.open_camera", opened)
    app.profiles.prefer(camera="/dev/video2")
    assert [sign.state for sign in app.devices.signs()] == ["twin"] * 3
    assert app.camera_source == "sim:1"
    assert [choice.source for choice in app.cameras.choices()] == ["sim:1"]
    app.begin("fae", GameConfig(("Ana", "Bo")), "camera")
    assert not app.watched()


def test_the_start_screen_is_told_why(app: App, tmp_path: Path) -> None:
    assert "did not finish its last starts." in str(app.devices.safe_mode_reason())
    safe = SafeMode(careful(tmp_path, "ValueError: numpy.dtype size changed"))
    assert "(ValueError: numpy.dtype size changed)" in str(safe.why)


def test_an_app_that_starts_well_uses_its_devices(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite3") as journal:
        app = App(load(DEFAULTS), journal)
        assert app.devices.safe_mode_reason() is None
        app.devices.try_again()
        app.close()


def test_who_tries_again_starts_like_the_first_time(tmp_path: Path) -> None:
    safe = SafeMode(careful(tmp_path))
    assert not safe.again
    safe.leave()
    assert safe.again
    assert not StartMark(tmp_path / "starting.json").careful
