"""What readers of cards and figures say, told apart from noise byte by byte: no port and no clock of its own.

Some print the number of a tag on a line. An RDM6300 (125 kHz) sends 0x02, ten hexadecimal digits, two more
that are their five bytes by exclusive or, 0x03.
"""

import re
from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeAlias

from companion.errors import HardwareError

TagListener: TypeAlias = Callable[[str], None]
"""Hears the number of a tag, in capital hexadecimal digits."""
Failure: TypeAlias = Callable[[HardwareError], object]

STX, ETX = 0x02, 0x03
DIGITS = 12
LONGEST = 64
"""No tag's number is as long as this line."""
AGAIN_S = 1.0
"""Readers repeat a tag while it lies there; one that was away for so long is held there again."""
_TAG = re.compile(r"[0-9A-F]{4,32}")
_BETWEEN = re.compile(r"[\s:\-]")


class Heard(NamedTuple):
    """A tag's number, in capital hexadecimal digits, or with "" the `noise` that came instead."""

    tag: str
    noise: bytes = b""


class Speech(Protocol):
    """How a reader speaks."""

    def take(self, said: bytes) -> list[Heard]:
        """What has come to an end with these bytes."""


class Lines:
    """A number a line, such as `04:A2:2B:1C` or `04a22b1c`; words before a colon do not count."""

    def __init__(self) -> None:
        self._line = bytearray()

    def take(self, said: bytes) -> list[Heard]:
        """The lines that have come to an end, and those too long to be one."""
        found = []
        for byte in said:
            if byte not in b"\r\n":
                self._line.append(byte)
            if (byte in b"\r\n" and self._line) or len(self._line) > LONGEST:
                found.append(_from_line(bytes(self._line)))
                self._line.clear()
        return found


class Rdm6300:
    """Frames with a check; bytes between them are noise, told once a run of them."""

    def __init__(self) -> None:
        self._noise, self._frame = bytearray(), bytearray()
        self._inside = False

    def take(self, said: bytes) -> list[Heard]:
        """The frames that have come to an end, and what was none."""
        found: list[Heard] = []
        for byte in said:
            if byte == STX:
                found += self._end()
                self._inside = True
            elif not self._inside:
                self._noise.append(byte)
            elif byte == ETX:
                found.append(_from_frame(bytes(self._frame)))
                self._frame.clear()
                self._inside = False
            else:
                self._frame.append(byte)
                if len(self._frame) > DIGITS:
                    found += self._end()
            if len(self._noise) > LONGEST:
                found += self._end()
        return found

    def _end(self) -> list[Heard]:
        """What was heard since the last frame was none."""
        noise = bytes(self._noise + self._frame)
        self._noise.clear()
        self._frame.clear()
        self._inside = False
        return [Heard("", noise)] if noise else []


class Held:
    """Tells a tag that is held there from one that still lies there."""

    def __init__(self) -> None:
        self._last, self._at_s = "", 0.0

    def new(self, tag: str, at_s: float) -> bool:
        """Whether it was not there `AGAIN_S` before."""
        still = tag == self._last and at_s - self._at_s < AGAIN_S
        self._last, self._at_s = tag, at_s
        return not still


def _from_line(line: bytes) -> Heard:
    text = line.strip(b"\x02\x03 ").decode("ascii", errors="replace").rpartition(": ")[2]
    tag = _BETWEEN.sub("", text).upper()
    return Heard(tag) if _TAG.fullmatch(tag) else Heard("", line)


def _from_frame(digits: bytes) -> Heard:
    try:
        *number, check = bytes.fromhex(digits.decode("ascii"))
    except ValueError:
        return Heard("", digits)
    for byte in number:
        check ^= byte
    whole = len(digits) == DIGITS and check == 0
    return Heard(bytes(number).hex().upper()) if whole else Heard("", digits)
