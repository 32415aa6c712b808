"""What every game offers to the rest of the app; a game is a module that has these names."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

Space: TypeAlias = int | str
"""A place pieces stand on: 1..60 in Fae, "8,7" in Fate."""

Kind: TypeAlias = str
"""What a piece is, as far as the camera can tell: "red" in Fae, "goblin" in Fate."""

Table: TypeAlias = Mapping[Space, Mapping[Kind, int]]
"""How many pieces of which kind stand where; occupied spaces only, counts of at least 1."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is not allowed: a code, the spaces concerned, and more for the message.

    `rule` is the id of the atomic rule, such as "E-013".
    """

    code: str
    spaces: tuple[Space, ...] = ()
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A usual illegal act and the table it leaves behind."""

    reason: Reason
    source: Space
    target: Space
    table: Table


PositionT = TypeVar("PositionT")
MoveT = TypeVar("MoveT")


class Game(Protocol[PositionT, MoveT]):
    """The rules of one game. Positions and moves are frozen values; chance is an argument."""

    NAME: str

    def legal(self, position: PositionT) -> list[MoveT]:
        """All moves the player to move may make, in a fixed order; empty when finished."""

    def apply(self, position: PositionT, move: MoveT, outcome: Any = None) -> PositionT:
        """The position after `move`. Raises RuleError with the reason's code when not legal."""

    def explain(self, position: PositionT, move: MoveT) -> Reason | None:
        """Why `move` is not legal; None when it is."""

    def table(self, position: PositionT) -> Table:
        """What must lie on the table in this position."""

    def mistakes(self, position: PositionT) -> Iterable[Mistake]:
        """The usual illegal acts, each with the table that shows it."""

    def dump(self, position: PositionT) -> str:
        """One line of text that `load` turns back into the same position."""

    def load(self, text: str) -> PositionT:
        """The position of a line of text. Raises RuleError `bad_position` naming the place."""
