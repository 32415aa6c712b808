"""What the window asks of the app; the only door between widgets and the game."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol

from companion.session.base import GameConfig
from companion.session.messages import Message
from companion.session.snapshot import Snapshot
from ui.lock_service import PatternLocks
from ui.machine_service import Machine
from ui.services import Archive, Devices, Hints, Light, Profiles, RgbPicture, TableCheck
from ui.setup_service import TableSetup
from ui.teacher import Teacher
from ui.twin_service import Twins

TableKind = Literal["camera", "simulated", "none"]
"""What is watched; with "none" people do everything by touch."""


class Controller(Protocol):
    """The running app as the window sees it.

    Methods return at once: what happened arrives as the next snapshot. They may raise CompanionError,
    which the window shows. Listeners may be called from any thread; what takes one returns a function
    that ends it.
    """

    @property
    def archive(self) -> Archive:
        """The stored games."""

    @property
    def devices(self) -> Devices:
        """What is connected."""

    @property
    def profiles(self) -> Profiles:
        """People and preferences."""

    @property
    def locks(self) -> PatternLocks:
        """Who keeps a secret closed by a pattern."""

    @property
    def table_check(self) -> TableCheck:
        """The camera before a game."""

    @property
    def table_setup(self) -> TableSetup:
        """What is set up once at a table."""

    @property
    def machine(self) -> Machine:
        """The machine the app runs on."""

    @property
    def twins(self) -> Twins:
        """Devices on the screen, which can be made to fail."""

    @property
    def hints(self) -> Hints:
        """Good moves, for who asks."""

    @property
    def teacher(self) -> Teacher:
        """Learning boards and pieces."""

    def subscribe(self, listener: Callable[[Snapshot], None]) -> Callable[[], None]:
        """Call `listener` with every new snapshot, and with the present one if there is a game."""

    def on_help(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call `listener`, on any thread, when the button for help beside the board is pressed."""

    def on_tag(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Call `listener`, on any thread, with the number of every tag that is held to the card reader."""

    def on_seat(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Call `listener`, on any thread, with the player who presses the button at their own seat."""

    def has_camera(self) -> bool:
        """Whether a real camera is there."""

    def watched(self) -> bool:
        """Whether something looks at the table of the running game: a camera, real or simulated."""

    def begin(self, game: str, agreed: GameConfig, table: TableKind) -> None:
        """Begin a new game. Raises RuleError when what was agreed on is no set-up, StorageError."""

    def resume(self, game: int, table: TableKind) -> None:
        """Go on with a stored game. Raises StorageError."""

    def leave_game(self) -> None:
        """Go back to the start; the game stays stored."""

    def tell(self, message: Message) -> None:
        """Hand a message to the game; dropped where it carries another game's number.

        What it came to is in the next snapshot, whose `problem` says why it was refused.
        """

    def unseen(self) -> Sequence[str]:
        """Players who may look at their secret now, in order of play.

        All of them after the deal, and when a stored game goes on.
        """

    def show_secret(self, player: str) -> Any:
        """A player's secret, for that one's eyes only. Raises RuleError `no_secret`, `locked`, `closed`."""

    def seen(self, player: str) -> None:
        """The player has looked."""

    def look_at_table(self, wanted: bool) -> None:
        """Whether a page shows the camera picture; it is drawn only then, on the camera's thread."""

    def latest_picture(self) -> RgbPicture | None:
        """The last camera picture with what was recognised; None while there is none or nobody wants it."""

    def lamps_a_side(self) -> tuple[int, int, int, int]:
        """How many lamps lie along top, right, bottom and left."""

    def lights(self) -> Sequence[Light]:
        """The light strip around the board, clockwise from its top left corner."""
