"""What was seen on the table in one picture. No pixels, no rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from companion.games.base import Kind, Space, Table

Trouble: TypeAlias = Literal["hand", "motion", "board_lost"]


class Evidence(Protocol):
    """How well a space's possible contents agree with the picture."""

    def log_likelihood(self, space: Space, counts: Mapping[Kind, int]) -> float:
        """Natural log of P(picture | counts) / P(picture | best reading); 0 or less."""


@dataclass(frozen=True, slots=True)
class Observation:
    """One picture of the table, read.

    `table` is the best reading of every space, `confidence` 0..1 the chance that a space was
    read right (spaces left out count as 1.0). While there is `trouble` the reading must not be
    used; `hidden` then lists the spaces a hand covers.
    """

    frame: str
    time_s: float
    table: Table = field(default_factory=dict)
    confidence: Mapping[Space, float] = field(default_factory=dict)
    evidence: Evidence | None = None
    trouble: Trouble | None = None
    hidden: frozenset[Space] = frozenset()
