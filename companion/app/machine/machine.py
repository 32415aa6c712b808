"""The computer the app runs on: what it is, how hot, whether its power is weak, how much room there is."""

import platform
import shutil
from pathlib import Path

from companion.games.base import device_text

MODEL = Path("/proc/device-tree/model")
HEAT = Path("/sys/class/thermal/thermal_zone0/temp")
THROTTLED = Path("/sys/devices/platform/soc/soc:firmware/get_throttled")
"""A Raspberry Pi's, in hexadecimal; bit 0: voltage too low now, bits 1 to 3: slowed down now, bit 16: voltage
too low since the start."""
_NOW = 0b1111
_WEAK = 1 << 0 | 1 << 16


def model() -> str:
    """Such as "Raspberry Pi 5 Model B Rev 1.0", else the kind of processor."""
    return _read(MODEL) or f"{platform.system()} {platform.machine()}"


def temperature_c() -> float | None:
    """Of the processor; None where nobody measures it."""
    text = _read(HEAT)
    return int(text) / 1000 if text.removeprefix("-").isdecimal() else None


def slowed_down() -> bool | None:
    """Whether heat or a weak power supply slow it down now; None where it does not tell."""
    return _throttled(_NOW)


def weak_power() -> bool | None:
    """Whether the voltage is too low, or was since the start; None where it does not tell."""
    return _throttled(_WEAK)


def free_mb(folder: Path) -> float | None:
    """Room on the disk of a folder; None where it cannot be told."""
    try:
        return shutil.disk_usage(folder).free / 1e6
    except OSError:
        return None


def _throttled(bits: int) -> bool | None:
    try:
        return bool(int(_read(THROTTLED), 16) & bits)
    except ValueError:
        return None


def _read(path: Path) -> str:
    try:
        return device_text(path.read_text("utf-8", errors="replace"))
    except OSError:
        return ""
