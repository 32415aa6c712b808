"""A box without a keyboard: its state as a text to photograph, and what may be asked of it."""

import platform
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from companion import __version__
from companion.app.networks import Networks
from companion.app.news import News
from companion.errors import HardwareError
from companion.games.base import N_, Sentence, device_text
from ui.machine_service import MachineAct, NetworkLook, NewsLook
from ui.services import Diagnostics

RESULT = Path("/opt/companion/update-result")
PATIENCE_S = 10.0
COMMANDS: Mapping[MachineAct, Sequence[str]] = {
    "power_off": ("systemctl", "poweroff"),
    "restart": ("systemctl", "reboot"),
    "update": ("systemctl", "start", "--no-block", "companion-update.service"),
}
"""What systemd/companion.rules allows, and nothing else."""
MOST_ERRORS = 5
_ENDED = {
    "ready": N_("The last update runs."),
    "back": N_("The last update did not start; the version before runs again."),
    "cut": N_("A power cut ended the last update; the version before runs again."),
    "unsigned": N_("The last update was refused: nobody whom this machine trusts has signed it."),
    "failed": N_("The last update did not start."),
    "offline": N_("The last update could not be fetched: no connection, or its folder was changed."),
}


class Measured(Protocol):
    """What is known of devices and machine."""

    def diagnostics(self) -> Diagnostics:
        """What was measured last."""


class AppMachine:
    """Implements `ui.machine_service.Machine`; `served`: the app runs as the machine's service."""

    def __init__(
        self,
        devices: Measured,
        served: bool,
        run: Callable[..., "subprocess.CompletedProcess[str]"] = subprocess.run,
        result: Path = RESULT,
        networks: Networks | None = None,
        news: News | None = None,
    ) -> None:
        self._networks, self._news = networks or Networks(), news or News()
        self._devices, self._served, self._run, self._result = devices, served, run, result

    def about(self) -> str:
        """Version, machine and state in a few short lines; of errors and checks only their names."""
        found = self._devices.diagnostics()
        last = [f"{at} {error.code}" for at, error in found.errors[:MOST_ERRORS]]
        wrong = [check.name for check in found.checks if check.state == "failed"]
        lines = [
            f"Table Companion {__version__}",
            found.machine,
            f"{platform.system()} {platform.release()}, Python {platform.python_version()}",
            f"{_number(found.temperature_c)} C, slowed down: {found.slowed_down}",
            f"free {_number(found.free_mb)} MB",
            f"camera {_number(found.pictures_s)}/s, {_number(found.reading_ms)} ms",
            f"failed: {', '.join(wrong) or 'none'}",
            f"errors: {', '.join(last) or 'none'}",
            f"update: {' '.join(self._told()) or 'none'}",
        ]
        return "\n".join(lines)

    def acts(self) -> Sequence[MachineAct]:
        """What can be done here."""
        return tuple(COMMANDS) if self._served else ()

    def act(self, act: MachineAct) -> None:
        """Do it; returns once it has begun. Raises HardwareError `machine_refused`."""
        command = COMMANDS[act]
        try:
            told = self._run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise _refused(command, str(error)) from error
        if told.returncode:
            raise _refused(command, device_text(told.stderr) or f"exit code {told.returncode}")

    def has_networks(self) -> bool:
        """Whether networks can be joined here."""
        return self._served and self._networks.there

    def look_for_networks(self) -> None:
        """Begin to look."""
        self._networks.look()

    def join(self, network: str, password: str) -> None:
        """Begin to join a network."""
        self._networks.join(network, password)

    def networks(self) -> NetworkLook:
        """What is known now."""
        return NetworkLook(self._networks.found, self._networks.busy, self._networks.problem)

    def look_for_news(self) -> None:
        """Begin to look what an update would bring."""
        self._news.begin()

    def news(self) -> NewsLook:
        """What is known now."""
        return self._news.look

    def updated(self) -> Sentence | None:
        """How the last update ended."""
        told = self._told()
        return Sentence(_ENDED[told[0]]) if told and told[0] in _ENDED else None

    def _told(self) -> list[str]:
        try:
            return device_text(self._result.read_text("utf-8", errors="replace")).split()
        except OSError:
            return []


def _number(value: float | None) -> str:
    return "?" if value is None else f"{value:.3g}" if value < 1000 else f"{value:.0f}"


def _refused(command: Sequence[str], found: str) -> HardwareError:
    pattern = N_(
        "{command}: expected the machine to obey, found: {found}; run sudo systemd/install.sh once more"
    )
    sentence = Sentence(pattern, {"command": " ".join(command), "found": found})
    return HardwareError("machine_refused", str(sentence), sentences=(sentence,))
