"""Decoders for card readers, byte by byte and tolerant of noise.

No port and no clock of their own.
Some readers print the number of a tag on a line. An RDM6300 (125 kHz) sends 0x02, ten hexadecimal digits,
two more that are the XOR of their five bytes, 0x03.
"""

import re
from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeAlias

from companion.errors import HardwareError

TagListener: TypeAlias = Callable[[str], None]
"""Called with the number of a tag, in capital hexadecimal digits."""
Failure: TypeAlias = Callable[[HardwareError], object]

STX, ETX = 0x02, 0x03
DIGITS = 12
LONGEST = 64
"""Maximum length of a line in bytes; tag numbers are shorter."""
AGAIN_S = 1.0
"""Seconds after which a tag counts as held again; readers repeat a tag while it lies there."""
_TAG = re.compile(r"[0-9A-F]{4,32}")
_BETWEEN = re.compile(r"[\s:\-]")


class Heard(NamedTuple):
    """A tag's number in capital hexadecimal digits, or "" and the `noise` that came instead."""

    tag: str
    noise: bytes = b""


class Speech(Protocol):
    """Decoder of a reader's protocol."""

    def take(self, said: bytes) -> list[Heard]:
        """Decode bytes; return the completed numbers and noise."""


class Lines:
    """One number per line, such as `04:A2:2B:1C` or `04a22b1c`.

    Words before a colon are ignored.
    """

    def __init__(self) -> None:
        self._line = bytearray()

    def take(self, said: bytes) -> list[Heard]:
        """Return the completed lines, and overlong ones as noise."""
        found = []
        for byte in said:
            if byte not in b"\r\n":
                self._line.append(byte)
            if (byte in b"\r\n" and self._line) or len(self._line) > LONGEST:
                found.append(_from_line(bytes(self._line)))
                self._line.clear()
        return found


class Rdm6300:
    """Frames with a checksum; bytes between them are noise, reported once per run."""

    def __init__(self) -> None:
        self._noise, self._frame = bytearray(), bytearray()
        self._inside = False

    def take(self, said: bytes) -> list[Heard]:
        """Return the completed frames, and noise."""
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
        """Return the noise since the last frame."""
        noise = bytes(self._noise + self._frame)
        self._noise.clear()
        self._frame.clear()
        self._inside = False
        return [Heard("", noise)] if noise else []


class Held:
    """Distinguishes a newly held tag from one that is still there."""

    def __init__(self) -> None:
        self._last, self._at_s = "", 0.0

    def new(self, tag: str, at_s: float) -> bool:
        """Return True if the tag was not seen for `AGAIN_S` seconds."""
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
