"""Cameras at this computer: their list, their pictures, their light settings."""

import errno
import struct
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from companion.errors import VisionError
from companion.games.base import N_, Sentence, device_text
from vision.arrays import Picture
from vision.cameras.params import PARAMS
from vision.cameras.state import AUTOMATIC, HELD, NONE, OFF, CameraState
from vision.frame import Frame

_BACKEND = cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY
"""V4L2 on Linux: the light settings below are V4L2's own values."""

MANUAL_EXPOSURE, APERTURE_PRIORITY = 1.0, 3.0
"""V4L2_EXPOSURE_MANUAL, and the automatic mode that webcams support (linux/v4l2-controls.h)."""


class _Control(NamedTuple):
    """An automatic control: its switch, values for off and on, its value, and the lowest valid one."""

    automatic: int
    off: float
    on: float
    value: int
    lowest: float


_EXPOSURE = _Control(
    cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL_EXPOSURE, APERTURE_PRIORITY, cv2.CAP_PROP_EXPOSURE, 1.0
)
_WHITE_BALANCE = _Control(cv2.CAP_PROP_AUTO_WB, 0.0, 1.0, cv2.CAP_PROP_WB_TEMPERATURE, 1.0)
_FOCUS = _Control(cv2.CAP_PROP_AUTOFOCUS, 0.0, 1.0, cv2.CAP_PROP_FOCUS, 0.0)

_QUERY_CAPABILITIES = 0x80685600  # VIDIOC_QUERYCAP with a v4l2_capability of 104 bytes
_DEVICE_CAPABILITIES_AT = 88
_REQUEST_BUFFERS = 0xC0145608  # VIDIOC_REQBUFS with a v4l2_requestbuffers of 20 bytes
_NO_BUFFERS = bytes([0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]) + bytes(8)  # count 0, capture, memory mapped
_GET_CONTROL, _SET_CONTROL = 0xC008561B, 0xC008561C  # VIDIOC_G_CTRL, VIDIOC_S_CTRL with a v4l2_control
_CONTROL = "=Ii"  # v4l2_control: id, value
_POWER_LINE_FREQUENCY = 0x00980918  # V4L2_CID_POWER_LINE_FREQUENCY
_POWER_LINE_VALUES = {0: 0, 50: 1, 60: 2}
_POWER_LINE_STATES = {0: OFF, 1: "50 Hz", 2: "60 Hz", 3: AUTOMATIC}
_CAPTURES = 0x1 | 0x1000  # V4L2_CAP_VIDEO_CAPTURE, V4L2_CAP_VIDEO_CAPTURE_MPLANE
_NO_CAMERAS = ("bcm2835-isp", "bcm2835-codec", "pispbe", "rp1-cfe", "rpi", "unicam")
"""Drivers of a Raspberry Pi that can capture, but give no picture without libcamera."""


class Lock(NamedTuple):
    """Automatic controls that are off, as read back from the camera."""

    exposure: bool
    white_balance: bool
    focus: bool = False


class CameraDevice(NamedTuple):
    """A camera at this computer: its source for `open_camera`, and its maker's name for it."""

    source: str
    name: str


class StreamedCamera:
    """Base of cameras that deliver pictures over time: numbers the pictures and adds their time.

    A subclass takes the first picture when it opens the camera and stores it in `_ahead`.
    """

    def __init__(self, name: str) -> None:
        self._name, self._count, self._start_s = name, 0, time.monotonic()
        self._ahead: Picture | None = None
        self._found = ""
        """The reason why the last read gave no picture; empty if it gave one."""

    def read(self) -> Frame | None:
        """Return the next picture. Raises VisionError `camera_lost` if the camera stops answering."""
        picture, self._ahead = self._ahead, None
        picture = self._next() if picture is None else picture
        if picture is None:
            raise camera_lost(self._name, self._count, self._found)
        self._count += 1
        return Frame(f"{self._count - 1:06d}", time.monotonic() - self._start_s, picture)

    def _next(self) -> Picture | None:
        """Take a picture; None if none comes."""
        raise NotImplementedError


class LiveCamera(StreamedCamera):
    """A camera at this computer, opened by OpenCV."""

    def __init__(self, device: int | str, mains_hz: int | None = None) -> None:
        """Open a device by number or path. Raises VisionError `no_camera` if it gives no picture.

        `mains_hz` is the frequency of lamps whose flicker the camera is to cancel, 0 for none; None leaves
        the camera as it is.
        """
        super().__init__(str(device))
        self._capture = cv2.VideoCapture(device, _BACKEND)
        path = f"/dev/video{device}" if isinstance(device, int) else device
        if self._capture.isOpened():
            for what, value in _asked():
                self._capture.set(what, value)
            self._ahead = self._next()
        if self._ahead is None:
            self._capture.release()
            raise no_camera(self._name, _why_not(path))
        self._mains = _mains(path, mains_hz)
        # A camera keeps its controls when it is closed: a focus that was held is held again without a search.
        automatic = self._capture.get(_FOCUS.automatic)
        self._focus = NONE if automatic < 0 else HELD if automatic == _FOCUS.off else AUTOMATIC

    def lock(self, exposure: bool, white_balance: bool, focus: bool = False) -> Lock:
        """Hold exposure, white balance and focus at their current values or let them adapt.

        Returns the result as read back. A camera without autofocus has no focus to hold.
        """
        if self._focus != NONE:
            if focus and self._focus == AUTOMATIC:
                self._find_focus()
            self._focus = HELD if self._keep(focus, _FOCUS) else AUTOMATIC
        held = self._keep(exposure, _EXPOSURE), self._keep(white_balance, _WHITE_BALANCE)
        return Lock(*held, self._focus == HELD)

    def state(self) -> CameraState:
        """Return what the camera really gives."""
        coding = int(max(0, self._capture.get(cv2.CAP_PROP_FOURCC))).to_bytes(8, "little")[:4]
        return CameraState(
            round(self._capture.get(cv2.CAP_PROP_FRAME_WIDTH)),
            round(self._capture.get(cv2.CAP_PROP_FRAME_HEIGHT)),
            device_text(coding.decode("ascii", "replace").strip("\0 ")) or "?",
            max(0.0, self._capture.get(cv2.CAP_PROP_FPS)),
            self._mains,
            self._focus,
        )

    def close(self) -> None:
        """Release the camera."""
        self._capture.release()

    def _next(self) -> Picture | None:
        found, picture = self._capture.read()
        return np.asarray(picture, dtype=np.uint8) if found else None

    def _keep(self, locked: bool, control: _Control) -> bool:
        """Switch an automatic control off at its current value, or on; return whether it is off then."""
        now = self._capture.get(control.value)
        self._capture.set(control.automatic, control.off if locked else control.on)
        if locked and now >= control.lowest:
            self._capture.set(control.value, now)
        return bool(self._capture.get(control.automatic) == control.off)

    def _find_focus(self) -> None:
        """Take pictures until the focus has stopped moving; the camera may have been opened just now."""
        last, same = self._capture.get(_FOCUS.value), 0
        for _ in range(PARAMS.focus_pictures):
            if same == PARAMS.focus_settled or (picture := self._next()) is None:
                break
            self._ahead = picture
            before, last = last, self._capture.get(_FOCUS.value)
            same = same + 1 if last == before else 0


def _asked() -> Iterable[tuple[int, float]]:
    """Yield the properties to ask of a camera, in the order in which OpenCV needs them.

    OpenCV negotiates the coding anew at each step: size and rate are those of the coding that is set then.
    """
    yield cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*PARAMS.usb_coding)
    yield cv2.CAP_PROP_FRAME_WIDTH, PARAMS.size_px[0]
    yield cv2.CAP_PROP_FRAME_HEIGHT, PARAMS.size_px[1]
    yield cv2.CAP_PROP_FPS, PARAMS.usb_frames_per_s
    # At most one picture waits: older ones show a table that has changed since.
    yield cv2.CAP_PROP_BUFFERSIZE, 1


def _mains(device: str, hz: int | None) -> str:
    """Set the control against flickering light unless `hz` is None; return its state as read back."""
    if sys.platform != "linux":
        return NONE
    import fcntl

    answer = bytearray(struct.pack(_CONTROL, _POWER_LINE_FREQUENCY, 0))
    try:
        with Path(device).open("r+b", buffering=0) as opened:
            if hz is not None:
                value = struct.pack(_CONTROL, _POWER_LINE_FREQUENCY, _POWER_LINE_VALUES[hz])
                with suppress(OSError):  # some cameras know one frequency only
                    fcntl.ioctl(opened, _SET_CONTROL, bytearray(value))
            fcntl.ioctl(opened, _GET_CONTROL, answer)
    except OSError:
        return NONE
    return _POWER_LINE_STATES.get(struct.unpack(_CONTROL, answer)[1], NONE)


def no_camera(name: str, why: Sentence) -> VisionError:
    """Return the error of a camera that gives no picture from the start."""
    sentence = Sentence(N_("Camera {camera} cannot be opened: {why}"), {"camera": name, "why": why})
    return VisionError.of("no_camera", sentence, camera=name)


def camera_lost(name: str, pictures: int, found: str = "") -> VisionError:
    """Return the error of a camera that gave pictures and then stopped."""
    more = f"no more ({found})" if found else "no more"
    text = f"camera {name}: gave {pictures} pictures, then {more}; check cable and power"
    return VisionError("camera_lost", text, camera=name, pictures=pictures)


def devices(
    folder: Path = Path("/sys/class/video4linux"),
    captures: Callable[[str], bool] | None = None,
    names: Path = Path("/dev/v4l/by-id"),
) -> list[CameraDevice]:
    """Return the cameras of this computer in the order of their device numbers.

    A camera with several devices has one entry. Its source is its link in the folder `names`, which stays the
    same when numbers change, or its number if it has no link.
    """
    stays = {link.resolve().name: str(link) for link in sorted(names.glob("*"), reverse=True)}
    asked = captures or _captures
    found: list[CameraDevice] = []
    for name, number in sorted(_numbered(folder), key=lambda entry: entry[1]):
        known = any(device.name == name for device in found)
        if not known and not name.startswith(_NO_CAMERAS) and asked(f"/dev/video{number}"):
            found.append(CameraDevice(stays.get(f"video{number}", str(number)), name))
    return found


class DeviceMemory:
    """Finds a camera again that came back under another number, by the name that it had."""

    def __init__(
        self, folder: Path = Path("/sys/class/video4linux"), captures: Callable[[str], bool] | None = None
    ) -> None:
        self._folder, self._captures = folder, captures
        self._known: dict[str, str] = {}

    def current(self, source: str) -> str:
        """Return the source under which the camera of a source can be opened now.

        Only numbers and /dev/videoN are looked up; links by name stay the same anyway.
        """
        number = source.removeprefix("/dev/video")
        if not number.isdecimal():
            return source
        names = {str(number): name for name, number in _numbered(self._folder)}
        name = self._known.setdefault(source, names[number]) if number in names else self._known.get(source)
        if name is None or names.get(number) == name:
            return source
        others = devices(self._folder, self._captures)
        return next((device.source for device in others if device.name == name), source)


def _numbered(folder: Path) -> Iterable[tuple[str, int]]:
    for path in folder.glob("video*/name"):
        number = path.parent.name.removeprefix("video")
        if number.isdecimal():
            yield device_text(path.read_text(errors="replace")), int(number)


def _why_not(device: str) -> Sentence:
    """Return the reason why a device gives no picture, and the remedy."""
    import fcntl

    try:
        with Path(device).open("r+b", buffering=0) as opened:
            fcntl.ioctl(opened, _REQUEST_BUFFERS, bytearray(_NO_BUFFERS))
    except OSError as error:
        return Sentence(_REASONS.get(error.errno or 0, _SILENT))
    return Sentence(_SILENT)


_SILENT = N_("it sends no picture; check cable and power.")
_REASONS = {
    errno.ENOENT: N_("it is not plugged in."),
    errno.ENODEV: N_("it is not plugged in."),
    errno.ENXIO: N_("it is not plugged in."),
    errno.EBUSY: N_("another program uses it; close that one."),
    errno.EACCES: N_("this user may not use it: sudo usermod -aG video $USER, then log in again."),
    errno.EPERM: N_("this user may not use it: sudo usermod -aG video $USER, then log in again."),
}


def _captures(device: str) -> bool:
    """Return whether the driver of a device reports that it captures pictures."""
    import fcntl  # not available on all systems; these devices exist on Linux only

    answer = bytearray(104)
    try:
        with Path(device).open("rb", buffering=0) as opened:
            fcntl.ioctl(opened, _QUERY_CAPABILITIES, answer)
    except OSError:
        return False
    return bool(int.from_bytes(answer[_DEVICE_CAPABILITIES_AT:][:4], sys.byteorder) & _CAPTURES)
