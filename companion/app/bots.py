"""Bots: think about a move when it is their turn and submit it."""

import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from companion.app.thinking import Question, Thought
from companion.games.base import Advice, Strength
from companion.session.messages import BotMove, Message
from companion.session.snapshot import Snapshot

LEAST_S = 1.2
"""Minimum delay of a bot's move in seconds, so that people see what happened before."""


class Bots:
    """Thinks about one move at a time.

    `question` returns the question of the player to move, restricted to that seat's knowledge; `tell`
    submits a message to the game; `lost` is called if an answer is lost.
    """

    def __init__(
        self,
        question: Callable[[Snapshot, Strength], Question | None],
        tell: Callable[[Message], None],
        least_s: float = LEAST_S,
        lost: Callable[[Exception], object] = lambda _: None,
    ) -> None:
        self._lost = lost
        self._question, self._submit, self.least_s = question, tell, least_s
        self._lock = threading.Lock()
        self._about: tuple[int, int] | None = None
        self._thought: Thought | None = None

    def look(self, shown: Snapshot) -> None:
        """Think if it is a bot's turn; earlier thinking is cancelled if it no longer applies."""
        about = (shown.game, shown.played) if shown.thinking else None
        with self._lock:
            if about == self._about and not shown.problem:
                return
            self._forget()
            if about and (question := self._question(shown, shown.bots[shown.turn])):
                self._about = about
                self._thought = Thought(question, partial(self._found, about), self.least_s, self._lost)

    def stop(self) -> None:
        """Cancel the current thinking."""
        with self._lock:
            self._forget()

    def _forget(self) -> None:
        if self._thought:
            self._thought.stop()
        self._thought = self._about = None

    def _found(self, about: tuple[int, int], found: Sequence[Advice[Any]]) -> None:
        game, played = about
        self._submit(BotMove(game, played, found[0].move))
