"""Sources of pictures: files, folders, videos, cameras, network streams and the simulated table."""

import logging
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

import cv2
import numpy as np

from companion.errors import VisionError
from companion.games.base import N_, Sentence
from vision.arrays import Picture as Picture
from vision.cameras.address import PI, is_address
from vision.cameras.live_camera import LiveCamera, Lock
from vision.cameras.network_camera import NetworkCamera
from vision.cameras.params import PARAMS
from vision.cameras.pi_camera import PiCamera
from vision.cameras.picture_files import check_size, load_scaled, reduced, wrong_input
from vision.cameras.picture_files import load_picture as load_picture
from vision.cameras.picture_header import START_BYTES, picture_format
from vision.cameras.state import CameraState
from vision.frame import Frame as Frame

log = logging.getLogger(__name__)

SUFFIXES = {".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".bmp", ".heic", ".heif"}
"""Ends of the names of picture files, in small letters."""
RECORDING = "scene.json"
"""File that makes a folder a recording."""
_LEFT_OUT = N_("{folder}: left out {files}: not pictures.")
_LEFT_OUT_MORE = N_("{folder}: left out {files} and others ({more}): not pictures.")

Report = Callable[[VisionError], None]
"""Called with the error of each file that is left out."""


def log_left_out(error: VisionError) -> None:
    """Log why a file of a folder is left out."""
    log.warning("%s", error)


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


@runtime_checkable
class Scaled(Protocol):
    """A source whose pictures may be reduced."""

    @property
    def scale(self) -> float:
        """Pixels of the source per pixel of the first picture, at least 1."""


def open_camera(
    source: str,
    simulated: Callable[[int], Camera] | None = None,
    *,
    mains_hz: int | None = None,
    report: Report = log_left_out,
) -> Camera:
    """Open a source of pictures.

    A source is a picture, a folder of pictures, a video file, a camera's number or device, pi:NUMBER, an http
    or rtsp address, or sim:SEED.

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
        return FolderCamera(path, report)
    if path.is_file():
        return PictureCamera([path]) if _is_picture(path) else VideoCamera(path)
    raise _wrong_source(
        source,
        "no such folder or file; expected a picture, a folder of pictures, a video file, a camera's number "
        "or device, pi:NUMBER, an http or rtsp address, or sim:SEED",
    )


class PictureCamera:
    """Picture files, each a still moment of its own, one after the other.

    Files that cannot be read are given to `report` and left out; without it they raise VisionError.
    """

    def __init__(self, paths: Sequence[Path], report: Report | None = None) -> None:
        self._paths, self._report = paths, report
        self._next = self._count = 0
        self._ahead: Frame | None = None

    @property
    def scale(self) -> float:
        """Pixels of the file per pixel of the first picture, at least 1. Raises VisionError."""
        self._ahead = self._ahead or self.read()
        return self._ahead.scale if self._ahead else 1.0

    def read(self) -> Frame | None:
        """Return the next picture; None after the last. Raises VisionError, also if none can be read."""
        if self._ahead:
            frame, self._ahead = self._ahead, None
            return frame
        while self._next < len(self._paths):
            path, number = self._paths[self._next], self._next
            self._next += 1
            try:
                picture, scale = load_scaled(path)
            except VisionError as error:
                if self._report is None:
                    raise
                self._report(error)
                continue
            self._count += 1
            return Frame(path.name, number * PARAMS.folder_step_s, picture, still=True, scale=scale)
        if not self._count:
            raise _wrong_source(str(self._paths[0].parent), "none of its pictures can be read")
        return None

    def close(self) -> None:
        """Do nothing: no file is held open."""


class FolderCamera(PictureCamera):
    """The pictures of a folder in natural order: IMG_9 before IMG_10.

    A folder with scene.json is a recording: only its numbered pictures count, and a broken one raises
    VisionError, because a gap hides moves. In any other folder every picture counts; other files and broken
    pictures are left out and reported.
    """

    def __init__(self, folder: Path, report: Report = log_left_out) -> None:
        """List the folder. Raises VisionError if it holds no picture."""
        recording = (folder / RECORDING).is_file()
        files = sorted((path for path in folder.iterdir() if path.is_file()), key=_natural)
        pictures = [path for path in files if _counts(path, recording)]
        if not pictures:
            raise _wrong_source(
                str(folder), "no pictures there; expected files such as IMG_1.jpg, 0000.png or table.heic"
            )
        others = [path.name for path in files if path not in pictures]
        if others and not recording:
            report(_left_out(folder, others))
        super().__init__(pictures, None if recording else report)


class VideoCamera:
    """A video file from beginning to end, upright, at most `max_video_frames_per_s` pictures a second."""

    def __init__(self, path: Path) -> None:
        """Open the file. Raises VisionError if it is no video."""
        self._capture = cv2.VideoCapture(str(path))
        self._path, self._number, self._time_s = path, -1, -1.0
        if not self._capture.isOpened():
            raise _wrong_source(
                str(path), "not a video file that can be read; expected for example MP4, MOV or AVI"
            )
        self._capture.set(cv2.CAP_PROP_ORIENTATION_AUTO, 1)
        size = [self._capture.get(key) for key in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)]
        try:
            check_size(*size)
        except ValueError as error:
            self.close()
            raise _wrong_source(str(path), str(error)) from error
        self.scale = max(1.0, max(size) / PARAMS.longest_side_px)

    def read(self) -> Frame | None:
        """Return the next picture; None after the last. Raises VisionError if the video has none."""
        while self._capture.grab():
            self._number += 1
            time_s = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
            if self._number and 0 < time_s - self._time_s < 0.9 / PARAMS.max_video_frames_per_s:
                continue
            found, picture = self._capture.retrieve()
            if not found:
                break
            if time_s <= self._time_s:  # a file without times
                time_s = self._time_s + 1 / PARAMS.max_video_frames_per_s
            self._time_s = time_s
            picture = reduced(np.asarray(picture, dtype=np.uint8), PARAMS.longest_side_px)
            return Frame(f"{self._number:06d}", time_s, picture, scale=self.scale)
        if self._time_s < 0:
            raise _wrong_source(str(self._path), "the video holds no picture that can be read")
        return None

    def close(self) -> None:
        """Close the file."""
        self._capture.release()


def _is_picture(path: Path) -> bool:
    """Return whether a file is a picture by its content, or is named like one."""
    if path.suffix.lower() in SUFFIXES:
        return True
    try:
        with path.open("rb") as file:
            return picture_format(file.read(START_BYTES)) is not None
    except OSError:
        return False


def _natural(path: Path) -> tuple[list[str | int], str]:
    """Return the sort key of a file: numbers in its name count as numbers."""
    parts = re.split(r"([0-9]+)", path.name.casefold())
    return [int(part) if number % 2 else part for number, part in enumerate(parts)], path.name


def _counts(path: Path, recording: bool) -> bool:
    """Return whether a file of a folder is one of its pictures."""
    named = path.suffix.lower() in SUFFIXES and not path.name.startswith(".")
    return named and (not recording or path.stem[-1:].isdecimal())


def _left_out(folder: Path, names: Sequence[str]) -> VisionError:
    first, more = names[: PARAMS.named_files], len(names) - PARAMS.named_files
    values = {"folder": str(folder), "files": ", ".join(first)}
    sentence = Sentence(_LEFT_OUT_MORE, {**values, "more": more}) if more > 0 else Sentence(_LEFT_OUT, values)
    return wrong_input("left_out", str(sentence), sentences=(sentence,), path=str(folder))


def _wrong_source(source: str, why: str) -> VisionError:
    return wrong_input("bad_source", f"{source}: {why}", source=source, why=why)
