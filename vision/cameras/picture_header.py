"""Format, size and completeness of a picture file, read from its bytes without decoding it."""

import struct
from typing import Literal, TypeAlias

from companion import jpeg

Format: TypeAlias = Literal["JPEG", "PNG", "WebP", "TIFF", "BMP", "HEIC"]
Content: TypeAlias = bytes | bytearray

FORMATS: tuple[Format, ...] = ("JPEG", "PNG", "WebP", "TIFF", "BMP", "HEIC")
START_BYTES = 32
"""Number of bytes at the start of a file that tell its format."""
_TIFF_ORDERS = {b"II*\0": "<", b"MM\0*": ">"}
_HEIC_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"mif1", b"msf1"}
_TIFF_WIDTH, _TIFF_HEIGHT = 256, 257
_TIFF_VALUES = {3: "H", 4: "I"}
"""Types of a TIFF value that hold a size: SHORT and LONG."""


def picture_format(start: Content) -> Format | None:
    """Return the format of a file by its first `START_BYTES` bytes; None if it is no known picture."""
    if start.startswith(jpeg.START):
        return "JPEG"
    if start.startswith(b"\x89PNG"):
        return "PNG"
    if start[:4] == b"RIFF" and start[8:12] == b"WEBP":
        return "WebP"
    if bytes(start[:4]) in _TIFF_ORDERS:
        return "TIFF"
    if start[:2] == b"BM" and start[6:10] == bytes(4):
        return "BMP"
    return "HEIC" if start[4:8] == b"ftyp" and bytes(start[8:12]) in _HEIC_BRANDS else None


def is_complete(content: Content, form: Format) -> bool:
    """Return whether a file reaches its end; OpenCV fills the missing part of a truncated one with grey.

    True for TIFF and HEIC, whose decoders refuse a truncated file.
    """
    if form == "JPEG":
        return jpeg.is_complete(content)
    if form == "PNG":
        return b"IEND\xaeB`\x82" in content[-64:]
    if form == "WebP":
        return len(content) >= _little(content[4:8]) + 8
    return form != "BMP" or len(content) >= _little(content[2:6])


def size_px(content: Content, form: Format) -> tuple[int, int]:
    """Return width and height as stored, before any rotation; 0, 0 if the header holds none.

    Not for HEIC. PNG, third edition, 11.2.1; ITU-T T.81, B.2.2; RFC 9649, 2.5; TIFF 6.0, section 2.
    """
    if form == "PNG":
        return int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")
    if form == "JPEG":
        return jpeg.size_px(content)
    if form == "WebP":
        return _webp_size_px(content)
    if form == "TIFF":
        return _tiff_size_px(content)
    width, height = struct.unpack("<ii", content[18:26]) if len(content) >= 26 else (0, 0)
    return abs(width), abs(height)  # the height of a BMP stored from the top is negative


def _webp_size_px(content: Content) -> tuple[int, int]:
    kind = content[12:16]
    if kind == b"VP8X":
        return _little(content[24:27]) + 1, _little(content[27:30]) + 1
    if kind == b"VP8L":
        bits = _little(content[21:25])
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    return _little(content[26:28]) & 0x3FFF, _little(content[28:30]) & 0x3FFF


def _tiff_size_px(content: Content) -> tuple[int, int]:
    """Return the size of the first image of a TIFF file, the one that is decoded."""
    order = _TIFF_ORDERS[bytes(content[:4])]
    found: dict[int, int] = {}
    try:
        (start,) = struct.unpack_from(f"{order}I", content, 4)
        (count,) = struct.unpack_from(f"{order}H", content, start)
        for number in range(count):
            at = start + 2 + 12 * number
            tag, kind = struct.unpack_from(f"{order}HH", content, at)
            if tag in (_TIFF_WIDTH, _TIFF_HEIGHT) and kind in _TIFF_VALUES:
                (found[tag],) = struct.unpack_from(order + _TIFF_VALUES[kind], content, at + 8)
    except struct.error:
        return 0, 0
    return found.get(_TIFF_WIDTH, 0), found.get(_TIFF_HEIGHT, 0)


def _little(content: Content) -> int:
    return int.from_bytes(content, "little")
