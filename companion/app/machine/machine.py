"""Properties of the computer: model, temperature, power supply and free disk space."""

import platform
import shutil
from contextlib import suppress
from pathlib import Path

from companion.games.base import device_text

MODEL = Path("/proc/device-tree/model")
ZONES = Path("/sys/class/thermal")
"""One folder per sensor, with `type` and `temp` in thousandths of a degree."""
PLATFORM = Path("/sys/devices/platform")
"""Holds `get_throttled` of Raspberry Pi's firmware, in hexadecimal, below soc or soc@….

Bit 0: voltage too low now, bits 1 to 3: throttled now, bit 16: voltage too low since the start.
"""
_THROTTLED = ("*/*firmware*/get_throttled", "*firmware*/get_throttled")
SENSORS = Path("/sys/class/hwmon")
"""Debian's kernel only has a sensor "rpi_volt" here, with an alarm for a voltage that is too low now."""
VOLT = "rpi_volt"
_NOW = 0b1111
_WEAK = 1 << 0 | 1 << 16


def model() -> str:
    """Model, such as "Raspberry Pi 5 Model B Rev 1.0", otherwise the kind of processor."""
    return _read(MODEL) or f"{platform.system()} {platform.machine()}"


def temperature_c() -> float | None:
    """Temperature of the processor; None if it has no sensor."""
    zones = sorted(ZONES.glob("thermal_zone*"), key=_processor, reverse=True)
    text = _read(zones[0] / "temp") if zones else ""
    return int(text) / 1000 if text.removeprefix("-").isdecimal() else None


def slowed_down() -> bool | None:
    """True if heat or a weak power supply throttle it now; None if unknown."""
    return _throttled(_NOW)


def weak_power() -> bool | None:
    """True if the voltage is too low, or was since the start; None if unknown."""
    weak = _throttled(_WEAK)
    if weak is not None:
        return weak
    sensors = [sensor for sensor in SENSORS.glob("*") if _read(sensor / "name") == VOLT]
    alarms = [_read(sensor / "in0_lcrit_alarm") for sensor in sensors]
    return "1" in alarms if any(alarms) else None


def free_mb(folder: Path) -> float | None:
    """Free space on the disk of a folder in MB; None if unknown."""
    try:
        return shutil.disk_usage(folder).free / 1e6
    except OSError:
        return None


def _throttled(bits: int) -> bool | None:
    for pattern in _THROTTLED:
        for file in PLATFORM.glob(pattern):
            with suppress(ValueError):
                return bool(int(_read(file), 16) & bits)
    return None


def _processor(zone: Path) -> bool:
    """True for the sensor of the processor: "cpu-thermal", "x86_pkg_temp"."""
    kind = _read(zone / "type")
    return "cpu" in kind or "pkg" in kind


def _read(path: Path) -> str:
    try:
        return device_text(path.read_text("utf-8", errors="replace"))
    except OSError:
        return ""
