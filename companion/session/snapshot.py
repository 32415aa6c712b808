"""What a screen may show of any game: one frozen picture, made for a seat, without the others' secrets."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.errors import CompanionError
from companion.games.base import MoveT, Sentence, Strength, Table
from companion.session.timeline import StandT, Timeline


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """What every game shows; each game's snapshot adds its own.

    `name` is the game's, `game` the number that messages must carry. `turn` is the player who is to act,
    "" when nobody is; `over`: the game has ended and nothing is left to be done at the table. `lying` is
    what is thought to lie there now; `put_back` counts the steps from that to what should, where nothing
    watches the table: the game does not wait for them. `played` moves stand. `dealt`: everybody has a
    secret; `revealed` are all of them by player, once they were shown. A snapshot for a `seat` holds that
    seat's own `secret`; for None, the screen that everybody sees, there is none. `own_hands` are players who
    keep theirs themselves: the app does not know it. `bots` are the players whom
    the app plays; `told` is the move of one that hands are to make now. `problem` is what the last message
    met.
    """

    name: str
    game: int
    message: Sentence
    players: tuple[str, ...]
    turn: str = ""
    over: bool = False
    lying: Table = field(default_factory=dict)
    put_back: int = 0
    played: int = 0
    can_undo: bool = False
    can_redo: bool = False
    stored_as: int | None = None
    dealt: bool = False
    revealed: Mapping[str, Any] = field(default_factory=dict)
    seat: int | None = None
    secret: Any = field(default=None, repr=False)
    own_hands: tuple[str, ...] = ()
    bots: Mapping[str, Strength] = field(default_factory=dict)
    told: Any = None
    problem: CompanionError | None = None

    @property
    def thinking(self) -> bool:
        """Whether the app has still to find the move of a bot."""
        return self.turn in self.bots and self.told is None and not self.over


class SnapshotSource(Protocol[StandT, MoveT]):
    """The part of a session that the snapshot of every game reads; each game's source adds its own.

    A session makes its snapshot, so the snapshot must not import the session.
    """

    players: tuple[str, ...]

    @property
    def timeline(self) -> Timeline[StandT, MoveT]:
        """The moves. Raises RuleError `not_begun`."""

    @property
    def begun(self) -> bool:
        """Whether the set-up is known."""

    @property
    def over(self) -> bool:
        """Whether the game has ended and nothing is left to be done at the table."""

    @property
    def lying(self) -> Table:
        """The table as the session assumes it."""

    @property
    def told(self) -> MoveT | None:
        """The move of a bot that hands are to make now."""

    def bot_to_move(self, number: int | None = None) -> bool:
        """Whether the app decides after so many moves, or now."""
