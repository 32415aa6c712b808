"""JPEG and PNG pictures from files and the network; checks their size before decoding."""

from pathlib import Path

import cv2
import numpy as np

from companion.errors import ExitCode, VisionError
from vision.arrays import Picture
from vision.cameras.params import PARAMS

_ENDS = {b"\xff\xd8": b"\xff\xd9", b"\x89PNG": b"IEND\xaeB`\x82"}
"""End marker of a file by its first bytes: JPEG, PNG."""


def load_picture(path: Path) -> Picture:
    """Read a JPEG or PNG file as (height, width, 3) BGR. Raises VisionError if it is not complete."""
    try:
        if path.stat().st_size > PARAMS.max_picture_bytes:
            raise _broken_picture(path, f"a file of more than {PARAMS.max_picture_bytes} bytes")
        content = path.read_bytes()
    except OSError as error:
        raise _broken_picture(path, error.strerror or str(error)) from error
    return decoded(content, path)


def decoded(content: bytes, path: Path) -> Picture:
    """Decode the content of a JPEG or PNG file, as `load_picture`; errors name `path`."""
    try:
        return decode(content)
    except ValueError as error:
        raise _broken_picture(path, str(error)) from error


def decode(content: bytes | bytearray) -> Picture:
    """Decode a complete JPEG or PNG file. Raises ValueError that names the problem found."""
    # OpenCV fills the missing part of a truncated file with grey; only the end marker shows it.
    end = next((end for start, end in _ENDS.items() if content.startswith(start)), None)
    if end is None:
        raise ValueError(f"{len(content)} bytes that are neither JPEG nor PNG")
    if end not in content[-64:]:
        raise ValueError(f"a file that stops after {len(content)} bytes without its end")
    check_size(*_size_px(content))
    try:
        picture = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise ValueError(f"damaged data ({error.code})") from error
    if picture is None:
        raise ValueError("damaged data")
    return np.asarray(picture, dtype=np.uint8)


def check_size(width_px: float, height_px: float) -> None:
    """Raise ValueError if a picture has too many pixels."""
    if width_px * height_px > PARAMS.max_picture_px:
        raise ValueError(f"{width_px:.0f} x {height_px:.0f} pixels, {PARAMS.max_picture_px} at most expected")


def _size_px(content: bytes | bytearray) -> tuple[int, int]:
    """Return width and height from the header of a JPEG or PNG file; 0, 0 if it has none.

    PNG, third edition, 11.2.1; ITU-T T.81, B.2.2.
    """
    if content.startswith(b"\x89PNG"):
        return int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")
    at, largest = 2, (0, 0)
    while at + 9 < len(content):
        if content[at] != 0xFF:
            at += 1
            continue
        marker = content[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            found = (
                int.from_bytes(content[at + 7 : at + 9], "big"),
                int.from_bytes(content[at + 5 : at + 7], "big"),
            )
            largest = max(largest, found, key=lambda size: size[0] * size[1])
        if marker == 0xDA:
            break
        at += 2 + (
            0
            if marker in (0x01, 0xFF, *range(0xD0, 0xDA))
            else int.from_bytes(content[at + 2 : at + 4], "big")
        )
    return largest


def _broken_picture(path: Path, found: str) -> VisionError:
    return wrong_input(
        "broken_picture",
        f"{path}: expected a complete JPEG or PNG picture, found {found}; copy the file again or remove it",
        path=str(path),
        found=found,
    )


def wrong_input(code: str, message: str, **params: object) -> VisionError:
    """Return the error of a file or source that is not as expected."""
    error = VisionError(code, message, **params)
    error.exit_code = ExitCode.WRONG_INPUT
    return error
