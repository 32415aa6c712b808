"""Duels behind a window under test."""

from random import Random
from typing import Any

from companion.games.fabula.autoplay import next_move
from companion.games.fabula.position import Position
from companion.session.base import GameConfig
from companion.session.fabula.snapshot import FabulaSnapshot
from tests.session.fabula_acts import PlaceBases
from tests.ui.fake import GAME, FakeController

PLAYERS = ("Ana", "Bo")


class FakeFabula(FakeController):
    """`hands` are kept by the "app", or on the "table"; bots by name."""

    players = PLAYERS

    def __init__(
        self, hands: str = "app", seed: int = 3, bots: Any = None, setup: Any = None, **options: Any
    ) -> None:
        agreed = GameConfig(self.players, ("ember", "river"), {"hands": hands, **options}, setup, bots or {})
        super().__init__("fabula", agreed, seed)
        self._chance = Random(seed)

    def snapshot(self, problem: Any = None) -> FabulaSnapshot:
        shown: FabulaSnapshot = self.session.snapshot(GAME, problem)
        return shown

    @property
    def position(self) -> Position:
        return self.snapshot().position

    def lay(self) -> None:
        """Both lay their bases as they are listed."""
        for player in self.players:
            if player not in self.snapshot().bots:
                own = tuple(id_ for id_ in self.snapshot().bases if id_.startswith(player))
                self.session.tell(PlaceBases(GAME, player, own))

    def begun(self) -> "FakeFabula":
        """Bases are laid and hands kept."""
        self.lay()
        while self.snapshot().asks == "mulligan":
            self.session.confirm()
        return self

    def step(self) -> None:
        """Who decides does something by chance."""
        decider = self.snapshot().decider
        known = self.session.seen_by(self.session.position, decider)
        self.session.submit(next_move(known, self._chance))

    def until(self, asks: str, turn: int = 1, rows: int = 0) -> "FakeFabula":
        """Go on by chance until this is asked, in this turn or later, with so many cards on the table."""
        for _ in range(1500):
            shown = self.snapshot()
            position = shown.position
            if shown.asks == asks and position.turn_number >= turn and len(position.battle) >= rows:
                return self
            self.step()
        raise AssertionError(f"never came to {asks}")
