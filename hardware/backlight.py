"""The backlight of a panel, as Linux offers it in /sys/class/backlight."""

import os
from pathlib import Path
from typing import Protocol

from companion.errors import HardwareError

FOLDER = Path("/sys/class/backlight")
_ALLOW = "allow the app's user to write there (group video), or leave the brightness as it is"


class Backlight(Protocol):
    """Interface of a backlight."""

    def set(self, brightness: float) -> None:
        """Set the brightness, 0 (dark) to 1. Raises HardwareError `backlight_lost`."""


class PanelBacklight:
    """A panel's backlight, such as /sys/class/backlight/10-0045 of the Raspberry Pi's 7" panel."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def set(self, brightness: float) -> None:
        """Set the brightness, in the panel's steps; above 0 it is never completely dark.

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


def find_backlight(folder: Path = FOLDER) -> Backlight | None:
    """The first writable backlight; None if there is none, as with HDMI screens."""
    found = sorted(folder.glob("*/brightness")) if folder.is_dir() else []
    return next((PanelBacklight(path.parent) for path in found if os.access(path, os.W_OK)), None)


def _lost(path: Path | str, found: str) -> HardwareError:
    text = f"{path}: expected a backlight that can be set, found: {found}; {_ALLOW}"
    return HardwareError("backlight_lost", text, path=path, found=found)
