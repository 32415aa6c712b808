"""Cameras on the ribbon cable of a Raspberry Pi, through picamera2 where the system has it."""

import time
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from companion.errors import VisionError
from vision.frame import Frame
from vision.live_camera import CameraDevice, Lock

PREFIX = "pi:"
"""Sources such as pi:0."""
_SIZE_PX = (1280, 960)
_EXPOSURE = ("ExposureTime", "AnalogueGain")
_WHITE_BALANCE = ("ColourGains",)


class PiCamera:
    """A camera by its number; its pictures are BGR though picamera2 calls the format RGB888."""

    def __init__(self, number: int) -> None:
        """Open the camera. Raises VisionError `no_camera`."""
        self._name, self._count, self._start_s = f"{PREFIX}{number}", 0, time.monotonic()
        library = _library()
        try:
            if library is None:
                raise RuntimeError("picamera2 is not installed")
            self._camera = library.Picamera2(number)
            main = {"size": _SIZE_PX, "format": "RGB888"}
            self._camera.configure(self._camera.create_video_configuration(main=main))
            self._camera.start()
        except (RuntimeError, IndexError) as error:
            raise VisionError(
                "no_camera",
                f"camera {self._name}: cannot be opened ({error}); check that its cable is plugged in and "
                "that no other program uses it",
                camera=self._name,
            ) from error

    def read(self) -> Frame | None:
        """The next picture. Raises VisionError when the camera stops answering."""
        try:
            picture = self._camera.capture_array("main")
        except RuntimeError as error:
            raise VisionError(
                "camera_lost",
                f"camera {self._name}: gave {self._count} pictures, then no more ({error}); check its cable",
                camera=self._name,
                pictures=self._count,
            ) from error
        self._count += 1
        time_s = time.monotonic() - self._start_s
        return Frame(f"{self._count - 1:06d}", time_s, np.ascontiguousarray(picture[..., :3], dtype=np.uint8))

    def lock(self, exposure: bool, white_balance: bool) -> Lock:
        """Keep exposure and white balance as they are now, or let them adapt."""
        now = self._camera.capture_metadata() if exposure or white_balance else {}
        controls: dict[str, Any] = {"AeEnable": not exposure, "AwbEnable": not white_balance}
        for locked, names in ((exposure, _EXPOSURE), (white_balance, _WHITE_BALANCE)):
            controls |= {name: now[name] for name in names if locked and name in now}
        self._camera.set_controls(controls)
        return Lock(exposure, white_balance)

    def close(self) -> None:
        """Let go of the camera."""
        self._camera.close()


def pi_devices() -> list[CameraDevice]:
    """The cameras on ribbon cables; none without picamera2. Those on USB are found as other devices."""
    library = _library()
    if library is None:
        return []
    return [
        CameraDevice(f"{PREFIX}{info['Num']}", f"Raspberry Pi {info['Model']}")
        for info in library.Picamera2.global_camera_info()
        if "usb" not in info["Id"]
    ]


def _library() -> Any | None:
    """picamera2 comes with the system and its libcamera, so it is no dependency of ours."""
    if find_spec("picamera2") is None:
        return None
    try:
        return import_module("picamera2")
    except (ImportError, OSError, ValueError):  # a system package that does not fit this Python
        return None
