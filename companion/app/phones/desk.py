"""Interface of the app for the server of the phones."""

from typing import Any, Protocol

from companion.errors import CompanionError

PORT = 8765


class Desk(Protocol):
    """The part of the app that the server asks; every method may be called on the server's thread."""

    def game(self) -> str | None:
        """Return the name of the running game."""

    def join(self, token: str) -> str | None:
        """Exchange an invitation's token for that of a device; None if it is not valid.

        Raises CompanionError if it cannot be stored.
        """

    def seat(self, device: str) -> str | None:
        """Return the player at whose seat a device sits in the running game; None if it has none."""

    def view(self, device: str, language: str) -> str:
        """Return the message with what a device sees now; "" is an onlooker."""

    def tell(self, device: str, message: dict[str, Any], language: str) -> None:
        """Take a decision. Raises CompanionError when it is refused."""

    def said(self, error: CompanionError, language: str) -> str:
        """Return the text of an error."""

    def connected(self, devices: frozenset[str]) -> None:
        """Take note of the devices that are connected now."""
