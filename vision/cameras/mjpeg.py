"""MJPEG over HTTP: JPEG pictures one after the other in a `multipart/x-mixed-replace` answer (RFC 2046, 5.1).

OpenCV reads such streams too, but without a limit: one picture of 16 000 x 16 000 pixels, or one without an
end, fills the memory.
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

MOST_HEADER_BYTES = 10_000
"""Of one picture."""
_AT_ONCE_BYTES = 65_536
_LENGTH = re.compile(rb"^content-length:[ \t]*(\d{1,12})[ \t\r]*$", re.IGNORECASE | re.MULTILINE)
_END_OF_HEADER = re.compile(rb"\r?\n\r?\n")


class PartReader:
    """Cuts what is received into pictures; keeps no more than one picture, its header and one block."""

    def __init__(self, boundary: bytes, most_bytes: int) -> None:
        """`boundary` is that of the answer's header."""
        # Many cameras write the two dashes of a delimiter into their header as well.
        self._delimiter = b"--" + boundary.lstrip(b"-")
        self._most_bytes = most_bytes
        self.kept = bytearray()
        self._looked_at = 0
        """Before this byte of `kept` is no delimiter."""

    def take(self, received: bytes) -> Iterator[bytes]:
        """The pictures that are whole with these bytes. Raises ValueError when a limit is exceeded."""
        self.kept += received
        while (picture := self._next()) is not None:
            if picture:
                yield picture

    def _next(self) -> bytes | None:
        """The next part; None until it is whole."""
        kept = self.kept
        start = kept.find(self._delimiter)
        header_end = _END_OF_HEADER.search(kept, start, start + MOST_HEADER_BYTES) if start >= 0 else None
        if header_end is None:
            if len(kept) - max(0, start) >= MOST_HEADER_BYTES:
                raise ValueError(f"{len(kept)} bytes without the begin of a picture")
            return None
        begin = header_end.end()
        length = _LENGTH.search(kept, start, begin)
        if length:
            size = int(length[1])
        else:
            size = kept.find(b"\n" + self._delimiter, max(begin, self._looked_at)) - begin
            self._looked_at = max(begin, len(kept) - len(self._delimiter))
        if max(size, len(kept) - begin if size < 0 else 0) > self._most_bytes:
            raise ValueError(f"a picture of more than {self._most_bytes} bytes")
        if size < 0 or len(kept) < begin + size:
            return None
        picture = bytes(memoryview(kept)[begin : begin + size])
        del kept[: begin + size]
        self._looked_at = 0
        return picture


class MjpegStream:
    """An address that is read from another thread than it is closed from."""

    def __init__(self, address: str, patience_s: float, most_bytes: int) -> None:
        """`patience_s` is the longest time that nothing may come. Connects with the first read."""
        self._address, self._patience_s, self._most_bytes = address, patience_s, most_bytes
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self._over = False

    def pictures(self) -> Iterator[bytes]:
        """The JPEG pictures, as they come, until the stream ends.

        Raises OSError, HTTPException, ValueError.
        """
        with self._open() as answer:
            kind = answer.headers.get_content_type()
            boundary = answer.headers.get_boundary("")
            if not kind.startswith("multipart/") or not boundary:
                raise ValueError(f"{device_text(kind)} instead of MJPEG (multipart/x-mixed-replace)")
            parts = PartReader(boundary.encode("latin-1", "replace"), self._most_bytes)
            while not self._over and (received := answer.read1(_AT_ONCE_BYTES)):
                yield from parts.take(received)

    def close(self) -> None:
        """End a read that is under way."""
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
            request.ProxyHandler({}),  # a camera is in the same network
            _Handler(self._opened),
            request.HTTPBasicAuthHandler(passwords),
            request.HTTPDigestAuthHandler(passwords),
        )
        answer: HTTPResponse = opener.open(address, timeout=self._patience_s)
        return answer

    def _opened(self, connection: socket.socket) -> None:
        """Keep the connection, for `close`: urllib hides it until the header has come, which may be never."""
        with self._lock:
            self._socket = connection
            if self._over:
                raise OSError("closed")


class _Connection(HTTPConnection):
    """Tells its socket."""

    def __init__(self, opened: Callable[[socket.socket], None], host: str, **options: Any) -> None:
        super().__init__(host, **options)
        self._opened = opened

    def connect(self) -> None:
        super().connect()
        self._opened(self.sock)


class _SecureConnection(_Connection, HTTPSConnection):
    """Tells its socket, once it is encrypted."""


class _Handler(request.HTTPSHandler, request.HTTPHandler):
    """Opens connections that tell their socket."""

    def __init__(self, opened: Callable[[socket.socket], None]) -> None:
        super().__init__()
        self._tell = opened

    def http_open(self, wanted: request.Request) -> HTTPResponse:
        return self.do_open(partial(_Connection, self._tell), wanted)

    def https_open(self, wanted: request.Request) -> HTTPResponse:
        # Cameras have certificates that nobody signed.
        context = ssl._create_unverified_context()
        return self.do_open(partial(_SecureConnection, self._tell), wanted, context=context)
