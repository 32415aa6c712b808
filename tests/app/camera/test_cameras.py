"""The chosen camera, from the settings to the device, with replacements of devices and programs."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.app.camera.cameras import Cameras
from companion.app.diagnostics import doctor_devices
from companion.errors import VisionError
from companion.i18n import translator
from companion.i18n.error_text import translated_text
from companion.settings.preferences import Preferences
from companion.settings.settings import DEFAULTS, load
from vision.cameras import live_camera, sources
from vision.cameras.live_camera import DeviceMemory, Lock
from vision.cameras.sources import Frame
from vision.cameras.state import CameraState

SETTINGS = load(DEFAULTS)


class Opened:
    """A camera and how it was opened."""

    def __init__(self, source: str, mains_hz: int | None) -> None:
        self.source, self.mains_hz = source, mains_hz
        self.locked: Lock | None = None

    def read(self) -> Frame | None:
        return Frame("", 0.0, np.full((720, 1280, 3), 128, np.uint8))

    def lock(self, exposure: bool, white_balance: bool, focus: bool = False) -> Lock:
        self.locked = Lock(exposure, white_balance, focus)
        return self.locked

    def state(self) -> CameraState:
        return CameraState(1280, 720, "YUYV", 10.0, "60 Hz", "automatic")

    def close(self) -> None:
        return None


@pytest.fixture
def plug(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, int | None], None]:
    """Replace the computer's devices; return a function that plugs a camera in as a number, None for none."""

    def memory() -> DeviceMemory:
        return DeviceMemory(tmp_path, lambda device: True)

    def opened(source: str, *_: Any, mains_hz: int | None = None) -> Opened:
        if source.isdecimal() and not (tmp_path / f"video{source}" / "answers").exists():
            raise VisionError("no_camera", "check cable and power", camera=source)
        return Opened(source, mains_hz)

    def plugged(name: str, number: int | None) -> None:
        for device in tmp_path.glob("video*"):
            for file in device.iterdir():
                file.unlink()
            device.rmdir()
        if number is not None:
            (tmp_path / f"video{number}").mkdir()
            (tmp_path / f"video{number}" / "name").write_text(name)

    monkeypatch.setattr(live_camera, "DeviceMemory", memory)
    monkeypatch.setattr(sources, "open_camera", opened)
    return plugged


def cameras(**changes: Any) -> Cameras:
    liked = Preferences(lock_focus=True, country="BR")
    return Cameras(replace(SETTINGS.camera, source="0", **changes), lambda: liked)


def test_a_silent_camera_that_comes_back_under_another_number_is_opened(
    plug: Callable[[str, int | None], None], tmp_path: Path
) -> None:
    chosen = cameras()  # 60 Hz, by the chosen country
    plug("HD Cam", 0)
    for _ in range(5):
        with pytest.raises(VisionError):
            chosen.open()
    plug("HD Cam", None)
    with pytest.raises(VisionError):
        chosen.open()
    plug("HD Cam", 2)
    (tmp_path / "video2" / "answers").touch()
    camera = chosen.open()
    assert isinstance(camera, Opened)
    assert (camera.source, camera.mains_hz, camera.locked) == ("2", 60, Lock(False, False, True))


@pytest.mark.usefixtures("plug")
def test_the_doctor_shows_what_the_camera_gives_and_not_what_was_asked() -> None:
    check = doctor_devices.look("/dev/video9", 60)
    shown = translated_text(translator("en"), check.found)
    assert (check.state, shown) == (
        "passed",
        "/dev/video9: 1280x720 YUYV, 10 pictures a second; against flickering light: 60 Hz; focus: automatic",
    )
