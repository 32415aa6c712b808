import errno
import fcntl
import struct
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import cv2
import numpy as np
import pytest

from companion.errors import VisionError
from vision.cameras import live_camera
from vision.cameras.live_camera import CameraDevice, DeviceMemory, LiveCamera, devices
from vision.cameras.sources import Lockable, open_camera
from vision.cameras.state import CameraState
from vision.simulated import SimulatedCamera, SimulatedStage

MJPG, YUYV = (float(cv2.VideoWriter.fourcc(*name)) for name in ("MJPG", "YUYV"))


class Webcam:
    """Replacement of OpenCV's capture of a V4L2 webcam; a `stubborn` one ignores settings."""

    stubborn = False
    silent = False
    autofocus = focused = False
    """The lens needs some pictures to find the focus, which is 40 then."""
    codings: tuple[float, ...] = (MJPG, YUYV)

    def __init__(self, device: object, backend: int = 0) -> None:
        self.opened = (device, backend)
        self.values = {
            cv2.CAP_PROP_AUTO_EXPOSURE: 3.0, cv2.CAP_PROP_EXPOSURE: 156.0,
            cv2.CAP_PROP_AUTO_WB: 1.0, cv2.CAP_PROP_WB_TEMPERATURE: 4200.0,
        }  # fmt: skip
        self.told: list[tuple[int, float]] = []
        self.pictures = 0
        self.values |= {cv2.CAP_PROP_FOURCC: YUYV, cv2.CAP_PROP_FPS: 5.0}
        if self.autofocus:
            self.values |= {cv2.CAP_PROP_AUTOFOCUS: 1.0, cv2.CAP_PROP_FOCUS: 0.0}
        if self.focused:
            self.values |= {cv2.CAP_PROP_AUTOFOCUS: 0.0, cv2.CAP_PROP_FOCUS: 70.0}
        webcams.append(self)

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return True

    def get(self, what: int) -> float:
        return self.values.get(what, -1.0)

    def set(self, what: int, value: float) -> bool:
        self.told.append((what, value))
        if what in (cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS) and not self.autofocus:
            return False
        if what == cv2.CAP_PROP_FOURCC and value not in self.codings:
            return False
        if what == cv2.CAP_PROP_FPS and self.values[cv2.CAP_PROP_FOURCC] == YUYV:
            value = 5.0  # USB 2 carries no more of this size
        if not self.stubborn:
            self.values[what] = value
        return True

    def read(self) -> tuple[bool, object]:
        self.pictures += 1
        if self.values.get(cv2.CAP_PROP_AUTOFOCUS) == 1.0:
            self.values[cv2.CAP_PROP_FOCUS] = min(40.0, 10.0 * self.pictures)
        return not self.silent, np.zeros((48, 64, 3), np.uint8)

    def release(self) -> None:
        return None


webcams: list[Webcam] = []


@pytest.fixture(autouse=True)
def no_real_camera(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(cv2, "VideoCapture", Webcam)
    yield
    webcams.clear()
    Webcam.stubborn = Webcam.silent = Webcam.autofocus = Webcam.focused = False
    Webcam.codings = (MJPG, YUYV)


def test_a_lock_holds_the_values_of_now_and_is_read_back() -> None:
    camera = open_camera("0")
    assert isinstance(camera, Lockable)
    assert camera.lock(exposure=True, white_balance=True) == (True, True, False)
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
    assert camera.lock(exposure=False, white_balance=True) == (False, True, False)
    assert webcams[0].values[cv2.CAP_PROP_AUTO_EXPOSURE] == 3.0
    assert camera.lock(exposure=True, white_balance=False) == (True, False, False)
    assert webcams[0].values[cv2.CAP_PROP_AUTO_WB] == 1.0


def test_a_camera_that_takes_no_lock_says_so() -> None:
    Webcam.stubborn = True
    camera = open_camera("/dev/video2")
    assert isinstance(camera, Lockable)
    assert camera.lock(exposure=True, white_balance=True) == (False, False, False)


def test_the_twin_remembers_its_lock() -> None:
    unseen = cast(SimulatedStage[Any], SimpleNamespace(frames=lambda *_: iter(())))
    camera = SimulatedCamera(unseen, ())
    assert isinstance(camera, Lockable)
    camera.lock(exposure=True, white_balance=False)
    assert camera.locked == (True, False, False)


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


def test_the_coding_is_asked_before_size_and_rate() -> None:
    """OpenCV keeps the coding at each later step; without MJPG this size comes at 5 pictures a second."""
    camera = open_camera("0")
    (webcam,) = webcams
    asked = [what for what, _ in webcam.told]
    first = [
        cv2.CAP_PROP_FOURCC, cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT, cv2.CAP_PROP_FPS,
    ]  # fmt: skip
    assert asked[:4] == first
    assert isinstance(camera, LiveCamera)
    assert camera.state() == CameraState(1280, 960, "MJPG", 30.0, "not adjustable", "not adjustable")


def test_what_the_camera_gives_is_read_back() -> None:
    Webcam.codings = (YUYV,)
    camera = open_camera("0")
    assert isinstance(camera, LiveCamera)
    assert camera.state()[2:4] == ("YUYV", 5.0)


def test_focus_is_held_where_it_was_found() -> None:
    Webcam.autofocus = True
    camera = open_camera("0")
    assert isinstance(camera, LiveCamera)
    assert camera.state().focus == "automatic"
    assert camera.lock(exposure=False, white_balance=False, focus=True) == (False, False, True)
    (webcam,) = webcams
    assert (cv2.CAP_PROP_FOCUS, 40.0) in webcam.told
    assert webcam.values[cv2.CAP_PROP_AUTOFOCUS] == 0.0
    assert camera.state().focus == "held"
    assert camera.lock(exposure=False, white_balance=False, focus=False) == (False, False, False)
    assert webcam.values[cv2.CAP_PROP_AUTOFOCUS] == 1.0


def test_a_focus_that_was_held_is_not_searched_again() -> None:
    """The driver keeps the controls of a camera that is closed and opened again."""
    Webcam.autofocus = Webcam.focused = True
    camera = open_camera("0")
    assert isinstance(camera, LiveCamera)
    assert camera.lock(exposure=False, white_balance=False, focus=True) == (False, False, True)
    (webcam,) = webcams
    assert webcam.values[cv2.CAP_PROP_FOCUS] == 70.0
    assert webcam.pictures == 1
    assert (cv2.CAP_PROP_AUTOFOCUS, 1.0) not in webcam.told


def test_a_camera_without_autofocus_says_so() -> None:
    camera = open_camera("0")
    assert isinstance(camera, LiveCamera)
    assert camera.lock(exposure=True, white_balance=True, focus=True) == (True, True, False)
    assert camera.state().focus == "not adjustable"


class PowerLine:
    """Replacement of the control V4L2_CID_POWER_LINE_FREQUENCY of a driver; `limited` knows 60 Hz only."""

    def __init__(self, value: int, limited: bool = False) -> None:
        self.value, self.limited = value, limited

    def ioctl(self, _: object, request: int, answer: bytearray) -> int:
        control, wanted = struct.unpack("=Ii", answer)
        assert control == 0x00980918
        if request == 0xC008561C:
            if self.limited and wanted != 2:
                raise OSError(errno.EINVAL, "refused")
            self.value = wanted
        answer[:] = struct.pack("=Ii", control, self.value)
        return 0


@pytest.mark.parametrize(
    ("asked", "limited", "kept", "state"),
    [
        (50, False, 1, "50 Hz"),
        (60, False, 2, "60 Hz"),
        (0, False, 0, "off"),
        (None, False, 3, "automatic"),
        (50, True, 3, "automatic"),
    ],
)
def test_the_light_of_lamps_is_steadied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: int | None, limited: bool, kept: int, state: str
) -> None:
    device, driver = tmp_path / "video0", PowerLine(3, limited)
    device.write_bytes(b"")
    monkeypatch.setattr(fcntl, "ioctl", driver.ioctl)
    camera = LiveCamera(str(device), asked)
    assert (driver.value, camera.state().mains) == (kept, state)


def test_a_camera_that_comes_back_under_another_number_is_found(tmp_path: Path) -> None:
    def plug(number: int, name: str) -> None:
        (tmp_path / f"video{number}").mkdir()
        (tmp_path / f"video{number}" / "name").write_text(name)

    def unplug(number: int) -> None:
        (tmp_path / f"video{number}" / "name").unlink()
        (tmp_path / f"video{number}").rmdir()

    memory = DeviceMemory(tmp_path, lambda device: device != "/dev/video3")
    assert memory.current("0") == "0", "it was never seen"
    plug(0, "HD Cam")
    assert memory.current("0") == "0"
    unplug(0)
    assert memory.current("0") == "0", "it is not there"
    plug(1, "Other Cam")
    assert memory.current("0") == "0", "another camera is not taken for it"
    plug(3, "HD Cam")
    plug(4, "HD Cam")
    assert memory.current("0") == "4", "3 is the device of its metadata"
    plug(0, "Third Cam")
    assert memory.current("0") == "4"
    assert memory.current("/dev/video4") == "/dev/video4"
    assert memory.current("pi:0") == "pi:0"
