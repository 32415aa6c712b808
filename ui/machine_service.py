"""What the window asks about the machine the app runs on: how it is, and what it shall do."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol, TypeAlias

from companion.errors import CompanionError
from companion.games.base import Sentence

MachineAct: TypeAlias = Literal["power_off", "restart", "update"]


class WirelessNetwork(NamedTuple):
    """A radio network: its name, strength 0..100, whether it wants a password, whether it is in use."""

    name: str
    strength: int
    locked: bool
    joined: bool


class NetworkLook(NamedTuple):
    """What is known of networks: `found` is None before the first look is over; `busy`: something goes on."""

    found: Sequence[WirelessNetwork] | None = None
    busy: bool = False
    problem: CompanionError | None = None


class NewsLook(NamedTuple):
    """What an update would bring: a sentence a change in `found`, None before the look is over; `different`:
    there is another version than the one that runs; `verified`: somebody whom the machine trusts signed it.
    """

    found: Sequence[str] | None = None
    different: bool = False
    problem: CompanionError | None = None
    verified: bool = True


class Machine(Protocol):
    """A box without a keyboard, where the app runs as its service; elsewhere nothing can be done here."""

    def about(self) -> str:
        """Version, machine and state as an English text to be photographed; no names, no secrets."""

    def lines(self) -> Sequence[Sentence]:
        """The same for people who read it here."""

    def acts(self) -> Sequence[MachineAct]:
        """What can be done here."""

    def act(self, act: MachineAct) -> None:
        """Do it; returns once it has begun. Raises HardwareError `machine_refused`."""

    def has_networks(self) -> bool:
        """Whether networks can be joined here."""

    def look_for_networks(self) -> None:
        """Begin to look; `networks` tells what was found."""

    def join(self, network: str, password: str) -> None:
        """Begin to join a network; `networks` tells how it ended."""

    def networks(self) -> NetworkLook:
        """What is known now."""

    def look_for_news(self) -> None:
        """Begin to look what an update would bring; `news` tells what was found."""

    def news(self) -> NewsLook:
        """What is known now."""

    def updated(self) -> Sentence | None:
        """How the last update ended; None where there was none."""
