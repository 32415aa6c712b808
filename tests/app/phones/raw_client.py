"""A phone of its own making: bare sockets, uncompressed and unmasked, every byte of the wire kept.

The mask of a client's frames is zero, which RFC 6455 allows, so that `wire` can be searched as it is.
"""

import base64
import hashlib
import json
import os
import select
import socket
import time
from collections.abc import Callable, Mapping
from typing import Any

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

MOST_S = 20.0
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10


def post(port: int, path: str, body: bytes, wire: bytearray) -> tuple[int, bytes]:
    """Send one HTTP request; return the status and the body."""
    with socket.create_connection(("127.0.0.1", port), MOST_S) as link:
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n"
        sent = f"{head}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
        link.sendall(sent)
        answer = b""
        while part := link.recv(65536):
            answer += part
    wire += sent + answer
    begin, _, rest = answer.partition(b"\r\n\r\n")
    return int(begin.split()[1]), rest


def join_request(token: str, table: str) -> tuple[bytes, bytes]:
    """Return the body of a request to join with what is in a code, and the key that is agreed."""
    private = X25519PrivateKey.generate()
    mine, theirs = private.public_key().public_bytes_raw(), base64.urlsafe_b64decode(table + "=")
    shared = private.exchange(X25519PublicKey.from_public_bytes(theirs))
    key = hashlib.sha256(b"\0\0\0\1" + shared + mine + theirs).digest()
    body = {"key": base64.b64encode(mine).decode(), "sealed": sealed(key, {"token": token})}
    return json.dumps(body).encode(), key


def sealed(key: bytes, value: Any, size: int = 512) -> str:
    """Seal a value as the page does."""
    nonce, text = os.urandom(12), json.dumps(value).encode()
    while size < len(text):
        size *= 2
    return base64.b64encode(nonce + ChaCha20Poly1305(key).encrypt(nonce, text.ljust(size), None)).decode()


def told(key: bytes, message: Any, at: int = 0) -> dict[str, Any]:
    """Return a decision as the page sends it."""
    return {"type": "tell", "at": at, "message": {"sealed": sealed(key, {"at": at, "message": message})}}


def opened(key: bytes, text: str) -> Any:
    """Open what was sealed. Raises InvalidTag for another key."""
    raw = base64.b64decode(text, validate=True)
    return json.loads(ChaCha20Poly1305(key).decrypt(raw[:12], raw[12:], None))


class RawPhone:
    """A page at a seat, or of an onlooker without an address.

    `wire`: all bytes sent and received after joining; `joining`: those before. `errors`: refusals that came.
    """

    def __init__(self, port: int, address: str = "", language: str = "en") -> None:
        self.port, self.language = port, language
        self.wire, self.joining = bytearray(), bytearray()
        self.token, self.key, self.device = "", b"", ""
        self.latest: dict[str, Any] | None = None
        self.errors: list[dict[str, Any]] = []
        self.on_snapshot: Callable[[dict[str, Any]], None] = lambda _: None
        self.closed, self.why = False, ""
        if address:
            self.token, _, table = address.partition("#")[2].partition(".")
            body, self.key = join_request(self.token, table)
            status, answer = post(port, "/join", body, self.joining)
            assert status == 200, answer
            self.device = opened(self.key, json.loads(answer)["sealed"])["device"]
        self.connect()

    def connect(self) -> None:
        """Open the WebSocket and say hello."""
        self.closed, self._held = False, b""
        self.link = socket.create_connection(("127.0.0.1", self.port), MOST_S)
        self.link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        nonce = base64.b64encode(os.urandom(16)).decode()
        head = (
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {nonce}\r\n\r\n"
        )
        self._put(head.encode())
        while b"\r\n\r\n" not in self._held:
            self._fill(MOST_S)
        answer, _, self._held = self._held.partition(b"\r\n\r\n")
        assert b" 101 " in answer, answer
        self.hello()

    def hello(self) -> None:
        """Say which device this is; a snapshot follows."""
        wishes = {"language": self.language}
        about = {"device": self.device, "sealed": sealed(self.key, wishes)} if self.device else wishes
        self.send_json({"type": "hello", **about})

    def tell(self, message: Mapping[str, Any], at: int | None = None) -> None:
        """Send a decision, made in the newest state or in another one."""
        assert self.latest
        self.send_json(told(self.key, message, self.latest["at"] if at is None else at))

    def send_json(self, value: Any) -> None:
        """Send a JSON value."""
        self.frame(_TEXT, json.dumps(value).encode())

    def frame(self, kind: int, content: bytes) -> None:
        """Send one frame."""
        size = len(content)
        if size < 126:
            head = bytes([0x80 | kind, 0x80 | size])
        elif size < 65536:
            head = bytes([0x80 | kind, 0x80 | 126]) + size.to_bytes(2)
        else:
            head = bytes([0x80 | kind, 0x80 | 127]) + size.to_bytes(8)
        self._put(head + bytes(4) + content)

    def receive(self, most_s: float = MOST_S) -> dict[str, Any] | None:
        """Return the next message; None if the connection was closed. Raises TimeoutError."""
        end_s = time.monotonic() + most_s
        while not self.closed:
            found = self._frame()
            if found is None:
                self._fill(end_s - time.monotonic())
                continue
            kind, content = found
            if kind == _PING:
                self.frame(_PONG, content)
            elif kind == _CLOSE:
                self.why = content[2:].decode()
                self.close()
            elif kind == _TEXT:
                message: dict[str, Any] = json.loads(content)
                if message["type"] == "snapshot":
                    self.latest = message
                    self.on_snapshot(message)
                else:
                    self.errors.append(message)
                return message
        return None

    def until(self, there: Callable[[], Any], most_s: float = MOST_S) -> None:
        """Receive until it is so. Raises TimeoutError; EOFError if the connection was closed."""
        end_s = time.monotonic() + most_s
        while not there():
            if self.receive(end_s - time.monotonic()) is None:
                raise EOFError(f"the server closed the connection: {self.why or self.errors}")

    def opened(self, key: bytes | None = None) -> Any:
        """Decrypt the newest secret, as the page does. Raises InvalidTag for another key."""
        assert self.latest
        return opened(key or self.key, self.latest["sealed"])

    def close(self) -> None:
        """End the connection without a goodbye."""
        self.closed = True
        self.link.close()

    def _put(self, content: bytes) -> None:
        self.wire += content
        self.link.sendall(content)

    def _fill(self, most_s: float) -> None:
        if not select.select([self.link], [], [], max(0.0, most_s))[0]:
            raise TimeoutError("nothing came")
        part = self.link.recv(1 << 18)
        if not part:
            self.close()
        self.wire += part
        self._held += part

    def _frame(self) -> tuple[int, bytes] | None:
        """Take the next whole frame from what was received."""
        held = self._held
        if len(held) < 2:
            return None
        assert held[0] & 0x80 and not held[0] & 0x70 and not held[1] & 0x80, "parts, or compressed"
        size, at = held[1], 2
        if size > 125:
            at = 4 if size == 126 else 10
            size = int.from_bytes(held[2:at])
        if len(held) < max(at, 2) + size or (at > 2 and len(held) < at):
            return None
        self._held = held[at + size :]
        return held[0] & 15, held[at : at + size]
