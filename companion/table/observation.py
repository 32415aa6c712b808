"""Observation: the content of one picture of the table. No pixels, no rules."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from companion.games.base import Kind, Space, Table

Trouble: TypeAlias = Literal[
    "hand", "motion", "board_lost", "blurred", "dark", "covered", "far", "cut_off", "unclear"
]  # fmt: skip
"""Reason why a picture cannot be read; "unclear": pieces cannot be told apart from the board."""

CERTAIN_NATS = 20.0
"""Evidence for a whole, clearly visible piece, in nats (natural log of a likelihood ratio).
Measured: tests/bench/watch_scenes.py."""
SOON_S = 3.0
"""Minimum time in seconds between two moves of players. Measured: tests/bench/watch_scenes.py."""


@dataclass(frozen=True, slots=True)
class SeenPiece:
    """A piece that was seen, with its evidence.

    `nats`: log likelihood lost without the piece. `others`: log likelihood lost if it belongs to another
    space or kind.
    """

    space: Space
    kind: Kind
    nats: float
    others: Mapping[tuple[Space, Kind], float] = field(default_factory=dict)


class Evidence(Protocol):
    """Likelihood of other readings of a picture than the best one."""

    def pieces(self, space: Space) -> Sequence[SeenPiece]:
        """Return the pieces seen on the space."""

    def left(self, space: Space) -> int:
        """Return the number of pieces that are no longer at their previous place on the space."""

    def gone(self, space: Space) -> int:
        """Return the number of those that would be in clear view at that place."""

    def stood(self, space: Space) -> int:
        """Return the number of pieces on the space in the previous picture."""

    def came(self, space: Space, kinds: Collection[Kind]) -> int:
        """Return the number of pieces at new places that may be of these kinds and of this space."""

    def fit(self, wanted: Table) -> float:
        """Return the log likelihood of the best arrangement of exactly these pieces, in nats.

        `wanted` covers all changed spaces. Only the difference of two calls with the same spaces is
        meaningful.
        """

    def addition(self, space: Space, kind: Kind) -> float:
        """Return the nats lost by one more, unseen piece of the kind; few if it may be hidden."""


@dataclass(frozen=True, slots=True)
class Observation:
    """The reading of one picture of the table.

    `frame`: name of the picture; `time_s`: its time in seconds. `table`: best reading of each space;
    `confidence`: probability 0..1 that a space was read correctly, 1.0 if missing. Spaces not in `changed`
    look as in the previous picture. `hidden`: spaces covered by a hand or an object; `table` holds the
    assumed contents there. `reached`: an arm reaches in over them, no thing lies there. `trouble`: the
    reading must not be used. `evidence`: None if the reading is certain. `other`: spaces that differ from the
    reader's expectation for sure, even if the kind is unsure. `unseen_s`: longest time without a picture
    since the last settled one, in seconds; `covered_s`: the same without a picture free of objects and of a
    resting hand.
    """

    frame: str
    time_s: float
    table: Table = field(default_factory=dict)
    changed: frozenset[Space] = frozenset()
    confidence: Mapping[Space, float] = field(default_factory=dict)
    evidence: Evidence | None = None
    trouble: Trouble | None = None
    hidden: frozenset[Space] = frozenset()
    reached: bool = False
    other: frozenset[Space] = frozenset()
    unseen_s: float = 0.0
    covered_s: float = 0.0
