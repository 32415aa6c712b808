"""Cameras in the network, such as a phone: MJPEG over HTTP, or RTSP."""

import threading
from collections.abc import Callable, Iterator
from typing import Protocol

import cv2
import numpy as np

from companion.games.base import N_, Sentence, device_text
from vision.arrays import Picture
from vision.cameras.address import without_password
from vision.cameras.live_camera import StreamedCamera, no_camera
from vision.cameras.mjpeg import MjpegStream
from vision.cameras.params import PARAMS
from vision.cameras.picture_files import check_size, decode

_WHY = N_(
    "it sends no picture; open the address in a browser, and check that both are switched on"
    " and in one network."
)
_LIMITS = N_(
    "expected pictures as MJPEG or RTSP, found: {found}; choose one of these and a smaller picture in the "
    "camera's own settings, and see that the address is right."
)


class NetworkCamera(StreamedCamera):
    """A network stream. A thread reads it at full speed and keeps only the newest picture.

    Slower reading would let old pictures queue in the network.
    """

    def __init__(self, address: str) -> None:
        """Start reading. Raises VisionError `no_camera` if no picture comes."""
        super().__init__(without_password(address))
        self._stream: _NetworkStream = (
            _HttpStream(address) if address.startswith("http") else _RtspStream(address)
        )
        self._newest: Picture | None = None
        self._over = False
        self._changed = threading.Condition()
        self._worker = threading.Thread(target=self._run, name="network camera", daemon=True)
        self._worker.start()
        self._ahead = self._next()
        if self._ahead is None:
            self.close()
            why = Sentence(_LIMITS, {"found": self._found}) if self._found else Sentence(_WHY)
            raise no_camera(self._name, why)

    def close(self) -> None:
        """Stop reading and wait for the thread."""
        with self._changed:
            self._over = True
        self._stream.close()
        self._worker.join()

    def _next(self) -> Picture | None:
        """Wait for a picture newer than the last one returned; None after the timeout or the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._newest is not None or self._over, PARAMS.network_timeout_s)
            picture, self._newest = self._newest, None
            return picture

    def _run(self) -> None:
        try:
            for picture in self._stream.pictures(self._refused):
                with self._changed:
                    if self._over:
                        break
                    self._newest, self._found = picture, ""
                    self._changed.notify_all()
        except Exception as error:  # any bytes may come from a camera; the waiting reader must get the reason
            self._refused(error)
        with self._changed:
            self._over = True
            self._changed.notify_all()

    def _refused(self, error: Exception) -> None:
        """Store the reason why a picture was refused; the next good picture clears it."""
        with self._changed:
            if not self._over:
                self._found = device_text(error) or type(error).__name__


class _NetworkStream(Protocol):
    """Protocol-specific source of pictures."""

    def pictures(self, refused: Callable[[Exception], None]) -> Iterator[Picture]:
        """Yield the pictures as they arrive; call `refused` for each unusable one. Raises any error."""

    def close(self) -> None:
        """End `pictures`; called from another thread."""


class _HttpStream:
    """MJPEG over HTTP; checks bytes and pixels of each picture before decoding it."""

    def __init__(self, address: str) -> None:
        self._stream = MjpegStream(address, PARAMS.network_timeout_s, PARAMS.max_picture_bytes)
        self.close = self._stream.close

    def pictures(self, refused: Callable[[Exception], None]) -> Iterator[Picture]:
        for content in self._stream.pictures():
            try:
                picture = decode(content)
            except ValueError as error:
                refused(error)
            else:
                yield picture


class _RtspStream:
    """RTSP by FFmpeg, which decodes a picture before it reports its size.

    Only the size reported at opening is checked in advance. A larger picture later ends the stream before it
    is converted.
    """

    def __init__(self, address: str) -> None:
        self._address, self._over = address, False

    def pictures(self, _: Callable[[Exception], None]) -> Iterator[Picture]:
        timeout_ms = int(PARAMS.network_timeout_s * 1000)
        limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, timeout_ms, cv2.CAP_PROP_READ_TIMEOUT_MSEC, timeout_ms]
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
