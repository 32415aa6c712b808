"""What was asked about a picture of Fae, and what people said since, while the eyes do not agree."""

from dataclasses import dataclass, field
from math import inf

from companion.games import fae
from companion.games.base import Space, Table
from companion.table.observation import SOON_S, Observation


@dataclass
class PendingQuestion:
    """An open question about a picture, and the answers since.

    `looked_at`: table read from the picture in question. `gap`: several moves may have led to it. `told_of`:
    spaces of moves that people named since the last settled picture. `unexplained`: no reading explained the
    last picture; `seen_s`: its time in seconds.
    """

    looked_at: Table = field(default_factory=dict)
    gap: bool = False
    told_of: frozenset[Space] = frozenset()
    unexplained: bool = False
    seen_s: float = 0.0
    _confirmed_s: float = -inf

    def same(self, observation: Observation) -> bool:
        """Whether it shows what was asked about."""
        return observation.table == self.looked_at

    def too_soon(self, move: fae.Move, observation: Observation) -> bool:
        """Whether a move would be a second one in no time, seen where people just told of one."""
        touched = self.same(observation) or not self.told_of.isdisjoint(move[:2])
        return bool(self.told_of) and touched and observation.unseen_s <= SOON_S

    def confirm(self, sure: bool = True) -> None:
        """People say that the table is as it should be."""
        self._confirmed_s = self.seen_s if sure else -inf

    def take_confirmed(self) -> bool:
        """Whether people just vouched for the table, which counts once: later it may be another one."""
        confirmed, self._confirmed_s = self.seen_s <= self._confirmed_s + SOON_S, -inf
        return confirmed
