"""Size and completeness of a JPEG file, read from its bytes without decoding it (ITU-T T.81, annex B).

It must find the same markers as libjpeg: one that only libjpeg finds could state any size.
"""

import struct
from collections.abc import Iterator

START = b"\xff\xd8"
_END = b"\xff\xd9"
_FILL = 0xFF
_SCAN = 0xDA
_WITHOUT_LENGTH = (0x00, 0x01, *range(0xD0, 0xDA))
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


def is_complete(content: bytes | bytearray) -> bool:
    """Return whether a file reaches its end; phones append more after it: depth, a short video."""
    return content.find(_END, max(at for at, _ in _segments(content))) >= 0


def size_px(content: bytes | bytearray) -> tuple[int, int]:
    """Return width and height as stored, before any rotation; 0, 0 if the header holds none."""
    largest = (0, 0)
    for at, marker in _segments(content):
        if marker in _FRAMES:
            height, width = struct.unpack(">HH", content[at + 5 : at + 9])
            largest = max(largest, (width, height), key=lambda size: size[0] * size[1])
    return largest


def _segments(content: bytes | bytearray) -> Iterator[tuple[int, int]]:
    """Yield position and marker of each segment up to the first scan, at least (2, 0)."""
    at = 2
    yield at, 0
    while at + 9 < len(content):
        if content[at] != 0xFF or content[at + 1] == _FILL:  # any number of fill bytes precede a marker
            at += 1
            continue
        marker = content[at + 1]
        yield at, marker
        if marker == _SCAN:
            return
        short = marker in _WITHOUT_LENGTH
        at += 2 if short else 2 + int.from_bytes(content[at + 2 : at + 4], "big")
