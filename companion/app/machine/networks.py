"""Wireless networks by NetworkManager's nmcli, on a background thread."""

import re
import subprocess
import threading
from collections.abc import Callable
from shutil import which

from companion.app.machine.system_tool import Run, ToolError, output
from companion.errors import HardwareError
from companion.games.base import N_, Sentence, device_text
from ui.machine_service import WirelessNetwork

PROGRAM = "nmcli"
SCAN_S, JOIN_S = 20.0, 60.0
_LIST = (PROGRAM, "--terse", "--fields", "IN-USE,SIGNAL,SECURITY,SSID", "device", "wifi", "list")
_FIELD = re.compile(r"(?<!\\):")


class Networks:
    """Result of the last scan, and progress of joining. `there`: NetworkManager is installed."""

    def __init__(self, run: Run = subprocess.run, there: bool | None = None) -> None:
        self._run = run
        self.there = which(PROGRAM) is not None if there is None else there
        self.found: tuple[WirelessNetwork, ...] | None = None
        self.busy = False
        self.problem: HardwareError | None = None
        self._worker: threading.Thread | None = None

    def look(self) -> None:
        """Start a scan; returns at once."""
        self._begin(self._look)

    def join(self, name: str, password: str) -> None:
        """Join a network; returns at once. The password goes through a pipe, not the process list."""
        self._begin(lambda: self._join(name, password))

    def wait(self) -> None:
        """Block until nothing is in progress."""
        if self._worker:
            self._worker.join()

    def _begin(self, act: Callable[[], None]) -> None:
        if self.busy:
            return
        self.busy, self.problem = True, None
        self._worker = threading.Thread(target=self._do, args=(act,), name="networks", daemon=True)
        self._worker.start()

    def _do(self, act: Callable[[], None]) -> None:
        try:
            act()
        except HardwareError as error:
            self.problem = error
        finally:
            self.busy = False

    def _look(self) -> None:
        try:
            self.found = networks(output(self._run, _LIST, SCAN_S))
        except ToolError as error:
            raise _failed(_NOT_LISTED, error.found) from error

    def _join(self, name: str, password: str) -> None:
        command = (PROGRAM, "--ask", "device", "wifi", "connect", name)
        try:
            output(self._run, command, JOIN_S, f"{password}\n")
        except ToolError as error:
            raise _failed(_NOT_JOINED, error.found) from error
        self._look()


def networks(listed: str) -> tuple[WirelessNetwork, ...]:
    """Parse `nmcli --terse`: strongest per name, active one first, no hidden ones."""
    found: dict[str, WirelessNetwork] = {}
    for line in listed.split("\n"):  # a name may contain other line separators
        fields = [field.replace("\\:", ":").replace("\\\\", "\\") for field in _FIELD.split(line)]
        if len(fields) != 4 or not fields[3] or not fields[1].isdecimal():
            continue
        used, signal, security, name = fields
        if name != device_text(name):
            continue  # a network is joined by its exact name, which looks like another one here
        other = found.get(name)
        strength = max(int(signal), other.strength if other else 0)
        joined = used == "*" or bool(other and other.joined)
        found[name] = WirelessNetwork(name, strength, security not in ("", "--"), joined)
    return tuple(sorted(found.values(), key=lambda network: (not network.joined, -network.strength)))


def _failed(pattern: str, found: Sentence) -> HardwareError:
    sentence = Sentence(pattern, {"found": found})
    return HardwareError("no_network", str(sentence), sentences=(sentence,))


_NOT_JOINED = N_("Joining the network failed: {found}. Check the password, and that the network is near.")
_NOT_LISTED = N_("The networks cannot be listed: {found}. Try again; if that fails, restart the machine.")
