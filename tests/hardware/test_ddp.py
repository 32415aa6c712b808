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


def test_a_host_that_is_not_there_is_told() -> None:
    opened = DdpLights("no-such-host.invalid", Strip())
    with pytest.raises(HardwareError, match=r"no-such-host\.invalid.*check the cable") as caught:
        opened.show([(0, 0, 0)] * 60)
    assert caught.value.code == "lights_lost"
