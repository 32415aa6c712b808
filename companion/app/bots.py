"""The seats that the app plays: it thinks when it is their turn, and tells the game their move."""

import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from companion.app.thinking import Question, Thought
from companion.games.base import Advice, Strength
from companion.session.messages import BotMove, Message
from companion.session.snapshot import Snapshot

LEAST_S = 1.2
"""People see what happened before a bot moves."""


class Bots:
    """Thinks about one move at a time; `question` is what the player to move may ask, knowing no more than
    that seat, `tell` hands a message to the game, and `lost` is called if an answer does not come back.
    """

    def __init__(
        self,
        question: Callable[[Snapshot, Strength], Question | None],
        tell: Callable[[Message], None],
        least_s: float = LEAST_S,
        lost: Callable[[Exception], object] = lambda _: None,
    ) -> None:
        self._lost = lost
        self._question, self._tell, self.least_s = question, tell, least_s
        self._lock = threading.Lock()
        self._about: tuple[int, int] | None = None
        self._thought: Thought | None = None

    def look(self, shown: Snapshot) -> None:
        """Think if it is a bot's turn; what was thought about before may not matter any more."""
        about = (shown.game, shown.played) if shown.thinking else None
        with self._lock:
            if about == self._about and not shown.problem:
                return
            self._forget()
            if about and (question := self._question(shown, shown.bots[shown.turn])):
                self._about = about
                self._thought = Thought(question, partial(self._found, about), self.least_s, self._lost)

    def stop(self) -> None:
        """Think about nothing."""
        with self._lock:
            self._forget()

    def _forget(self) -> None:
        if self._thought:
            self._thought.stop()
        self._thought = self._about = None

    def _found(self, about: tuple[int, int], found: Sequence[Advice[Any]]) -> None:
        game, played = about
        self._tell(BotMove(game, played, found[0].move))
