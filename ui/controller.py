"""Interface of the app as the window uses it; widgets reach the game only through it."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol

from companion.errors import CompanionError
from companion.session.base import GameConfig
from companion.session.messages import Message
from companion.session.snapshot import Snapshot
from companion.session.view import Decision
from ui.backup_service import Backups
from ui.lock_service import PatternLocks
from ui.machine_service import Machine
from ui.package_service import Packages
from ui.phone_service import Phones
from ui.services import Archive, Devices, Hints, Light, Profiles, Reviews, RgbPicture, TableCheck
from ui.setup_service import TableSetup
from ui.table_test_service import Moments
from ui.teacher import Teacher
from ui.twin_service import Twins

TableKind = Literal["camera", "simulated", "hands", "none"]
"""The table of a game: seen by a camera or simulated, real with each move touched, too, or none at all."""


class Controller(Protocol):
    """The running app as the window sees it.

    Methods return at once; their effect arrives as the next snapshot. They may raise CompanionError,
    which the window shows. Listeners may be called from any thread; a method that takes one returns a
    function that unsubscribes it.
    """

    @property
    def archive(self) -> Archive:
        """The stored games."""

    @property
    def moments(self) -> Moments:
        """Kept moments."""

    @property
    def backups(self) -> Backups:
        """Backups on USB sticks."""

    @property
    def packages(self) -> Packages:
        """Installed games."""

    @property
    def devices(self) -> Devices:
        """Connected devices."""

    @property
    def profiles(self) -> Profiles:
        """People and preferences."""

    @property
    def phones(self) -> Phones:
        """Phones at the seats."""

    @property
    def locks(self) -> PatternLocks:
        """Press patterns that lock secrets."""

    @property
    def table_check(self) -> TableCheck:
        """The camera before a game."""

    @property
    def table_setup(self) -> TableSetup:
        """One-time set-up of a table: camera, strip, buttons."""

    @property
    def machine(self) -> Machine:
        """The computer that runs the app."""

    @property
    def twins(self) -> Twins:
        """Simulated devices, which can be made to fail."""

    @property
    def reviews(self) -> Reviews:
        """What decided stored games."""

    @property
    def hints(self) -> Hints:
        """Move suggestions."""

    @property
    def teacher(self) -> Teacher:
        """Learning boards and pieces."""

    def subscribe(self, listener: Callable[[Snapshot], None]) -> Callable[[], None]:
        """Call `listener` with every new snapshot, and with the present one if there is a game."""

    def on_help(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener`, on any thread, when the button for help beside the board is pressed."""

    def on_broken(self, listener: Callable[[CompanionError], None]) -> Callable[[], None]:
        """Call `listener`, on any thread, when the game has ended by a fault in its program; it is stored."""

    def on_kept(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener`, on any thread, when a button beside the board kept the last seconds."""

    def on_tag(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Call `listener`, on any thread, with the number of every tag that is held to the card reader."""

    def on_seat(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Call `listener`, on any thread, with the player who presses the button at their own seat."""

    def has_camera(self) -> bool:
        """Return true if a real camera is connected."""

    def watched(self) -> bool:
        """Return true if a camera, real or simulated, watches the running game."""

    def begin(self, game: str, agreed: GameConfig, table: TableKind) -> None:
        """Begin a new game. Raises RuleError if the plan is no valid set-up, StorageError."""

    def resume(self, game: int, table: TableKind) -> None:
        """Go on with a stored game. Raises StorageError."""

    def leave_game(self) -> None:
        """Go back to the start; the game stays stored."""

    def tell(self, message: Message) -> None:
        """Send a message to the game; it is dropped if it carries another game's number.

        The result is in the next snapshot; its `problem` says why a message was refused.
        """

    def unseen(self) -> Sequence[str]:
        """Players who may look at their secret now, in order of play.

        All of them after the deal, and when a stored game goes on.
        """

    def show_secret(self, player: str) -> Any:
        """Secret of a player, for that player only. Raises RuleError `no_secret`, `locked`, `closed`."""

    def decisions_of(self, player: str) -> Sequence[Decision]:
        """Decisions of the seat of a player, with what only that player knows. Raises as `show_secret`."""

    def seen(self, player: str) -> None:
        """Record that the player has looked at the secret."""

    def show_camera_picture(self, wanted: bool) -> None:
        """Say if a page shows the camera picture; the camera's thread renders it only then."""

    def latest_picture(self) -> RgbPicture | None:
        """Latest camera picture with recognised pieces; None if there is none or no page shows it."""

    def lamps_a_side(self) -> tuple[int, int, int, int]:
        """Number of lights of the strip along top, right, bottom and left."""

    def lights(self) -> Sequence[Light]:
        """The light strip around the board, clockwise from its top left corner."""
