"""MJPEG over HTTP: JPEG pictures in one `multipart/x-mixed-replace` response (RFC 2046, 5.1).

OpenCV reads such streams too, but without limits: one picture of 16 000 x 16 000 pixels, or one that never
ends, fills the memory.
"""

import re
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from typing import Any
from urllib import request
from urllib.parse import unquote, urlsplit

from companion.games.base import device_text
from vision.cameras.params import PARAMS

_LENGTH = re.compile(rb"^content-length:[ \t]*(\d{1,12})[ \t\r]*$", re.IGNORECASE | re.MULTILINE)
_END_OF_HEADER = re.compile(rb"\r?\n\r?\n")


class PartReader:
    """Splits received bytes into pictures; keeps at most one picture, its header and one block."""

    def __init__(self, boundary: bytes, max_bytes: int) -> None:
        """Expect the `boundary` of the response header and pictures of at most `max_bytes`."""
        # Many cameras include the two dashes of the delimiter in the boundary of their header.
        self._delimiter = b"--" + boundary.lstrip(b"-")
        self._max_bytes = max_bytes
        self.kept = bytearray()
        self._searched_to = 0
        """Offset in `kept` before which there is no delimiter; avoids searching the same bytes again."""

    def take(self, received: bytes) -> Iterator[bytes]:
        """Add bytes and yield the pictures they complete. Raises ValueError if a limit is exceeded."""
        self.kept += received
        while (picture := self._next()) is not None:
            if picture:
                yield picture

    def _next(self) -> bytes | None:
        """Return the next part; None until it is complete."""
        kept = self.kept
        start = kept.find(self._delimiter)
        header_end = (
            _END_OF_HEADER.search(kept, start, start + PARAMS.max_part_header_bytes) if start >= 0 else None
        )
        if header_end is None:
            if len(kept) - max(0, start) >= PARAMS.max_part_header_bytes:
                raise ValueError(f"{len(kept)} bytes without the begin of a picture")
            return None
        begin = header_end.end()
        length = _LENGTH.search(kept, start, begin)
        if length:
            size = int(length[1])
        else:
            size = kept.find(b"\n" + self._delimiter, max(begin, self._searched_to)) - begin
            self._searched_to = max(begin, len(kept) - len(self._delimiter))
        if max(size, len(kept) - begin if size < 0 else 0) > self._max_bytes:
            raise ValueError(f"a picture of more than {self._max_bytes} bytes")
        if size < 0 or len(kept) < begin + size:
            return None
        picture = bytes(memoryview(kept)[begin : begin + size])
        del kept[: begin + size]
        self._searched_to = 0
        return picture


class MjpegStream:
    """An MJPEG address; one thread reads it, another one may close it."""

    def __init__(self, address: str, timeout_s: float, max_bytes: int) -> None:
        """Prepare to connect at the first read; `timeout_s` is the longest time without any data."""
        self._address, self._timeout_s, self._max_bytes = address, timeout_s, max_bytes
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self._over = False

    def pictures(self) -> Iterator[bytes]:
        """Yield the JPEG pictures as they arrive, until the stream ends.

        Raises OSError, HTTPException, ValueError.
        """
        with self._open() as answer:
            kind = answer.headers.get_content_type()
            boundary = answer.headers.get_boundary("")
            if not kind.startswith("multipart/") or not boundary:
                raise ValueError(f"{device_text(kind)} instead of MJPEG (multipart/x-mixed-replace)")
            parts = PartReader(boundary.encode("latin-1", "replace"), self._max_bytes)
            while not self._over and (received := answer.read1(PARAMS.read_block_bytes)):
                yield from parts.take(received)

    def close(self) -> None:
        """Close the connection, which also ends a running read."""
        with self._lock:
            self._over = True
            if self._socket:
                with suppress(OSError):
                    self._socket.shutdown(socket.SHUT_RDWR)

    def _open(self) -> HTTPResponse:
        parts = urlsplit(self._address)
        address = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
        passwords = request.HTTPPasswordMgrWithDefaultRealm()
        if parts.username is not None:
            user, password = unquote(parts.username), unquote(parts.password or "")
            passwords.add_password(None, address, user, password)
        opener = request.build_opener(
            request.ProxyHandler({}),  # a camera is in the local network; its password must not reach a proxy
            _Handler(self._opened),
            request.HTTPBasicAuthHandler(passwords),
            request.HTTPDigestAuthHandler(passwords),
        )
        answer: HTTPResponse = opener.open(address, timeout=self._timeout_s)
        return answer

    def _opened(self, connection: socket.socket) -> None:
        """Keep the socket for `close`: urllib returns it only after the header, which may never arrive."""
        with self._lock:
            self._socket = connection
            if self._over:
                raise OSError("closed")


class _Connection(HTTPConnection):
    """A connection that passes its socket to a callback."""

    def __init__(self, on_open: Callable[[socket.socket], None], host: str, **options: Any) -> None:
        super().__init__(host, **options)
        self._on_open = on_open

    def connect(self) -> None:
        super().connect()
        self._on_open(self.sock)


class _SecureConnection(_Connection, HTTPSConnection):
    """The same with encryption; passes the socket after the handshake."""


class _Handler(request.HTTPSHandler, request.HTTPHandler):
    """URL handler that opens such connections."""

    def __init__(self, on_open: Callable[[socket.socket], None]) -> None:
        super().__init__()
        self._on_open = on_open

    def http_open(self, wanted: request.Request) -> HTTPResponse:
        return self.do_open(partial(_Connection, self._on_open), wanted)

    def https_open(self, wanted: request.Request) -> HTTPResponse:
        # Cameras have self-signed certificates.
        context = ssl._create_unverified_context()
        return self.do_open(partial(_SecureConnection, self._on_open), wanted, context=context)
