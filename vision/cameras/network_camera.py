"""Cameras in the network, such as a phone: MJPEG over HTTP, or RTSP."""

import re
import threading
from collections.abc import Callable, Iterator
from typing import Protocol

import cv2
import numpy as np

from companion.games.base import N_, Sentence, device_text
from vision.arrays import Picture
from vision.cameras.live_camera import Pictures, no_camera
from vision.cameras.mjpeg import MjpegStream
from vision.cameras.picture_files import MOST_BYTES, check_size, decode

PATIENCE_S = 5.0
"""How long an address may take to answer, and to give each picture."""
_ADDRESS = re.compile(r"(https?|rtsps?)://")
_SECRET = re.compile(r"(?<=://)[^/]*@")
_WHY = N_(
    "no picture comes; open the address in a browser, and see that both are switched on and in one network."
)
_LIMITS = N_(
    "expected pictures as MJPEG or RTSP, found: {found}; choose one of these and a smaller picture in the "
    "camera's own settings, and see that the address is right."
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
        self._stream: _Stream = _Http(address) if address.startswith("http") else _Rtsp(address)
        self._newest: Picture | None = None
        self._over = False
        self._news = threading.Condition()
        self._worker = threading.Thread(target=self._run, name="network camera", daemon=True)
        self._worker.start()
        self._ahead = self._next()
        if self._ahead is None:
            self.close()
            why = Sentence(_LIMITS, {"found": self._found}) if self._found else Sentence(_WHY)
            raise no_camera(self._name, why)

    def close(self) -> None:
        """Listen no more."""
        with self._news:
            self._over = True
        self._stream.close()
        self._worker.join()

    def _next(self) -> Picture | None:
        """The newest picture, once there is one nobody has seen; None when none comes any more."""
        with self._news:
            self._news.wait_for(lambda: self._newest is not None or self._over, PATIENCE_S)
            picture, self._newest = self._newest, None
            return picture

    def _run(self) -> None:
        try:
            for picture in self._stream.pictures(self._refused):
                with self._news:
                    if self._over:
                        break
                    self._newest, self._found = picture, ""
                    self._news.notify_all()
        except Exception as error:  # whatever a camera sends, who waits for a picture has to hear of it
            self._refused(error)
        with self._news:
            self._over = True
            self._news.notify_all()

    def _refused(self, error: Exception) -> None:
        """Remember why a picture was not taken; the next good one ends that."""
        with self._news:
            if not self._over:
                self._found = device_text(error) or type(error).__name__


class _Stream(Protocol):
    """The source of the pictures of an address."""

    def pictures(self, refused: Callable[[Exception], None]) -> Iterator[Picture]:
        """The pictures, as they come; `refused` is told of each that cannot be used. Raises any error."""

    def close(self) -> None:
        """End it from another thread."""


class _Http:
    """MJPEG over HTTP. Bytes and pixels of each picture are limited before it is decoded."""

    def __init__(self, address: str) -> None:
        self._stream = MjpegStream(address, PATIENCE_S, MOST_BYTES)
        self.close = self._stream.close

    def pictures(self, refused: Callable[[Exception], None]) -> Iterator[Picture]:
        for content in self._stream.pictures():
            try:
                picture = decode(content)
            except ValueError as error:
                refused(error)
            else:
                yield picture


class _Rtsp:
    """RTSP by FFmpeg, which decodes a picture before its size can be asked for: only what it says when the
    stream is opened is checked beforehand. A larger picture later is not converted, and ends the stream.
    """

    def __init__(self, address: str) -> None:
        self._address, self._over = address, False

    def pictures(self, _: Callable[[Exception], None]) -> Iterator[Picture]:
        patience_ms = int(PATIENCE_S * 1000)
        limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, patience_ms, cv2.CAP_PROP_READ_TIMEOUT_MSEC, patience_ms]
        capture = cv2.VideoCapture(self._address, cv2.CAP_FFMPEG, limits)
        try:
            self._check(capture)
            while not self._over and capture.grab():
                self._check(capture)
                found, picture = capture.retrieve()
                if not found:
                    return
                yield np.asarray(picture, dtype=np.uint8)
        finally:
            capture.release()

    def close(self) -> None:
        self._over = True

    def _check(self, capture: cv2.VideoCapture) -> None:
        check_size(capture.get(cv2.CAP_PROP_FRAME_WIDTH), capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
