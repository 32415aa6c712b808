"""Bots: think about a move when it is their turn and submit it."""

import logging
import threading
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from companion.app.thinking import Question, Thought, fault
from companion.errors import CompanionError, StorageError
from companion.games.base import Advice, Strength
from companion.session.messages import BotMove, Message, TakeSeat
from companion.session.snapshot import Snapshot

log = logging.getLogger(__name__)

LEAST_S = 1.2
"""Minimum delay of a bot's move in seconds, so that people see what happened before."""


class Bots:
    """Thinks about one move at a time.

    `question` returns the question of the player to move, restricted to that seat's knowledge; `tell`
    submits a message to the game; `lost` is called if an answer is lost. A bot that has no move, or one that
    the game refuses, plays a legal move by chance; if that is refused, too, a person plays on for it.
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
            if about == self._about and not isinstance(shown.problem, StorageError):
                return
            self._forget()
            if about:
                self._begin(about, shown)

    def stop(self) -> None:
        """Cancel the current thinking."""
        with self._lock:
            self._forget()

    def _begin(self, about: tuple[int, int], shown: Snapshot) -> None:
        try:
            question = self._question(shown, shown.bots[shown.turn])
        except StorageError as error:  # then it is asked again
            self._lost(error)
        except CompanionError:
            self._about = about
            self._submit(TakeSeat(shown.game, shown.turn))
        else:
            if question:
                self._about = about
                found = partial(self._found, shown, question)
                self._thought = Thought(question, found, self.least_s, self._lost)

    def _forget(self) -> None:
        if self._thought:
            self._thought.stop()
        self._thought = self._about = None

    def _found(self, shown: Snapshot, question: Question, found: Sequence[Advice[Any]]) -> None:
        def refused(error: CompanionError) -> None:
            if not isinstance(error, StorageError):  # then it is asked again
                self._play_by_chance(shown, question)

        if found:
            self._submit(BotMove(shown.game, shown.played, found[0].move, refused=refused))
        else:
            self._play_by_chance(shown, question)

    def _play_by_chance(self, shown: Snapshot, question: Question) -> None:
        def give_up(error: BaseException) -> None:
            log.error("a person plays on for the app: %s", fault(error))
            self._submit(TakeSeat(shown.game, shown.turn))

        try:
            move = question.any_move()
        except BaseException as error:  # a game may raise anything
            give_up(error)
        else:
            self._submit(BotMove(shown.game, shown.played, move, refused=give_up))
