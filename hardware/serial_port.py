"""Serial ports: opened exclusively, with errors that suggest a remedy."""

import errno
import termios
from collections.abc import Iterator

import serial
from serial.tools import list_ports

from companion.errors import HardwareError
from companion.games.base import N_, Sentence

FAULTS = (OSError, termios.error)
"""Exceptions raised by a disconnected port; a SerialException is an OSError."""
WRITE_S = 1.0
_ADVICE = {
    errno.EACCES: N_("allow this user to open it: group dialout, then log in again"),
    errno.ENOENT: N_("plug it in, or name another port in the settings"),
    errno.EBUSY: N_("close the other program that has it open"),
    errno.EAGAIN: N_("close the other program that has it open"),
}


def open_port(port: str, baud: int, device: str) -> serial.Serial:
    """Open a port; `device` is the expected device, for errors.

    Raises HardwareError `port_unusable`.
    """
    try:
        return serial.Serial(port, baud, timeout=0, write_timeout=WRITE_S, exclusive=True)
    except (*FAULTS, ValueError) as error:
        raise unusable(port, device, error) from error


def unusable(port: str, device: str, error: BaseException) -> HardwareError:
    """The error of a port that cannot be opened, written or read."""
    number = getattr(error, "errno", None)
    advice = _ADVICE.get(number or 0, N_("check the cable and power"))
    pattern = N_("{port}: expected {device}, found: {found}; {advice}")
    sentence = Sentence(pattern, {"port": port, "device": device, "found": error, "advice": advice})
    return HardwareError.of("port_unusable", sentence, port=port, found=error)


def ports() -> Iterator[str]:
    """Ports that may have a device, by persistent names if possible."""
    for found in sorted(list_ports.comports()):
        if found.vid is not None:
            yield found.device
