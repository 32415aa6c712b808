"""Wireless networks by NetworkManager's nmcli, on a background thread."""

import re
import subprocess
import threading
from collections.abc import Callable
from shutil import which

from companion.app.machine import radio
from companion.app.machine.system_tool import Run, ToolError, output
from companion.errors import HardwareError
from companion.games.base import N_, Sentence, device_text
from ui.machine_service import NetworkLook, WirelessNetwork

PROGRAM = "nmcli"
SCAN_S, JOIN_S = 20.0, 60.0
LIST = (PROGRAM, "--terse", "--fields", "IN-USE,SIGNAL,SECURITY,BSSID,SSID-HEX", "device", "wifi", "list")
"""Names as hex digits: they are any 32 bytes, also a line break or broken UTF-8."""
_SWITCH_ON = ("systemctl", "start", "companion-wifi@{country}.service")
"""Permitted by systemd/companion.rules; country "00" keeps the present one."""
_WRONG_PASSWORD = re.compile("Secrets were required|802-11-wireless-security|[^ ]*psk|No secrets")
"""NetworkManager's texts for a password that the network refused, or that none could accept."""
_FIELD = re.compile(r"(?<!\\):")
_ADDRESS = re.compile("[0-9A-F]{2}(:[0-9A-F]{2}){5}")


class Networks:
    """Result of the last scan, and progress of joining. `there`: NetworkManager is installed."""

    def __init__(self, run: Run = subprocess.run, there: bool | None = None) -> None:
        self._run = run
        self.there = which(PROGRAM) is not None if there is None else there
        self.result = NetworkLook()
        self._worker: threading.Thread | None = None

    def look(self) -> None:
        """Start a scan; returns at once."""
        self._begin(self._look)

    def join(self, network: WirelessNetwork, password: str) -> None:
        """Join a network; returns at once. The password goes through a pipe, not the process list."""
        self._begin(lambda: self._join(network, password))

    def switch_on(self, country: str) -> None:
        """Switch the radio on, under the law of a country if one is named; returns at once."""
        self._begin(lambda: self._switch_on(country))

    def wait(self) -> None:
        """Block until nothing is in progress."""
        if self._worker:
            self._worker.join()

    def _begin(self, act: Callable[[], None]) -> None:
        if self.result.busy:
            return
        self.result = self.result._replace(busy=True, problem=None)
        self._worker = threading.Thread(target=self._do, args=(act,), name="networks", daemon=True)
        self._worker.start()

    def _do(self, act: Callable[[], None]) -> None:
        try:
            act()
        except HardwareError as error:
            self.result = self.result._replace(problem=error)
        finally:
            self.result = self.result._replace(busy=False)

    def _look(self) -> None:
        found: tuple[WirelessNetwork, ...] = ()
        refused: ToolError | None = None
        try:
            found = networks(output(self._run, LIST, SCAN_S))
        except ToolError as error:  # so does a machine without a radio
            refused = error
        try:
            silent, repair = radio.why_silent(self._run) if not found else radio.WORKS
        except ToolError as error:
            raise _failed(_NOT_LISTED, (refused or error).found) from error
        if refused and not silent:
            raise _failed(_NOT_LISTED, refused.found) from refused
        self.result = self.result._replace(found=found, silent=silent, repair=repair)

    def _switch_on(self, country: str) -> None:
        *command, unit = _SWITCH_ON
        try:
            output(self._run, (*command, unit.format(country=country or "00")), JOIN_S)
        except ToolError as error:
            raise _failed(_STILL_OFF, error.found) from error
        self._look()

    def _join(self, network: WirelessNetwork, password: str) -> None:
        # nmcli takes names such as "-a", "help" or "00:11:22:33:44:55" for something else, and has no "--".
        command = (PROGRAM, "--ask", "device", "wifi", "connect", network.address)
        try:
            output(self._run, command, JOIN_S, f"{password}\n")
        except ToolError as error:
            wrong = _WRONG_PASSWORD.search(error.said)
            raise _failed(_REFUSED if wrong else _NOT_JOINED, error.found) from error
        self._look()


def networks(listed: str) -> tuple[WirelessNetwork, ...]:
    """Parse `nmcli --terse`: strongest per name, active one first, no hidden ones."""
    found: dict[bytes, WirelessNetwork] = {}
    for line in listed.split("\n"):
        fields = [field.replace("\\:", ":").replace("\\\\", "\\") for field in _FIELD.split(line)]
        if len(fields) != 5 or not fields[1].isdecimal() or not _ADDRESS.fullmatch(fields[3]):
            continue
        used, signal, security, address, digits = fields
        try:
            name = bytes.fromhex(digits)
        except ValueError:
            continue
        if not name.strip(b"\0"):
            continue
        other = found.get(name)
        joined = used == "*" or bool(other and other.joined)
        heard = WirelessNetwork(_shown(name), int(signal), security not in ("", "--"), joined, address)
        found[name] = heard if not other or heard.strength > other.strength else other._replace(joined=joined)
    return tuple(sorted(found.values(), key=lambda network: (not network.joined, -network.strength)))


def _shown(name: bytes) -> str:
    """Return a name as it can be read; one without anything to see as hex digits."""
    return device_text(name) or name.hex()


def _failed(pattern: str, found: Sentence) -> HardwareError:
    sentence = Sentence(pattern, {"found": found})
    return HardwareError("no_network", str(sentence), sentences=(sentence,))


_NOT_JOINED = N_("Joining the network failed: {found}. Check that the network is near, then try again.")
_REFUSED = N_("The network refused the password: {found}. Type it again.")
_NOT_LISTED = N_("The networks cannot be listed: {found}. Try again; if that fails, restart the machine.")
_STILL_OFF = N_("Switching the Wi-Fi on failed: {found}. Run sudo systemd/install.sh once more.")
