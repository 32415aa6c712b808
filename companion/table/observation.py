"""What was seen on the table in one picture. No pixels, no rules."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from companion.games.base import Kind, Space, Table

Trouble: TypeAlias = Literal[
    "hand", "motion", "board_lost", "blurred", "dark", "covered", "far", "cut_off", "unclear"
]  # fmt: skip
"""Why a picture cannot be read; the last: its pieces cannot be told from the board."""

CERTAIN_NATS = 20.0
"""What a whole, well visible piece weighs as evidence (natural log of a likelihood ratio)."""
SOON_S = 3.0
"""In less time nobody makes two moves."""


@dataclass(frozen=True, slots=True)
class SeenPiece:
    """A piece that was seen, and how much the picture speaks for it.

    `nats` is the log likelihood lost if it were not there, `others` what is lost if it were of
    another kind or counted for another space.
    """

    space: Space
    kind: Kind
    nats: float
    others: Mapping[tuple[Space, Kind], float] = field(default_factory=dict)


class Evidence(Protocol):
    """What a picture says about other readings than the best one."""

    def pieces(self, space: Space) -> Sequence[SeenPiece]:
        """The pieces seen on the space."""

    def left(self, space: Space) -> int:
        """How many pieces no longer stand where they stood on the space."""

    def gone(self, space: Space) -> int:
        """How many of those would be in clear view if they still stood there."""

    def stood(self, space: Space) -> int:
        """How many pieces stood on the space in the picture before."""

    def came(self, space: Space, kinds: Collection[Kind]) -> int:
        """How many pieces that may well be of these kinds, and the space's, are seen where none stood."""

    def fit(self, wanted: Table) -> float:
        """Nats for the best arrangement of exactly these pieces on all the changed spaces.

        Only differences between two calls with the same spaces mean anything.
        """

    def addition(self, space: Space, kind: Kind) -> float:
        """Nats lost if one more piece of the kind stood there unseen; little where it may hide."""


@dataclass(frozen=True, slots=True)
class Observation:
    """One picture of the table, read.

    `table` is the best reading of every space, `confidence` 0..1 the chance that a space was read
    right (1.0 for those left out). Spaces not in `changed` look as they did in the
    picture before. `hidden` are spaces that a hand or a thing covers: nothing was seen of them, and `table`
    has what was thought to lie there. While there is `trouble` the reading must not be used. Without
    `evidence` it is certain. `other` are spaces where something else lies than the reader was told to
    expect, even if it cannot say for sure what. `unseen_s` is the longest time without a picture since the
    last one that was agreed on, `covered_s` without one in which neither a thing nor, for long, a hand
    hid part of the table.
    """

    frame: str
    time_s: float
    table: Table = field(default_factory=dict)
    changed: frozenset[Space] = frozenset()
    confidence: Mapping[Space, float] = field(default_factory=dict)
    evidence: Evidence | None = None
    trouble: Trouble | None = None
    hidden: frozenset[Space] = frozenset()
    other: frozenset[Space] = frozenset()
    unseen_s: float = 0.0
    covered_s: float = 0.0
