import sys
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from companion.errors import VisionError
from vision.cameras import Lockable, open_camera
from vision.live_camera import CameraDevice
from vision.pi_camera import pi_devices


class Picamera2:
    """What is used of picamera2: one camera on the ribbon cable, another on USB."""

    def __init__(self, number: int) -> None:
        if number != 0:
            raise IndexError("list index out of range")
        self.controls: dict[str, Any] = {}
        self.open = False
        cameras.append(self)

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        return [
            {"Model": "imx708", "Id": "/base/soc/i2c0mux/i2c@1/imx708@1a", "Num": 0},
            {"Model": "HD Webcam", "Id": "/base/scb/pcie@7d500000/usb@0,0-1.2", "Num": 1},
        ]

    def create_video_configuration(self, main: dict[str, Any]) -> dict[str, Any]:
        return main

    def configure(self, main: dict[str, Any]) -> None:
        self.size = main["size"]

    def start(self) -> None:
        self.open = True

    def close(self) -> None:
        self.open = False

    def capture_array(self, _: str) -> Any:
        if not self.open:
            raise RuntimeError("camera stopped")
        return np.full((self.size[1], self.size[0], 3), 7, np.uint8)

    def capture_metadata(self) -> dict[str, Any]:
        return {"ExposureTime": 20000, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.8), "Lux": 300}

    def set_controls(self, controls: dict[str, Any]) -> None:
        self.controls = controls


cameras: list[Picamera2] = []


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    library = ModuleType("picamera2")
    library.__spec__ = ModuleSpec("picamera2", None)
    vars(library)["Picamera2"] = Picamera2
    monkeypatch.setitem(sys.modules, "picamera2", library)
    cameras.clear()


@pytest.mark.usefixtures("installed")
def test_its_pictures_are_frames_like_others() -> None:
    camera = open_camera("pi:0")
    names = [frame.name for _ in range(2) if (frame := camera.read())]
    assert names == ["000000", "000001"]
    frame = camera.read()
    assert frame and frame.picture.shape == (960, 1280, 3)
    camera.close()
    with pytest.raises(VisionError, match="3 pictures, then no more"):
        camera.read()


@pytest.mark.usefixtures("installed")
def test_a_lock_holds_the_values_of_now() -> None:
    camera = open_camera("pi:0")
    assert isinstance(camera, Lockable)
    camera.lock(exposure=True, white_balance=False)
    assert cameras[0].controls == {
        "AeEnable": False, "AwbEnable": True, "ExposureTime": 20000, "AnalogueGain": 2.0,
    }  # fmt: skip
    camera.lock(exposure=False, white_balance=True)
    assert cameras[0].controls == {"AeEnable": True, "AwbEnable": False, "ColourGains": (1.5, 1.8)}


@pytest.mark.usefixtures("installed")
def test_only_cameras_on_the_ribbon_cable_are_listed() -> None:
    assert pi_devices() == [CameraDevice("pi:0", "Raspberry Pi imx708")]


@pytest.mark.usefixtures("installed")
def test_a_cable_that_is_not_plugged_in_is_said() -> None:
    with pytest.raises(VisionError, match="pi:1: cannot be opened") as caught:
        open_camera("pi:1")
    assert caught.value.code == "no_camera"


def test_without_picamera2_there_are_none() -> None:
    assert pi_devices() == []
    with pytest.raises(VisionError, match="picamera2 is not installed"):
        open_camera("pi:0")
