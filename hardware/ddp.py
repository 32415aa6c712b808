"""WLED over the network by DDP (http://www.3waylabs.com/ddp): up to 480 lamps per datagram."""

import socket
from collections.abc import Sequence

from companion.errors import HardwareError
from hardware.errors import lights_lost
from hardware.strip import FRAMES_S, Light, Strip

PORT = 4048
MOST_BYTES = 1440
_VERSION, _PUSH = 0x40, 0x01
_RGB_8, _DISPLAY = 0x0B, 0x01


class DdpLights:
    """A strip at a network host; DDP has no answers, so only an unknown host is reported."""

    again_s = 1.0
    frames_s = FRAMES_S
    answer = ""

    def __init__(self, host: str, strip: Strip) -> None:
        """`host` is a name or an address, with ":port" if it differs from DDP's default."""
        name, _, port = host.partition(":")
        self.strip = strip
        self._host, self._port = name, int(port) if port.isdecimal() else PORT
        self._socket: socket.socket | None = None
        self._number = 0

    def show(self, lights: Sequence[Light]) -> None:
        """Send a frame. Raises HardwareError `lights_lost`, ValueError for a wrong number of lamps."""
        colours = self.strip.colours(lights)
        try:
            self._socket = self._socket or self._connect()
            for start in range(0, len(colours), MOST_BYTES):
                part = colours[start : start + MOST_BYTES]
                self._number = self._number % 15 + 1
                self._socket.send(packet(part, start, self._number, start + MOST_BYTES >= len(colours)))
        except (OSError, ValueError, OverflowError) as error:  # such as an invalid name
            self.close()
            raise self._lost(error) from error

    def close(self) -> None:
        """Close the socket."""
        if self._socket:
            self._socket.close()
            self._socket = None

    def _connect(self) -> socket.socket:
        (family, *_, address), *_ = socket.getaddrinfo(self._host, self._port, type=socket.SOCK_DGRAM)
        opened = socket.socket(family, socket.SOCK_DGRAM)
        opened.connect(address)
        return opened

    def _lost(self, error: Exception) -> HardwareError:
        return lights_lost(self._host, error)


def packet(colours: bytes, start: int, number: int, last: bool) -> bytes:
    """Make a datagram with colours from byte `start` on.

    `number` is 1..15, the `last` one shows the frame.
    """
    flags = _VERSION | (_PUSH if last else 0)
    header = bytes([flags, number, _RGB_8, _DISPLAY]) + start.to_bytes(4) + len(colours).to_bytes(2)
    return header + colours
