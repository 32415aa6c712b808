"""Interface of the computer that runs the app: its state, network, update and power."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, NamedTuple, Protocol, TypeAlias

from companion.errors import CompanionError
from companion.games.base import Sentence

MachineAction: TypeAlias = Literal["power_off", "restart", "update"]
Repair: TypeAlias = Literal["", "switch_on", "country"]


class WirelessNetwork(NamedTuple):
    """A radio network: its name, strength 0..100, whether it wants a password, whether it is in use.

    `name` is for people only: the true one is any bytes. `address` is that of the strongest station, by which
    the network is joined.
    """

    name: str
    strength: int
    locked: bool
    joined: bool
    address: str = ""


class NetworkLook(NamedTuple):
    """Known networks: `found` is None before the first scan ends; `busy`: scanning or connecting.

    `silent` says why there are none. `repair`: "switch_on" if the radio is off, "country" if the radio
    law of a country must be chosen too, "" if nothing can be done here.
    """

    found: Sequence[WirelessNetwork] | None = None
    busy: bool = False
    problem: CompanionError | None = None
    silent: Sentence | None = None
    repair: Repair = ""


class NewsLook(NamedTuple):
    """Available update: one sentence per change in `found`, None before the check ends; `different`:
    the version differs from the running one; `verified`: a key that the machine trusts signed it.
    """

    found: Sequence[str] | None = None
    different: bool = False
    problem: CompanionError | None = None
    verified: bool = True


class MachineClock(Protocol):
    """The computer's clock and time zone; setting them may take seconds and raise HardwareError
    `machine_refused`.
    """

    def is_settable(self) -> bool:
        """Return true if the clock can be set from this app."""

    def is_set(self) -> bool:
        """Return true if the clock knows the date."""

    def zone(self) -> str:
        """Present time zone, such as America/Sao_Paulo; "" if unknown."""

    def zones(self, country: str) -> Sequence[str]:
        """Time zones of a country by its code, the first one being its proposal."""

    def use_zone(self, zone: str) -> None:
        """Set the time zone."""

    def set(self, when: datetime) -> None:
        """Set date and time; the network still corrects them when it can."""


class Machine(Protocol):
    """The computer, if it runs the app as a service without keyboard; elsewhere it offers nothing."""

    @property
    def clock(self) -> MachineClock:
        """Its clock."""

    def about(self) -> str:
        """Version, machine and state as an English text to be photographed; no names, no secrets."""

    def lines(self) -> Sequence[Sentence]:
        """The same in the language in use, to be read on the screen."""

    def actions(self) -> Sequence[MachineAction]:
        """Return what can be done here."""

    def run_action(self, action: MachineAction) -> None:
        """Do it; returns once it has begun. Raises HardwareError `machine_refused`."""

    def has_networks(self) -> bool:
        """Return true if networks can be joined from this page."""

    def has_wireless(self) -> bool:
        """Return true if networks can be joined from this page by radio."""

    def look_for_networks(self) -> None:
        """Start a scan; `networks` returns its result."""

    def join(self, network: WirelessNetwork, password: str) -> None:
        """Start to join a network; `networks` returns the result."""

    def countries(self) -> Sequence[tuple[str, str]]:
        """Code and name of every country, the one of the time zone first."""

    def switch_wireless_on(self, country: str = "") -> None:
        """Start to switch the radio on, under the law of a country if one is named; then scan."""

    def networks(self) -> NetworkLook:
        """Latest result."""

    def look_for_news(self) -> None:
        """Start the update check; `news` returns its result."""

    def news(self) -> NewsLook:
        """Latest result."""

    def updated(self) -> Sentence | None:
        """Result of the last update; None if there was none."""
