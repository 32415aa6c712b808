"""Cameras at this computer or in the network: which are there, their pictures, their light settings."""

import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from companion.errors import VisionError
from vision.frame import Frame

_SIZE_PX = (1280, 960)
_BACKEND = cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY
"""Light settings have V4L2's own values, so no other backend may open a device there."""

MANUAL_EXPOSURE, APERTURE_PRIORITY = 1.0, 3.0
"""V4L2_EXPOSURE_MANUAL, and the automatic that webcams know (linux/v4l2-controls.h)."""
_EXPOSURE = (cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL_EXPOSURE, APERTURE_PRIORITY, cv2.CAP_PROP_EXPOSURE)
_WHITE_BALANCE = (cv2.CAP_PROP_AUTO_WB, 0.0, 1.0, cv2.CAP_PROP_WB_TEMPERATURE)

_QUERY_CAPABILITIES = 0x80685600  # VIDIOC_QUERYCAP with a v4l2_capability of 104 bytes
_DEVICE_CAPABILITIES_AT = 88
_CAPTURES = 0x1 | 0x1000  # V4L2_CAP_VIDEO_CAPTURE, V4L2_CAP_VIDEO_CAPTURE_MPLANE
_NO_CAMERAS = ("bcm2835-isp", "bcm2835-codec", "pispbe", "rp1-cfe", "rpi", "unicam")
"""Parts of a Raspberry Pi that capture, but give no picture without the rest of its camera system."""


class Lock(NamedTuple):
    """Which of a camera's automatics are off, as read back from it."""

    exposure: bool
    white_balance: bool


class CameraDevice(NamedTuple):
    """A camera at this computer: its source, as `open_camera` takes it, and what its maker calls it."""

    source: str
    name: str


class LiveCamera:
    """A camera at this computer or in the network."""

    def __init__(self, device: int | str, name: str) -> None:
        """Open a device by number or path, or an address. Raises VisionError."""
        local = isinstance(device, int) or device.startswith("/dev/")
        self._capture = cv2.VideoCapture(device, _BACKEND) if local else cv2.VideoCapture(device)
        self._name, self._count, self._start_s = name, 0, time.monotonic()
        if not self._capture.isOpened():
            raise VisionError(
                "no_camera",
                f"camera {name}: cannot be opened; check that it is plugged in, switched on and not used by "
                "another program",
                camera=name,
            )
        if local:
            self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, _SIZE_PX[0])
            self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, _SIZE_PX[1])
            # One picture waiting at most: what happened seconds ago is of no use.
            self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)

    def read(self) -> Frame | None:
        """The next picture. Raises VisionError when the camera stops answering."""
        found, picture = self._capture.read()
        if not found:
            raise VisionError(
                "camera_lost",
                f"camera {self._name}: gave {self._count} pictures, then no more; check cable and power",
                camera=self._name,
                pictures=self._count,
            )
        self._count += 1
        return Frame(
            f"{self._count - 1:06d}", time.monotonic() - self._start_s, np.asarray(picture, dtype=np.uint8)
        )

    def lock(self, exposure: bool, white_balance: bool) -> Lock:
        """Keep exposure and white balance as they are now, or let them adapt; what the camera then does."""
        return Lock(self._keep(exposure, *_EXPOSURE), self._keep(white_balance, *_WHITE_BALANCE))

    def close(self) -> None:
        """Let go of the camera."""
        self._capture.release()

    def _keep(self, locked: bool, automatic: int, off: float, on: float, value: int) -> bool:
        """Switch an automatic off at the value it has now, or on; whether it is off then."""
        now = self._capture.get(value)
        self._capture.set(automatic, off if locked else on)
        if locked and now > 0:
            self._capture.set(value, now)
        return bool(self._capture.get(automatic) == off)


def devices(
    folder: Path = Path("/sys/class/video4linux"), captures: Callable[[str], bool] | None = None
) -> list[CameraDevice]:
    """The cameras of this computer by number; one entry a camera, though some have several devices."""
    asked = captures or _captures
    found: list[CameraDevice] = []
    for name, number in sorted(_numbered(folder), key=lambda entry: entry[1]):
        known = any(device.name == name for device in found)
        if not known and not name.startswith(_NO_CAMERAS) and asked(f"/dev/video{number}"):
            found.append(CameraDevice(str(number), name))
    return found


def _numbered(folder: Path) -> Iterable[tuple[str, int]]:
    for path in folder.glob("video*/name"):
        number = path.parent.name.removeprefix("video")
        if number.isdecimal():
            yield path.read_text(errors="replace").strip(), int(number)


def _captures(device: str) -> bool:
    """Whether a device gives pictures, as its driver says."""
    import fcntl  # only where there are such devices

    answer = bytearray(104)
    try:
        with Path(device).open("rb", buffering=0) as opened:
            fcntl.ioctl(opened, _QUERY_CAPABILITIES, answer)
    except OSError:
        return False
    return bool(int.from_bytes(answer[_DEVICE_CAPABILITIES_AT:][:4], sys.byteorder) & _CAPTURES)
