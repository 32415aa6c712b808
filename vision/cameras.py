"""Where pictures come from: folders, video files, cameras, network streams and the simulated table."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol, runtime_checkable

import cv2
import numpy as np

from companion.errors import ExitCode, VisionError
from vision.arrays import Picture as Picture
from vision.frame import Frame as Frame
from vision.live_camera import LiveCamera, Lock
from vision.network_camera import NetworkCamera, is_address
from vision.pi_camera import PREFIX, PiCamera

FOLDER_STEP_S = 2.0
"""Pictures of a folder are moments at least so far apart."""

MOST_BYTES, MOST_PX = 100_000_000, 64_000_000
"""Of a picture file; the best camera of a Raspberry Pi takes pictures of 64 million pixels."""
_SUFFIXES = {".jpg", ".jpeg", ".png"}
_ENDS = {b"\xff\xd8": b"\xff\xd9", b"\x89PNG": b"IEND\xaeB`\x82"}


class Camera(Protocol):
    """Anything that gives one picture after the other."""

    def read(self) -> Frame | None:
        """The next picture; None after the last. Raises VisionError when there should be one but is not."""

    def close(self) -> None:
        """Let go of the device or file."""


@runtime_checkable
class Lockable(Protocol):
    """A camera whose exposure and white balance can be held."""

    def lock(self, exposure: bool, white_balance: bool) -> Lock:
        """Keep them as they are now, or let them adapt; what the camera then really does."""


def open_camera(source: str, simulated: Callable[[int], Camera] | None = None) -> Camera:
    """Open a folder, a video, a camera's number or device, pi:NUMBER, an http/rtsp address or "sim:SEED".

    `simulated` makes the simulated table of a seed. Raises VisionError saying what was expected.
    """
    if source.startswith("sim:"):
        seed = source.removeprefix("sim:")
        if simulated is None or not seed.isdecimal():
            raise _wrong_source(source, "expected sim: and a number, such as sim:7")
        return simulated(int(seed))
    if source.startswith(PREFIX) and source.removeprefix(PREFIX).isdecimal():
        return PiCamera(int(source.removeprefix(PREFIX)))
    if source.isdecimal():
        return LiveCamera(int(source))
    if source.startswith("/dev/"):
        return LiveCamera(source)
    if is_address(source):
        return NetworkCamera(source)
    path = Path(source)
    if path.is_dir():
        return FolderCamera(path)
    if path.is_file():
        return VideoCamera(path)
    raise _wrong_source(
        source,
        "no such folder or file; expected a folder of pictures, a video file, a camera's number or device, "
        "pi:NUMBER, an http or rtsp address, or sim:SEED",
    )


class FolderCamera:
    """The numbered pictures of a folder, by name; pictures without a number are something else."""

    def __init__(self, folder: Path) -> None:
        """List the folder. Raises VisionError when it holds no numbered picture."""
        self._paths = sorted(
            p for p in folder.iterdir() if p.suffix.lower() in _SUFFIXES and p.stem[-1:].isdecimal()
        )
        self._next = 0
        if not self._paths:
            raise _wrong_source(
                str(folder), "no numbered pictures there; expected files such as 0000.jpg or 0000.png"
            )

    def read(self) -> Frame | None:
        """The next picture; None after the last. Raises VisionError naming a broken file."""
        if self._next == len(self._paths):
            return None
        path, number = self._paths[self._next], self._next
        self._next += 1
        return Frame(path.name, number * FOLDER_STEP_S, load_picture(path))

    def close(self) -> None:
        """Nothing is held open."""


class VideoCamera:
    """A video file from beginning to end."""

    def __init__(self, path: Path) -> None:
        """Open the file. Raises VisionError when it is no video."""
        self._capture = cv2.VideoCapture(str(path))
        self._path, self._count = path, 0
        if not self._capture.isOpened():
            raise _wrong_source(
                str(path), "not a video file that can be read; expected for example MP4 or AVI"
            )

    def read(self) -> Frame | None:
        """The next picture; None after the last. Raises VisionError when not even the first can be read."""
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


def load_picture(path: Path) -> Picture:
    """Read a JPEG or PNG file as (height, width, 3) BGR. Raises VisionError when it is not whole."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise _broken_picture(path, f"a file of more than {MOST_BYTES} bytes")
        content = path.read_bytes()
    except OSError as error:
        raise _broken_picture(path, error.strerror or str(error)) from error
    return decoded(content, path)


def decoded(content: bytes, path: Path) -> Picture:
    """The picture that a JPEG or PNG file holds, as `load_picture`; `path` is named in errors."""
    # OpenCV fills the missing part of a truncated file with grey; only the end marker tells.
    end = next((end for start, end in _ENDS.items() if content.startswith(start)), None)
    if end is None:
        raise _broken_picture(path, f"{len(content)} bytes that are neither JPEG nor PNG")
    if end not in content[-64:]:
        raise _broken_picture(path, f"a file that stops after {len(content)} bytes without its end")
    width, height = _size_px(content)
    if width * height > MOST_PX:
        raise _broken_picture(path, f"{width} x {height} pixels, {MOST_PX} at most expected")
    try:
        picture = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise _broken_picture(path, f"damaged data ({error.code})") from error
    if picture is None:
        raise _broken_picture(path, "damaged data")
    return np.asarray(picture, dtype=np.uint8)


def _size_px(content: bytes) -> tuple[int, int]:
    """Width and height that a JPEG or PNG file claims, before anything is decoded; 0 where it claims none.

    PNG, third edition, 11.2.1; ITU-T T.81, B.2.2.
    """
    if content.startswith(b"\x89PNG"):
        return int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")
    at, largest = 2, (0, 0)
    while at + 9 < len(content):
        if content[at] != 0xFF:
            at += 1
            continue
        marker = content[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            found = (
                int.from_bytes(content[at + 7 : at + 9], "big"),
                int.from_bytes(content[at + 5 : at + 7], "big"),
            )
            largest = max(largest, found, key=lambda size: size[0] * size[1])
        if marker == 0xDA:
            break
        at += 2 + (
            0
            if marker in (0x01, 0xFF, *range(0xD0, 0xDA))
            else int.from_bytes(content[at + 2 : at + 4], "big")
        )
    return largest


def _broken_picture(path: Path, found: str) -> VisionError:
    return _wrong_input(
        "broken_picture",
        f"{path}: expected a whole JPEG or PNG picture, found {found}; copy the file again or take it out",
        path=str(path),
        found=found,
    )


def _wrong_source(source: str, why: str) -> VisionError:
    return _wrong_input("bad_source", f"{source}: {why}", source=source, why=why)


def _wrong_input(code: str, message: str, **params: object) -> VisionError:
    error = VisionError(code, message, **params)
    error.exit_code = ExitCode.WRONG_INPUT
    return error
