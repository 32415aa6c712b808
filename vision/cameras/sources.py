"""Sources of pictures: folders, video files, cameras, network streams and the simulated table."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol, runtime_checkable

import cv2
import numpy as np

from companion.errors import VisionError
from vision.arrays import Picture as Picture
from vision.cameras.address import PI, is_address
from vision.cameras.capture_file import SUFFIX, CaptureCamera
from vision.cameras.live_camera import LiveCamera, Lock
from vision.cameras.network_camera import NetworkCamera
from vision.cameras.params import PARAMS
from vision.cameras.pi_camera import PiCamera
from vision.cameras.picture_files import load_picture as load_picture
from vision.cameras.picture_files import wrong_input
from vision.cameras.state import CameraState
from vision.frame import Frame as Frame

_SUFFIXES = {".jpg", ".jpeg", ".png"}


class Camera(Protocol):
    """A source that returns one picture after the other."""

    def read(self) -> Frame | None:
        """Return the next picture; None after the last. Raises VisionError if an expected one is missing."""

    def close(self) -> None:
        """Release the device or file."""


@runtime_checkable
class Lockable(Protocol):
    """A camera whose exposure, white balance and focus can be held."""

    def lock(self, exposure: bool, white_balance: bool, focus: bool = False) -> Lock:
        """Hold them at their current values or let them adapt; return the state read back."""


@runtime_checkable
class Described(Protocol):
    """A camera that reports what it really gives."""

    def state(self) -> CameraState:
        """Return the state read back."""


def open_camera(
    source: str, simulated: Callable[[int], Camera] | None = None, *, mains_hz: int | None = None
) -> Camera:
    """Open a source of pictures.

    A source is a folder, a video file, a capture, a camera's number or device, pi:NUMBER, an http or rtsp
    address, or sim:SEED.

    `simulated` creates the simulated table of a seed. `mains_hz` is the frequency of flickering lamps, 0 for
    none; None leaves a camera as it is. Raises VisionError that names the expected input.
    """
    if source.startswith("sim:"):
        seed = source.removeprefix("sim:")
        if simulated is None or not seed.isdecimal():
            raise _wrong_source(source, "expected sim: and a number, such as sim:7")
        return simulated(int(seed))
    if source.startswith(PI) and source.removeprefix(PI).isdecimal():
        return PiCamera(int(source.removeprefix(PI)), mains_hz)
    if source.isdecimal():
        return LiveCamera(int(source), mains_hz)
    if source.startswith("/dev/"):
        return LiveCamera(source, mains_hz)
    if is_address(source):
        return NetworkCamera(source)
    path = Path(source)
    if path.is_dir():
        return FolderCamera(path)
    if path.is_file():
        return CaptureCamera(path) if path.suffix == SUFFIX else VideoCamera(path)
    raise _wrong_source(
        source,
        "no such folder or file; expected a folder of pictures, a video file, a capture, a camera's number "
        "or device, pi:NUMBER, an http or rtsp address, or sim:SEED",
    )


class FolderCamera:
    """The numbered pictures of a folder, by name; pictures without a number are ignored."""

    def __init__(self, folder: Path) -> None:
        """List the folder. Raises VisionError if it holds no numbered picture."""
        self._paths = sorted(
            p for p in folder.iterdir() if p.suffix.lower() in _SUFFIXES and p.stem[-1:].isdecimal()
        )
        self._next = 0
        if not self._paths:
            raise _wrong_source(
                str(folder), "no numbered pictures there; expected files such as 0000.jpg or 0000.png"
            )

    def read(self) -> Frame | None:
        """Return the next picture; None after the last. Raises VisionError naming a broken file."""
        if self._next == len(self._paths):
            return None
        path, number = self._paths[self._next], self._next
        self._next += 1
        return Frame(path.name, number * PARAMS.folder_step_s, load_picture(path))

    def close(self) -> None:
        """Do nothing: no file is held open."""


class VideoCamera:
    """A video file from beginning to end."""

    def __init__(self, path: Path) -> None:
        """Open the file. Raises VisionError if it is no video."""
        self._capture = cv2.VideoCapture(str(path))
        self._path, self._count = path, 0
        if not self._capture.isOpened():
            raise _wrong_source(
                str(path), "not a video file that can be read; expected for example MP4 or AVI"
            )

    def read(self) -> Frame | None:
        """Return the next picture; None after the last. Raises VisionError if the video has none."""
        found, picture = self._capture.read()
        if not found:
            if self._count == 0:
                raise _wrong_source(str(self._path), "the video holds no picture that can be read")
            return None
        self._count += 1
        time_s = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        return Frame(f"{self._count - 1:06d}", time_s, np.asarray(picture, dtype=np.uint8))

    def close(self) -> None:
        """Close the file."""
        self._capture.release()


def _wrong_source(source: str, why: str) -> VisionError:
    return wrong_input("bad_source", f"{source}: {why}", source=source, why=why)
