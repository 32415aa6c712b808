"""Hints for a seat that asks on its phone; nobody else sees them."""

from collections.abc import Callable, Sequence
from typing import Any

from companion.app.thinking import Question, Thought, can_answer
from companion.games.base import Advice
from companion.session.snapshot import Snapshot

MOST = 3
"""Maximum number of moves that are suggested."""


class SeatHints:
    """The last question of a seat and its answer; both are worth nothing once the game goes on.

    `question` makes the question of the player to move, None if there is none. `found` is called on another
    thread when there is an answer, `lost` if it is lost.
    """

    def __init__(
        self,
        question: Callable[[Snapshot], Question | None],
        found: Callable[[], object],
        lost: Callable[[Exception], object] = lambda _: None,
    ) -> None:
        self._question, self._found, self._lost = question, found, lost
        self._asked: tuple[str, int] | None = None
        self._thought: Thought | None = None
        self._advice: Sequence[Advice[Any]] | None = None

    def offered(self, shown: Snapshot) -> bool:
        """Return whether the player to move may ask in this state."""
        return not shown.over and shown.turn not in shown.bots and can_answer(shown)

    def ask(self, shown: Snapshot) -> None:
        """Think about the state for the player to move. Asked twice it thinks once. Raises CompanionError."""
        asked = (shown.turn or "", shown.at)
        if not self.offered(shown) or asked == self._asked:
            return
        self.stop()
        question = self._question(shown)
        if question:
            self._asked = asked
            self._thought = Thought(question, self._answered, lost=self._lost)

    def of(self, player: str, at: int) -> Sequence[Advice[Any]] | None:
        """Return the suggestions for a player in a state, the best first; None if there are none yet."""
        return self._advice if self._asked == (player, at) else None

    def stop(self) -> None:
        """Discard the question and its answer."""
        if self._thought:
            self._thought.stop()
        self._asked = self._thought = self._advice = None

    def _answered(self, advice: Sequence[Advice[Any]]) -> None:
        self._advice = tuple(advice)[:MOST]
        self._found()
