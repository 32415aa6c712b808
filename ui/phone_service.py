"""Interface of the phones at the seats, as the window uses it."""

from collections.abc import Mapping, Sequence
from typing import Protocol


class Phones(Protocol):
    """A page for each seat, served on the local network while it is on."""

    @property
    def on(self) -> bool:
        """True while phones are served."""

    def turn_on(self) -> None:
        """Serve phones from now on. Raises CompanionError that says what keeps it from doing so."""

    def turn_off(self) -> None:
        """End the connections and close the port; phones come back by themselves later."""

    def invite(self, player: str) -> Sequence[str]:
        """Make an invitation to a seat: the addresses to scan, one for each network; none without a network.

        An earlier invitation to it ends. Each seats one phone, once, within ten minutes.
        """

    def watch_addresses(self) -> Sequence[str]:
        """Return the addresses of the page for onlookers, one for each network."""

    def seated(self) -> Mapping[str, bool]:
        """Return the players who have a phone, and whether it is connected now."""

    def remove(self, player: str) -> None:
        """Forget the phones of a seat; they are out at once. Raises CompanionError."""
