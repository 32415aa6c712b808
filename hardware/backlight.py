"""The light behind a panel, as Linux offers it in /sys/class/backlight, and its twin."""

import os
from pathlib import Path
from typing import Protocol

from companion.errors import HardwareError
from hardware.twin import Twin

FOLDER = Path("/sys/class/backlight")
_ALLOW = "allow the app's user to write there (group video), or leave the brightness as it is"


class Backlight(Protocol):
    """What every backlight does, real or twin."""

    def set(self, brightness: float) -> None:
        """Make it so bright: 0 dark, 1 brightest. Raises HardwareError `backlight_lost`."""


class PanelBacklight:
    """A panel's own, such as /sys/class/backlight/10-0045 of the 7" panel of the Raspberry Pi."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def set(self, brightness: float) -> None:
        """Make it so bright, in the steps the panel has; above 0 never quite dark.

        Raises HardwareError `backlight_lost`.
        """
        path = self._folder / "max_brightness"
        try:
            steps = int(path.read_text())
            path = self._folder / "brightness"
            step = round(min(1.0, max(0.0, brightness)) * steps)
            path.write_text(f"{max(step, 1 if brightness > 0 else 0)}\n")
        except (OSError, ValueError) as error:
            raise _lost(path, str(error)) from error


class BacklightTwin(Twin):
    """Only remembers what it shows."""

    def __init__(self) -> None:
        """As bright as it can be."""
        self.brightness = 1.0

    def set(self, brightness: float) -> None:
        """Make it so bright. Raises HardwareError `backlight_lost` when it fails."""
        if found := self.found_instead():
            raise _lost("twin", found)
        self.brightness = min(1.0, max(0.0, brightness))


def find_backlight(folder: Path = FOLDER) -> Backlight | None:
    """The first panel whose backlight the app may set; None where there is none, as with HDMI screens."""
    found = sorted(folder.glob("*/brightness")) if folder.is_dir() else []
    return next((PanelBacklight(path.parent) for path in found if os.access(path, os.W_OK)), None)


def _lost(path: Path | str, found: str) -> HardwareError:
    text = f"{path}: expected a backlight that can be set, found: {found}; {_ALLOW}"
    return HardwareError("backlight_lost", text, path=path, found=found)
