"""What was asked about a picture of Fae, and what people said since, while the eyes do not agree."""

from dataclasses import dataclass, field
from math import inf

from companion.games import fae
from companion.games.base import Space, Table
from companion.table.observation import SOON_S, Observation


@dataclass
class Doubts:
    """`looked_at` is the picture that was asked about, as it was read, `gap` whether several moves may have
    led to it, and `told_of` are the spaces of moves that people named since one was agreed on. `puzzled`: the
    last one was not understood; `seen_s` is when the last one was taken.
    """

    looked_at: Table = field(default_factory=dict)
    gap: bool = False
    told_of: frozenset[Space] = frozenset()
    puzzled: bool = False
    seen_s: float = 0.0
    _vouched_s: float = -inf

    def same(self, observation: Observation) -> bool:
        """Whether it shows what was asked about."""
        return observation.table == self.looked_at

    def hasty(self, move: fae.Move, observation: Observation) -> bool:
        """Whether a move would be a second one in no time, seen where people just told of one."""
        touched = self.same(observation) or not self.told_of.isdisjoint(move[:2])
        return bool(self.told_of) and touched and observation.unseen_s <= SOON_S

    def vouch(self, sure: bool = True) -> None:
        """People say that the table is as it should be."""
        self._vouched_s = self.seen_s if sure else -inf

    def take_vouched(self) -> bool:
        """Whether people just vouched for the table, which counts once: later it may be another one."""
        vouched, self._vouched_s = self.seen_s <= self._vouched_s + SOON_S, -inf
        return vouched
