"""Cameras on the ribbon cable of a Raspberry Pi, through the system's own `rpicam-vid`.

Another process gives the pictures: libcamera belongs to the system's Python and its NumPy, not to this app's.
The program comes with Raspberry Pi OS, the small one too, where picamera2 has to be installed first.
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
from vision.cameras.live_camera import CameraDevice, Lock
from vision.frame import Frame

PREFIX = "pi:"
"""Sources such as pi:0."""
SIZE_PX = (1280, 960)
FRAMES_S = 10
FIRST_S, NEXT_S, LIST_S = 15.0, 5.0, 5.0
"""How long the first picture may take, every other one, and a list of the cameras."""
_VIDEO, _HELLO = "rpicam-vid", "rpicam-hello"
_LISTED = re.compile(r"^\s*(\d+) : (\S+) \[.*\((.*)\)", re.MULTILINE)
_TOLD = re.compile(r'"(ExposureTime|AnalogueGain|ColourGains)": \[?\s*([\d.]+)(?:,\s*([\d.]+))?')


class PiCamera:
    """A camera by its number; of its pictures the newest one is kept."""

    def __init__(self, number: int) -> None:
        """Start the camera. Raises VisionError `no_camera` when no picture comes."""
        self._number, self._name = number, f"{PREFIX}{number}"
        self._count, self._start_s = 0, time.monotonic()
        self._stream = _Stream(self._arguments())
        try:
            self._ahead: Picture | None = self._stream.next(FIRST_S)
        except OSError as error:
            self._stream.close()
            raise VisionError(
                "no_camera",
                f"camera {self._name}: expected a picture from {_VIDEO}, found: {error}; check its cable, "
                "and that no other program uses it",
                camera=self._name,
            ) from error

    def read(self) -> Frame | None:
        """The next picture. Raises VisionError `camera_lost` when the camera stops answering."""
        picture, self._ahead = self._ahead, None
        try:
            picture = self._stream.next(NEXT_S) if picture is None else picture
        except OSError as error:
            raise VisionError(
                "camera_lost",
                f"camera {self._name}: gave {self._count} pictures, then no more ({error}); check its cable",
                camera=self._name,
                pictures=self._count,
            ) from error
        self._count += 1
        return Frame(f"{self._count - 1:06d}", time.monotonic() - self._start_s, picture)

    def lock(self, exposure: bool, white_balance: bool) -> Lock:
        """Keep exposure and white balance as they are now, or let them adapt: the camera starts anew with
        what it told of its last picture. What it told nothing of adapts on.
        """
        now = self._stream.told
        exposure = exposure and {"ExposureTime", "AnalogueGain"} <= now.keys()
        white_balance = white_balance and "ColourGains" in now
        fixed: list[str] = []
        if exposure:
            fixed += ["--shutter", f"{now['ExposureTime'][0]}us", "--gain", now["AnalogueGain"][0]]
        if white_balance:
            fixed += ["--awbgains", ",".join(now["ColourGains"])]
        self._stream.close()
        self._stream, self._ahead = _Stream(self._arguments() + fixed, now), None
        return Lock(exposure, white_balance)

    def close(self) -> None:
        """Let go of the camera."""
        self._stream.close()

    def _arguments(self) -> list[str]:
        width, height = SIZE_PX
        return ["--camera", str(self._number), "--width", str(width), "--height", str(height),
                "--framerate", str(FRAMES_S), "--codec", "yuv420", "--timeout", "0", "--nopreview",
                "--flush", "--output", "-"]  # fmt: skip


class _Stream:
    """A running `rpicam-vid`: its newest picture, and what it tells of its light. Reads as fast as pictures
    come, so that none waits in a pipe.
    """

    def __init__(self, arguments: list[str], told: Mapping[str, tuple[str, ...]] = {}) -> None:
        self.told = dict(told)
        self._newest: deque[bytes] = deque(maxlen=1)
        self._news = threading.Condition()
        self._over = ""
        hears, tells = os.pipe()
        try:
            self._process = subprocess.Popen(
                [_VIDEO, *arguments, "--metadata", f"/dev/fd/{tells}", "--metadata-format", "json"],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, pass_fds=[tells],
            )  # fmt: skip
        except OSError as error:
            self._over = f"{error.strerror}: {_VIDEO}"
            os.close(hears)
            return
        finally:
            os.close(tells)
        assert self._process.stdout
        assert self._process.stderr
        self._threads = [
            threading.Thread(
                target=self._take, args=(self._process.stdout, self._process.stderr), daemon=True
            ),
            threading.Thread(target=self._listen, args=(os.fdopen(hears, errors="replace"),), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def next(self, patience_s: float) -> Picture:
        """The next picture as (height, width, 3) BGR. Raises OSError when none comes."""
        with self._news:
            self._news.wait_for(lambda: self._newest or self._over, patience_s)
            if not self._newest:
                raise OSError(self._over or f"nothing for {patience_s:.0f} s")
            return _bgr(self._newest.pop())

    def close(self) -> None:
        """End the program."""
        if not hasattr(self, "_process"):
            return
        self._process.terminate()
        try:
            self._process.wait(2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for thread in self._threads:
            thread.join()

    def _take(self, pictures: IO[bytes], errors: IO[bytes]) -> None:
        size = SIZE_PX[0] * SIZE_PX[1] * 3 // 2
        with pictures, errors:
            while len(picture := pictures.read(size)) == size:
                with self._news:
                    self._newest.append(picture)
                    self._news.notify_all()
            said = errors.read().decode(errors="replace").strip().splitlines()
        with self._news:
            self._over = device_text(next((line for line in reversed(said) if "ERROR" in line), "it ended"))
            self._news.notify_all()

    def _listen(self, lines: IO[str]) -> None:
        with lines:
            for line in lines:
                for name, *values in _TOLD.findall(line):
                    self.told[name] = tuple(value for value in values if value)


def _bgr(planes: bytes) -> Picture:
    """Full-range YUV 4:2:0 in three planes, as `rpicam-vid` writes it, as (height, width, 3) BGR."""
    width, height = SIZE_PX
    flat = np.frombuffer(planes, np.uint8)
    light, rest = flat[: width * height].reshape(height, width), flat[width * height :]
    blue, red = (
        cv2.resize(part.reshape(height // 2, width // 2), SIZE_PX, interpolation=cv2.INTER_LINEAR)
        for part in np.split(rest, 2)
    )
    return np.asarray(cv2.cvtColor(cv2.merge([light, red, blue]), cv2.COLOR_YCrCb2BGR), dtype=np.uint8)


def pi_devices() -> list[CameraDevice]:
    """The cameras on ribbon cables; none without `rpicam-hello`. Those on USB are found as other devices."""
    if which(_HELLO) is None:
        return []
    try:
        told = subprocess.run(
            [_HELLO, "--list-cameras"], capture_output=True, text=True, timeout=LIST_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return []
    return [
        CameraDevice(f"{PREFIX}{number}", device_text(f"Raspberry Pi {model}"))
        for number, model, place in _LISTED.findall(told.stdout + told.stderr)
        if "usb" not in place
    ]
