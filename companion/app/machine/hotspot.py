"""The machine's own Wi-Fi for the phones, by NetworkManager's nmcli, on a background thread."""

import errno
import re
import secrets
import socket
import subprocess
import threading
from collections.abc import Callable
from contextlib import suppress
from shutil import which

from companion.app.machine import radio
from companion.app.machine.networks import LIST, PROGRAM, SCAN_S, networks
from companion.app.machine.system_tool import Run, ToolError, output
from companion.errors import HardwareError
from companion.games.base import N_, Sentence
from ui.phone_service import OwnNetwork

ADDRESS = "10.42.0.1"
"""The machine in its own network; systemd/companion-probes.conf names it, too."""
NAME = "Table Companion"
CONNECTION = "companion-hotspot"
"""NetworkManager's name of the connection, by which one left from a crash is found."""
LETTERS = "abcdefghkmnpqrstwxyz"
"""Letters that nobody takes for another letter or for a digit."""
PASSWORD_LETTERS = 12
"""20 ** 12 is about 2 ** 52 passwords; each is used for one evening."""
MAKE_S, REMOVE_S = 40.0, 5.0
_ADD = (
    PROGRAM, "connection", "add", "save", "no", "type", "wifi", "ifname", "*", "con-name", CONNECTION,
    "autoconnect", "no", "802-11-wireless.mode", "ap", "802-11-wireless.band", "bg",
    "ipv4.method", "shared", "ipv4.addresses", f"{ADDRESS}/24",
    "802-11-wireless-security.key-mgmt", "wpa-psk", "802-11-wireless-security.psk-flags", "2",
    "802-11-wireless-security.proto", "rsn", "802-11-wireless-security.pairwise", "ccmp",
    "802-11-wireless-security.group", "ccmp", "802-11-wireless-security.pmf", "1", "ssid",
)  # fmt: skip
"""Kept in memory only, without the password (flags 2). WPA2 with AES and without protected management
frames (pmf 1): not every radio of a Raspberry Pi can do WPA3 as an access point."""
_UP = (PROGRAM, "connection", "up", CONNECTION, "passwd-file", "/dev/stdin")
_REMOVE = (PROGRAM, "connection", "delete", CONNECTION)
_PASSWORD = "802-11-wireless-security.psk:{password}\n"
_SHARED = "Shared connection service"
_REASONS = {
    "is not running": N_("NetworkManager is not running: restart the machine."),
    "[Nn]ot authorized|[Ii]nsufficient privileges": N_(
        "The system does not permit a Wi-Fi of our own: run sudo systemd/install.sh once more."
    ),
    "Access Point mode": N_(
        "The Wi-Fi of this machine can only join other networks. Join one, or take a cable."
    ),
    _SHARED: N_(
        "The name server of our Wi-Fi did not start: install dnsmasq-base, or end other name servers here."
    ),
}
"""NetworkManager's texts, as regular expressions, and the next step for each."""
_FAILED = N_("Making a Wi-Fi failed: {found}. Try again; if that fails, restart the machine.")
_NAME_SERVER = N_(
    "Another name server on this machine has port {port}, which our Wi-Fi needs. "
    "End it; sudo ss -lntup names it. Then try again."
)
NAMES_PORT = 53
_FREEBIND = 15
"""Option of Linux that binds an address before it is there; `socket` does not name it in every Python."""
_NEIGHBOUR = "10.42.0.2"
"""An address where the name server of the own network never listens itself."""
_SPECIAL = re.compile(r'([\\;,:"])')


class Hotspot:
    """Makes and removes the hotspot. `available`: NetworkManager is installed and may be used.

    `names_port`: where the name server of the network will listen.
    """

    def __init__(
        self, run: Run = subprocess.run, available: bool | None = None, names_port: int = NAMES_PORT
    ) -> None:
        self._run, self._names_port = run, names_port
        self.available = which(PROGRAM) is not None if available is None else available
        self.result = OwnNetwork()
        self._wanted = False
        self._nmcli = threading.Lock()
        self._worker: threading.Thread | None = None

    def make(self, ready: Callable[[], None] = lambda: None) -> None:
        """Start to make it; returns at once. `ready` is called on another thread once it is there."""
        if not self.result.busy:
            self._begin(True, ready)

    def remove(self) -> None:
        """Start to remove it; returns at once. NetworkManager then joins a known network by itself."""
        if self._wanted:
            self._begin(False)

    def remove_leftover(self) -> None:
        """Start to remove a hotspot that a crash left; returns at once."""
        if self.available:
            self._begin(False)

    def wait(self, limit_s: float | None = None) -> None:
        """Block until nothing is in progress, at most `limit_s` seconds."""
        if self._worker:
            self._worker.join(limit_s)

    def _begin(self, wanted: bool, ready: Callable[[], None] = lambda: None) -> None:
        self._wanted = wanted
        self.result = OwnNetwork(busy=wanted)
        self._worker = threading.Thread(target=self._do, args=(ready,), name="hotspot", daemon=True)
        self._worker.start()

    def _do(self, ready: Callable[[], None]) -> None:
        """Bring about what is wanted by now: one that is not wanted any more is removed again."""
        with self._nmcli:
            if not self._wanted:
                self._delete()
            elif not self.result.code:
                made = self._made()
                if not (made.code and self._wanted):
                    self._delete()
                if self._wanted:
                    self.result = made
        if self.result.code:
            ready()

    def _made(self) -> OwnNetwork:
        try:
            return self._make()
        except ToolError as error:
            return _failed(self._reason(error))

    def _reason(self, error: ToolError) -> Sentence:
        """Return what failed, with the next step. NetworkManager does not tell of a port that is taken."""
        said = next((said for found, said in _REASONS.items() if re.search(found, error.said)), "")
        if (not said or said is _REASONS[_SHARED]) and _taken(self._names_port):
            return Sentence(_NAME_SERVER, {"port": self._names_port})
        return Sentence(said) if said else Sentence(_FAILED, {"found": error.found})

    def _make(self) -> OwnNetwork:
        silent, _ = radio.why_silent(self._run)
        if silent:
            return _failed(silent)
        self._delete()
        name = self._free_name()
        password = "".join(secrets.choice(LETTERS) for _ in range(PASSWORD_LETTERS))
        output(self._run, (*_ADD, name), REMOVE_S)
        output(self._run, _UP, MAKE_S, _PASSWORD.format(password=password))
        return OwnNetwork(name=name, password=password, code=join_code(name, password))

    def _free_name(self) -> str:
        """A name that no network nearby has."""
        taken: set[str] = set()
        with suppress(ToolError):  # a network of the same name is unlikely, and only confuses
            taken = {network.name for network in networks(output(self._run, LIST, SCAN_S))}
        names = (f"{NAME} {number}" if number > 1 else NAME for number in range(1, len(taken) + 2))
        return next(name for name in names if name not in taken)

    def _delete(self) -> None:
        with suppress(ToolError):  # there is none
            output(self._run, _REMOVE, REMOVE_S)


def join_code(name: str, password: str) -> str:
    """Return the text of a QR code by which a phone joins a WPA network."""
    quoted = [_SPECIAL.sub(r"\\\1", value) for value in (name, password)]
    return "WIFI:T:WPA;S:{};P:{};;".format(*quoted)


def _taken(port: int) -> bool:
    """Return True if a program listens on a port at all addresses; False too if that cannot be tried."""
    with socket.socket() as tried:
        try:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.setsockopt(socket.IPPROTO_IP, _FREEBIND, 1)
            tried.bind((_NEIGHBOUR, port))
            tried.listen(1)
        except OSError as error:
            return error.errno == errno.EADDRINUSE
    return False


def _failed(sentence: Sentence) -> OwnNetwork:
    return OwnNetwork(problem=HardwareError("no_network", str(sentence), sentences=(sentence,)))
