"""Strips at a serial port: Adalight on an Arduino, and WLED, which accepts its frames.

Adalight frame: "Ada", the number of lamps less one in two bytes, the XOR of these two and 0x55, then three
bytes per lamp. WLED (https://kno.wled.ge/interfaces/serial) describes itself when asked with JSON, changes
its baud rate on a byte from 0xB0 on, and returns to its own effects 2.5 s after the last frame.
"""

import json
import time
from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias

import serial

from companion.errors import HardwareError
from companion.games.base import N_, Sentence, device_text
from hardware.errors import lights_lost
from hardware.serial_port import FAULTS, open_port, ports, unusable
from hardware.strip import FRAMES_S, Light, Strip

Protocol: TypeAlias = Literal["adalight", "wled"]
BAUD = 115_200
"""Baud rate of WLED and most sketches after power-on."""
WLED_BAUDS = {115_200: 0xB0, 230_400: 0xB1, 460_800: 0xB2, 500_000: 0xB3, 576_000: 0xB4, 921_600: 0xB5,
              1_000_000: 0xB6, 1_500_000: 0xB7}  # fmt: skip
ANSWER_S = 3.0
"""Seconds to wait for an answer: an Arduino and some ESP32 restart when their port is opened."""
GREETING = b"Ada\n"
MOST_ANSWER_BYTES = 50_000
"""Maximum number of bytes read while waiting for an answer; WLED's has about 2000."""


class SerialLights:
    """Opens its port with the first pattern, and again after it was lost."""

    again_s = 1.0
    frames_s = FRAMES_S

    def __init__(self, port: str, baud: int, strip: Strip, protocol: Protocol) -> None:
        """`port` is a device such as /dev/ttyUSB0, or "auto": the first one that answers."""
        self.strip = strip
        self.answer = ""
        self._wanted, self._baud, self._protocol = port, baud, protocol
        self._open: serial.Serial | None = None

    def show(self, lights: Sequence[Light]) -> None:
        """Send a frame and wait until it is transmitted.

        Raises HardwareError `port_unusable`, `no_strip`, `too_few_lamps` or `lights_lost`,
        ValueError for a wrong number of lamps.
        """
        sent = frame(self.strip.colours(lights))
        port = self._open or self._connect()
        try:
            port.reset_input_buffer()
            port.write(sent)
            port.flush()
        except FAULTS as error:
            self.close()
            raise lights_lost(port.name, error) from error

    def close(self) -> None:
        """Close the port."""
        if self._open:
            self._open.close()
            self._open = None

    def _connect(self) -> serial.Serial:
        if self._wanted != "auto":
            self._open = self._ask(self._wanted)
            return self._open
        tried: list[str] = []
        for name in ports():
            try:
                self._open = self._ask(name, must_answer=True)
            except HardwareError:
                tried.append(name)
            else:
                return self._open
        raise _no_strip(", ".join(tried) or "no port", self._protocol, "")

    def _ask(self, name: str, must_answer: bool = False) -> serial.Serial:
        """Open the port of a strip. A configured Adalight strip may be silent, as some sketches are."""
        port = open_port(name, self._baud, N_("a light strip"))
        try:
            if self._protocol == "wled":
                self._meet_wled(port)
            else:
                heard = _heard(port, ANSWER_S, lambda heard: GREETING in heard)
                if must_answer and GREETING not in heard:
                    raise _no_strip(name, self._protocol, heard)
        except FAULTS as error:
            port.close()
            raise unusable(name, N_("a light strip"), error) from error
        except HardwareError:
            port.close()
            raise
        return port

    def _meet_wled(self, port: serial.Serial) -> None:
        """Query at the configured baud rate, then at the default, and switch to the configured one."""
        heard = b""
        for baud in dict.fromkeys((self._baud, BAUD)):
            port.baudrate = baud
            port.reset_input_buffer()
            port.write(b'{"v":true}\n')
            heard = _heard(port, ANSWER_S, lambda heard: _wled_info(heard) is not None)
            if (info := _wled_info(heard)) is not None:
                break
        else:
            raise _no_strip(port.name, self._protocol, heard)
        self._take(port.name, info)
        if port.baudrate != self._baud and self._baud in WLED_BAUDS:
            port.write(bytes([WLED_BAUDS[self._baud]]))
            port.flush()
            port.baudrate = self._baud

    def _take(self, name: str, info: dict[str, Any]) -> None:
        self.answer = device_text(f"WLED {info.get('ver', '')}")
        leds = info.get("leds")
        count = leds.get("count") if isinstance(leds, dict) else None
        if isinstance(count, int) and count < self.strip.wired:
            pattern = N_(
                "{port}: expected {expected} lamps, the strip has {found}; correct the lamps"
                " per side in the settings, or the number of lamps in WLED"
            )
            sentence = Sentence(pattern, {"port": name, "expected": self.strip.wired, "found": count})
            raise HardwareError.of("too_few_lamps", sentence)


def frame(colours: bytes) -> bytes:
    """Make an Adalight frame of three bytes per lamp, for at least one lamp."""
    high, low = divmod(len(colours) // 3 - 1, 256)
    return b"Ada" + bytes([high, low, high ^ low ^ 0x55]) + colours


def _wled_info(heard: bytes) -> dict[str, Any] | None:
    """Parse WLED's description; None while it is incomplete."""
    for line in heard.splitlines():
        try:
            info = json.loads(line)["info"]
        except (ValueError, LookupError, TypeError, RecursionError):
            continue
        if isinstance(info, dict) and info.get("brand") == "WLED":
            return info
    return None


def _heard(port: serial.Serial, patience_s: float, enough: Callable[[bytes], bool]) -> bytes:
    """Read until the answer is complete, too long, or the timeout ends."""
    heard, end_s = b"", time.monotonic() + patience_s
    while not enough(heard) and len(heard) < MOST_ANSWER_BYTES and (left_s := end_s - time.monotonic()) > 0:
        port.timeout = min(0.05, left_s)
        heard += port.read(max(1, min(port.in_waiting, MOST_ANSWER_BYTES - len(heard))))
    return heard


def _no_strip(port: str, protocol: str, found: object) -> HardwareError:
    pattern = N_(
        "{port}: expected an answer of a light strip ({protocol}), found {found}; check the"
        " port, its speed and the protocol of the strip"
    )
    values = {"port": port, "protocol": protocol, "found": repr(found)[:60] if found else N_("none")}
    return HardwareError.of("no_strip", Sentence(pattern, values))
