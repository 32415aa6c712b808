"""Games of Fairy Tile behind a window under test."""

from collections.abc import Sequence
from random import Random
from typing import Any

from companion.games import fairytile
from companion.games.fairytile.position import FinishTurn, PlaceTile, Position
from companion.session.base import GameConfig
from companion.session.fairytile.decisions import answer
from companion.session.fairytile.session import FairySession
from companion.session.fairytile.snapshot import FairySnapshot
from companion.session.messages import Message
from companion.session.view import Answer
from tests.ui.fake import GAME, FakeController


class FakeFairy(FakeController):
    session: FairySession

    def __init__(
        self,
        players: Sequence[str] = ("Ana", "Bo", "Cy"),
        seed: int = 5,
        watched: bool = False,
        **agreed: Any,
    ) -> None:
        super().__init__("fairytile", GameConfig(tuple(players), **agreed), seed, watched=watched)
        self.random = Random(seed)

    @property
    def position(self) -> Position:
        return self.session.position

    def snapshot(self, problem: Any = None) -> FairySnapshot:
        shown: FairySnapshot = self.session.snapshot(GAME, problem)
        return shown

    def play(self, acts: int) -> None:
        """Acts by chance; what can be told is told, and nobody turns a page."""
        for _ in range(acts):
            self.do(self.next())

    def play_to_the_end(self) -> None:
        """Whoever can do what fulfils the page in hand does it."""
        while not self.session.finished:
            page, position = self.session.hand(self.position.turn), self.position
            if position.done:
                self.do(self.next())
                continue
            acts = fairytile.adventures(position)
            good = [act for act in acts if fairytile.tellable(fairytile.RULES.apply(position, act), page)]
            self.do(answer(GAME, self.random.choice(good)) if good else self.next())

    def next(self) -> Message:
        """What a player by chance does now."""
        position = self.position
        if position.done:
            if self.can_tell_page():
                return Answer(GAME, "tell", ())
            return answer(GAME, FinishTurn())
        acts = fairytile.adventures(position)
        places = [act for act in acts if isinstance(act, PlaceTile)]
        act = self.random.choice(places if places and self.random.random() < 0.4 else acts)
        return answer(GAME, act)

    def can_tell_page(self) -> bool:
        page = self.session.hand(self.position.turn)
        return fairytile.tellable(self.position, page)

    def do(self, message: Message) -> None:
        """Without a record."""
        self.session.tell(message)
