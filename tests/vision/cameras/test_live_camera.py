import errno
import fcntl
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import VisionError
from vision.cameras import live_camera
from vision.cameras.live_camera import CameraDevice, devices
from vision.cameras.sources import Lockable, open_camera
from vision.simulated import SimulatedCamera


class Webcam:
    """Replacement of OpenCV's capture of a V4L2 webcam; a `stubborn` one ignores settings."""

    stubborn = False
    silent = False

    def __init__(self, device: object, backend: int = 0) -> None:
        self.opened = (device, backend)
        self.values = {
            cv2.CAP_PROP_AUTO_EXPOSURE: 3.0, cv2.CAP_PROP_EXPOSURE: 156.0,
            cv2.CAP_PROP_AUTO_WB: 1.0, cv2.CAP_PROP_WB_TEMPERATURE: 4200.0,
        }  # fmt: skip
        self.told: list[tuple[int, float]] = []
        webcams.append(self)

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return True

    def get(self, what: int) -> float:
        return self.values.get(what, 0.0)

    def set(self, what: int, value: float) -> bool:
        self.told.append((what, value))
        if not self.stubborn:
            self.values[what] = value
        return True

    def read(self) -> tuple[bool, object]:
        return not self.silent, np.zeros((48, 64, 3), np.uint8)

    def release(self) -> None:
        return None


webcams: list[Webcam] = []


@pytest.fixture(autouse=True)
def no_real_camera(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(cv2, "VideoCapture", Webcam)
    yield
    webcams.clear()
    Webcam.stubborn = Webcam.silent = False


def test_a_lock_holds_the_values_of_now_and_is_read_back() -> None:
    camera = open_camera("0")
    assert isinstance(camera, Lockable)
    assert camera.lock(exposure=True, white_balance=True) == (True, True)
    (webcam,) = webcams
    assert webcam.opened == (0, cv2.CAP_V4L2)
    assert webcam.told[-4:] == [
        (cv2.CAP_PROP_AUTO_EXPOSURE, 1.0),
        (cv2.CAP_PROP_EXPOSURE, 156.0),
        (cv2.CAP_PROP_AUTO_WB, 0.0),
        (cv2.CAP_PROP_WB_TEMPERATURE, 4200.0),
    ]


def test_each_automatic_control_is_switched_alone() -> None:
    camera = open_camera("0")
    assert isinstance(camera, Lockable)
    assert camera.lock(exposure=False, white_balance=True) == (False, True)
    assert webcams[0].values[cv2.CAP_PROP_AUTO_EXPOSURE] == 3.0
    assert camera.lock(exposure=True, white_balance=False) == (True, False)
    assert webcams[0].values[cv2.CAP_PROP_AUTO_WB] == 1.0


def test_a_camera_that_takes_no_lock_says_so() -> None:
    Webcam.stubborn = True
    camera = open_camera("/dev/video2")
    assert isinstance(camera, Lockable)
    assert camera.lock(exposure=True, white_balance=True) == (False, False)


def test_the_twin_remembers_its_lock() -> None:
    from vision.fae.simulated import SimulatedFaeTable

    camera = SimulatedCamera(SimulatedFaeTable({}, 1), ())
    assert isinstance(camera, Lockable)
    camera.lock(exposure=True, white_balance=False)
    assert camera.locked == (True, False)


def test_files_have_nothing_to_lock(tmp_path: Path) -> None:
    (tmp_path / "0.png").write_bytes(b"")
    assert not isinstance(open_camera(str(tmp_path)), Lockable)


def test_cameras_are_listed_once_by_number_and_name(tmp_path: Path) -> None:
    names = {
        "video10": "bcm2835-codec-decode", "video3": "USB Webcam", "video2": "HD Cam:\x1b \u202eHD Cam",
        "video4": "USB Webcam", "video5": "Radio", "v4l-subdev0": "lens",
    }  # fmt: skip
    for device, name in names.items():
        (tmp_path / device).mkdir()
        (tmp_path / device / "name").write_text(name + "\n")
    asked = devices(tmp_path, lambda device: device != "/dev/video5")
    assert asked == [CameraDevice("2", "HD Cam: HD Cam"), CameraDevice("3", "USB Webcam")]


def test_a_camera_is_named_by_its_stable_link(tmp_path: Path) -> None:
    names = tmp_path / "by-id"
    names.mkdir()
    for number, name in ((0, "HD Cam"), (2, "No Name")):
        (tmp_path / f"video{number}").mkdir()
        (tmp_path / f"video{number}" / "name").write_text(name)
    for link in ("usb-HD_Cam_1234-video-index0", "usb-HD_Cam_1234-again"):
        (names / link).symlink_to("/dev/video0")
    found = devices(tmp_path, lambda device: True, names)
    assert found == [
        CameraDevice(str(names / "usb-HD_Cam_1234-again"), "HD Cam"),
        CameraDevice("2", "No Name"),
    ]


def test_a_camera_counts_as_open_only_after_its_first_picture() -> None:
    Webcam.silent = True
    with pytest.raises(VisionError, match=r"Camera 97 cannot be opened: it is not plugged in\.") as caught:
        open_camera("97")
    assert caught.value.code == "no_camera"


@pytest.mark.parametrize(
    ("number", "why"),
    [
        (errno.EBUSY, "another program uses it"),
        (errno.EACCES, "usermod -aG video"),
        (0, "it sends no picture"),
    ],
)
def test_the_error_names_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, why: str
) -> None:
    def ioctl(*_: object) -> int:
        if number:
            raise OSError(number, "refused")
        return 0

    device = tmp_path / "video0"
    device.write_bytes(b"")
    monkeypatch.setattr(fcntl, "ioctl", ioctl)
    assert why in str(live_camera._why_not(str(device)))


def test_a_device_that_does_not_answer_is_no_camera(tmp_path: Path) -> None:
    (tmp_path / "video97").mkdir()
    (tmp_path / "video97" / "name").write_text("gone")
    assert devices(tmp_path) == []
    assert devices(tmp_path / "nothing") == []
