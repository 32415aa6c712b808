"""A card reader at the other end of the cable, made from the data sheet: what it sends, byte by byte."""

import os
import pty
import tty


def rdm6300(number: int, version: int) -> bytes:
    """Bytes that an RDM6300 sends for a tag: start, ten digits, their XOR checksum, end."""
    digits = f"{version:02X}{number:08X}"
    check = 0
    for at in range(0, 10, 2):
        check ^= int(digits[at : at + 2], 16)
    return b"\x02" + digits.encode() + f"{check:02X}".encode() + b"\x03"


class TagBoard:
    """A pseudo-terminal; `port` is the end the app opens."""

    def __init__(self) -> None:
        self._end, self._far = pty.openpty()
        tty.setraw(self._far)
        self.port = os.ttyname(self._far)

    def say(self, said: bytes) -> None:
        os.write(self._end, said)

    def unplug(self) -> None:
        os.close(self._far)
        os.close(self._end)
