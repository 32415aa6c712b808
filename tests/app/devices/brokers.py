"""A broker that behaves badly, over a real connection."""

import socket
import threading
from collections.abc import Callable
from contextlib import suppress

ACCEPTED = bytes([0x20, 2, 0, 0])
"""A CONNACK: the connection is accepted (MQTT 3.1.1, 3.2)."""


def publish(topic: str, payload: bytes, quality: int = 0, number: int = 1) -> bytes:
    """A PUBLISH packet, shorter than 128 bytes (MQTT 3.1.1, 3.3)."""
    name = topic.encode()
    body = len(name).to_bytes(2, "big") + name + (number.to_bytes(2, "big") if quality else b"") + payload
    return bytes([0x30 | quality << 1, len(body)]) + body


class BadBroker:
    """Calls `behave` with every connection; what it returns is sent, then what comes is read and dropped.

    `drops`: the connection is closed at once.
    """

    def __init__(self, behave: Callable[[], bytes], drops: bool = False) -> None:
        self._behave, self._drops = behave, drops
        self.connections = threading.Semaphore(0)
        """Released once for every connection."""
        self.ended = threading.Semaphore(0)
        """Released once for every connection that the client ended."""
        self.read = threading.Condition()
        self.received = 0
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._open: list[socket.socket] = []
        threading.Thread(target=self._run, name="bad broker", daemon=True).start()

    def send(self, packets: bytes) -> None:
        self._open[-1].sendall(packets)

    def refuse(self) -> None:
        """Accept no more connections."""
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def close(self) -> None:
        self.refuse()
        for connection in self._open:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def _run(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listening.accept()
                self._open.append(connection)
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.recv(4096)
            connection.sendall(self._behave())
            self.connections.release()
            while not self._drops and (received := connection.recv(65536)):
                with self.read:
                    self.received += len(received)
                    self.read.notify_all()
        self.ended.release()
