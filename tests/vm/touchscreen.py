"""In the VM: a touchscreen of 800 x 480 by uinput, touched where lines of its input say, "x y" in pixels.

Event codes and requests are those of Linux' input-event-codes.h and uinput.h; touches are sent as the
multi-touch protocol of type B does, which most panels speak.
"""

import fcntl
import os
import struct
import sys
import time

WIDE_PX, HIGH_PX = 800, 480
FINGERS, TOUCH_S = 10, 0.15
SYN, KEY, ABS = 0, 1, 3
BTN_TOUCH, DIRECT, USB = 0x14A, 1, 3
X, Y, SLOT, MT_X, MT_Y, MT_ID = 0x00, 0x01, 0x2F, 0x35, 0x36, 0x39
ENDS = {X: WIDE_PX - 1, Y: HIGH_PX - 1, SLOT: FINGERS - 1, MT_X: WIDE_PX - 1, MT_Y: HIGH_PX - 1, MT_ID: 65535}


def _request(number: int, size: int) -> int:
    """An ioctl that hands over so many bytes; without any, one that does something."""
    return ((1 if size else 0) << 30) | (size << 16) | (ord("U") << 8) | number


class Touchscreen:
    """One panel that the kernel shows to programs, until this one ends."""

    def __init__(self) -> None:
        self._device = os.open("/dev/uinput", os.O_WRONLY | os.O_NONBLOCK)
        for bit, value in ((100, KEY), (100, ABS), (101, BTN_TOUCH), (110, DIRECT)):
            fcntl.ioctl(self._device, _request(bit, 4), value)
        for axis, end in ENDS.items():
            fcntl.ioctl(self._device, _request(103, 4), axis)
            fcntl.ioctl(self._device, _request(4, 28), struct.pack("=H2x6i", axis, 0, 0, end, 0, 0, 0))
        named = struct.pack("=4H80sI", USB, 0x1234, 0x5406, 1, b"Panel of a virtual machine", 0)
        fcntl.ioctl(self._device, _request(3, 92), named)
        fcntl.ioctl(self._device, _request(1, 0))
        self._touches = 0

    def touch(self, x_px: int, y_px: int) -> None:
        """A finger comes down there and is lifted."""
        self._touches += 1
        self._tell((ABS, SLOT, 0), (ABS, MT_ID, self._touches), (ABS, MT_X, x_px), (ABS, MT_Y, y_px),
                   (KEY, BTN_TOUCH, 1), (ABS, X, x_px), (ABS, Y, y_px))  # fmt: skip
        time.sleep(TOUCH_S)
        self._tell((ABS, SLOT, 0), (ABS, MT_ID, -1), (KEY, BTN_TOUCH, 0))

    def _tell(self, *events: tuple[int, int, int]) -> None:
        for event in (*events, (SYN, 0, 0)):
            os.write(self._device, struct.pack("llHHi", 0, 0, *event))


if __name__ == "__main__":
    panel = Touchscreen()
    for line in sys.stdin:
        panel.touch(*map(int, line.split()))
