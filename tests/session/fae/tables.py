"""Positions of Fae, their tables, and scripted evidence."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field

from companion.games import fae
from companion.games.base import Kind, Space, Table
from companion.table.observation import Observation, SeenPiece
from companion.table.tables import differing
from tests.games.fae.openings import game


@dataclass
class ScriptedEvidence:
    """Scripted evidence; a whole table fits by `worse` nats less well than the reading."""

    seen: list[SeenPiece] = field(default_factory=list)
    additions: Mapping[tuple[Space, Kind], float] = field(default_factory=dict)
    worse: Callable[[Table], float] = lambda wanted: 0.0
    absent: Mapping[Space, int] = field(default_factory=dict)
    unseen: frozenset[Space] = frozenset()

    def pieces(self, space: Space) -> tuple[SeenPiece, ...]:
        return tuple(piece for piece in self.seen if piece.space == space)

    def left(self, space: Space) -> int:
        return self.absent.get(space, 0)

    gone = left

    def stood(self, space: Space) -> int:
        return len(self.pieces(space)) + self.left(space)

    def came(self, space: Space, kinds: Collection[Kind]) -> int:
        return int(space not in self.unseen)

    def fit(self, wanted: Table) -> float:
        return sum(piece.nats for piece in self.seen) - self.worse(wanted)

    def addition(self, space: Space, kind: Kind) -> float:
        return self.additions.get((space, kind), 30.0)


def look(table: Table, before: Table | None = None, evidence: ScriptedEvidence | None = None) -> Observation:
    """A picture of a table; changed is what differs from the table before."""
    changed = differing(table, before) if before is not None else set()
    return Observation("f", 0.0, table, frozenset(changed), evidence=evidence)


def after(table: Table, changes: Table) -> dict[Space, Mapping[Kind, int]]:
    """The table with other contents on some spaces."""
    return {space: counts for space, counts in {**table, **changes}.items() if counts}


def without(table: Table, gone: Table) -> dict[Space, Mapping[Kind, int]]:
    """The table when pieces were taken off."""
    left = {space: dict(Counter(table[space]) - Counter(counts)) for space, counts in gone.items()}
    return after(table, left)


def step(wanted: Callable[[fae.Position, fae.Move], bool], seeds: int = 200) -> tuple[fae.Position, fae.Move]:
    """The first position and legal move of random games that are as wanted."""
    for seed in range(seeds):
        for p, _, _ in game(seed):
            for move in fae.legal(p):
                if wanted(p, move):
                    return p, move
    raise AssertionError("no random game has such a move")
