"""Properties of the computer: model, temperature, power supply and free disk space."""

import platform
import shutil
from pathlib import Path

from companion.games.base import device_text

MODEL = Path("/proc/device-tree/model")
HEAT = Path("/sys/class/thermal/thermal_zone0/temp")
THROTTLED = Path("/sys/devices/platform/soc/soc:firmware/get_throttled")
"""Raspberry Pi's throttling state, in hexadecimal.

Bit 0: voltage too low now, bits 1 to 3: throttled now, bit 16: voltage too low since the start.
"""
_NOW = 0b1111
_WEAK = 1 << 0 | 1 << 16


def model() -> str:
    """Model, such as "Raspberry Pi 5 Model B Rev 1.0", otherwise the kind of processor."""
    return _read(MODEL) or f"{platform.system()} {platform.machine()}"


def temperature_c() -> float | None:
    """Temperature of the processor; None if it has no sensor."""
    text = _read(HEAT)
    return int(text) / 1000 if text.removeprefix("-").isdecimal() else None


def slowed_down() -> bool | None:
    """True if heat or a weak power supply throttle it now; None if unknown."""
    return _throttled(_NOW)


def weak_power() -> bool | None:
    """True if the voltage is too low, or was since the start; None if unknown."""
    return _throttled(_WEAK)


def free_mb(folder: Path) -> float | None:
    """Free space on the disk of a folder in MB; None if unknown."""
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
