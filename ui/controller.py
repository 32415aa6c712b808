"""What the window asks of the app; the only door between widgets and the game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, Protocol, TypeAlias

from companion.games.fate.acts import Act
from companion.games.fate.position import Face, Options
from companion.games.fate.setup import Player
from companion.session.fae.snapshot import Snapshot
from companion.session.fate.snapshot import Snapshot as FateSnapshot
from ui.services import Archive, Devices, House, Light, Picture, TableCheck, Teacher

AnySnapshot: TypeAlias = Snapshot | FateSnapshot
TableKind = Literal["camera", "simulated", "none"]
"""What is watched; with "none" people do everything by touch."""


class Controller(Protocol):
    """The running app as the window sees it.

    Methods return at once: what happened arrives as the next snapshot. They may raise CompanionError,
    which the window shows. Subscribers may be called from any thread.
    """

    @property
    def archive(self) -> Archive:
        """The stored games."""

    @property
    def devices(self) -> Devices:
        """What is connected."""

    @property
    def house(self) -> House:
        """People and preferences."""

    @property
    def table_check(self) -> TableCheck:
        """The camera before a game."""

    @property
    def teacher(self) -> Teacher:
        """Learning boards and pieces."""

    def subscribe(self, listener: Callable[[AnySnapshot], None]) -> None:
        """Call `listener` with every new snapshot, and with the present one if there is a game."""

    def has_camera(self) -> bool:
        """Whether a real camera is there."""

    def start_game(
        self, players: Sequence[str], table: TableKind, druids: Mapping[int, str] | None = None
    ) -> None:
        """Begin a new game of Fae; `druids`, space to colour, is a set-up that no picture is needed for."""

    def start_fate(self, players: Sequence[Player], options: Options, table: TableKind) -> None:
        """Begin a new game of Fate, players in their order."""

    def resume_game(self, game: int, table: TableKind) -> None:
        """Go on with a stored game."""

    def leave_game(self) -> None:
        """Go back to the start; the game stays stored."""

    def play(self, source: int, target: int) -> None:
        """A move by touch."""

    def undo(self) -> None:
        """Take the last move back; also what the undo button does."""

    def go_to(self, number: int) -> None:
        """Undo or redo until so many moves (acts of Fate) of the log stand; 0 is the set-up."""

    def redo(self) -> None:
        """Play the last undone move again."""

    def confirm(self) -> None:
        """The waiting step is done, or the only move in doubt was made; also what the next button does."""

    def answer(self, index: int) -> None:
        """Which of the moves in doubt was made, as an index into the snapshot's list."""

    def choose_order(self, spaces: Sequence[int]) -> None:
        """The order of the rituals that the last move makes."""

    def unseen(self) -> Sequence[str]:
        """Players who may look at their spirit now, in order of play.

        All of them after the deal, and when a stored game goes on.
        """

    def show_secret(self, player: str) -> str:
        """The colour of a player's spirit, for that player's eyes only. Raises RuleError `no_spirits`."""

    def seen(self, player: str) -> None:
        """The player has looked."""

    def reveal(self) -> None:
        """Show all spirits once the game is over; the next snapshot has them and the result."""

    def latest_picture(self) -> Picture | None:
        """The last camera picture; None while there is none."""

    def lights(self) -> Sequence[Light]:
        """The light strip around the board, clockwise from its top left corner."""

    def fate_act(self, act: Act) -> None:
        """An act of the hero whose turn it is, or a correction. Raises RuleError when it is not allowed."""

    def roll(self, dice: int) -> None:
        """Have so many dice of the app lie in the next snapshot's `tray`; those that lie there stay."""

    def choose(self, index: int, dice: Sequence[Face] = ()) -> None:
        """Take an option of the waiting choice of Fate; `dice` are the faces typed for a "roll"."""

    def step_back(self) -> None:
        """Show the guide step before this one again."""

    def all_done(self) -> None:
        """All guide steps are done: the table was made equal to the picture."""
