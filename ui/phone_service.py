"""Interface of the phones at the seats, as the window uses it."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from companion.errors import CompanionError


class OwnNetwork(NamedTuple):
    """The machine's own Wi-Fi: `code` is the text of the QR code that joins it, "" without one.

    `busy`: it is being made. `problem` says why it could not be made.
    """

    busy: bool = False
    problem: CompanionError | None = None
    name: str = ""
    password: str = ""
    code: str = ""


class Phones(Protocol):
    """A page for each seat, served on the local network while it is on."""

    @property
    def on(self) -> bool:
        """True while phones are served."""

    def turn_on(self) -> None:
        """Serve phones from now on. Raises CompanionError that says what keeps it from doing so."""

    def turn_off(self) -> None:
        """End the connections and the own Wi-Fi, close the port; phones come back by themselves later."""

    def can_make_network(self) -> bool:
        """Return true if this machine may try to make a Wi-Fi of its own."""

    def make_network(self) -> None:
        """Start to make a Wi-Fi of the machine's own; `own_network` returns the result."""

    def own_network(self) -> OwnNetwork:
        """Return the state of the own Wi-Fi."""

    def invite(self, player: str, *, moves: bool = False) -> Sequence[str]:
        """Make an invitation to a seat: the addresses to scan, one for each network; none without a network.

        An earlier invitation to it ends. Each seats one phone, within ten minutes; one that `moves` there
        takes the place of those that sit there.
        """

    def awaited(self, player: str) -> bool:
        """Return true while nobody has used the code of a seat."""

    def on_moving(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Call `listener`, on any thread, with a player who wants to go on with another phone."""

    def watch_addresses(self) -> Sequence[str]:
        """Return the addresses of the page for onlookers, one for each network."""

    def lend(self, page: bytes) -> Sequence[str]:
        """Lend a page to who scans an address, for ten minutes: the addresses, one for each network.

        The page that was lent before is lent no longer.
        """

    def take_back(self) -> None:
        """Lend nothing any longer."""

    def seated(self) -> Mapping[str, bool]:
        """Return the players who have a phone, and whether it is connected now."""

    def remove(self, player: str) -> None:
        """Forget the phones of a seat; they are out at once. Raises CompanionError."""
