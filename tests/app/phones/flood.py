"""A crowd of connections that want no game, from several addresses.

`python -m tests.app.phones.flood PORT KIND NUMBER` runs in a process of its own, with descriptors of its own.
Each connection that the server ends is made anew a second later. It prints a line when all have been tried
once, and ends with its input.
"""

import errno
import heapq
import resource
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

ADDRESSES = tuple(f"127.0.0.{n}" for n in range(2, 10))
AGAIN_S = 1.0
KINDS = ("silent", "slow", "mute", "nonsense")
"""Nothing is sent; one byte of a request a second; a WebSocket without hello; requests that are none."""


def request(kind: str, port: int) -> bytes:
    """Return what a connection of this kind sends, at once or byte by byte."""
    host = f"Host: 127.0.0.1:{port}\r\n"
    upgrade = (
        f"GET /ws HTTP/1.1\r\n{host}Upgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    nonsense = f"GET / HTTP/1.1\r\n{host}no header\r\n\r\n"
    return {"silent": "", "slow": upgrade, "mute": upgrade, "nonsense": nonsense}[kind].encode()


class Crowd:
    """So many connections of a kind."""

    def __init__(self, port: int, kind: str, number: int) -> None:
        self.port, self.slow, self.sent = port, kind == "slow", request(kind, port)
        self.selector = selectors.DefaultSelector()
        self.due: list[tuple[float, int]] = [(0.0, n) for n in range(number)]
        self.untried = number
        self.open: dict[socket.socket, list[int]] = {}

    def connect(self, n: int) -> None:
        """Begin to connect."""
        link = socket.socket()
        link.setblocking(False)
        link.bind((ADDRESSES[n % len(ADDRESSES)], 0))
        found = link.connect_ex(("127.0.0.1", self.port))
        if found not in (0, errno.EINPROGRESS):
            link.close()
            heapq.heappush(self.due, (time.monotonic() + AGAIN_S, n))
            return
        self.open[link] = [n, 0]
        self.selector.register(link, selectors.EVENT_READ | selectors.EVENT_WRITE)

    def serve(self, link: socket.socket, mask: int) -> None:
        """Send or read; a connection that ended is made anew later."""
        try:
            if mask & selectors.EVENT_WRITE:
                link.send(b"" if self.slow else self.sent)
                self.selector.modify(link, selectors.EVENT_READ)
            ended = bool(mask & selectors.EVENT_READ) and not link.recv(4096)
        except BlockingIOError:
            ended = False
        except OSError:
            ended = True
        if ended:
            self.selector.unregister(link)
            heapq.heappush(self.due, (time.monotonic() + AGAIN_S, self.open.pop(link)[0]))
            link.close()

    def drip(self) -> None:
        """Send the next byte of each request."""
        for link, state in self.open.items():
            try:
                link.send(self.sent[state[1] : state[1] + 1])
                state[1] += 1
            except OSError:
                continue  # not open yet, or ended: `serve` sees to it

    def run(self) -> None:
        """Go on until the input ends."""
        self.selector.register(sys.stdin, selectors.EVENT_READ)
        drip_s, told = time.monotonic(), False
        while True:
            for _ in range(50):
                if self.due and self.due[0][0] <= time.monotonic():
                    self.connect(heapq.heappop(self.due)[1])
                    self.untried -= 1
            if self.untried <= 0 and not told:
                told = True
                print("all", flush=True)
            for key, mask in self.selector.select(0 if self.due and self.due[0][0] == 0 else 0.01):
                if not isinstance(key.fileobj, socket.socket):
                    return
                self.serve(key.fileobj, mask)
            if self.slow and time.monotonic() > drip_s + 1:
                drip_s = time.monotonic()
                self.drip()


@contextmanager
def flood(port: int, kind: str, number: int) -> Iterator[None]:
    """Run a crowd; it has tried all connections once when this begins."""
    command = [sys.executable, "-m", "tests.app.phones.flood", str(port), kind, str(number)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as crowd:
        assert crowd.stdin and crowd.stdout
        assert crowd.stdout.readline() == b"all\n"
        try:
            yield
        finally:
            crowd.stdin.close()
            crowd.wait()


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    Crowd(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])).run()
