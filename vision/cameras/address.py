"""Sources of cameras as text; needs no OpenCV, so the start page may use it."""

import re

PI = "pi:"
"""Start of the source of a camera on the ribbon cable of a Raspberry Pi: pi:0."""
_ADDRESS = re.compile(r"(https?|rtsps?)://")
_SECRET = re.compile(r"(?<=://)[^/]*@")


def is_address(source: str) -> bool:
    """Return whether a source is an http, https, rtsp or rtsps address."""
    return _ADDRESS.match(source) is not None


def without_password(source: str) -> str:
    """Return a source without user and password, to be shown and logged."""
    return _SECRET.sub("", source)
