"""Network cameras that send too much or no pictures; the limits are those of files."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import repeat

import cv2
import numpy as np
import pytest

from companion.errors import VisionError
from vision.cameras import mjpeg, network_camera
from vision.cameras.mjpeg import PartReader
from vision.cameras.network_camera import NetworkCamera
from vision.cameras.params import PARAMS

MOST = 50_000
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n"
PART = b"\r\n--frame\r\nContent-Type: image/jpeg\r\n"


def jpeg(grey: int = 90, claims: tuple[int, int] | None = None) -> bytes:
    """A small JPEG picture whose header may claim another width and height."""
    content = bytearray(cv2.imencode(".jpg", np.full((48, 64, 3), grey, np.uint8))[1].tobytes())
    if claims:
        at = content.index(b"\xff\xc0") + 5
        content[at : at + 4] = claims[1].to_bytes(2, "big") + claims[0].to_bytes(2, "big")
    return bytes(content)


def part(content: bytes, length: int | None = None) -> bytes:
    size = len(content) if length is None else length
    return PART + b"Content-Length: %d\r\n\r\n" % size + content


class Server:
    """Server that sends given bytes and then closes, or keeps silent if it `holds`; `sent` counts bytes."""

    def __init__(self, blocks: Callable[[], Iterator[bytes]], holds: bool = False) -> None:
        self._blocks, self._holds, self.sent = blocks, holds, 0
        self.left = threading.Event()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}/video"
        threading.Thread(target=self._run, daemon=True).start()

    def close(self) -> None:
        self._listening.close()

    def _run(self) -> None:
        with suppress(OSError):
            connection, _ = self._listening.accept()
            with connection:
                with suppress(OSError):
                    connection.recv(4096)
                    for block in self._blocks():
                        connection.sendall(block)
                        self.sent += len(block)
                    if not self._holds:
                        connection.shutdown(socket.SHUT_WR)
                    while connection.recv(4096):
                        pass
                self.left.set()


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Iterator[bytes]]], tuple[str, int]]:
    """Return the reason why a stream is refused, and the number of bytes it could send."""
    monkeypatch.setattr(network_camera, "PARAMS", replace(PARAMS, max_picture_bytes=MOST))

    def look(blocks: Callable[[], Iterator[bytes]]) -> tuple[str, int]:
        server = Server(blocks)
        with pytest.raises(VisionError) as caught:
            NetworkCamera(server.address)
        assert caught.value.code == "no_camera"
        assert server.left.wait(10), "the connection is closed"
        server.close()
        return str(caught.value), server.sent

    return look


def test_a_picture_with_too_many_pixels_is_never_decoded(
    refused: Callable[[Callable[[], Iterator[bytes]]], tuple[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    decoded: list[int] = []
    monkeypatch.setattr(cv2, "imdecode", lambda *_: decoded.append(1))
    why, _ = refused(lambda: iter([HEAD, part(jpeg(claims=(16_000, 16_000)))]))
    assert "16000 x 16000 pixels" in why
    assert not decoded


@pytest.mark.parametrize(
    ("begin", "found"),
    [
        (PART + b"\r\n\xff\xd8", f"more than {MOST} bytes"),
        (part(b"\xff\xd8", 10**11), f"more than {MOST} bytes"),
        (PART, "without the begin of a picture"),
        (b"", "without the begin of a picture"),
    ],
    ids=["no length", "huge length", "header without end", "garbage"],
)
def test_an_endless_stream_is_closed(
    begin: bytes,
    found: str,
    refused: Callable[[Callable[[], Iterator[bytes]]], tuple[str, int]],
) -> None:
    def blocks() -> Iterator[bytes]:
        yield HEAD + begin
        yield from repeat(b"x" * 65_536)

    why, sent = refused(blocks)
    assert found in why
    assert sent < 100_000_000, "buffers of the sockets included"


def test_memory_used_for_a_stream_is_bounded() -> None:
    for begin in (b"", PART, PART + b"\r\n", part(b"", 40_000), part(b"", MOST + 1)):
        parts = PartReader(b"frame", MOST)
        most_kept = 0
        with pytest.raises(ValueError, match=r"bytes"):
            for block in [begin, *repeat(b"x" * 1000, 1000)]:
                list(parts.take(block))
                most_kept = max(most_kept, len(parts.kept))
        assert most_kept <= MOST + PARAMS.max_part_header_bytes + 1000


@pytest.mark.parametrize("step", [1, 7, 100_000])
@pytest.mark.parametrize("boundary", [b"frame", b"--frame"])
def test_pictures_come_out_as_they_were_sent(step: int, boundary: bytes) -> None:
    first, second = jpeg(10), jpeg(200)
    stream = part(first) + PART + b"\r\n" + second + PART + b"\r\n" + first + part(second) + b"\r\n--frame--"
    parts = PartReader(boundary, MOST)
    found = [picture for at in range(0, len(stream), step) for picture in parts.take(stream[at : at + step])]
    assert [picture.rstrip(b"\r\n") for picture in found] == [first, second, first, second]


def test_a_picture_that_says_its_length_does_not_wait_for_the_next() -> None:
    assert list(PartReader(b"frame", MOST).take(part(jpeg()))) == [jpeg()]


def test_a_damaged_picture_is_skipped() -> None:
    server = Server(lambda: iter([HEAD, part(jpeg()[:-20]), part(b"no picture"), part(jpeg(200))]))
    camera = NetworkCamera(server.address)
    frame = camera.read()
    assert frame and round(float(frame.picture.mean())) == 200
    camera.close()
    server.close()


def test_other_content_is_named_without_terminal_control_characters(
    refused: Callable[[Callable[[], Iterator[bytes]]], tuple[str, int]],
) -> None:
    kind = "text/\x1b[31m\u202ehtml".encode()
    why, _ = refused(lambda: iter([b"HTTP/1.1 200 OK\r\nContent-Type: " + kind + b"\r\n\r\n<html>"]))
    assert "instead of MJPEG" in why
    assert why.isprintable()


def test_an_endless_header_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network_camera, "PARAMS", replace(PARAMS, network_timeout_s=0.2))
    server = Server(lambda: iter([b"HTTP/1.1 200 OK\r\nX: "]), holds=True)
    with pytest.raises(VisionError, match=r"Camera http://127\.0\.0\.1"):
        NetworkCamera(server.address)
    assert server.left.wait(10), "the connection is closed"
    server.close()


def test_the_size_of_an_rtsp_picture_is_asked_before_it_is_converted(monkeypatch: pytest.MonkeyPatch) -> None:
    class Capture:
        grabbed = 0

        def __init__(self, *_: object) -> None:
            pass

        def get(self, _: int) -> float:
            return 16_000.0 if self.grabbed > 1 else 64.0

        def grab(self) -> bool:
            self.grabbed += 1
            return True

        def retrieve(self) -> tuple[bool, np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]]:
            assert self.grabbed == 1
            return True, np.zeros((64, 64, 3), np.uint8)

        def release(self) -> None:
            pass

    monkeypatch.setattr(cv2, "VideoCapture", Capture)
    camera = NetworkCamera("rtsp://camera/table")
    with pytest.raises(VisionError, match="16000 x 16000 pixels"):
        for _ in range(3):
            camera.read()
    camera.close()


def test_a_password_in_an_address_goes_to_no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    server = Server(lambda: iter([HEAD, part(jpeg())]))
    stream = mjpeg.MjpegStream(server.address.replace("://", "://ana:secret@"), 5.0, MOST)
    assert next(stream.pictures()) == jpeg()
    stream.close()
    server.close()
