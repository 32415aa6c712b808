"""What was asked about a picture of Fae, and what people said since, while the eyes do not agree."""

from dataclasses import dataclass, field

from companion.games import fae
from companion.games.base import Space, Table
from companion.table.observation import SOON_S, Observation


@dataclass
class Doubts:
    """`looked_at` is the picture that was asked about, as it was read, `gap` whether several moves may have
    led to it, and `told_of` are the spaces of moves that people named since one was agreed on. `puzzled`: the
    last one was not understood; `vouched`: people said since that the table is as it should be.
    """

    looked_at: Table = field(default_factory=dict)
    gap: bool = False
    told_of: frozenset[Space] = frozenset()
    puzzled: bool = False
    vouched: bool = False

    def same(self, observation: Observation) -> bool:
        """Whether it shows what was asked about."""
        return observation.table == self.looked_at

    def hasty(self, move: fae.Move, observation: Observation) -> bool:
        """Whether a move would be a second one in no time, seen where people just told of one."""
        touched = self.same(observation) or not self.told_of.isdisjoint(move[:2])
        return bool(self.told_of) and touched and observation.unseen_s <= SOON_S

    def take_vouched(self) -> bool:
        """Whether people vouched for the table, which counts once."""
        vouched, self.vouched = self.vouched, False
        return vouched
