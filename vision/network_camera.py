"""Cameras in the network, such as a phone: MJPEG over HTTP, or RTSP."""

import re
import threading

import cv2
import numpy as np

from companion.games.base import N_, Sentence
from vision.arrays import Picture
from vision.live_camera import Pictures, no_camera

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


class NetworkCamera(Pictures):
    """A stream, read as fast as it comes, so that nothing waits in the network: the newest picture counts."""

    def __init__(self, address: str) -> None:
        """Begin to listen. Raises VisionError `no_camera` until a picture has come."""
        super().__init__(without_password(address))
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
