"""Open question about a picture of Fae, and the answers of the players since."""

from dataclasses import dataclass, field
from math import inf

from companion.games import fae
from companion.games.base import Space, Table
from companion.table.observation import SOON_S, Observation


@dataclass
class PendingQuestion:
    """An open question about a picture, and the answers since.

    `asked_table`: table read from the picture in question. `gap`: several moves may have led to it.
    `answered_spaces`: spaces of moves that the players named since the last settled picture. `unexplained`:
    no hypothesis explained the last picture; `seen_s`: its time in seconds.
    """

    asked_table: Table = field(default_factory=dict)
    gap: bool = False
    answered_spaces: frozenset[Space] = frozenset()
    unexplained: bool = False
    seen_s: float = 0.0
    _confirmed_s: float = -inf

    def is_about(self, observation: Observation) -> bool:
        """Return whether an observation shows the table in question."""
        return observation.table == self.asked_table

    def too_soon(self, move: fae.Move, observation: Observation) -> bool:
        """Return whether a move follows too soon (`SOON_S`) on spaces that were just answered."""
        touched = self.is_about(observation) or not self.answered_spaces.isdisjoint(move[:2])
        return bool(self.answered_spaces) and touched and observation.unseen_s <= SOON_S

    def confirm(self, sure: bool = True) -> None:
        """Store that the players confirm the expected table, or drop that if not `sure`."""
        self._confirmed_s = self.seen_s if sure else -inf

    def take_confirmed(self) -> bool:
        """Return whether the players just confirmed the table.

        Counts once, as the table may change later.
        """
        confirmed, self._confirmed_s = self.seen_s <= self._confirmed_s + SOON_S, -inf
        return confirmed
