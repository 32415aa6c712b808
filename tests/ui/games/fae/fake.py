"""Games of Fae behind a window under test."""

from collections.abc import Sequence
from random import Random
from typing import Any

from companion.games import fae
from companion.games.fae.setup import random_druids
from companion.session.base import GameConfig
from companion.session.fae.pending import OrderDue
from companion.session.fae.snapshot import FaeSnapshot
from companion.session.messages import Confirm, Message, Reveal
from tests.session.fae_answers import moved, ordered
from tests.ui.fake import GAME, FakeController


def opening(seed: int, players: int) -> fae.Position:
    return fae.start(random_druids(Random(seed)), players)


def agreed(players: Sequence[str], seed: int) -> GameConfig:
    """A game of these people with a set-up by chance."""
    druids = {str(space): colour for space, colour in random_druids(Random(seed)).items()}
    return GameConfig(tuple(players), setup={"druids": druids})


class FakeFae(FakeController):
    def __init__(self, players: Sequence[str] = ("Ana", "Bo", "Cy"), seed: int = 5, **how: Any) -> None:
        super().__init__("fae", agreed(players, seed), seed, **how)
        self.random = Random(seed)

    @property
    def position(self) -> fae.Position:
        position = self.snapshot().position
        assert position
        return position

    def snapshot(self, problem: object = None) -> FaeSnapshot:
        shown: FaeSnapshot = self.session.snapshot(GAME, problem)
        return shown

    def play_random(self, moves: int) -> None:
        for _ in range(moves):
            self._do(moved(GAME, self.random.choice(fae.legal(self.session.timeline.current.position))))
            self._settle()
            if isinstance(waiting := self.session.waiting, OrderDue):
                self._do(ordered(GAME, waiting.spaces))
            self._settle()

    def play_to_the_end(self) -> None:
        while not self.session.finished:
            self.play_random(1)

    def reveal(self) -> None:
        self._do(Reveal(GAME))
        self.publish()

    def _settle(self) -> None:
        while self.session.steps:
            self._do(Confirm(GAME))

    def _do(self, message: Message) -> None:
        """Without a record."""
        self.session.tell(message)
