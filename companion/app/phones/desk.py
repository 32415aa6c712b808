"""Interface of the app for the server of the phones."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from companion.app.phones import wire
from companion.errors import CompanionError

PORT = 8765


class Desk(Protocol):
    """The part of the app that the server asks; every method may be called on the server's thread."""

    def game(self) -> str | None:
        """Return the name of the running game."""

    def board(self) -> Mapping[str, Any] | None:
        """Return the board of the running game as its description draws it; None if it has none."""

    def lent(self, token: str) -> bytes | None:
        """Return the page that is lent under a token; None if none is, or no longer."""

    def join(self, request: wire.Join) -> wire.Joined:
        """Exchange an invitation's token for that of a device, both sealed; else say whose code it was.

        Raises ValueError for a key that is none, CompanionError if it cannot be stored.
        """

    def seat(self, device: str) -> str | None:
        """Return the player at whose seat a device sits in the running game; None if it has none."""

    def view(self, device: str, language: str) -> str:
        """Return the message with what a device sees now; "" is an onlooker."""

    def hint(self, device: str, language: str) -> str | None:
        """Return the message with the hint that a device asked for in this state; None if there is none."""

    def language(self, device: str, hello: wire.Hello) -> str:
        """Return the language that a page wants. Raises ValueError if it is not sealed as its seat's."""

    def opened(self, device: str, told: wire.Tell) -> wire.Decision:
        """Return what a seat decided. Raises ValueError if it is not sealed as its seat's."""

    def tell(self, device: str, decision: wire.Decision, refused: Callable[[CompanionError], object]) -> bool:
        """Take a decision; return False if it was taken before, or is none of the game.

        `refused` is called, on any thread, if somebody was first. Raises CompanionError when it is refused at
        once.
        """

    def error_text(self, error: CompanionError, language: str) -> str:
        """Return the text of an error."""

    def connected(self, devices: frozenset[str]) -> None:
        """Take note of the devices that are connected now."""
