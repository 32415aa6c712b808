"""Cameras in the network, such as a phone: MJPEG over HTTP, or RTSP."""

import re
import threading
import time

import cv2
import numpy as np

from companion.games.base import N_, Sentence
from vision.arrays import Picture
from vision.frame import Frame
from vision.live_camera import camera_lost, no_camera

PATIENCE_S = 5.0
"""How long an address may take to answer, and to give each picture."""
_ADDRESS = re.compile(r"(https?|rtsps?)://")
_SECRET = re.compile(r"(?<=://)[^/]*@")
_WHY = N_(
    "no picture comes; open the address in a browser, and see that both are switched on and in one network."
)


def is_address(source: str) -> bool:
    """Whether a source is in the network."""
    return _ADDRESS.match(source) is not None


def without_password(source: str) -> str:
    """A source as it may be shown and logged."""
    return _SECRET.sub("", source)


class NetworkCamera:
    """A stream, read as fast as it comes, so that nothing waits in the network: the newest picture counts."""

    def __init__(self, address: str) -> None:
        """Begin to listen. Raises VisionError `no_camera` until a picture has come."""
        self._name = without_password(address)
        self._count, self._start_s = 0, time.monotonic()
        patience_ms = int(PATIENCE_S * 1000)
        limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, patience_ms, cv2.CAP_PROP_READ_TIMEOUT_MSEC, patience_ms]
        self._capture = cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits)
        self._newest: Picture | None = None
        self._over = not self._capture.isOpened()
        self._news = threading.Condition()
        self._worker = threading.Thread(target=self._run, name="network camera", daemon=True)
        self._worker.start()
        self._ahead = self._next()
        if self._ahead is None:
            self.close()
            raise no_camera(self._name, Sentence(_WHY))

    def read(self) -> Frame | None:
        """The next picture. Raises VisionError `camera_lost` when no more come."""
        picture, self._ahead = self._ahead, None
        picture = self._next() if picture is None else picture
        if picture is None:
            raise camera_lost(self._name, self._count)
        self._count += 1
        return Frame(f"{self._count - 1:06d}", time.monotonic() - self._start_s, picture)

    def close(self) -> None:
        """Listen no more."""
        with self._news:
            self._over = True
        self._worker.join()
        self._capture.release()

    def _next(self) -> Picture | None:
        """The newest picture, once there is one nobody has seen; None when none comes any more."""
        with self._news:
            self._news.wait_for(lambda: self._newest is not None or self._over, PATIENCE_S)
            picture, self._newest = self._newest, None
            return picture

    def _run(self) -> None:
        while not self._over:
            found, picture = self._capture.read()
            with self._news:
                self._over = self._over or not found
                self._newest = np.asarray(picture, dtype=np.uint8) if found else None
                self._news.notify_all()
