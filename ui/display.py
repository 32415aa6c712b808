"""Finds the screen: a graphics card with something connected to it.

The kernel numbers cards in the order in which their drivers load, which changes over restarts. Some cards
only draw and have no connector at all.
"""

import os
from pathlib import Path
from typing import NamedTuple

ROOT = Path("/")
AUTO = "auto"
HINT = "SDL_KMSDRM_DEVICE_INDEX"
"""SDL's name for the number of the card to use; without it SDL may refuse the right one."""
_BUILT_IN = ("DSI-", "DPI-", "eDP-", "LVDS-", "SPI-")
_FIRMWARE = ("simple-framebuffer", "of-display", "efi-framebuffer", "vesa-framebuffer")
"""Drivers of the picture at boot, which disappear as soon as the card's own driver loads."""


class Screen(NamedTuple):
    """A connected screen."""

    connector: str
    """Name such as "HDMI-A-1" or "DSI-1"; that of the card if the kernel names no connector."""
    card: int
    driver: str = ""
    position: int = 0
    """Place among the connected screens of this card, as SDL numbers them."""

    @property
    def for_boot(self) -> bool:
        """True if the card only shows the picture at boot."""
        return self.driver in _FIRMWARE

    def __str__(self) -> str:
        """Name the connector and its driver."""
        return f"{self.connector} ({self.driver})" if self.driver else self.connector


def on_desktop() -> bool:
    """True if a desktop shows the window."""
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def connected(root: Path | None = None) -> list[Screen]:
    """All connected screens, the best first: built-in ones before those with a plug, then by name.

    `root` contains "sys" and "dev".
    """
    root = root or ROOT
    found = [screen for card in (root / "dev/dri").glob("card*") for screen in _of_card(card.name, root)]
    return sorted(found, key=_rank)


def choose(screens: list[Screen], connector: str = AUTO) -> Screen | None:
    """The screen at this connector if it is connected, otherwise the best."""
    return next((one for one in screens if one.connector == connector), screens[0] if screens else None)


def _rank(screen: Screen) -> tuple[bool, bool, str, int]:
    return screen.for_boot, not screen.connector.startswith(_BUILT_IN), screen.connector, screen.card


def _of_card(name: str, root: Path) -> list[Screen]:
    number = name.removeprefix("card")
    if not number.isdecimal():
        return []
    folder = root / "sys/class/drm"
    if not folder.exists():  # a container with devices only: SDL must find out
        return [Screen(name, int(number))]
    plugs = [plug for plug in folder.glob(f"{name}-*") if _read(plug / "status") == "connected"]
    driver = (folder / name / "device/driver").resolve().name
    driver = "" if driver == "driver" else driver
    plugs.sort(key=lambda plug: (int(_read(plug / "connector_id") or 0), plug.name))
    known = all(_read(plug / "connector_id") for plug in plugs)
    return [
        Screen(plug.name.removeprefix(f"{name}-"), int(number), driver, position if known else 0)
        for position, plug in enumerate(plugs)
    ]


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8", errors="replace").strip()
    except OSError:  # unplugged while it was read
        return ""
