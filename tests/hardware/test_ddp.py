"""DDP, received by a socket and taken apart by its own reader (http://www.3waylabs.com/ddp)."""

import socket
import struct
from random import Random

import pytest

from companion.errors import HardwareError
from hardware.ddp import DdpLights
from hardware.strip import Light, Strip


def received(server: socket.socket) -> tuple[bytearray, list[int]]:
    """The colours of one frame, and the numbers of its datagrams."""
    colours, numbers = bytearray(), []
    while True:
        data = server.recv(2048)
        flags, number, kind, target, offset, length = struct.unpack(">BBBBIH", data[:10])
        assert (flags & 0xC0, kind, target, len(data) - 10) == (0x40, 0x0B, 1, length)
        colours[offset : offset + length] = data[10:]
        numbers.append(number)
        if flags & 1:
            return colours, numbers


@pytest.mark.parametrize("lamps", [1, 480, 481, 1000])
def test_frames_arrive_whole(lamps: int) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind(("127.0.0.1", 0))
        server.settimeout(10)
        strip = Strip(lamps, 0, 0, 0, gamma=1.0, most_ma=100_000)
        opened = DdpLights(f"127.0.0.1:{server.getsockname()[1]}", strip)
        chance, all_numbers = Random(lamps), list[int]()
        for _ in range(4):
            lights: list[Light] = [
                (chance.randrange(256), chance.randrange(256), chance.randrange(256)) for _ in range(lamps)
            ]
            opened.show(lights)
            colours, numbers = received(server)
            all_numbers += numbers
            assert colours == bytes(value for light in lights for value in light)
        assert set(all_numbers) <= set(range(1, 16))
        opened.close()


class Wled:
    """The rules by which WLED 0.15 takes a datagram (wled00/e131.cpp, handleDDPPacket).

    With "skip out of sequence" on, it drops up to four numbers before the last frame's as late.
    """

    def __init__(self, lamps: int) -> None:
        self.taken, self.shown = bytearray(3 * lamps), list[bytes]()
        self._last, self._pushed = 0, False

    def take(self, data: bytes) -> bool:
        """Return whether a datagram is taken; a push shows the frame."""
        flags, number, kind, target, offset, length = struct.unpack(">BBBBIH", data[:10])
        if target in (246, 250, 251) or flags & 0b110 or len(data) < 10 + length:
            return False
        if self._last and number:
            if self._last > 5:
                late = self._last - 5 < number < self._last
            else:
                late = number > self._last + 10 or number < self._last
            if late:
                return False
        assert (kind >> 3 & 0b111, length % 3, offset % 3) == (1, 0, 0), "whole lamps of three colours"
        self.taken[offset : offset + length] = data[10 : 10 + length]
        self._pushed |= bool(flags & 1)
        if flags & 1 or not self._pushed:
            self.shown.append(bytes(self.taken))
            self._last = number or self._last
        return True


@pytest.mark.parametrize("lamps", [1, 479, 480, 481, 960, 961, 1440, 1920])
def test_wled_takes_every_datagram_and_shows_every_frame(lamps: int) -> None:
    """Sequence numbers go round every 15 datagrams; 40 frames meet every place of the turn."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind(("127.0.0.1", 0))
        server.settimeout(10)
        strip = Strip(lamps, 0, 0, 0, gamma=1.0, most_ma=1_000_000)
        opened, board = DdpLights(f"127.0.0.1:{server.getsockname()[1]}", strip), Wled(lamps)
        chance, wanted = Random(lamps), list[bytes]()
        datagrams = -(-lamps // 480)
        for _ in range(40):
            wanted.append(chance.randbytes(3 * lamps))
            opened.show([(c[k], c[k + 1], c[k + 2]) for c in wanted[-1:] for k in range(0, 3 * lamps, 3)])
            sent = [server.recv(2048) for _ in range(datagrams)]
            assert all(len(data) <= 1450 for data in sent), "one Ethernet frame each"
            assert [data[0] & 1 for data in sent] == [0] * (datagrams - 1) + [1], "one push, in the last"
            assert all(board.take(data) for data in sent)
        opened.close()
        first = datagrams - 1  # before its first push WLED shows every datagram
        assert board.shown[first:] == wanted
        server.setblocking(False)
        with pytest.raises(BlockingIOError):
            server.recv(1)


def test_a_host_that_is_not_there_is_told() -> None:
    opened = DdpLights("no-such-host.invalid", Strip())
    with pytest.raises(HardwareError, match=r"no-such-host\.invalid.*check the cable") as caught:
        opened.show([(0, 0, 0)] * 60)
    assert caught.value.code == "lights_lost"
