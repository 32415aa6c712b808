"""Control of a computer without keyboard: status text, power, network and updates."""

import platform
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from companion import __version__
from companion.app.machine import radio
from companion.app.machine.machine_clock import AppClock
from companion.app.machine.networks import Networks
from companion.app.machine.system_tool import Run, ToolError, output, refused
from companion.app.machine.update_check import UpdateCheck
from companion.games.base import N_, Sentence, device_text
from ui.machine_service import MachineAction, NetworkLook, NewsLook, WirelessNetwork
from ui.services import Diagnostics

RESULT = Path("/opt/companion/update-result")
PATIENCE_S = 10.0
COMMANDS: Mapping[MachineAction, Sequence[str]] = {
    "power_off": ("systemctl", "poweroff"),
    "restart": ("systemctl", "reboot"),
    "update": ("systemctl", "start", "--no-block", "companion-update.service"),
}
"""Commands permitted by systemd/companion.rules, and no others."""
MOST_ERRORS = 5
_ENDED = {
    "ready": N_("The last update was installed."),
    "back": N_("The last update did not start; the previous version runs again."),
    "cut": N_("A power cut ended the last update; the previous version runs again."),
    "unsigned": N_("The app refused the last update: it has no signature that this machine trusts."),
    "failed": N_("The last update did not start."),
    "offline": N_("Fetching the last update failed: no connection, or its folder was changed."),
}


class Measured(Protocol):
    """Source of the measurements."""

    def diagnostics(self) -> Diagnostics:
        """The latest measurements."""


class AppMachine:
    """Implements `ui.machine_service.Machine`; `served`: the app runs as a system service."""

    def __init__(
        self,
        devices: Measured,
        served: bool,
        run: Run = subprocess.run,
        result: Path = RESULT,
        networks: Networks | None = None,
        update_check: UpdateCheck | None = None,
    ) -> None:
        self.clock = AppClock(served, run)
        self._networks, self._update_check = networks or Networks(), update_check or UpdateCheck()
        self._devices, self._served, self._run, self._result = devices, served, run, result

    def about(self) -> str:
        """`lines` in English, for developers, and the raw result of the last update."""
        return "\n".join([*map(str, self.lines()), f"Update: {' '.join(self._last_update()) or 'none'}"])

    def lines(self) -> Sequence[Sentence]:
        """Version, computer and status in short lines; errors and checks by name only."""
        found = self._devices.diagnostics()
        system = f"{platform.system()} {platform.release()}, Python {platform.python_version()}"
        errors = ", ".join(f"{at} {error.code}" for at, error in found.errors[:MOST_ERRORS])
        failed = _listed([check.title for check in found.checks if check.state == "failed"])
        return [
            Sentence("Table Companion {version}", {"version": __version__}),
            Sentence("{machine}", {"machine": found.machine}),
            Sentence("{system}", {"system": system}),
            Sentence(_HEAT, {"n": _number(found.temperature_c), "slow": _SLOWED[found.slowed_down]}),
            Sentence(_ROOM, {"n": _number(found.free_mb)}),
            Sentence(_CAMERA, {"n": _number(found.pictures_s), "ms": _number(found.reading_ms)}),
            Sentence(_FAILED, {"checks": failed}),
            Sentence(_ERRORS, {"codes": errors or _NONE}),
        ]

    def actions(self) -> Sequence[MachineAction]:
        """Available actions."""
        return tuple(COMMANDS) if self._served else ()

    def run_action(self, action: MachineAction) -> None:
        """Start an action and return. Raises HardwareError `machine_refused`."""
        command = COMMANDS[action]
        try:
            output(self._run, command, PATIENCE_S)
        except ToolError as error:
            raise refused(command, error.found) from error

    def has_networks(self) -> bool:
        """Return True if networks can be joined here."""
        return self._served and self._networks.there

    def has_wireless(self) -> bool:
        """Return True if networks can be joined here by radio."""
        return self.has_networks() and radio.is_present()

    def look_for_networks(self) -> None:
        """Start a network scan."""
        self._networks.look()

    def join(self, network: WirelessNetwork, password: str) -> None:
        """Start joining a network."""
        self._networks.join(network, password)

    def countries(self) -> Sequence[tuple[str, str]]:
        """Code and name of every country, the one of the time zone first."""
        return radio.countries()

    def switch_wireless_on(self, country: str = "") -> None:
        """Start switching the radio on."""
        self._networks.switch_on(country)

    def networks(self) -> NetworkLook:
        """The current result of scanning and joining."""
        return self._networks.result

    def look_for_news(self) -> None:
        """Start an update check."""
        self._update_check.begin()

    def news(self) -> NewsLook:
        """The current result of the update check."""
        return self._update_check.look

    def updated(self) -> Sentence | None:
        """Result of the last update."""
        status = self._last_update()
        return Sentence(_ENDED[status[0]]) if status and status[0] in _ENDED else None

    def _last_update(self) -> list[str]:
        try:
            return device_text(self._result.read_text("utf-8", errors="replace")).split()
        except OSError:
            return []


def _number(value: float | None) -> str:
    return "?" if value is None else f"{value:.3g}" if value < 1000 else f"{value:.0f}"


def _listed(parts: Sequence[object]) -> Sentence:
    """Join parts with commas; each is translated later."""
    values = {f"part{number}": part for number, part in enumerate(parts)}
    return Sentence(", ".join(f"{{{key}}}" for key in values) or _NONE, values)


_NONE = N_("none")
_SLOWED = {
    True: N_("slowed down"),
    False: N_("not slowed down"),
    None: N_("speed unknown"),
}
_HEAT = N_("{n} °C, {slow}")
_ROOM = N_("{n} MB free")
_CAMERA = N_("Camera: {n} pictures/s, {ms} ms each")
_FAILED = N_("Failed checks: {checks}")
_ERRORS = N_("Last errors: {codes}")
