"""In the VM: what a graphics card shows, read back from the kernel.

picture.py CARD COLOUR prints the place "x y" of what is drawn in the colour, such as f0a422, in dots.

Requests and structures are those of Linux' drm.h and drm_mode.h. Only pictures in memory that the processor
can map are read, which are all that the VM's cards have.
"""

import fcntl
import mmap
import os
import struct
import sys
from contextlib import suppress
from ctypes import addressof, c_uint32
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

CLIENTS = "/sys/kernel/debug/dri/{}/clients"
_DROP_MASTER, _RESOURCES, _CRTC, _FRAMEBUFFER, _MAP = 0x1F, 0xA0, 0xA1, 0xCE, 0xB3
_MOST = 8
"""Most outputs of a card that are looked at."""


def drawn_by(card: int) -> int:
    """The process that may draw on the card; 0 if there is none."""
    lines = Path(CLIENTS.format(card)).read_text("utf-8").splitlines()[1:]
    return next((int(words[1]) for words in map(str.split, lines) if words[3] == "y"), 0)


def shown(card: int) -> NDArray[np.uint8] | None:
    """The picture on the card's first output that shows one, as red, green, blue."""
    device = os.open(f"/dev/dri/card{card}", os.O_RDWR)
    try:
        with suppress(OSError):  # who opens a card first is the one who may draw
            fcntl.ioctl(device, (ord("d") << 8) | _DROP_MASTER)
        return _shown(device)
    finally:
        os.close(device)


def _shown(device: int) -> NDArray[np.uint8] | None:
    numbers = (c_uint32 * _MOST)()
    about = struct.pack("=4Q8I", 0, addressof(numbers), 0, 0, 0, _MOST, 0, 0, 0, 0, 0, 0)
    outputs = struct.unpack("=4Q8I", _ask(device, _RESOURCES, about))[5]
    for crtc in numbers[:outputs]:
        about = _ask(device, _CRTC, struct.pack("=Q7I68x", 0, 0, crtc, 0, 0, 0, 0, 0))
        framebuffer = struct.unpack("=Q7I68x", about)[3]
        if framebuffer:
            return _read(device, framebuffer)
    return None


def _read(device: int, framebuffer: int) -> NDArray[np.uint8]:
    found = struct.unpack("=17I36x", _ask(device, _FRAMEBUFFER, struct.pack("=I100x", framebuffer)))
    (wide, high), handle, pitch = found[1:3], found[5], found[9]
    place = struct.unpack("=2IQ", _ask(device, _MAP, struct.pack("=2IQ", handle, 0, 0)))[2]
    with mmap.mmap(device, pitch * high, mmap.MAP_SHARED, mmap.PROT_READ, offset=place) as memory:
        rows = np.frombuffer(bytes(memory), np.uint8).reshape(high, pitch)
    return rows[:, : 4 * wide].reshape(high, wide, 4)[:, :, 2::-1]


def _ask(device: int, number: int, about: bytes) -> bytes:
    return fcntl.ioctl(device, (3 << 30) | (len(about) << 16) | (ord("d") << 8) | number, about)


def middle(card: int, colour: str) -> tuple[int, int]:
    """The middle of the dots of a colour. Raises LookupError if there are none."""
    found = shown(card)
    if found is None or not (dots := np.argwhere((found == tuple(bytes.fromhex(colour))).all(axis=2))).size:
        raise LookupError(f"expected something drawn in {colour} on card{card}")
    y, x = np.median(dots, axis=0)
    return int(x), int(y)


if __name__ == "__main__":
    print(*middle(int(sys.argv[1]), sys.argv[2]))
