"""Cameras on the ribbon cable of a Raspberry Pi, read through the program `rpicam-vid`.

A separate process is used because libcamera's Python binding works only with the system's Python and NumPy.
`rpicam-vid` is part of Raspberry Pi OS, also of its Lite version, where picamera2 is not installed.
"""

import os
import re
import subprocess
import threading
import time
from collections import deque
from collections.abc import Mapping
from shutil import which
from typing import IO

import cv2
import numpy as np

from companion.errors import VisionError
from companion.games.base import device_text
from vision.arrays import Picture
from vision.cameras.address import PI
from vision.cameras.live_camera import CameraDevice, Lock
from vision.cameras.params import PARAMS
from vision.cameras.state import AUTOMATIC, HELD, NONE, OFF, CameraState
from vision.frame import Frame

_VIDEO, _HELLO = "rpicam-vid", "rpicam-hello"
_LISTED = re.compile(r"^\s*(\d+) : (\S+) \[.*\((.*)\)", re.MULTILINE)
_METADATA = re.compile(
    r'"(ExposureTime|AnalogueGain|ColourGains|LensPosition|AfState|FrameDuration)"'
    r": \[?\s*([\d.]+)(?:,\s*([\d.]+))?"
)
_FOCUS_FOUND = ("2", "3")
"""`AfStateFocused` and `AfStateFailed` (libcamera/control_ids.h): the search has ended."""
_held_lenses: dict[int, str] = {}
"""Lens positions held, by number of the camera: a camera that is opened again does not search anew."""


class PiCamera:
    """A camera by its number; keeps only the newest picture."""

    def __init__(self, number: int, mains_hz: int | None = None) -> None:
        """Start the camera. Raises VisionError `no_camera` if no picture comes.

        `mains_hz` is the frequency of lamps whose flicker the camera is to cancel; 0 or None for none.
        """
        self._number, self._name = number, f"{PI}{number}"
        self._count, self._start_s = 0, time.monotonic()
        self._mains_hz, self._mains = mains_hz, f"{mains_hz} Hz" if mains_hz else OFF
        self._focus_held = False
        self._stream = _RpicamProcess(self._arguments())
        try:
            self._ahead: Picture | None = self._first()
        except OSError as error:
            self._stream.close()
            raise VisionError(
                "no_camera",
                f"camera {self._name}: expected a picture from {_VIDEO}, found: {error}; check its cable, "
                "and that no other program uses it",
                camera=self._name,
            ) from error

    def read(self) -> Frame | None:
        """Return the next picture. Raises VisionError `camera_lost` if the camera stops answering."""
        picture, self._ahead = self._ahead, None
        try:
            picture = self._stream.next(PARAMS.next_picture_timeout_s) if picture is None else picture
        except OSError as error:
            raise VisionError(
                "camera_lost",
                f"camera {self._name}: gave {self._count} pictures, then no more ({error}); check its cable",
                camera=self._name,
                pictures=self._count,
            ) from error
        self._count += 1
        return Frame(f"{self._count - 1:06d}", time.monotonic() - self._start_s, picture)

    def lock(self, exposure: bool, white_balance: bool, focus: bool = False) -> Lock:
        """Hold exposure, white balance and focus at their current values or let them adapt.

        Returns the result. Restarts `rpicam-vid` with the values in the metadata of its last picture. A
        control without such a value keeps adapting; a camera without autofocus has no focus to hold.
        """
        lens = _held_lenses.get(self._number)
        if exposure or white_balance or focus:
            self._stream.wait_for_metadata(PARAMS.focus_timeout_s, focused=focus and not lens)
        now = self._stream.metadata
        exposure = exposure and {"ExposureTime", "AnalogueGain"} <= now.keys()
        white_balance = white_balance and "ColourGains" in now
        fixed: list[str] = []
        if exposure:
            fixed += ["--shutter", f"{now['ExposureTime'][0]}us", "--gain", now["AnalogueGain"][0]]
        if white_balance:
            fixed += ["--awbgains", ",".join(now["ColourGains"])]
        self._focus_held = focus and "LensPosition" in now
        if self._focus_held:
            lens = _held_lenses.setdefault(self._number, now["LensPosition"][0])
            fixed += ["--autofocus-mode", "manual", "--lens-position", lens]
        else:
            _held_lenses.pop(self._number, None)
        self._stream.close()
        self._stream, self._ahead = _RpicamProcess(self._arguments() + fixed, now), None
        return Lock(exposure, white_balance, self._focus_held)

    def state(self) -> CameraState:
        """Return what the camera gives. `rpicam-vid` does not report the state of its flicker control."""
        now = self._stream.metadata
        duration_us = float(now["FrameDuration"][0]) if "FrameDuration" in now else 0.0
        focus = HELD if self._focus_held else AUTOMATIC if "LensPosition" in now else NONE
        rate = 1e6 / duration_us if duration_us else 0.0
        return CameraState(*PARAMS.size_px, "YUV420", rate, self._mains, focus)

    def close(self) -> None:
        """Release the camera."""
        self._stream.close()

    def _first(self) -> Picture:
        """Return the first picture. Raises OSError if none comes."""
        try:
            return self._stream.next(PARAMS.first_picture_timeout_s)
        except OSError as error:
            # Older versions of the program know no --flicker-period.
            if not (self._mains_hz and "unrecognised option" in str(error)):
                raise
            self._stream.close()
            self._mains_hz, self._mains = None, NONE
            self._stream = _RpicamProcess(self._arguments())
            return self._stream.next(PARAMS.first_picture_timeout_s)

    def _arguments(self) -> list[str]:
        width, height = PARAMS.size_px
        # Light flickers twice in a period of the mains.
        steady = ["--flicker-period", f"{500_000 // self._mains_hz}us"] if self._mains_hz else []
        return [*steady, "--camera", str(self._number), "--width", str(width), "--height", str(height),
                "--framerate", str(PARAMS.frames_per_s), "--codec", "yuv420", "--timeout", "0", "--nopreview",
                "--flush", "--output", "-"]  # fmt: skip


class _RpicamProcess:
    """A running `rpicam-vid`: its newest picture and the metadata of its light.

    Threads read pictures, metadata and messages at full speed: no old picture waits in a pipe, and the
    program never waits for room in one.
    """

    def __init__(self, arguments: list[str], metadata: Mapping[str, tuple[str, ...]] = {}) -> None:
        self.metadata = dict(metadata)
        self._newest: deque[bytes] = deque(maxlen=1)
        self._changed = threading.Condition()
        self._over, self._described = "", False
        read_end, write_end = os.pipe()
        try:
            self._process = subprocess.Popen(
                [_VIDEO, *arguments, "--metadata", f"/dev/fd/{write_end}", "--metadata-format", "json"],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                pass_fds=[write_end],
            )  # fmt: skip
        except OSError as error:
            self._over = f"{error.strerror}: {_VIDEO}"
            os.close(read_end)
            return
        finally:
            os.close(write_end)
        assert self._process.stdout
        assert self._process.stderr
        self._messages: deque[bytes] = deque(maxlen=PARAMS.kept_messages)
        self._messenger = threading.Thread(target=self._read_log, args=(self._process.stderr,), daemon=True)
        self._threads = [
            self._messenger,
            threading.Thread(target=self._take, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._listen, args=(os.fdopen(read_end, errors="replace"),), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def next(self, timeout_s: float) -> Picture:
        """Return the next picture, (height, width, 3) BGR. Raises OSError after `timeout_s` without one."""
        with self._changed:
            self._changed.wait_for(lambda: self._newest or self._over, timeout_s)
            if not self._newest:
                raise OSError(self._over or f"nothing for {timeout_s:.0f} s")
            return _bgr(self._newest.pop())

    def close(self) -> None:
        """End the program; kill it after `stop_timeout_s`."""
        if not hasattr(self, "_process"):
            return
        self._process.terminate()
        try:
            self._process.wait(PARAMS.stop_timeout_s)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for thread in self._threads:
            thread.join()

    def wait_for_metadata(self, timeout_s: float, focused: bool) -> None:
        """Wait for the metadata of a picture; if `focused`, of one after the search for the focus, if any."""

        def come() -> bool:
            searching = focused and self.metadata.get("AfState", _FOCUS_FOUND)[0] not in _FOCUS_FOUND
            return bool(self._over) or (self._described and not searching)

        with self._changed:
            self._changed.wait_for(come, timeout_s)

    def _take(self, pictures: IO[bytes]) -> None:
        size = PARAMS.size_px[0] * PARAMS.size_px[1] * 3 // 2
        with pictures:
            while len(picture := pictures.read(size)) == size:
                with self._changed:
                    self._newest.append(picture)
                    self._changed.notify_all()
        self._messenger.join(PARAMS.stop_timeout_s)
        lines = [line.decode(errors="replace").strip() for line in tuple(self._messages)]
        with self._changed:
            self._over = device_text(next((line for line in reversed(lines) if "ERROR" in line), "it ended"))
            self._changed.notify_all()

    def _read_log(self, messages: IO[bytes]) -> None:
        with messages:
            while line := messages.readline(PARAMS.max_message_bytes):
                self._messages.append(line)

    def _listen(self, lines: IO[str]) -> None:
        with lines:
            for line in lines:
                for name, *values in _METADATA.findall(line):
                    self.metadata[name] = tuple(value for value in values if value)
                if "}" in line:  # the metadata of a picture are complete
                    with self._changed:
                        self._described = True
                        self._changed.notify_all()


def _bgr(planes: bytes) -> Picture:
    """Convert full-range planar YUV 4:2:0 of `rpicam-vid` to (height, width, 3) BGR."""
    width, height = PARAMS.size_px
    flat = np.frombuffer(planes, np.uint8)
    light, rest = flat[: width * height].reshape(height, width), flat[width * height :]
    blue, red = (
        cv2.resize(part.reshape(height // 2, width // 2), PARAMS.size_px, interpolation=cv2.INTER_LINEAR)
        for part in np.split(rest, 2)
    )
    return np.asarray(cv2.cvtColor(cv2.merge([light, red, blue]), cv2.COLOR_YCrCb2BGR), dtype=np.uint8)


def pi_devices() -> list[CameraDevice]:
    """Return the cameras on ribbon cables; none without `rpicam-hello`.

    Its list also holds USB cameras; those are left out, as `live_camera.devices` lists them.
    """
    if which(_HELLO) is None:
        return []
    try:
        listing = subprocess.run(
            [_HELLO, "--list-cameras"],
            capture_output=True,
            text=True,
            timeout=PARAMS.list_timeout_s,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return []
    return [
        CameraDevice(f"{PI}{number}", device_text(f"Raspberry Pi {model}"))
        for number, model, place in _LISTED.findall(listing.stdout + listing.stderr)
        if "usb" not in place
    ]
