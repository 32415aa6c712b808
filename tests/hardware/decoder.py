"""Simulated strips at the other end of the cable, made from the protocol descriptions.

They read bytes one by one, as the firmware of a strip does, on a pseudo-terminal.
"""

import json
import os
import pty
import select
import threading
import tty
from typing import Any

Colours = list[tuple[int, int, int]]
BAUDS = {0xB0: 115200, 0xB1: 230400, 0xB2: 460800, 0xB3: 500000, 0xB4: 576000, 0xB5: 921600, 0xB6: 1000000}


plugged: "list[AdalightBoard]" = []
"""Boards of the present test; `tests.conftest` unplugs them after it."""


class AdalightBoard:
    """An Arduino with an Adalight sketch, which may greet until it hears something."""

    def __init__(self, greets: bool = True) -> None:
        self._end, far = pty.openpty()
        tty.setraw(far)
        self.port = os.ttyname(far)
        self._far = far
        self.frames: list[Colours] = []
        self.dropped = 0
        self.heard = bytearray()
        self.news = threading.Condition()
        self._state, self._want = 0, 0
        self._greets, self._pulled = greets, threading.Event()
        self._worker = threading.Thread(target=self._run, daemon=True)
        self._worker.start()
        plugged.append(self)

    def say(self, text: bytes) -> None:
        """Send something to the app."""
        os.write(self._end, text)

    def unplug(self) -> None:
        """Pull the cable."""
        self._pulled.set()
        self._worker.join()

    def until(self, frames: int) -> Colours:
        """The last frame, once there are so many."""
        with self.news:
            assert self.news.wait_for(lambda: len(self.frames) >= frames, 10), self.heard
            return self.frames[-1]

    def until_last(self, frame: Colours) -> bool:
        """Return True if the last frame so far arrives."""
        with self.news:
            return self.news.wait_for(lambda: len(self.frames) > 1 and self.frames[-1] == frame, 10)

    def _run(self) -> None:
        while not self._pulled.is_set():
            ready, _, _ = select.select([self._end], [], [], 0.02)
            if ready:
                with self.news:
                    self.take(os.read(self._end, 1)[0])
                    self.news.notify_all()
            elif self._greets and not self.heard:
                self.say(b"Ada\n")
        for end in (self._far, self._end):
            os.close(end)

    def take(self, byte: int) -> None:
        """One byte: the magic word, the count, its check, the colours."""
        self.heard.append(byte)
        magic = b"Ada"
        if self._state < 3:
            self._state = self._state + 1 if byte == magic[self._state] else int(byte == magic[0])
            if not self._state:
                self.between(byte)
            return
        if self._state < 6:
            self._state += 1
            if self._state == 6:
                high, low, check = self.heard[-3:]
                self._want = 3 * (256 * high + low + 1)
                self._body = bytearray()
                if check != high ^ low ^ 0x55:
                    self.dropped += 1
                    self._state = 0
            return
        self._body.append(byte)
        if len(self._body) == self._want:
            body = bytes(self._body)
            self.frames.append([(body[i], body[i + 1], body[i + 2]) for i in range(0, len(body), 3)])
            self._state = 0

    def between(self, byte: int) -> None:
        """A byte outside a frame: nobody listens."""


class WledBoard(AdalightBoard):
    """An ESP32 with WLED and so many lamps; it answers a question in JSON and changes its speed."""

    def __init__(self, lamps: int = 60, brand: str = "WLED", version: str = "0.15.0") -> None:
        self.baud, self.asked = 115200, 0
        self._line = bytearray()
        self._info: dict[str, Any] = {"brand": brand, "ver": version, "leds": {"count": lamps}}
        super().__init__(greets=False)

    def between(self, byte: int) -> None:
        """A byte outside a frame: a speed, or JSON."""
        if byte in BAUDS:
            self.baud = BAUDS[byte]
            self.say(b"Baud is now %d\n" % self.baud)
            return
        self._line.append(byte)
        try:
            question = json.loads(self._line)
        except ValueError:
            return
        if question.get("v"):
            self.asked += 1
            self.say(json.dumps({"state": {"on": True}, "info": self._info}).encode() + b"\r\n")
        self._line.clear()
